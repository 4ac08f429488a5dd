"""Tournament and round of a match, for its card, board and thread."""

from bot.match.log.loaded import Loaded
from bot.match.tournaments.errors import NoSuchTournament
from bot.match.tournaments.loaded import Tournaments
from bot.match.tournaments.records import TournamentId
from bot.match.tournaments.rounds import rounds_named
from bot.match.tournaments.state import Stage, StageKind, Tournament
from bot.match.tournaments.tables import TableId
from bot.match.tournaments.terms import Format
from bot.match.values.errors import Refusal
from cogs.base.markup import escaped
from texts import Words


async def tournament_name(tournaments: Tournaments, loaded: Loaded) -> str | None:
    """Return the name of a match's tournament, not escaped; None for other matches and deleted
    tournaments. Raise StoreTrouble.
    """
    place = await _place(tournaments, loaded)
    return None if place is None else place[0].terms.name


async def table_line(tournaments: Tournaments, loaded: Loaded, words: Words) -> str:
    """Return a match's tournament and round, and the end of the round if it is set; "" for other
    matches and deleted tournaments. Raise StoreTrouble.
    """
    place = await _place(tournaments, loaded)
    if place is None:
        return ""
    tournament, table, stage = place
    name = round_name(stage, table.round, rounds_named(tournament, stage), words)
    if tournament.is_league:
        season = words.say("Season {number}", number=stage.number)
        name = f"{season} · {name}"
    if len(stage.groups) > 1:
        name = f"{group_name(table.group, words)} · {name}"
    title, until = escaped(tournament.terms.name), tournament.round_until(table.stage, table.round)
    if until is None:
        return words.say("🏆 {tournament} · {round}", tournament=title, round=name)
    return words.say(
        "🏆 {tournament} · {round} · until <t:{at}:f> (<t:{at}:R>)",
        tournament=title,
        round=name,
        at=until,
    )


async def next_round_line(tournaments: Tournaments, loaded: Loaded, words: Words) -> str:
    """Return when the round after this match's begins, for its end; "" if that depends on other
    matches, or if there is no such round. Raise StoreTrouble.
    """
    place = await _place(tournaments, loaded)
    if place is None:
        return ""
    tournament, table, stage = place
    at, rounds = tournament.round_until(table.stage, table.round), rounds_named(tournament, stage)
    if at is None or stage.over is not None or table.round >= rounds:
        return ""
    name = round_name(stage, table.round + 1, rounds, words)
    # Translators: {round} is the next round of a tournament, such as “Final”.
    return words.say("⏭️ {round}: begins <t:{at}:f> (<t:{at}:R>).", round=name, at=at)


async def _place(
    tournaments: Tournaments, loaded: Loaded
) -> tuple[Tournament, TableId, Stage] | None:
    place = loaded.record.table
    if place is None:
        return None
    try:
        tournament = await current_tournament(tournaments, place.tournament)
    except Refusal:  # it is gone
        return None
    table = TableId.parse(place.table)
    stages = (stage for stage in tournament.stages if stage.number == table.stage)
    stage = next(stages, None)
    return None if stage is None else (tournament, table, stage)


async def current_tournament(tournaments: Tournaments, number: TournamentId) -> Tournament:
    """Return a tournament's current state, checked against the database, because titles end up in
    permanent cards and thread names.

    Raise NoSuchTournament or StoreTrouble.
    """
    row = await tournaments.store.row(number)
    if row is None:
        raise NoSuchTournament
    return await tournaments.recall(row)


def group_name(group: int, words: Words) -> str:
    name = chr(ord("A") + group) if group < 26 else str(group + 1)
    # Translators: A group of a tournament; {name} is a letter.
    return words.say("Group {name}", name=name)


def stage_name(tournament: Tournament, stage: Stage, words: Words) -> str:
    if tournament.is_league:
        return words.say("Season {number}", number=stage.number)
    if stage.number > 1:
        # Translators: The last part of a tournament, a knockout of the best.
        return words.say("Final stage")
    return words.say("Group stage") if tournament.terms.format is Format.GROUPS else ""


def round_name(stage: Stage, number: int, rounds: int, words: Words) -> str:
    """Name round `number`, counted from 1, of a stage with `rounds` rounds (0: unknown)."""
    if stage.kind is StageKind.KNOCKOUT and rounds:
        last = (words.say("Final"), words.say("Semi-finals"), words.say("Quarter-finals"))
        if 0 <= rounds - number < len(last):
            return last[rounds - number]
    if rounds and stage.kind is StageKind.SWISS:
        return words.say("Round {number} of {rounds}", number=number, rounds=rounds)
    return words.say("Round {number}", number=number)
