"""Checks of groups, promotion and relegation, standings, and what is won.

They work out from the events of a tournament what docs/tournaments.md promises, without the bot's
own code for it.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from bot.match.tournaments.events import EventKind, TournamentEvent
from bot.match.tournaments.fold import after, fold
from bot.match.tournaments.state import Stage, StageKind, Tournament
from bot.match.tournaments.tables import EntrantNumber, Table
from bot.match.tournaments.terms import Format
from chaos.evidence import Evidence, TournamentRows

Group = Sequence[EntrantNumber]
LEAST, MOST = 4, 8
"""The size of a group."""
WIN = 3
"""Points for the first of a table, and for a round without an opponent."""
WINS = 3
"""The last place that wins a trophy."""


def wrong_groups(evidence: Evidence) -> list[str]:
    """Return players in two groups or in none, groups of another size, and players who were
    promoted or relegated against the standings."""
    found = []
    for number, rows in evidence.all_tournaments():
        lines = _grouped(rows)
        found += [f"tournament {number}, {line}" for line in lines]
    return found


def _grouped(rows: TournamentRows) -> Iterator[str]:
    now, ladder = fold(rows.events[:1]), list[EntrantNumber]()
    for event in rows.events[1:]:
        values = event.details
        if event.kind is EventKind.STAGE:
            groups: list[Group] = values["groups"]
            stage = f"stage {values['stage']}"
            yield from (f"{stage}: {line}" for line in _sizes(now, groups))
            if now.is_league:
                resting = set(values["resting"])
                yield from (f"{stage}: {line}" for line in _climbed(now, groups, ladder, resting))
                ladder += [one for group in groups for one in group if one not in ladder]
            elif now.terms.format is Format.GROUPS and values["stage"] > 1:
                yield from (f"{stage}: {line}" for line in _advanced(now, groups))
        elif event.kind is EventKind.STAGE_OVER and now.is_league:
            ladder = _moved(ladder, values["order"], now.terms.movers)
        now = after(now, event)


def _sizes(now: Tournament, groups: Sequence[Group]) -> Iterator[str]:
    everybody = [one for group in groups for one in group]
    if len(set(everybody)) < len(everybody):
        yield f"a player is in two groups of {groups}"
    if now.terms.format is Format.LEAGUE or (now.terms.format is Format.GROUPS and not now.stages):
        sizes = [len(group) for group in groups]
        most = MOST if now.is_league else len(everybody)
        if min(sizes) < LEAST or max(sizes) > most or max(sizes) - min(sizes) > 1:
            yield f"its groups have {sizes} players"
        elif len(groups) not in _nearest(len(everybody), now.terms.group, most):
            yield f"its groups have {sizes} players, and not about {now.terms.group}"


def _nearest(people: int, size: int, most: int) -> list[int]:
    """Return the numbers of groups with which their size is nearest to the wanted one."""
    off = {
        count: abs(Fraction(people, count) - size)
        for count in range(1, people + 1)
        if people // count >= LEAST and -(-people // count) <= most
    }
    return [count for count, distance in off.items() if distance == min(off.values())]


def _climbed(
    now: Tournament,
    groups: Sequence[Group],
    ladder: Sequence[EntrantNumber],
    resting: set[EntrantNumber],
) -> Iterator[str]:
    """Compare the groups of a season with the standings of the seasons before."""
    playing = [one.number for one in now.entrants if one.plays and one.number not in resting]
    everybody = [one for group in groups for one in group]
    if sorted(everybody) != sorted(playing):
        yield f"players {sorted(everybody)} are in groups, and {sorted(playing)} play"
    elif ladder:
        newcomers = [one for one in playing if one not in ladder]
        expected = [one for one in ladder if one in playing] + newcomers
        if everybody != expected:
            yield f"its groups are {groups}, and the seasons before lead to the order {expected}"


def _moved(
    ladder: Sequence[EntrantNumber], order: Sequence[Group], movers: int
) -> list[EntrantNumber]:
    """Return the ladder after a season: the best of each group change places with the last of the
    group above; players who rested keep their place."""
    after_season = [list(group) for group in order]
    for higher, (above, below) in enumerate(pairwise(order)):
        count = min(movers, len(above) // 2, len(below) // 2)
        for place in range(count):
            after_season[higher][len(above) - count + place] = below[place]
            after_season[higher + 1][place] = above[len(above) - count + place]
    played = iter([one for group in after_season for one in group])
    were_grouped = {one for group in order for one in group}
    return [next(played) if one in were_grouped else one for one in ladder]


def _advanced(now: Tournament, groups: Sequence[Group]) -> Iterator[str]:
    """Compare the final with the standings of the groups."""
    best = set[EntrantNumber]()
    for order in now.stages[0].order:
        best |= set([one for one in order if now.entrants[one].plays][: now.terms.advance])
    final = {one for group in groups for one in group}
    if final != best:
        yield f"players {sorted(final)} are in the final, and {sorted(best)} were the best"


# ---------------------------------------------------------------------- standings


def wrong_order(evidence: Evidence) -> list[str]:
    """Return stages whose standings at their end don't follow from the points of their tables."""
    found = []
    for number, rows in evidence.all_tournaments():
        for now, event in _ends(rows):
            stage = now.stages[event.details["stage"] - 1]
            lines = _ordered(now, stage, event)
            found += [f"tournament {number}, stage {stage.number}: {line}" for line in lines]
    return found


def _ends(rows: TournamentRows) -> Iterator[tuple[Tournament, TournamentEvent]]:
    """Yield each end of a stage, with the tournament before it."""
    now = fold(rows.events[:1])
    for event in rows.events[1:]:
        if event.kind is EventKind.STAGE_OVER:
            yield now, event
        now = after(now, event)


def _ordered(now: Tournament, stage: Stage, event: TournamentEvent) -> Iterator[str]:
    values = event.details
    for group, order, places in zip(stage.groups, values["order"], values["places"], strict=True):
        if sorted(order) != sorted(group):
            yield f"its order {order} isn't that of the players {sorted(group)}"
        if places != sorted(places):
            yield f"its places are {places}"
        if stage.kind is StageKind.KNOCKOUT:
            continue
        points = [_points(now, stage, one) for one in order]
        if points != sorted(points, reverse=True):
            yield f"players {order} have {[str(one) for one in points]} points"
        for (place, mine), (next_place, others) in pairwise(zip(places, points, strict=True)):
            if place == next_place and mine != others:
                yield f"players with {mine} and {others} points share place {place}"


def _points(now: Tournament, stage: Stage, one: EntrantNumber) -> Fraction:
    """Return a player's points: 3 for the first of a table, none for the last, equal steps
    between; players who tie share the points of their places."""
    return sum(
        (_points_at(table, one) for table in now.tables_of(stage.number) if one in table.seats),
        Fraction(0),
    )


def _points_at(table: Table, one: EntrantNumber) -> Fraction:
    result = table.result
    if result is None or not result.places:
        return Fraction(0)
    if len(table.seats) == 1:
        return Fraction(WIN)
    place = result.places[table.seats.index(one)]
    sharing = result.places.count(place)
    step = Fraction(WIN, len(table.seats) - 1)
    shared = [WIN - step * (other - 1) for other in range(place, place + sharing)]
    return sum(shared, Fraction(0)) / sharing


# ---------------------------------------------------------------------- trophies


def wrong_trophies(evidence: Evidence) -> list[str]:
    """Return trophies that nobody has won, and champions without one."""
    return [
        f"tournament {number}: {line}"
        for number, rows in evidence.tournaments.items()
        for line in _won(rows)
    ]


def _won(rows: TournamentRows) -> Iterator[str]:
    places: dict[tuple[int, int], int] = {}
    """The place of a user in a stage, 0 for the whole tournament."""
    champions: set[tuple[int, int]] = set()
    now = fold(rows.events[:1])
    for event in rows.events[1:]:
        values = event.details
        now = after(now, event)
        if event.kind is EventKind.STAGE_OVER and now.is_league:
            stage = values["stage"]
            lines = list(zip(values["order"][0], values["places"][0], strict=True))
        elif event.kind is EventKind.FINISHED:
            stage, lines = 0, list(enumerate(values["places"]))
        else:
            continue
        for number, place in lines:
            one = now.entrants[number]
            if not one.plays or place is None:
                continue
            places[stage, one.user] = place
            if place == 1 and not one.before and _has_played(now, number, stage):
                champions.add((stage, one.user))
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


def _has_played(now: Tournament, number: EntrantNumber, stage: int) -> bool:
    return any(
        number in table.seats and not table.is_bye and table.result and table.result.places
        for table in now.tables
        if stage in (0, table.id.stage)
    )
