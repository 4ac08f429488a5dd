"""Arguments for an Action of the magic or recovery phase."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain

from engine.games.dice_miner import actions, hoards, scoring
from engine.games.dice_miner.content import FACES, Face, Symbol
from engine.games.dice_miner.merit import ActionFact, Merit
from engine.games.dice_miner.merit_table import MeritTable, each_face
from engine.games.dice_miner.phases import magic
from engine.games.dice_miner.state import Keeping


def _mean_reroll(table: MeritTable, die: int) -> Fraction:
    now = table.now(table.state)
    means = sum(table.now(table.showing(die, face)) for face in each_face())
    return Fraction(means, FACES) - now


def _best_reroll(
    table: MeritTable, sources: tuple[actions.Spend | actions.SpendHero, ...]
) -> ActionFact | None:
    targets = set(
        chain.from_iterable(
            magic.targets(table.content, table.state, table.seat, source) for source in sources
        )
    )
    means = {die: _mean_reroll(table, die) for die in sorted(targets)}
    if not means:
        return None
    die = max(means, key=lambda target: means[target])
    return ActionFact(Merit.BEST_REROLL, average=means[die], die=table.mine(die))


def spend(table: MeritTable, source: actions.Spend | actions.SpendHero) -> Iterator[ActionFact]:
    content, state, seat = table.content, table.state, table.seat
    count = min(
        magic.diamonds(content, state, seat, source),
        len(magic.targets(content, state, seat, source)),
    )
    best = _best_reroll(table, (source,))
    if best is not None and best.average > 0:
        yield best
    yield ActionFact(Merit.UNUSED, count=count)


def reroll(table: MeritTable, die: int) -> Iterator[ActionFact]:
    now = table.now(table.state)
    without = hoards.without_die(table.state.hoards[table.seat], die)
    alone = now - table.now(hoards.with_hoard(table.state, table.seat, without))
    if alone <= 0:
        yield ActionFact(Merit.LOSES_NOTHING, points=alone)
    scores = [table.now(table.showing(die, face)) for face in each_face()]
    yield ActionFact(
        Merit.REROLL,
        average=Fraction(sum(scores), FACES) - now,
        count=sum(score > now for score in scores),
        worse=sum(score < now for score in scores),
    )


def passing(table: MeritTable) -> Iterator[ActionFact]:
    sources = magic.sources(table.content, table.state, table.seat)
    best = _best_reroll(table, sources)
    if best is not None and best.average <= 0:
        yield ActionFact(Merit.NO_REROLL, average=best.average, die=best.die)


def _alone(faces: tuple[Face, ...]) -> int:
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


def _kept(table: MeritTable, die: int) -> ActionFact:
    content, state, stage = table.content, table.state, table.state.stage
    assert isinstance(stage, Keeping), "dice can be kept only in the recovery"
    base = (
        *hoards.hero_faces(content, state, table.seat),
        *(table.face(table.mine(kept_die)) for kept_die in stage.kept[table.seat]),
    )
    before = _alone(base)
    shown = table.face(table.mine(die))
    thrown = sum(_alone((*base, content.face(die, face))) for face in each_face())
    return ActionFact(
        Merit.KEPT,
        points=_alone((*base, shown)) - before,
        average=Fraction(thrown, FACES) - before,
        die=table.mine(die),
    )


def keep(table: MeritTable, die: int) -> Iterator[ActionFact]:
    yield _kept(table, die)


def done(table: MeritTable) -> Iterator[ActionFact]:
    stage = table.state.stage
    assert isinstance(stage, Keeping), "dice can be kept only in the recovery"
    kept = stage.kept[table.seat]
    others = [
        rolled.die
        for rolled in table.state.hoards[table.seat]
        if rolled.die not in kept
        and hoards.chests_left(table.content, table.state, table.seat, (*kept, rolled.die)) >= 0
    ]
    keepable = [_kept(table, die) for die in others]
    if keepable and all(fact.points <= fact.average for fact in keepable):
        yield ActionFact(Merit.NO_KEEP)
