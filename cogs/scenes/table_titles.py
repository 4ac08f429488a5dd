"""Tournament and round of a match, for its card, board and thread."""

from dataclasses import dataclass

from bot.match.log.loaded import Loaded
from bot.match.tournaments.errors import NoSuchTournament
from bot.match.tournaments.known import Tournaments
from bot.match.tournaments.records import TournamentId
from bot.match.tournaments.rounds import rounds_named
from bot.match.tournaments.state import Stage, StageKind, Tournament
from bot.match.tournaments.tables import TableId
from bot.match.tournaments.terms import Format
from bot.match.values.errors import Refusal
from cogs.base.markup import escaped
from texts import Words


@dataclass(frozen=True, slots=True)
class TableTitle:
    tournament: str
    """The tournament's name, not escaped."""
    round: str
    until: int | None
    """End of the round, in seconds since 1970; None if it ends with its last result."""

    def line(self, words: Words) -> str:
        name = escaped(self.tournament)
        if self.until is None:
            return words.say("🏆 {tournament} · {round}", tournament=name, round=self.round)
        return words.say(
            "🏆 {tournament} · {round} · until <t:{at}:f> (<t:{at}:R>)",
            tournament=name,
            round=self.round,
            at=self.until,
        )


@dataclass(eq=False)
class TableTitles:
    tournaments: Tournaments

    async def of(self, loaded: Loaded, words: Words) -> TableTitle | None:
        """Return the title of a tournament's match, or None for other matches and deleted
        tournaments; raise StoreTrouble.
        """
        place = await self._place(loaded)
        if place is None:
            return None
        now, table, stage = place
        name = round_name(stage, table.round, rounds_named(now, stage), words)
        if now.is_league:
            season = words.say("Season {number}", number=stage.number)
            name = f"{season} · {name}"
        if len(stage.groups) > 1:
            name = f"{group_name(table.group, words)} · {name}"
        return TableTitle(now.terms.name, name, now.round_until(table.stage, table.round))

    async def line(self, loaded: Loaded, words: Words) -> str:
        title = await self.of(loaded, words)
        return "" if title is None else title.line(words)

    async def next_round(self, loaded: Loaded, words: Words) -> str:
        """Return when the round after this match's begins, for its end; "" if that depends on
        other matches, or if there is no such round. Raise StoreTrouble.
        """
        place = await self._place(loaded)
        if place is None:
            return ""
        now, table, stage = place
        at, rounds = now.round_until(table.stage, table.round), rounds_named(now, stage)
        if at is None or stage.over is not None or table.round >= rounds:
            return ""
        name = round_name(stage, table.round + 1, rounds, words)
        # Translators: {round} is the next round of a tournament, such as “Final”.
        return words.say("⏭️ {round}: begins <t:{at}:f> (<t:{at}:R>).", round=name, at=at)

    async def _place(self, loaded: Loaded) -> tuple[Tournament, TableId, Stage] | None:
        place = loaded.record.table
        if place is None:
            return None
        try:
            now = await self.look(place.tournament)
        except Refusal:  # it is gone
            return None
        table = TableId.parse(place.table)
        stages = (stage for stage in now.stages if stage.number == table.stage)
        stage = next(stages, None)
        return None if stage is None else (now, table, stage)

    async def look(self, tournament: TournamentId) -> Tournament:
        """Return a tournament's current state, checked against the database, because titles end up
        in permanent cards and thread names.

        Raise NoSuchTournament or StoreTrouble.
        """
        row = await self.tournaments.store.row(tournament)
        if row is None:
            raise NoSuchTournament
        return await self.tournaments.recall(row)


def group_name(group: int, words: Words) -> str:
    name = chr(ord("A") + group) if group < 26 else str(group + 1)
    # Translators: A group of a tournament; {name} is a letter.
    return words.say("Group {name}", name=name)


def stage_name(now: Tournament, stage: Stage, words: Words) -> str:
    if now.is_league:
        return words.say("Season {number}", number=stage.number)
    if stage.number > 1:
        # Translators: The last part of a tournament, a knockout of the best.
        return words.say("Final stage")
    return words.say("Group stage") if now.terms.format is Format.GROUPS else ""


def round_name(stage: Stage, number: int, rounds: int, words: Words) -> str:
    """Name round `number`, counted from 1, of a stage with `rounds` rounds (0: unknown)."""
    if stage.kind is StageKind.KNOCKOUT and rounds:
        last = (words.say("Final"), words.say("Semi-finals"), words.say("Quarter-finals"))
        if 0 <= rounds - number < len(last):
            return last[rounds - number]
    if rounds and stage.kind is StageKind.SWISS:
        return words.say("Round {number} of {rounds}", number=number, rounds=rounds)
    return words.say("Round {number}", number=number)
