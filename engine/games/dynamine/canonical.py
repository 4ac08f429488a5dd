"""The canonical text of a State (engine/core/canonical.py).

If the piles are not shuffled, as in rules version 1, the number of tiles left determines a pile and
its top, so only the numbers are written. Otherwise the tiles themselves are.
"""

from typing import assert_never

from engine.core.canonical import sequence
from engine.games.dynamine.content import Content
from engine.games.dynamine.state import (
    Building,
    Dealing,
    Finished,
    Guessing,
    Moving,
    Opening,
    Placed,
    Placing,
    Player,
    Refilling,
    Renewing,
    Roll,
    Rolling,
    Stage,
    Starting,
    State,
    Turn,
    Turning,
    Uncovering,
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
_ROLLS = {
    Roll.TURN: "<Roll.TURN: 'turn'>",
    Roll.REROLL: "<Roll.REROLL: 'reroll'>",
    Roll.RAVEN: "<Roll.RAVEN: 'raven'>",
}


def canonical(content: Content, state: State) -> str:
    return (
        f"State(stage={_stage(state.stage)}, players={sequence(map(_player, state.players))},"
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


def _stage(stage: Stage) -> str:
    match stage:
        case Starting():
            return "Starting()"
        case Dealing():
            return "Dealing()"
        case Opening():
            return "Opening()"
        case Uncovering():
            return "Uncovering()"
        case Turning():
            return "Turning()"
        case Guessing():
            return f"Guessing(seat={stage.seat})"
        case Rolling():
            return f"Rolling(seat={stage.seat}, roll={_ROLLS[stage.roll]})"
        case Building():
            return f"Building(seat={stage.seat})"
        case Placing():
            return f"Placing(seat={stage.seat}, pile={stage.pile})"
        case Moving():
            return f"Moving(seat={stage.seat}, cell={stage.cell})"
        case Refilling():
            return f"Refilling(seat={stage.seat}, place={stage.place})"
        case Renewing():
            return f"Renewing(seat={stage.seat})"
        case Finished():
            return "Finished()"
        case _:
            assert_never(stage)
