"""Checks of groups, promotion and relegation, standings and trophies.

They compute from the events of a tournament what docs/tournaments.md promises, without the bot's
own code for it, so that a bug there can't hide itself.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from bot.match.tournaments.events import TournamentEvent, TournamentEventKind
from bot.match.tournaments.fold import after, fold
from bot.match.tournaments.state import Stage, StageKind, Tournament
from bot.match.tournaments.tables import EntrantNumber, Table
from bot.match.tournaments.terms import Format
from chaos.evidence import Evidence, TournamentRows

Group = Sequence[EntrantNumber]
LEAST, MOST = 4, 8
WIN = 3
WINS = 3


def wrong_groups(evidence: Evidence) -> list[str]:
    problems = []
    for number, rows in evidence.all_tournaments():
        lines = _grouped(rows)
        problems += [f"tournament {number}, {line}" for line in lines]
    return problems


def _grouped(rows: TournamentRows) -> Iterator[str]:
    state, ladder = fold(rows.events[:1]), list[EntrantNumber]()
    for event in rows.events[1:]:
        values = event.details
        if event.kind is TournamentEventKind.STAGE:
            groups: list[Group] = values["groups"]
            stage = f"stage {values['stage']}"
            yield from (f"{stage}: {line}" for line in _sizes(state, groups))
            if state.is_league:
                resting = set(values["resting"])
                yield from (f"{stage}: {line}" for line in _climbed(state, groups, ladder, resting))
                ladder += [player for group in groups for player in group if player not in ladder]
            elif state.terms.format is Format.GROUPS and values["stage"] > 1:
                yield from (f"{stage}: {line}" for line in _advanced(state, groups))
        elif event.kind is TournamentEventKind.STAGE_OVER and state.is_league:
            ladder = _moved(ladder, values["order"], state.terms.movers)
        state = after(state, event)


def _sizes(state: Tournament, groups: Sequence[Group]) -> Iterator[str]:
    players = [player for group in groups for player in group]
    if len(set(players)) < len(players):
        yield f"a player is in two groups of {groups}"
    if state.terms.format is Format.LEAGUE or (
        state.terms.format is Format.GROUPS and not state.stages
    ):
        sizes = [len(group) for group in groups]
        most = MOST if state.is_league else len(players)
        if min(sizes) < LEAST or max(sizes) > most or max(sizes) - min(sizes) > 1:
            yield f"its groups have {sizes} players"
        elif len(groups) not in _nearest(len(players), state.terms.group, most):
            yield f"its groups have {sizes} players, and not about {state.terms.group}"


def _nearest(people: int, size: int, most: int) -> list[int]:
    off = {
        count: abs(Fraction(people, count) - size)
        for count in range(1, people + 1)
        if people // count >= LEAST and -(-people // count) <= most
    }
    return [count for count, distance in off.items() if distance == min(off.values())]


def _climbed(
    state: Tournament,
    groups: Sequence[Group],
    ladder: Sequence[EntrantNumber],
    resting: set[EntrantNumber],
) -> Iterator[str]:
    playing = [
        player.number for player in state.entrants if player.plays and player.number not in resting
    ]
    grouped = [player for group in groups for player in group]
    if sorted(grouped) != sorted(playing):
        yield f"players {sorted(grouped)} are in groups, and {sorted(playing)} play"
    elif ladder:
        newcomers = [player for player in playing if player not in ladder]
        expected = [player for player in ladder if player in playing] + newcomers
        if grouped != expected:
            yield f"its groups are {groups}, and the seasons before lead to the order {expected}"


def _moved(
    ladder: Sequence[EntrantNumber], order: Sequence[Group], movers: int
) -> list[EntrantNumber]:
    """Return the ladder after a season.

    The best of each group change places with the last of the group above; players who rested keep
    their place.
    """
    after_season = [list(group) for group in order]
    for higher, (above, below) in enumerate(pairwise(order)):
        count = min(movers, len(above) // 2, len(below) // 2)
        for place in range(count):
            after_season[higher][len(above) - count + place] = below[place]
            after_season[higher + 1][place] = above[len(above) - count + place]
    played = iter([player for group in after_season for player in group])
    were_grouped = {player for group in order for player in group}
    return [next(played) if player in were_grouped else player for player in ladder]


def _advanced(state: Tournament, groups: Sequence[Group]) -> Iterator[str]:
    best = set[EntrantNumber]()
    for order in state.stages[0].order:
        best |= set(
            [player for player in order if state.entrants[player].plays][: state.terms.advance]
        )
    final = {player for group in groups for player in group}
    if final != best:
        yield f"players {sorted(final)} are in the final, and {sorted(best)} were the best"


# ---------------------------------------------------------------------- standings


def wrong_order(evidence: Evidence) -> list[str]:
    problems = []
    for number, rows in evidence.all_tournaments():
        for state, event in _ends(rows):
            stage = state.stages[event.details["stage"] - 1]
            lines = _ordered(state, stage, event)
            problems += [f"tournament {number}, stage {stage.number}: {line}" for line in lines]
    return problems


def _ends(rows: TournamentRows) -> Iterator[tuple[Tournament, TournamentEvent]]:
    state = fold(rows.events[:1])
    for event in rows.events[1:]:
        if event.kind is TournamentEventKind.STAGE_OVER:
            yield state, event
        state = after(state, event)


def _ordered(state: Tournament, stage: Stage, event: TournamentEvent) -> Iterator[str]:
    values = event.details
    for group, order, places in zip(stage.groups, values["order"], values["places"], strict=True):
        if sorted(order) != sorted(group):
            yield f"its order {order} isn't that of the players {sorted(group)}"
        if places != sorted(places):
            yield f"its places are {places}"
        if stage.kind is StageKind.KNOCKOUT:
            continue
        points = [_points(state, stage, player) for player in order]
        if points != sorted(points, reverse=True):
            yield f"players {order} have {[str(player) for player in points]} points"
        for (place, mine), (next_place, others) in pairwise(zip(places, points, strict=True)):
            if place == next_place and mine != others:
                yield f"players with {mine} and {others} points share place {place}"


def _points(state: Tournament, stage: Stage, player: EntrantNumber) -> Fraction:
    """Return a player's points: 3 for first place at a table, 0 for last, equal steps between.

    Players who tie share the points of their places.
    """
    return sum(
        (
            _points_at(table, player)
            for table in state.tables_of(stage.number)
            if player in table.seats
        ),
        Fraction(0),
    )


def _points_at(table: Table, player: EntrantNumber) -> Fraction:
    result = table.result
    if result is None or not result.places:
        return Fraction(0)
    if len(table.seats) == 1:
        return Fraction(WIN)
    place = result.places[table.seats.index(player)]
    sharing = result.places.count(place)
    step = Fraction(WIN, len(table.seats) - 1)
    shared = [WIN - step * (other - 1) for other in range(place, place + sharing)]
    return sum(shared, Fraction(0)) / sharing


# ---------------------------------------------------------------------- trophies


def wrong_trophies(evidence: Evidence) -> list[str]:
    return [
        f"tournament {number}: {line}"
        for number, rows in evidence.tournaments.items()
        for line in _won(rows)
    ]


def _won(rows: TournamentRows) -> Iterator[str]:
    places: dict[tuple[int, int], int] = {}
    """By stage (0 for the whole tournament) and user."""
    champions: set[tuple[int, int]] = set()
    state = fold(rows.events[:1])
    for event in rows.events[1:]:
        values = event.details
        state = after(state, event)
        if event.kind is TournamentEventKind.STAGE_OVER and state.is_league:
            stage = values["stage"]
            lines = list(zip(values["order"][0], values["places"][0], strict=True))
        elif event.kind is TournamentEventKind.FINISHED:
            stage, lines = 0, list(enumerate(values["places"]))
        else:
            continue
        for number, place in lines:
            entrant = state.entrants[number]
            if not entrant.plays or place is None:
                continue
            places[stage, entrant.user] = place
            if place == 1 and not entrant.before and _has_played(state, number, stage):
                champions.add((stage, entrant.user))
    for stage, user, place in rows.trophies:
        if place > WINS or places.get((stage, user)) != place:
            yield f"user {user} has a trophy for place {place} of stage {stage}"
    won = {(stage, user) for stage, user, place in rows.trophies if place == 1}
    yield from (
        f"user {user} has won stage {stage} and no trophy" for stage, user in champions - won
    )
    stages = {stage for stage, _ in won}
    yield from (
        f"stage {stage} has no winner who was there" for stage in stages - {s for s, _ in places}
    )


def _has_played(state: Tournament, number: EntrantNumber, stage: int) -> bool:
    return any(
        number in table.seats and not table.is_bye and table.result and table.result.places
        for table in state.tables
        if stage in (0, table.id.stage)
    )
