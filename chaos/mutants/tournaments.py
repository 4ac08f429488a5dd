"""Mutants that break tournaments."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count

from bot.app.settings import read_settings
from bot.match.core import change_rows
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId
from bot.match.tournaments import conductor, progress, stages, trophies
from bot.match.tournaments.events import TournamentEvent, TournamentEventKind, detail_of
from bot.match.tournaments.loaded import LoadedTournament, Tournaments
from bot.match.tournaments.matches import TableMatches
from bot.match.tournaments.pairing.groups import ladder_after
from bot.match.tournaments.progress import Facts, due_events
from bot.match.tournaments.standings import Lines, standings
from bot.match.tournaments.state import Entrant, EntrantStatus, Stage, Tournament
from bot.match.tournaments.tables import Table, TableResult
from bot.match.tournaments.terms import MOST
from chaos.mutants.consistency import without_index
from cogs.posting.nonces import nonce_of
from cogs.tournaments import notes, panel
from cogs.tournaments.panel_kind import Panels
from cogs.tournaments.views import TournamentView


def _seat_again() -> None:
    without_index(read_settings().salud_database, "match_tournament")
    setattr(change_rows, "table_match_of", lambda *_: None)  # noqa: B010 - mypy forbids it otherwise
    begin = conductor.Conductor._begin  # noqa: SLF001 - the mutant breaks it

    async def twice(self: conductor.Conductor, tournament: LoadedTournament, table: Table) -> None:
        for _ in range(2):
            await begin(self, tournament, table)

    setattr(conductor.Conductor, "_begin", twice)  # noqa: B010 - as above


def _deaf() -> None:
    append, joins = Tournaments.append, count()

    async def but_joins(
        self: Tournaments, tournament: LoadedTournament, events: tuple[TournamentEvent, ...]
    ) -> LoadedTournament:
        joined = any(event.kind is TournamentEventKind.JOINED for event in events)
        return tournament if joined and next(joins) % 2 else await append(self, tournament, events)

    setattr(Tournaments, "append", but_joins)  # noqa: B010 - as above


def _upside_down() -> None:
    result = conductor.Conductor._result  # noqa: SLF001 - as above

    async def turned(
        self: conductor.Conductor,
        tournament: LoadedTournament,
        table: Table,
        match: MatchId,
        due_by: int,
    ) -> TableResult | None:
        outcome = await result(self, tournament, table, match, due_by)
        return None if outcome is None else replace(outcome, places=outcome.places[::-1])

    setattr(conductor.Conductor, "_result", turned)  # noqa: B010 - as above


def _drop_out() -> None:
    def dropping(state: Tournament, facts: Facts) -> tuple[TournamentEvent, ...]:
        if (
            state.stage is not None
            and not state.tables
            and all(entrant.plays for entrant in state.entrants)
        ):
            return (
                state.event(facts.at, TournamentEventKind.DROPPED, user=state.entrants[0].user),
            )
        return due_events(state, facts)

    setattr(conductor, "due_events", dropping)  # noqa: B010 - as above


def _wall_clock() -> None:
    for module in (conductor, progress):
        setattr(module, "extension", lambda *_: None)  # noqa: B010 - as above
    setattr(progress.Facts, "due_by", property(lambda facts: facts.at))  # noqa: B010 - as above


def _old_panel() -> None:
    async def unchanged(*_: object) -> bool:
        return True

    setattr(Panels, "edit", unchanged)  # noqa: B010 - as above


def _kept_seat() -> None:
    async def kept(self: TableMatches, match: MatchId, *_: object, **__: object) -> Loaded:
        return await self._matches.load(match)

    for name in ("give_seat", "close", "release"):
        setattr(TableMatches, name, kept)


def _early_draw() -> None:
    footer = panel._footer  # noqa: SLF001 - as above

    def with_seed(told: TournamentView) -> str:
        return f"{footer(told)} `{told.loaded.row.seed.hex()}`"

    setattr(panel, "_footer", with_seed)  # noqa: B010 - as above


def _seat_the_gone() -> None:
    seated = property(lambda entrant: entrant.standing is not EntrantStatus.ABSENT)
    setattr(Entrant, "plays", seated)  # noqa: B010 - as above


def _seat_twice() -> None:
    def doubling(state: Tournament, facts: Facts) -> tuple[TournamentEvent, ...]:
        return tuple(
            _doubled(due) if due.kind is TournamentEventKind.PAIRED else due
            for due in due_events(state, facts)
        )

    setattr(conductor, "due_events", doubling)  # noqa: B010 - as above


def _doubled(due: TournamentEvent) -> TournamentEvent:
    """Also seat the first player of a round at its last table."""
    values = due.details
    names = list(values["tables"])
    first, last = values["tables"][names[0]], values["tables"][names[-1]]
    if len(names) < 2 or len(last) < 2:
        return due
    tables = {**values["tables"], names[-1]: [first[0], *last[1:]]}
    return replace(due, detail=detail_of(**{**values, "tables": tables}))


def _stay_in_groups() -> None:
    def without_movers(
        ladder: Sequence[int], groups: Sequence[Sequence[int]], _: int
    ) -> tuple[int, ...]:
        return ladder_after(ladder, groups, 0)

    setattr(stages, "ladder_after", without_movers)  # noqa: B010 - as above


def _one_group() -> None:
    setattr(stages, "divisions", lambda ladder, _: (tuple(ladder),) if ladder else ())  # noqa: B010 - as above


def _last_first() -> None:
    def turned(state: Tournament, stage: Stage) -> Lines:
        return tuple(group[::-1] for group in standings(state, stage))

    setattr(stages, "standings", turned)  # noqa: B010 - as above


def _trophies_for_all() -> None:
    setattr(trophies, "PLACES", MOST)  # noqa: B010 - as above


def _numbered_notes() -> None:
    def by_number(tournament: int, event: TournamentEvent, part: int = 0) -> str:
        return nonce_of("tournament note", tournament, event.n, part)

    setattr(notes, "note_nonce", by_number)  # noqa: B010 - as above


TOURNAMENTS: dict[str, Callable[[], None]] = {
    "seat-again": _seat_again,
    "deaf": _deaf,
    "upside-down": _upside_down,
    "drop-out": _drop_out,
    "wall-clock": _wall_clock,
    "old-panel": _old_panel,
    "early-draw": _early_draw,
    "kept-seat": _kept_seat,
    "gone-seat": _seat_the_gone,
    "two-seats": _seat_twice,
    "no-movers": _stay_in_groups,
    "one-group": _one_group,
    "last-first": _last_first,
    "all-trophies": _trophies_for_all,
    "old-notes": _numbered_notes,
}
