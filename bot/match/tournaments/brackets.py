"""Knockouts: the seats of each table, the players who advance, and the final places.

A tie about who goes on is played again by those who share it, at most twice and only if the round
leaves enough time for it; else the better seed goes on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.match.tournaments.pairing.knockout import Spot, advance, bracket, planned
from bot.match.tournaments.round_time import replay_seconds
from bot.match.tournaments.state import Stage, Tournament
from bot.match.tournaments.tables import EntrantNumber, How, Table, TableResult

GAMES = 3
"""How often a table is played at most, if it is tied."""
Numbers = tuple[EntrantNumber, ...]


@dataclass(frozen=True, slots=True)
class BracketTable:
    """A table of a bracket, seated or to come."""

    round: int
    """From 1."""
    number: int
    """From 1, in its round."""
    planned: int
    """How many it is planned for."""
    entrants: Numbers | None
    """Who sits there or will; None as long as that is not known."""
    games: tuple[Table, ...]
    """Its matches, the first first; () if nothing is played there, or not yet."""
    goes_on: Numbers | None
    """Who goes on from it, or won if it is the final, the best first; None: not decided."""
    next_seats: Numbers | None
    """Who is to play there now; None: nobody, or they play already."""


def bracket_rounds(now: Tournament, stage: Stage) -> tuple[tuple[BracketTable, ...], ...]:
    """The tables of each round of a knockout, the final last."""
    order, games = stage.groups[0], _games(now, stage)
    plan = planned(len(order), now.terms.seats)
    return tuple(
        tuple(
            _table(now, plan, (number, table), people, games, order)
            for table, people in enumerate(tables)
        )
        for number, tables in enumerate(_people(now, stage, games))
    )


def displaced(now: Tournament, stage: Stage) -> Table | None:
    """Return the first seated table of a knockout that would be seated with others by now.

    None if every table still has those who came to it from the tables before.
    """
    games = _games(now, stage)
    people = _people(now, stage, games)
    for number, table in sorted(games):
        first = games[number, table][0]
        if frozenset(people[number][table] or ()) != frozenset(first.seats):
            return first
    return None


def is_out(now: Tournament, stage: Stage, entrant: EntrantNumber) -> bool:
    """Return whether somebody has lost their way through a knockout, or was never in it."""
    if entrant not in stage.groups[0]:
        return True
    return any(
        entrant in (table.entrants or ()) and entrant not in table.goes_on
        for tables in bracket_rounds(now, stage)
        for table in tables
        if table.goes_on is not None
    )


def _people(
    now: Tournament, stage: Stage, games: Mapping[Spot, tuple[Table, ...]]
) -> tuple[tuple[Numbers | None, ...], ...]:
    """Those who come to each table from the tables before it; None as long as it is not known."""
    order, seats = stage.groups[0], now.terms.seats
    plan = planned(len(order), seats)
    decided = {}
    for spot in games:
        on, _ = _decision(now, games, spot, _many(plan, spot), order)
        if on is not None:
            decided[spot] = tuple(one if _comes(now, games, spot, one) else None for one in on)
    if stage.is_before_third_edition:
        return bracket(order, seats, decided)
    return bracket(order, seats, decided, lambda spot, one: _comes(now, games, spot, one))


def knockout_places(now: Tournament, stage: Stage) -> tuple[tuple[EntrantNumber, int], ...]:
    """Everybody in a knockout with their place, the best first.

    Players who lost in the same round share a place. The results of the final order its players,
    and ties share a place; in earlier editions of the rules, the order of seats parted them. If the
    final has no winner, the first place stays empty.
    """
    order = stage.groups[0]
    rounds = bracket_rounds(now, stage)
    reached = dict.fromkeys(order, (0, 0))
    for number, tables in enumerate(rounds):
        for table in tables:
            reached.update(dict.fromkeys(table.entrants or (), (-number, 0)))
    last = rounds[-1][0] if rounds else None
    if last is not None and last.goes_on:
        behind = _behind(last)
        results = [_results(last, one) for one in behind]
        alike = range(len(behind)) if stage.is_before_third_edition else map(results.index, results)
        reached[last.goes_on[0]] = (-len(rounds), 0)
        for one, ahead in zip(behind, alike, strict=True):
            reached[one] = (-len(rounds), 1 + ahead)
    ranks = sorted(reached.values())
    first = 1 if last is not None and last.goes_on else 2
    lines = [(one, first + ranks.index(rank)) for one, rank in reached.items()]
    return tuple(sorted(lines, key=lambda line: (line[1], order.index(line[0]))))


def _behind(final: BracketTable) -> Numbers:
    """Those at a final who did not win it, the best first."""
    winners = final.goes_on or ()
    rest = [one for one in final.entrants or () if one not in winners]
    return tuple(sorted(rest, key=lambda one: _results(final, one)))


def _results(final: BracketTable, one: EntrantNumber) -> Numbers:
    """Return a player's places in the matches of a final."""
    in_games = (game.place_of(one) for game in final.games if one in game.seats)
    return tuple(place for place in in_games if place is not None)


def _games(now: Tournament, stage: Stage) -> Mapping[Spot, tuple[Table, ...]]:
    """The tables of a knockout that were seated, by round and number from 0."""
    found: dict[Spot, tuple[Table, ...]] = {}
    for table in sorted(now.tables_of(stage.number), key=lambda one: one.id):
        spot = (table.id.round - 1, table.id.number - 1)
        found[spot] = (*found.get(spot, ()), table)
    return found


def _many(plan: Sequence[Sequence[int]], spot: Spot) -> int:
    """How many go on from a table; one wins the final."""
    number, table = spot
    return 1 if number == len(plan) - 1 else advance(plan[number][table])


def _decision(
    now: Tournament,
    tables: Mapping[Spot, tuple[Table, ...]],
    spot: Spot,
    many: int,
    order: Numbers,
) -> tuple[Numbers | None, Numbers | None]:
    """Return the players who advance from a table, or those who play a tie again.

    Players who are gone don't play again. If that leaves room for all others, they advance.
    """
    games = tables[spot]
    on: Numbers = ()
    for played, game in enumerate(games, start=1):
        if game.result is None:
            return None, None
        if not game.result.places:
            return on, None  # nobody got anything
        ranked = sorted(zip(game.result.places, game.seats, strict=True))
        left = many - len(on)
        cut = ranked[min(left, len(ranked)) - 1][0]
        ahead = tuple(one for place, one in ranked if place < cut)
        tied = tuple(sorted((one for place, one in ranked if place == cut), key=order.index))
        on = (*on, *ahead)
        room = many - len(on)
        if len(tied) <= room:
            return (*on, *tied), None
        if played == len(games):
            if not _is_replayed(now, game, game.result):
                return (*on, *tied[:room]), None
            if not now.stages[game.id.stage - 1].is_before_third_edition:
                tied = tuple(one for one in tied if _comes(now, tables, spot, one))
                if len(tied) <= room:
                    return (*on, *tied), None
        last = tied
    return None, last if games else None


def _is_replayed(now: Tournament, game: Table, result: TableResult) -> bool:
    """Return whether a tied game is played again."""
    if game.id.game >= GAMES or result.how is How.DEADLINE:
        return False
    if now.stages[game.id.stage - 1].is_first_edition:
        return True
    return game.left is None or game.left >= replay_seconds(now.terms)


def _comes(
    now: Tournament, games: Mapping[Spot, Sequence[Table]], spot: Spot, one: EntrantNumber
) -> bool:
    """Whether who goes on comes to the next table: they still play, or sit there already."""
    later = (game for (number, _), played in games.items() if number > spot[0] for game in played)
    return now.entrants[one].plays or any(one in game.seats for game in later)


def _table(
    now: Tournament,
    plan: Sequence[Sequence[int]],
    spot: Spot,
    people: Numbers | None,
    games: Mapping[Spot, tuple[Table, ...]],
    order: Numbers,
) -> BracketTable:
    number, table = spot
    played, many = games.get(spot, ()), _many(plan, spot)
    next_seats: Numbers | None
    if played:
        people = played[0].seats
        on, next_seats = _decision(now, games, spot, many, order)
    elif people is not None and len(people) <= many:
        on, next_seats = people, None
    else:
        on, next_seats = None, people
    return BracketTable(number + 1, table + 1, plan[number][table], people, played, on, next_seats)
