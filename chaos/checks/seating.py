"""Checks of the seating at tournament tables."""

from collections.abc import Iterator

from bot.match.tournaments.events import TournamentEventKind
from bot.match.tournaments.fold import after, fold
from bot.match.tournaments.state import Tournament
from bot.match.tournaments.tables import EntrantNumber, TableId
from chaos.evidence import Evidence

Spot = tuple[int, int, int, int]
"""A table without its game number: a tie is played again at the same table."""


def badly_seated(evidence: Evidence) -> list[str]:
    problems = []
    for number, rows in evidence.all_tournaments():
        state = fold(rows.events[:1])
        for event in rows.events[1:]:
            if event.kind is TournamentEventKind.PAIRED:
                seated = {
                    TableId.parse(table): tuple(seats)
                    for table, seats in event.details["tables"].items()
                }
                lines = [*_at_tables(state, seated), *_in_round(state, seated)]
                problems += [f"tournament {number}, event {event.n}: {line}" for line in lines]
            state = after(state, event)
    return problems


def _at_tables(
    state: Tournament, seated: dict[TableId, tuple[EntrantNumber, ...]]
) -> Iterator[str]:
    for table, seats in seated.items():
        if len(set(seats)) < len(seats):
            yield f"table {table} has a player twice: {seats}"
        if not 1 <= len(seats) <= state.terms.seats:
            yield f"table {table} has {len(seats)} seats of {state.terms.seats}"
        for player in seats:
            if not state.entrants[player].plays:
                yield f"table {table} has a seat for player {player}, who is out"
            if state.stage is None or player not in state.stage.groups[table.group]:
                yield f"table {table} has a seat for player {player} of another group"


def _in_round(state: Tournament, seated: dict[TableId, tuple[EntrantNumber, ...]]) -> Iterator[str]:
    spots: dict[tuple[int, int, EntrantNumber], Spot] = {}
    before = ((table.id, table.seats) for table in state.tables)
    for table, seats in (*before, *seated.items()):
        for player in seats:
            spot = spots.setdefault((table.stage, table.round, player), table[:4])
            if spot != table[:4]:
                yield f"player {player} sits at two tables of a round, {spot} and {table[:4]}"
    playing = {
        state.entrants[player].user: table.id
        for table in state.open_tables
        for player in table.seats
    }
    for table, seats in seated.items():
        for player in seats:
            other = playing.setdefault(state.entrants[player].user, table)
            if other != table:
                yield f"user {state.entrants[player].user} sits at tables {other} and {table}"
