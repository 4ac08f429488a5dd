"""What speaks for an Action, in numbers that the rules give: facts, for words to tell.

Every number is exact. Points are what hoards would score at this moment, before and after the
Action; where luck comes first, their mean over all faces, or what is certain whatever it brings.
No fact says how a match will go on.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction
from itertools import chain
from typing import assert_never

from engine.core.types import Seat
from engine.games.dice_miner import actions, hoards, mountain, scoring
from engine.games.dice_miner.content import FACES, TUNNELS, Content, Face, HeroName, Symbol
from engine.games.dice_miner.phases import excavation, magic
from engine.games.dice_miner.state import Excavation, Keeping, Rolled, Score, State


class Merit(Enum):
    """A kind of fact about an Action. “Now” is: if everything were scored as it lies."""

    GEM_LEAD = auto()
    """It gives the seat `count` gems, most of all alone, which doubles them; `points` more now."""
    LEAD_BROKEN = auto()
    """It takes the lead in gems from `seat`, who so scores `points` fewer now."""
    TUNNELS = auto()
    """Tunnels 1 to `count` are complete with it, and were not before; `points` more now."""
    TURNED = auto()
    """With the tool, hazards score `count` now, and `points` more than before."""
    POINTS = auto()
    """The seat scores `points` more now, or fewer."""
    GAP = auto()
    """A tunnel that counts as soon as tunnel `count` is there, which would then be `points` more
    than now."""
    BEER = auto()
    """A beer to share in a later turn; it scores nothing."""
    DIAMONDS = auto()
    """It rerolls `count` dice in the magic phase."""
    CHESTS = auto()
    """It keeps `count` dice for the next round."""
    DENIED = auto()
    """`seat` would have `points` more now with that die, and could take it next."""
    CERTAIN = auto()
    """Whatever the beer rolls, there are two dice, or fewer, that bring `points` more now."""
    REACH = auto()
    """After ¡Salud! `count` dice can be taken in place of `before`."""
    GIFT = auto()
    """The die brings `seat` `average` points now on average."""
    NOTHING_BETTER = auto()
    """Of the dice in reach the best brings `points` now: 0, or a loss."""
    UNUSED = auto()
    """Magic itself scores nothing, and this rerolls `count` dice."""
    BEST_REROLL = auto()
    """Rerolling `die` alone brings `average` more points on average."""
    LOSES_NOTHING = auto()
    """The die as it lies adds `points`: 0, or a loss."""
    REROLL = auto()
    """A reroll brings `average` more points on average; `count` of its faces are better than now
    and `worse` are worse."""
    NO_REROLL = auto()
    """No single die gains by a reroll: the best of them, `die`, brings `average` on average."""
    KEPT = auto()
    """Beside what is kept and the hero it adds `points`, and a fresh throw `average`; gems count
    once."""
    NO_KEEP = auto()
    """No die that may still be kept adds more, beside what is kept, than a fresh throw does."""
    HERO = auto()
    """The hero's faces count in each of `count` rounds."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that is true of an Action."""

    merit: Merit
    points: int = 0
    count: int = 0
    before: int = 0
    worse: int = 0
    average: Fraction = Fraction(0)
    seat: Seat | None = None
    """Another seat that it is about."""
    die: Rolled | None = None
    """Another die that it is about."""
    hero: HeroName | None = None


def facts(content: Content, state: State, seat: Seat, action: actions.Action) -> tuple[Fact, ...]:
    """What speaks for a legal Action of a seat to act, the weightiest first; () where numbers say
    nothing."""
    table = _Table(content, state, seat)
    match action:
        case actions.Take(die):
            return tuple(_take(table, die))
        case actions.Salud(die, friend):
            return tuple(_salud(table, die, friend))
        case actions.Stop():
            return tuple(_stop(table))
        case actions.Spend() | actions.SpendHero():
            return tuple(_spend(table, action))
        case actions.Reroll(die):
            return tuple(_reroll(table, die))
        case actions.Pass():
            return tuple(_pass(table))
        case actions.Keep(die):
            return tuple(_keep(table, die))
        case actions.Done():
            return tuple(_done(table))
        case actions.ChooseHero(hero):
            rounds = content.rounds - len(state.rounds)
            return (Fact(Merit.HERO, count=rounds, hero=hero),)
        case _:
            assert_never(action)


@dataclass(frozen=True, slots=True)
class _Table:
    """The hoards at one moment, and what they would score."""

    content: Content
    state: State
    seat: Seat

    @property
    def among(self) -> tuple[Seat, ...]:
        """Whose gems are compared: all, or those in a tie-break."""
        return self.state.tied or tuple(range(self.state.seats))

    def scores(self, state: State) -> dict[Seat, Score]:
        """Everybody's points now."""
        found = scoring.scores(self.content, state, self.among)
        return dict(zip(self.among, found, strict=True))

    def now(self, state: State) -> int:
        """The seat's points now."""
        return self.scores(state)[self.seat].total

    def holding(self, seat: Seat, rolled: Rolled) -> State:
        """As if a seat had one die more, which nobody has."""
        hoard = hoards.with_die(self.state.hoards[seat], rolled)
        return hoards.with_hoard(self.state, seat, hoard)

    def showing(self, die: int, face: int) -> State:
        """As if a die of the seat's hoard showed another face."""
        hoard = hoards.with_faces(self.state.hoards[self.seat], {die: face})
        return hoards.with_hoard(self.state, self.seat, hoard)

    def face(self, rolled: Rolled) -> Face:
        """What a die shows."""
        return self.content.face(rolled.die, rolled.face)

    def mine(self, die: int) -> Rolled:
        """A die of the seat's hoard."""
        return Rolled(die, hoards.face_of(self.state.hoards[self.seat], die))


def _lying(state: State, die: int) -> Rolled:
    return next(rolled for rolled in state.mountain if rolled is not None and rolled.die == die)


def _take(table: _Table, die: int) -> Iterator[Fact]:
    rolled = _lying(table.state, die)
    face = table.face(rolled)
    after = table.holding(table.seat, rolled)
    old, new = table.scores(table.state), table.scores(after)
    gained = new[table.seat].total - old[table.seat].total
    told = list(_made(table, after, face, gained))
    yield from told
    if face.symbol is Symbol.GEM:
        yield from _leads_broken(table, old, new)
    if gained and not any(fact.points == gained for fact in told):
        yield Fact(Merit.POINTS, points=gained)
    yield from _later(table, face)
    yield from _denied(table, rolled, old)


def _made(table: _Table, after: State, face: Face, gained: int) -> Iterator[Fact]:
    """What a die makes of the hoard that it joins."""
    content, seat = table.content, table.seat
    match face.symbol:
        case Symbol.GEM:
            if _leader(table, after) == seat and _leader(table, table.state) != seat:
                mine = hoards.gems(content, after, seat)
                yield Fact(Merit.GEM_LEAD, count=mine, points=gained)
        case Symbol.TUNNEL:
            depth = _depth(_numbers(table, after))
            if depth > _depth(_numbers(table, table.state)):
                yield Fact(Merit.TUNNELS, count=depth, points=gained)
            elif not gained:
                yield from _gap(table, after)
        case Symbol.PICK | Symbol.SHIELD if gained > 0:
            hazards = table.scores(after)[seat].hazards
            yield Fact(Merit.TURNED, count=hazards, points=gained)
        case _:
            pass


def _leader(table: _Table, state: State) -> Seat | None:
    """Who has most gems, alone."""
    place = scoring.leader(tuple(hoards.gems(table.content, state, one) for one in table.among))
    return None if place is None else table.among[place]


def _leads_broken(table: _Table, old: dict[Seat, Score], new: dict[Seat, Score]) -> Iterator[Fact]:
    for seat in table.among:
        lost = old[seat].treasure - new[seat].treasure
        if seat != table.seat and lost > 0:
            yield Fact(Merit.LEAD_BROKEN, points=lost, seat=seat)


def _numbers(table: _Table, state: State) -> Counter[int]:
    """How many tunnels of each number the seat shows."""
    shown = hoards.faces(table.content, state, table.seat)
    return Counter(face.count for face in shown if face.symbol is Symbol.TUNNEL)


def _depth(numbers: Counter[int]) -> int:
    """Up to which number the tunnels are complete."""
    return next((n for n in range(TUNNELS) if not numbers[n + 1]), TUNNELS)


def _gap(table: _Table, after: State) -> Iterator[Fact]:
    """The one tunnel that a new one waits for."""
    numbers = _numbers(table, after)
    points = scoring.tunnels(numbers)
    for number in range(1, TUNNELS + 1):
        more = scoring.tunnels(numbers + Counter((number,))) - points
        without = scoring.tunnels(_numbers(table, table.state) + Counter((number,))) - points
        if more > max(without, 0):
            yield Fact(Merit.GAP, count=number, points=more)
            return


def _later(table: _Table, face: Face) -> Iterator[Fact]:
    """What a face is for beside points."""
    match face.symbol:
        case Symbol.BEER:
            yield Fact(Merit.BEER)
        case Symbol.DIAMOND:
            yield Fact(Merit.DIAMONDS, count=face.count)
        case Symbol.CHEST if len(table.state.rounds) + 1 < table.content.rounds:
            yield Fact(Merit.CHESTS, count=face.count)
        case _:
            pass


def _denied(table: _Table, rolled: Rolled, old: dict[Seat, Score]) -> Iterator[Fact]:
    """Who plays next, if this die would bring them points, and they could take it plainly."""
    state = table.state
    place = mountain.place_of(state.mountain, rolled.die)
    plain = mountain.takeable(table.content.rows, state.mountain, sides=False)
    following = (table.seat + 1) % state.seats
    stage = state.stage
    assert isinstance(stage, Excavation), "dice are taken in the excavation"
    last = sum(other is not None for other in state.mountain) == 1
    if place not in plain or (last and not excavation.may_stop(table.content, stage)):
        return
    theirs = table.scores(table.holding(following, rolled))[following].total
    if theirs - old[following].total > 1:
        yield Fact(Merit.DENIED, points=theirs - old[following].total, seat=following)


def _salud(table: _Table, die: int, friend: Seat) -> Iterator[Fact]:
    content, state = table.content, table.state
    given = hoards.with_hoard(state, table.seat, hoards.without_die(state.hoards[table.seat], die))
    least = min(_best_pair(table, _given(given, friend, die, face)) for face in _faces())
    # The beer itself scores nothing, so that what is left scores as before but for gems compared.
    if least > 0:
        yield Fact(Merit.CERTAIN, points=least)
    rows = content.rows
    plain = len(mountain.takeable(rows, state.mountain, sides=False))
    sides = len(mountain.takeable(rows, state.mountain, sides=True))
    if sides > plain:
        yield Fact(Merit.REACH, count=sides, before=plain)
    before = table.scores(state)[friend].total
    means = (table.scores(_given(given, friend, die, face))[friend].total for face in _faces())
    yield Fact(Merit.GIFT, average=Fraction(sum(means), FACES) - before, seat=friend)


def _faces() -> range:
    return range(1, FACES + 1)


def _given(state: State, friend: Seat, die: int, face: int) -> State:
    """The beer die in the friend's hoard, as it rolled."""
    hoard = hoards.with_die(state.hoards[friend], Rolled(die, face))
    return hoards.with_hoard(state, friend, hoard)


def _best_pair(table: _Table, shared: State) -> int:
    """What the best two dice bring, or fewer, beside what the seat had before the beer went."""
    rows, seat = table.content.rows, table.seat
    best = -1_000
    seen = set()
    for place in mountain.takeable(rows, shared.mountain, sides=True):
        first = shared.mountain[place]
        assert first is not None, "a die lies where one can be taken"
        left = mountain.take(rows, shared.mountain, place).mountain
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


def _stop(table: _Table) -> Iterator[Fact]:
    state, stage = table.state, table.state.stage
    assert isinstance(stage, Excavation), "a die is left on the mountain alone"
    gains = []
    for action in excavation.legal_actions(table.content, state, stage):
        if isinstance(action, actions.Take):
            held = table.holding(table.seat, _lying(state, action.die))
            gains.append(table.now(held) - table.now(state))
    if gains and max(gains) <= 0:
        yield Fact(Merit.NOTHING_BETTER, points=max(gains))


def _mean_reroll(table: _Table, die: int) -> Fraction:
    """What a reroll of this die alone brings on average."""
    now = table.now(table.state)
    means = sum(table.now(table.showing(die, face)) for face in _faces())
    return Fraction(means, FACES) - now


def _best_reroll(
    table: _Table, sources: tuple[actions.Spend | actions.SpendHero, ...]
) -> Fact | None:
    targets = set(
        chain.from_iterable(
            magic.targets(table.content, table.state, table.seat, source) for source in sources
        )
    )
    means = {die: _mean_reroll(table, die) for die in sorted(targets)}
    if not means:
        return None
    die = max(means, key=lambda one: means[one])
    return Fact(Merit.BEST_REROLL, average=means[die], die=table.mine(die))


def _spend(table: _Table, source: actions.Spend | actions.SpendHero) -> Iterator[Fact]:
    content, state, seat = table.content, table.state, table.seat
    count = min(
        magic.diamonds(content, state, seat, source),
        len(magic.targets(content, state, seat, source)),
    )
    best = _best_reroll(table, (source,))
    if best is not None and best.average > 0:
        yield best
    yield Fact(Merit.UNUSED, count=count)


def _reroll(table: _Table, die: int) -> Iterator[Fact]:
    now = table.now(table.state)
    without = hoards.without_die(table.state.hoards[table.seat], die)
    alone = now - table.now(hoards.with_hoard(table.state, table.seat, without))
    if alone <= 0:
        yield Fact(Merit.LOSES_NOTHING, points=alone)
    scores = [table.now(table.showing(die, face)) for face in _faces()]
    yield Fact(
        Merit.REROLL,
        average=Fraction(sum(scores), FACES) - now,
        count=sum(score > now for score in scores),
        worse=sum(score < now for score in scores),
    )


def _pass(table: _Table) -> Iterator[Fact]:
    sources = magic.sources(table.content, table.state, table.seat)
    best = _best_reroll(table, sources)
    if best is not None and best.average <= 0:
        yield Fact(Merit.NO_REROLL, average=best.average, die=best.die)


def _alone(faces: tuple[Face, ...]) -> int:
    """What faces score by themselves, gems once."""
    numbers: Counter[int] = Counter()
    shown: Counter[Symbol] = Counter()
    for face in faces:
        if face.symbol is Symbol.TUNNEL:
            numbers[face.count] += 1
        else:
            shown[face.symbol] += face.count
    hazards = scoring.hazards(
        rockfalls=shown[Symbol.ROCKFALL],
        dragons=shown[Symbol.DRAGON],
        picks=shown[Symbol.PICK],
        shields=shown[Symbol.SHIELD],
    )
    return scoring.tunnels(numbers) + shown[Symbol.GEM] + hazards


def _kept(table: _Table, die: int) -> Fact:
    """What keeping a die adds beside a fresh throw of it."""
    content, state, stage = table.content, table.state, table.state.stage
    assert isinstance(stage, Keeping), "dice are kept in the recovery"
    base = (
        *hoards.hero_faces(content, state, table.seat),
        *(table.face(table.mine(one)) for one in stage.kept[table.seat]),
    )
    before = _alone(base)
    shown = table.face(table.mine(die))
    thrown = sum(_alone((*base, content.face(die, face))) for face in _faces())
    return Fact(
        Merit.KEPT,
        points=_alone((*base, shown)) - before,
        average=Fraction(thrown, FACES) - before,
        die=table.mine(die),
    )


def _keep(table: _Table, die: int) -> Iterator[Fact]:
    yield _kept(table, die)


def _done(table: _Table) -> Iterator[Fact]:
    stage = table.state.stage
    assert isinstance(stage, Keeping), "dice are kept in the recovery"
    kept = stage.kept[table.seat]
    others = [
        rolled.die
        for rolled in table.state.hoards[table.seat]
        if rolled.die not in kept
        and hoards.chests_left(table.content, table.state, table.seat, (*kept, rolled.die)) >= 0
    ]
    found = [_kept(table, die) for die in others]
    if found and all(fact.points <= fact.average for fact in found):
        yield Fact(Merit.NO_KEEP)
