"""Magic: seats spend diamonds to reroll their own dice (rules.md, Magic)."""

from dataclasses import replace

from engine.core.types import Seat, Step
from engine.games.dice_miner import hoards
from engine.games.dice_miner.actions import Action, Reroll, SimpleAction, Spend, SpendHero
from engine.games.dice_miner.content import Content, Kind, Symbol
from engine.games.dice_miner.events import DiceRerolled, MagicEnded, MagicSpent
from engine.games.dice_miner.state import Magic, Rerolling, Rolled, SimpleStage, Spending, State


def begin(state: State, first: Seat, among: tuple[Seat, ...]) -> State:
    """Start a magic phase of these seats, clockwise from `first`."""
    order = (seat % state.seats for seat in range(first, first + state.seats))
    queue = tuple(seat for seat in order if seat in among)
    return replace(state, stage=Magic(queue[0], queue[1:]), spent=(), spent_heroes=())


def leave(state: State, queue: tuple[Seat, ...]) -> State:
    return replace(state, stage=Magic(queue[0], queue[1:]) if queue else SimpleStage.SCORING)


def hero_sources(content: Content, state: State, seat: Seat) -> tuple[int, ...]:
    magic = [f for f in hoards.hero_faces(content, state, seat) if f.symbol is Symbol.DIAMOND]
    return tuple(
        number for number in range(1, len(magic) + 1) if (seat, number) not in state.spent_heroes
    )


def diamonds(content: Content, state: State, seat: Seat, source: Spend | SpendHero) -> int:
    if isinstance(source, Spend):
        return content.face(source.die, hoards.face_of(state.hoards[seat], source.die)).count
    magic = [f for f in hoards.hero_faces(content, state, seat) if f.symbol is Symbol.DIAMOND]
    return magic[source.number - 1].count


def targets(
    content: Content, state: State, seat: Seat, source: Spend | SpendHero
) -> tuple[int, ...]:
    """Return the dice that a source could reroll, in die order (rules.md, Magic)."""
    itself = source.die if isinstance(source, Spend) else None
    return tuple(
        rolled.die
        for rolled in state.hoards[seat]
        if rolled.die != itself
        and rolled.die not in state.spent
        and content.kind(rolled.die) is not Kind.HAZARD
    )


def sources(content: Content, state: State, seat: Seat) -> tuple[Spend | SpendHero, ...]:
    """Return the spendable sources: dice in die order, then hero faces (rules.md, Magic)."""
    shown: list[Spend | SpendHero] = [
        Spend(rolled.die)
        for rolled in state.hoards[seat]
        if rolled.die not in state.spent
        and content.face(rolled.die, rolled.face).symbol is Symbol.DIAMOND
    ]
    shown += (SpendHero(number) for number in hero_sources(content, state, seat))
    return tuple(source for source in shown if _spendable(content, state, seat, source))


def _spendable(content: Content, state: State, seat: Seat, source: Spend | SpendHero) -> bool:
    legal = len(targets(content, state, seat, source))
    if content.rulings.spend_with_fewer_targets:
        return legal > 0
    return legal >= diamonds(content, state, seat, source)


def legal_actions(content: Content, state: State, stage: Magic) -> tuple[Action, ...]:
    return (*sources(content, state, stage.seat), SimpleAction.PASS)


def legal_rerolls(content: Content, state: State, stage: Spending) -> tuple[Reroll, ...]:
    legal = targets(content, state, stage.seat, stage.source)
    return tuple(Reroll(die) for die in legal if die not in stage.chosen)


def spend(content: Content, state: State, stage: Magic, source: Spend | SpendHero) -> Step[State]:
    seat = stage.seat
    shown = diamonds(content, state, seat, source)
    count = min(shown, len(targets(content, state, seat, source)))
    after = replace(state, stage=Spending(seat, stage.queue, source, count))
    if isinstance(source, SpendHero):
        spent = tuple(sorted((*state.spent_heroes, (seat, source.number))))
        return Step(replace(after, spent_heroes=spent), (MagicSpent(seat, None, shown),))
    rolled = Rolled(source.die, hoards.face_of(state.hoards[seat], source.die))
    after = replace(after, spent=tuple(sorted((*state.spent, source.die))))
    return Step(after, (MagicSpent(seat, rolled, shown),))


def choose(state: State, stage: Spending, action: Reroll) -> Step[State]:
    """Choose one more die; after the last they roll together (rules.md, Magic)."""
    chosen = (*stage.chosen, action.die)
    if len(chosen) == stage.count:
        return Step(replace(state, stage=Rerolling(stage.seat, stage.queue, chosen)))
    return Step(replace(state, stage=replace(stage, chosen=chosen)))


def rerolled(state: State, stage: Rerolling, faces: tuple[int, ...]) -> Step[State]:
    hoard = state.hoards[stage.seat]
    before = tuple(Rolled(die, hoards.face_of(hoard, die)) for die in stage.chosen)
    after = tuple(Rolled(die, face) for die, face in zip(stage.chosen, faces, strict=True))
    hoard = hoards.with_faces(hoard, {rolled.die: rolled.face for rolled in after})
    state = replace(
        hoards.with_hoard(state, stage.seat, hoard), stage=Magic(stage.seat, stage.queue)
    )
    return Step(state, (DiceRerolled(stage.seat, before, after),))


def end(state: State, stage: Magic) -> Step[State]:
    return Step(leave(state, stage.queue), (MagicEnded(stage.seat),))
