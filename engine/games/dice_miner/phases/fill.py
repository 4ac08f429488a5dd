"""Fills the mountain from the bag at the start of a round (rules.md, Setup; Recovery)."""

from dataclasses import replace

from engine.core.types import Step
from engine.games.dice_miner.content import FACES, Content
from engine.games.dice_miner.events import MountainFilled
from engine.games.dice_miner.state import Excavation, Rolled, State


def bounds(content: Content, state: State) -> tuple[int, ...]:
    """Bound each place's draw and face (match-files.md, Dice that can be proven fair)."""
    return tuple(
        bound for drawn in range(sum(content.rows)) for bound in (len(state.bag) - drawn, FACES)
    )


def draws(state: State, drawn: tuple[int, ...]) -> tuple[Rolled, ...]:
    bag = list(state.bag)
    return tuple(
        Rolled(bag.pop(draw), face + 1) for draw, face in zip(drawn[::2], drawn[1::2], strict=True)
    )


def fill(state: State, drawn: tuple[int, ...]) -> Step[State]:
    assert state.start is not None, "the start player must be known before the mountain is filled"
    mountain = draws(state, drawn)
    placed = {rolled.die for rolled in mountain}
    after = replace(
        state,
        stage=Excavation(state.start),
        round=len(state.rounds),
        bag=tuple(die for die in state.bag if die not in placed),
        mountain=mountain,
    )
    return Step(after, (MountainFilled(after.round, state.start),))
