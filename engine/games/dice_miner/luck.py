"""Worth of rolled dice compared with all faces that they could have shown (docs/luck.md).

The worth of a roll is the hoard's score with it, counting the owner's gems once. Mean and variance
are exact, because tunnels, treasure and hazards depend on different dice.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import comb

from engine.core.fortune import NOTHING, Fortune, of_roll
from engine.core.types import Seat
from engine.games.dice_miner import hoards, rolls, scoring
from engine.games.dice_miner.content import FACES, TUNNELS, Content, Face, Kind, Symbol
from engine.games.dice_miner.state import Recovering, Rerolling, Sharing, SimpleStage, State

Spread = tuple[Fraction, Fraction]


def fortunes(content: Content, before: State, after: State) -> tuple[Fortune, ...]:
    """Return each seat's luck in the step from `before` to `after`.

    Dice count for the seat that holds them after the step: a shared beer counts for the friend. The
    roll for the start, the mountain and draws count for no seat.
    """
    match before.stage:
        case Sharing() | Rerolling() | Recovering() | SimpleStage.TIEBREAK_ROLL as stage:
            rolled = frozenset(rolls.dice(before, stage))
            return tuple(_fortune(content, after, seat, rolled) for seat in range(after.seats))
        case _:
            return (NOTHING,) * after.seats


def _fortune(content: Content, state: State, seat: Seat, rolled: frozenset[int]) -> Fortune:
    hoard = state.hoards[seat]
    mine = [shown.die for shown in hoard if shown.die in rolled]
    if not mine:
        return NOTHING
    still = [content.face(shown.die, shown.face) for shown in hoard if shown.die not in rolled]
    still += hoards.hero_faces(content, state, seat)
    mean, variance = spread(content, still, [content.kind(die) for die in mine])
    return of_roll(len(mine), worth(hoards.faces(content, state, seat)), mean, variance)


def worth(shown: Iterable[Face]) -> int:
    """Return the score of these faces, counting gems once."""
    numbers: Counter[int] = Counter()
    amounts: Counter[Symbol] = Counter()
    for face in shown:
        if face.symbol is Symbol.TUNNEL:
            numbers[face.count] += 1
        else:
            amounts[face.symbol] += face.count
    burden = scoring.hazards(
        rockfalls=amounts[Symbol.ROCKFALL],
        dragons=amounts[Symbol.DRAGON],
        picks=amounts[Symbol.PICK],
        shields=amounts[Symbol.SHIELD],
    )
    return scoring.tunnels(numbers) + amounts[Symbol.GEM] + burden


def spread(content: Content, still: Sequence[Face], rolled: Sequence[Kind]) -> Spread:
    """Return mean and variance of `worth` for rolling dice of these kinds beside fixed faces."""
    printed = {entry.kind: entry.faces for entry in content.kinds}
    dice = [printed[kind] for kind in rolled]
    parts = (_tunnels(still, dice), _gems(still, dice), _hazards(still, dice))
    return sum((mean for mean, _ in parts), Fraction()), sum(
        (variance for _, variance in parts), Fraction()
    )


def _count(faces: Iterable[Face], symbol: Symbol) -> int:
    return sum(face.count for face in faces if face.symbol is symbol)


def _rolling(dice: Sequence[Sequence[Face]], *symbols: Symbol) -> list[Sequence[Face]]:
    return [faces for faces in dice if any(face.symbol in symbols for face in faces)]


def _gems(still: Sequence[Face], dice: Sequence[Sequence[Face]]) -> Spread:
    mean, variance = Fraction(_count(still, Symbol.GEM)), Fraction()
    for faces in _rolling(dice, Symbol.GEM):
        shown = [_count([face], Symbol.GEM) for face in faces]
        average = Fraction(sum(shown), FACES)
        mean += average
        variance += Fraction(sum(gems * gems for gems in shown), FACES) - average**2
    return mean, variance


def _tunnels(still: Sequence[Face], dice: Sequence[Sequence[Face]]) -> Spread:
    """Return mean and variance of the tunnels' points. Goes through the numbers and tracks how many
    dice show each one and how many sequences continue.
    """
    rolling = _rolling(dice, Symbol.TUNNEL)
    fixed = Counter(face.count for face in still if face.symbol is Symbol.TUNNEL)
    if not rolling:
        return Fraction(scoring.tunnels(fixed)), Fraction()
    faces = rolling[0]
    # By remaining dice and continuing sequences: number of ways, sum of points, sum of squared
    # points.
    sums = {(len(rolling), len(rolling) + len(still)): (1, 0, 0)}
    for number in range(1, TUNNELS + 1):
        showing = sum(face == Face(Symbol.TUNNEL, number) for face in faces)
        after: dict[tuple[int, int], tuple[int, int, int]] = {}
        for (left, going), (ways, points, squares) in sums.items():
            for show in range(left + 1 if showing else 1):
                times = comb(left, show) * showing**show
                on = min(going, fixed[number] + show)
                gain = number * on
                old = after.get((left - show, on), (0, 0, 0))
                after[left - show, on] = (
                    old[0] + times * ways,
                    old[1] + times * (points + gain * ways),
                    old[2] + times * (squares + 2 * gain * points + gain * gain * ways),
                )
        sums = after
    others = sum(face.symbol is not Symbol.TUNNEL for face in faces)
    every = len(faces) ** len(rolling)
    mean = Fraction(
        sum(others**left * sums_of_ways[1] for (left, _), sums_of_ways in sums.items()), every
    )
    square = Fraction(
        sum(others**left * sums_of_ways[2] for (left, _), sums_of_ways in sums.items()), every
    )
    return mean, square - mean**2


def _hazards(still: Sequence[Face], dice: Sequence[Sequence[Face]]) -> Spread:
    """Combine rockfalls with picks and dragons with shields. Tools roll independently of
    hazards.
    """
    falls, falls2, both, dragons, dragons2 = _burdens(still, dice)
    tools = _tools(still, dice)
    every = sum(tools.values())
    a = [(ways, picks or -1, shields or -1) for (picks, shields), ways in tools.items()]
    mean = Fraction(sum(ways * (falls * p + dragons * s) for ways, p, s in a)) / every
    square = (
        Fraction(
            sum(ways * (falls2 * p * p + 2 * both * p * s + dragons2 * s * s) for ways, p, s in a)
        )
        / every
    )
    return mean, square - mean**2


def _burdens(
    still: Sequence[Face], dice: Sequence[Sequence[Face]]
) -> tuple[Fraction, Fraction, Fraction, Fraction, Fraction]:
    """Return the means of R, R², R·D, D, D² for rockfalls R and dragons D."""
    falls = Fraction(_count(still, Symbol.ROCKFALL))
    dragons = Fraction(_count(still, Symbol.DRAGON))
    spread_falls = spread_both = spread_dragons = Fraction()
    for faces in _rolling(dice, Symbol.ROCKFALL, Symbol.DRAGON):
        shown = [(_count([f], Symbol.ROCKFALL), _count([f], Symbol.DRAGON)) for f in faces]
        r, d = (Fraction(sum(pair[i] for pair in shown), FACES) for i in (0, 1))
        falls += r
        dragons += d
        spread_falls += Fraction(sum(x * x for x, _ in shown), FACES) - r * r
        spread_both += Fraction(sum(x * y for x, y in shown), FACES) - r * d
        spread_dragons += Fraction(sum(y * y for _, y in shown), FACES) - d * d
    return (
        falls,
        spread_falls + falls**2,
        spread_both + falls * dragons,
        dragons,
        spread_dragons + dragons**2,
    )


def _tools(still: Sequence[Face], dice: Sequence[Sequence[Face]]) -> Counter[tuple[int, int]]:
    """Count the ways in which tools show each number of picks and shields."""
    ways = Counter({(_count(still, Symbol.PICK), _count(still, Symbol.SHIELD)): 1})
    for faces in _rolling(dice, Symbol.PICK, Symbol.SHIELD):
        after: Counter[tuple[int, int]] = Counter()
        for (picks, shields), times in ways.items():
            for f in faces:
                more = (picks + _count([f], Symbol.PICK), shields + _count([f], Symbol.SHIELD))
                after[more] += times
        ways = after
    return ways
