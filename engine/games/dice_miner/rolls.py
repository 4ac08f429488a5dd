"""Hoard dice that roll in each stage, in the order of their faces."""

from typing import Literal

from engine.games.dice_miner.state import Recovering, Rerolling, Sharing, SimpleStage, State

Rolling = Sharing | Rerolling | Recovering | Literal[SimpleStage.TIEBREAK_ROLL]


def dice(state: State, stage: Rolling) -> tuple[int, ...]:
    """Return the rolling dice, as chosen or by seat and die (match-files.md, Notation)."""
    match stage:
        case Sharing():
            return (stage.die,)
        case Rerolling():
            return stage.chosen
        case Recovering():
            return tuple(
                rolled.die
                for hoard, kept in zip(state.hoards, stage.kept, strict=True)
                for rolled in hoard
                if rolled.die not in kept
            )
        case SimpleStage.TIEBREAK_ROLL:
            return tuple(rolled.die for seat in state.tied for rolled in state.hoards[seat])
