"""The canonical text of a State (engine/core/canonical.py).

If the piles are not shuffled, as in rules version 1, the number of tiles left determines a pile and
its top, so only the numbers are written. Otherwise the tiles themselves are.
"""

from typing import assert_never

from engine.core.canonical import sequence
from engine.core.types import Seat
from engine.games.dynamine.content import Content
from engine.games.dynamine.state import (
    Moving,
    Placed,
    Placing,
    Player,
    Refilling,
    Roll,
    Rolling,
    SimpleStage,
    Stage,
    State,
    Turn,
)

_LETTERS = ((1, "N"), (2, "E"), (4, "S"), (8, "W"))
_SIDES = (
    "<Side: 0>",
    *(
        f"<Side.{'|'.join(letter for bit, letter in _LETTERS if bit & sides)}: {sides}>"
        for sides in range(1, 16)
    ),
)
"""The text of each set of sides, by its number."""
_STAGES = {
    SimpleStage.STARTING: "Starting()",
    SimpleStage.DEALING: "Dealing()",
    SimpleStage.OPENING: "Opening()",
    SimpleStage.UNCOVERING: "Uncovering()",
    SimpleStage.TURNING: "Turning()",
    SimpleStage.GUESSING: "Guessing(seat={})",
    SimpleStage.BUILDING: "Building(seat={})",
    SimpleStage.RENEWING: "Renewing(seat={})",
    SimpleStage.FINISHED: "Finished()",
}
"""The text of each stage; {} is the acting seat."""
_ROLLS = {
    Roll.TURN: "<Roll.TURN: 'turn'>",
    Roll.REROLL: "<Roll.REROLL: 'reroll'>",
    Roll.RAVEN: "<Roll.RAVEN: 'raven'>",
}


def canonical(content: Content, state: State) -> str:
    return (
        f"State(stage={_stage(state.stage, state.acting)},"
        f" players={sequence(map(_player, state.players))},"
        f" {_piles(content, state)}, tokens={state.tokens}, supply={state.supply},"
        f" deck={state.deck}, face_up={state.face_up}, start={state.start}, token={state.token},"
        f" round={state.round}, turn={_turn(state.turn)})"
    )


def _piles(content: Content, state: State) -> str:
    if content.shuffled:
        return f"piles={state.piles}, tops={state.tops}"
    return f"piles={tuple(len(pile) for pile in state.piles)}"


def _player(player: Player) -> str:
    return (
        f"Player(mine={sequence(map(_placed, player.mine))}, cards={player.cards},"
        f" plus={player.plus}, raven_used={player.raven_used}, plan_used={player.plan_used})"
    )


def _placed(placed: Placed) -> str:
    return (
        f"Placed(cell={placed.cell}, tile={placed.tile}, plus={_SIDES[placed.plus]},"
        f" turn={placed.turn})"
    )


def _turn(turn: Turn) -> str:
    return (
        f"Turn(guess={turn.guess}, budget={turn.budget}, die={turn.die}, begun={turn.begun},"
        f" new_plus={turn.new_plus}, tile_moves={turn.tile_moves},"
        f" token_moves={turn.token_moves}, plan_moves={turn.plan_moves},"
        f" die_used={turn.die_used})"
    )


def _stage(stage: Stage, acting: Seat | None) -> str:
    match stage:
        case SimpleStage():
            return _STAGES[stage].format(acting)
        case Rolling():
            return f"Rolling(seat={acting}, roll={_ROLLS[stage.roll]})"
        case Placing():
            return f"Placing(seat={acting}, pile={stage.pile})"
        case Moving():
            return f"Moving(seat={acting}, cell={stage.cell})"
        case Refilling():
            return f"Refilling(seat={acting}, place={stage.place})"
        case _:
            assert_never(stage)
