"""Knockouts: the seats of each table, the players who advance, and the final places.

Players who tie for the last place that advances play again, at most twice and only if the round
leaves enough time for it; otherwise the better seed advances.

Only tables and their results are stored. Each question plays the whole bracket again, so a
moderator's changed decision or a substitute takes effect everywhere. `displaced_table` finds seated
tables that such a change would fill with other players; the service rejects the change then.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.match.tournaments.pairing.knockout import Spot, advance, bracket, planned_sizes
from bot.match.tournaments.round_time import replay_seconds
from bot.match.tournaments.state import Stage, Tournament
from bot.match.tournaments.tables import EntrantNumber, How, Table, TableResult

GAMES = 3
Numbers = tuple[EntrantNumber, ...]


@dataclass(frozen=True, slots=True)
class BracketSlot:
    round: int
    number: int
    planned: int
    entrants: Numbers | None
    """None until every entrant is decided."""
    games: tuple[Table, ...]
    goes_on: Numbers | None
    """The players who advance, or the winner of the final, the best first; None until decided."""
    next_seats: Numbers | None


def bracket_rounds(state: Tournament, stage: Stage) -> tuple[tuple[BracketSlot, ...], ...]:
    order, games = stage.groups[0], _games(state, stage)
    plan = planned_sizes(len(order), state.terms.seats)
    return tuple(
        tuple(
            _table(state, plan, (number, table), players, games, order)
            for table, players in enumerate(tables)
        )
        for number, tables in enumerate(_people(state, stage, games))
    )


def displaced_table(state: Tournament, stage: Stage) -> Table | None:
    """Return the first seated table whose players would change, if any."""
    games = _games(state, stage)
    people = _people(state, stage, games)
    for number, table in sorted(games):
        first = games[number, table][0]
        if frozenset(people[number][table] or ()) != frozenset(first.seats):
            return first
    return None


def is_out(state: Tournament, stage: Stage, entrant: EntrantNumber) -> bool:
    if entrant not in stage.groups[0]:
        return True
    return any(
        entrant in (table.entrants or ()) and entrant not in table.goes_on
        for tables in bracket_rounds(state, stage)
        for table in tables
        if table.goes_on is not None
    )


def _people(
    state: Tournament, stage: Stage, games: Mapping[Spot, tuple[Table, ...]]
) -> tuple[tuple[Numbers | None, ...], ...]:
    order, seats = stage.groups[0], state.terms.seats
    plan = planned_sizes(len(order), seats)
    decided = {}
    for spot in games:
        advancing, _ = _decision(state, games, spot, _quota(plan, spot), order)
        if advancing is not None:
            decided[spot] = tuple(
                entrant if _comes(state, games, spot, entrant) else None for entrant in advancing
            )
    return bracket(order, seats, decided, lambda spot, entrant: _comes(state, games, spot, entrant))


def knockout_places(state: Tournament, stage: Stage) -> tuple[tuple[EntrantNumber, int], ...]:
    """Return all entrants of a knockout with their places, the best first.

    Players who lost in the same round share a place. The results of the final order its players. If
    the final has no winner, the first place stays empty.
    """
    order = stage.groups[0]
    rounds = bracket_rounds(state, stage)
    reached = dict.fromkeys(order, (0, 0))
    for number, tables in enumerate(rounds):
        for table in tables:
            reached.update(dict.fromkeys(table.entrants or (), (-number, 0)))
    last = rounds[-1][0] if rounds else None
    if last is not None and last.goes_on:
        behind = _behind(last)
        results = [_results(last, entrant) for entrant in behind]
        reached[last.goes_on[0]] = (-len(rounds), 0)
        for entrant, result in zip(behind, results, strict=True):
            reached[entrant] = (-len(rounds), 1 + results.index(result))
    ranks = sorted(reached.values())
    first = 1 if last is not None and last.goes_on else 2
    lines = [(entrant, first + ranks.index(rank)) for entrant, rank in reached.items()]
    return tuple(sorted(lines, key=lambda line: (line[1], order.index(line[0]))))


def _behind(final: BracketSlot) -> Numbers:
    winners = final.goes_on or ()
    rest = [entrant for entrant in final.entrants or () if entrant not in winners]
    return tuple(sorted(rest, key=lambda entrant: _results(final, entrant)))


def _results(final: BracketSlot, entrant: EntrantNumber) -> Numbers:
    in_games = (game.place_of(entrant) for game in final.games if entrant in game.seats)
    return tuple(place for place in in_games if place is not None)


def _games(state: Tournament, stage: Stage) -> Mapping[Spot, tuple[Table, ...]]:
    games: dict[Spot, tuple[Table, ...]] = {}
    for table in sorted(state.tables_of(stage.number), key=lambda table: table.id):
        spot = (table.id.round - 1, table.id.number - 1)
        games[spot] = (*games.get(spot, ()), table)
    return games


def _quota(plan: Sequence[Sequence[int]], spot: Spot) -> int:
    number, table = spot
    return 1 if number == len(plan) - 1 else advance(plan[number][table])


def _decision(
    state: Tournament,
    tables: Mapping[Spot, tuple[Table, ...]],
    spot: Spot,
    quota: int,
    order: Numbers,
) -> tuple[Numbers | None, Numbers | None]:
    """Return the players who advance from a table, or those who replay a tie.

    Players who are gone don't replay. If that leaves room for all the others, they advance without
    a replay.
    """
    games = tables[spot]
    advancing: Numbers = ()
    for played, game in enumerate(games, start=1):
        if game.result is None:
            return None, None
        if not game.result.places:
            return advancing, None  # the table had no result
        ranked = sorted(zip(game.result.places, game.seats, strict=True))
        places_left = quota - len(advancing)
        cut = ranked[min(places_left, len(ranked)) - 1][0]
        ahead = tuple(entrant for place, entrant in ranked if place < cut)
        tied = tuple(
            sorted((entrant for place, entrant in ranked if place == cut), key=order.index)
        )
        advancing = (*advancing, *ahead)
        room = quota - len(advancing)
        if len(tied) <= room:
            return (*advancing, *tied), None
        if played == len(games):
            if not _is_replayed(state, game, game.result):
                return (*advancing, *tied[:room]), None
            tied = tuple(entrant for entrant in tied if _comes(state, tables, spot, entrant))
            if len(tied) <= room:
                return (*advancing, *tied), None
        last = tied
    return None, last if games else None


def _is_replayed(state: Tournament, game: Table, result: TableResult) -> bool:
    if game.id.game >= GAMES or result.how is How.DEADLINE:
        return False
    return game.left is None or game.left >= replay_seconds(state.terms)


def _comes(
    state: Tournament, games: Mapping[Spot, Sequence[Table]], spot: Spot, entrant: EntrantNumber
) -> bool:
    later = (game for (number, _), played in games.items() if number > spot[0] for game in played)
    return state.entrants[entrant].plays or any(entrant in game.seats for game in later)


def _table(
    state: Tournament,
    plan: Sequence[Sequence[int]],
    spot: Spot,
    players: Numbers | None,
    games: Mapping[Spot, tuple[Table, ...]],
    order: Numbers,
) -> BracketSlot:
    number, table = spot
    played, quota = games.get(spot, ()), _quota(plan, spot)
    next_seats: Numbers | None
    if played:
        players = played[0].seats
        advancing, next_seats = _decision(state, games, spot, quota, order)
    elif players is not None and len(players) <= quota:
        advancing, next_seats = players, None
    else:
        advancing, next_seats = None, players
    return BracketSlot(
        number + 1, table + 1, plan[number][table], players, played, advancing, next_seats
    )
