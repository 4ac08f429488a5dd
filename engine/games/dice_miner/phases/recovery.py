"""Recovery: chests keep dice, the others roll, the next start is set (rules.md, Recovery)."""

from dataclasses import replace

from engine.core.types import Seat, Step
from engine.games.dice_miner import hoards
from engine.games.dice_miner.actions import Action, Keep, SimpleAction
from engine.games.dice_miner.content import Content, Symbol
from engine.games.dice_miner.events import DiceKept, HoardsRolled, StartDrawn
from engine.games.dice_miner.state import Keeping, Lot, Rolled, SimpleStage, State


def begin(content: Content, state: State) -> State:
    """Ask seats with chests for the dice to keep (rules.md, Recovery)."""
    waiting = tuple(
        seat
        for seat in range(state.seats)
        if any(face.symbol is Symbol.CHEST for face in hoards.faces(content, state, seat))
    )
    return replace(state, stage=Keeping(waiting, ((),) * state.seats))


def legal_actions(content: Content, state: State, stage: Keeping, seat: Seat) -> tuple[Action, ...]:
    kept = stage.kept[seat]
    keeps = (
        Keep(rolled.die)
        for rolled in state.hoards[seat]
        if rolled.die not in kept
        and hoards.chests_left(content, state, seat, (*kept, rolled.die)) >= 0
    )
    return (*keeps, SimpleAction.DONE)


def keep(state: State, stage: Keeping, seat: Seat, action: Keep) -> Step[State]:
    mine = tuple(sorted((*stage.kept[seat], action.die)))
    kept = (*stage.kept[:seat], mine, *stage.kept[seat + 1 :])
    return Step(replace(state, stage=replace(stage, kept=kept)))


def done(state: State, stage: Keeping, seat: Seat) -> Step[State]:
    waiting = tuple(other for other in stage.waiting if other != seat)
    hoard = state.hoards[seat]
    kept = tuple(Rolled(die, hoards.face_of(hoard, die)) for die in stage.kept[seat])
    after = replace(state, stage=replace(stage, waiting=waiting))
    return Step(after, (DiceKept(seat, kept),))


def rolled(state: State, dice: tuple[int, ...], faces: tuple[int, ...]) -> Step[State]:
    new = dict(zip(dice, faces, strict=True))
    rolling = tuple(
        seat for seat, hoard in enumerate(state.hoards) if any(die.die in new for die in hoard)
    )
    after = replace(state, hoards=tuple(hoards.with_faces(hoard, new) for hoard in state.hoards))
    return Step(find_start(after), (HoardsRolled(rolling),))


def find_start(state: State) -> State:
    """Let the seat with the fewest points start; a draw decides ties (rules.md, Recovery)."""
    totals = state.totals
    fewest = tuple(seat for seat, total in enumerate(totals) if total == min(totals))
    if len(fewest) > 1:
        return replace(state, stage=Lot(fewest))
    return replace(state, stage=SimpleStage.FILL, start=fewest[0])


def drawn_start(state: State, stage: Lot, place: int) -> Step[State]:
    seat = stage.tied[place]
    return Step(replace(state, stage=SimpleStage.FILL, start=seat), (StartDrawn(stage.tied, seat),))
