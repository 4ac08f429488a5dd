"""Arguments for an Action of the excavation."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from engine.core.types import Seat
from engine.games.dice_miner import actions, hoards, mountain, scoring
from engine.games.dice_miner.content import FACES, TUNNELS, Face, Symbol
from engine.games.dice_miner.merit import ActionFact, Merit
from engine.games.dice_miner.merit_table import MeritTable, each_face
from engine.games.dice_miner.phases import excavation
from engine.games.dice_miner.state import Excavation, Rolled, Score, State


def _on_mountain(state: State, die: int) -> Rolled:
    return next(rolled for rolled in state.mountain if rolled is not None and rolled.die == die)


def take(table: MeritTable, die: int) -> Iterator[ActionFact]:
    rolled = _on_mountain(table.state, die)
    face = table.face(rolled)
    after = table.holding(table.seat, rolled)
    old, new = table.scores(table.state), table.scores(after)
    gained = new[table.seat].total - old[table.seat].total
    effects = list(_immediate_effects(table, after, face, gained))
    yield from effects
    if face.symbol is Symbol.GEM:
        yield from _leads_broken(table, old, new)
    if gained and not any(fact.points == gained for fact in effects):
        yield ActionFact(Merit.POINTS, points=gained)
    yield from _later(table, face)
    yield from _denied(table, rolled, old)


def _immediate_effects(
    table: MeritTable, after: State, face: Face, gained: int
) -> Iterator[ActionFact]:
    content, seat = table.content, table.seat
    match face.symbol:
        case Symbol.GEM:
            if _leader(table, after) == seat and _leader(table, table.state) != seat:
                mine = hoards.gems(content, after, seat)
                yield ActionFact(Merit.GEM_LEAD, count=mine, points=gained)
        case Symbol.TUNNEL:
            depth = _depth(_numbers(table, after))
            if depth > _depth(_numbers(table, table.state)):
                yield ActionFact(Merit.TUNNELS, count=depth, points=gained)
            elif not gained:
                yield from _gap(table, after)
        case Symbol.PICK | Symbol.SHIELD if gained > 0:
            hazards = table.scores(after)[seat].hazards
            yield ActionFact(Merit.TURNED, count=hazards, points=gained)
        case _:
            pass


def _leader(table: MeritTable, state: State) -> Seat | None:
    place = scoring.leader(tuple(hoards.gems(table.content, state, seat) for seat in table.among))
    return None if place is None else table.among[place]


def _leads_broken(
    table: MeritTable, old: dict[Seat, Score], new: dict[Seat, Score]
) -> Iterator[ActionFact]:
    for seat in table.among:
        lost = old[seat].treasure - new[seat].treasure
        if seat != table.seat and lost > 0:
            yield ActionFact(Merit.LEAD_BROKEN, points=lost, seat=seat)


def _numbers(table: MeritTable, state: State) -> Counter[int]:
    shown = hoards.faces(table.content, state, table.seat)
    return Counter(face.count for face in shown if face.symbol is Symbol.TUNNEL)


def _depth(numbers: Counter[int]) -> int:
    return next((n for n in range(TUNNELS) if not numbers[n + 1]), TUNNELS)


def _gap(table: MeritTable, after: State) -> Iterator[ActionFact]:
    """Yield the tunnel that would make the new one count, if a single tunnel can do so."""
    numbers = _numbers(table, after)
    points = scoring.tunnels(numbers)
    for number in range(1, TUNNELS + 1):
        more = scoring.tunnels(numbers + Counter((number,))) - points
        without = scoring.tunnels(_numbers(table, table.state) + Counter((number,))) - points
        if more > max(without, 0):
            yield ActionFact(Merit.GAP, count=number, points=more)
            return


def _later(table: MeritTable, face: Face) -> Iterator[ActionFact]:
    match face.symbol:
        case Symbol.BEER:
            yield ActionFact(Merit.BEER)
        case Symbol.DIAMOND:
            yield ActionFact(Merit.DIAMONDS, count=face.count)
        case Symbol.CHEST if len(table.state.rounds) + 1 < table.content.rounds:
            yield ActionFact(Merit.CHESTS, count=face.count)
        case _:
            pass


def _denied(table: MeritTable, rolled: Rolled, old: dict[Seat, Score]) -> Iterator[ActionFact]:
    """Yield a fact if the next seat could take this die without beer and gain points."""
    state = table.state
    place = mountain.place_of(state.mountain, rolled.die)
    plain = mountain.takeable(table.content.rows, state.mountain, sides=False)
    following = (table.seat + 1) % state.seats
    stage = state.stage
    assert isinstance(stage, Excavation), "dice can be taken only in the excavation"
    last = sum(other is not None for other in state.mountain) == 1
    if place not in plain or (last and not excavation.may_stop(table.content, stage)):
        return
    theirs = table.scores(table.holding(following, rolled))[following].total
    if theirs - old[following].total > 1:
        yield ActionFact(Merit.DENIED, points=theirs - old[following].total, seat=following)


def salud(table: MeritTable, die: int, friend: Seat) -> Iterator[ActionFact]:
    content, state = table.content, table.state
    given = hoards.with_hoard(state, table.seat, hoards.without_die(state.hoards[table.seat], die))
    least = min(_best_pair(table, _given(given, friend, die, face)) for face in each_face())
    # A beer scores nothing, so giving it away changes no score except through the friend's gems.
    if least > 0:
        yield ActionFact(Merit.CERTAIN, points=least)
    rows = content.rows
    plain = len(mountain.takeable(rows, state.mountain, sides=False))
    sides = len(mountain.takeable(rows, state.mountain, sides=True))
    if sides > plain:
        yield ActionFact(Merit.REACH, count=sides, before=plain)
    before = table.scores(state)[friend].total
    means = (table.scores(_given(given, friend, die, face))[friend].total for face in each_face())
    yield ActionFact(Merit.GIFT, average=Fraction(sum(means), FACES) - before, seat=friend)


def _given(state: State, friend: Seat, die: int, face: int) -> State:
    hoard = hoards.with_die(state.hoards[friend], Rolled(die, face))
    return hoards.with_hoard(state, friend, hoard)


def _best_pair(table: MeritTable, shared: State) -> int:
    """Return the gain of the best one or two dice over the score before the beer was given."""
    rows, seat = table.content.rows, table.seat
    best = -1_000
    seen = set()
    for place in mountain.takeable(rows, shared.mountain, sides=True):
        first = shared.mountain[place]
        assert first is not None, "a takeable place must have a die"
        left, _ = mountain.take(rows, shared.mountain, place)
        seconds = (left[other] for other in mountain.takeable(rows, left, sides=True))
        for second in (None, *seconds):
            alike = frozenset(Counter(map(table.face, filter(None, (first, second)))).items())
            if alike in seen:
                continue
            seen.add(alike)
            hoard = hoards.with_die(shared.hoards[seat], first)
            if second is not None:
                hoard = hoards.with_die(hoard, second)
            best = max(best, table.now(hoards.with_hoard(shared, seat, hoard)))
    return best - table.now(table.state)


def stop(table: MeritTable) -> Iterator[ActionFact]:
    state, stage = table.state, table.state.stage
    assert isinstance(stage, Excavation), "a die can be declined only in the excavation"
    gains = []
    for action in excavation.legal_actions(table.content, state, stage):
        if isinstance(action, actions.Take):
            held = table.holding(table.seat, _on_mountain(state, action.die))
            gains.append(table.now(held) - table.now(state))
    if gains and max(gains) <= 0:
        yield ActionFact(Merit.NOTHING_BETTER, points=max(gains))
