"""Reasons why an Action is not legal: the rule, and the dice that block it.

Only `legal_actions` decides legality. This module derives a reason for all other Actions from the
same State. Each Action is either legal or has a reason (tests/laws/test_why.py).
"""

from dataclasses import dataclass
from enum import Enum, auto
from typing import assert_never

from engine.core.types import Seat
from engine.games.dice_miner import actions, hoards, mountain
from engine.games.dice_miner.content import BEER_FACE, Content, Kind, Symbol
from engine.games.dice_miner.observation import Reach
from engine.games.dice_miner.observe import to_act
from engine.games.dice_miner.phases import magic
from engine.games.dice_miner.state import (
    Draft,
    Excavation,
    Finished,
    Keeping,
    Magic,
    Spending,
    State,
)


class Because(Enum):
    """Rules that forbid Actions (rules.md)."""

    OVER = auto()
    OTHER_PHASE = auto()
    NOT_YOUR_TURN = auto()
    TAKEN = auto()
    IN_BAG = auto()
    BURIED = auto()
    SIDE = auto()
    """One die covers it, and the seat has not shared beer in this turn."""
    SHARED = auto()
    LAST_DIE = auto()
    NOT_YOURS = auto()
    NO_BEER = auto()
    NOT_A_FRIEND = auto()
    NOTHING_TO_LEAVE = auto()
    NO_MAGIC = auto()
    SPENT = auto()
    CHOOSING = auto()
    SPEND_FIRST = auto()
    """Magic must be spent before choosing dice."""
    HAZARD = auto()
    CHOSEN = auto()
    NO_TARGETS = auto()
    """Not enough dice can be rerolled with it."""
    DECIDED = auto()
    NO_CHESTS = auto()
    CHESTS_FULL = auto()
    HERO_TAKEN = auto()


@dataclass(frozen=True, slots=True)
class Reason:
    because: Because
    dice: tuple[int, ...] = ()
    """Dice that block the Action: those on top, left before right, or the magic that was spent."""
    reach: Reach | None = None
    seat: Seat | None = None
    """The seat whose turn it is, or who has the die."""


def why_not(content: Content, state: State, seat: Seat, action: actions.Action) -> Reason | None:
    """Return the rule against an Action of this seat, or None if it is legal.

    The Action's dice must exist in the content; otherwise it can be any Action.
    """
    if isinstance(state.stage, Finished):
        return Reason(Because.OVER)
    match action:
        case actions.Take():
            return _take(content, state, seat, action)
        case actions.Salud():
            return _salud(content, state, seat, action)
        case actions.SimpleAction.STOP:
            return _stop(content, state, seat)
        case actions.Spend() | actions.SpendHero():
            return _spend(content, state, seat, action)
        case actions.SimpleAction.PASS:
            return _magic_turn(state, seat)
        case actions.Reroll():
            return _reroll(content, state, seat, action)
        case actions.Keep():
            return _keep(content, state, seat, action)
        case actions.SimpleAction.DONE:
            return _keeping(state, seat)
        case actions.ChooseHero():
            return _hero(state, seat, action)
        case _ as never:
            assert_never(never)


def _turn(state: State, seat: Seat, *, reach: Reach | None = None) -> Reason | None:
    acting = to_act(state)
    if seat in acting:
        return None
    return Reason(Because.NOT_YOUR_TURN, reach=reach, seat=acting[0] if acting else None)


def _holder(state: State, die: int) -> Seat | None:
    for seat, hoard in enumerate(state.hoards):
        if any(rolled.die == die for rolled in hoard):
            return seat
    return None


def _take(content: Content, state: State, seat: Seat, action: actions.Take) -> Reason | None:
    place = mountain.place_of(state.mountain, action.die)
    if place is None:
        holder = _holder(state, action.die)
        return Reason(Because.IN_BAG) if holder is None else Reason(Because.TAKEN, seat=holder)
    lies = mountain.reach(content.rows, state.mountain, place)
    above = mountain.lying_on(content.rows, state.mountain, place)
    on_it = tuple(r.die for r in (state.mountain[other] for other in above) if r is not None)
    stage = state.stage
    waits = _turn(state, seat, reach=lies)
    if not isinstance(stage, Excavation) or waits is not None:
        acting = None if waits is None else waits.seat
        return Reason(Because.NOT_YOUR_TURN, on_it, lies, acting)
    match lies:
        case Reach.TOP:
            return None
        case Reach.SIDE:
            return None if stage.salud else Reason(Because.SIDE, on_it, lies)
        case Reach.BURIED:
            return Reason(Because.BURIED, on_it, lies)


def _excavation(state: State, seat: Seat) -> Reason | None:
    if not isinstance(state.stage, Excavation):
        return Reason(Because.OTHER_PHASE)
    return _turn(state, seat)


def _salud(content: Content, state: State, seat: Seat, action: actions.Salud) -> Reason | None:
    if (reason := _excavation(state, seat)) is not None:
        return reason
    assert isinstance(state.stage, Excavation), "_excavation checks the stage"
    if state.stage.salud:
        return Reason(Because.SHARED)
    on_mountain = tuple(rolled.die for rolled in state.mountain if rolled is not None)
    if len(on_mountain) == 1 and not content.rulings.salud_with_one_die:
        return Reason(Because.LAST_DIE, on_mountain)
    if _holder(state, action.die) != seat:
        return Reason(Because.NOT_YOURS, seat=_holder(state, action.die))
    if hoards.face_of(state.hoards[seat], action.die) != BEER_FACE:
        return Reason(Because.NO_BEER)
    if action.friend == seat or action.friend not in range(state.seats):
        return Reason(Because.NOT_A_FRIEND)
    return None


def _stop(content: Content, state: State, seat: Seat) -> Reason | None:
    if (reason := _excavation(state, seat)) is not None:
        return reason
    assert isinstance(state.stage, Excavation), "_excavation checks the stage"
    may = content.rulings.second_may_be_declined and state.stage.taken == 1
    return None if may else Reason(Because.NOTHING_TO_LEAVE)


def _magic_turn(state: State, seat: Seat) -> Reason | None:
    if not isinstance(state.stage, Magic | Spending):
        return Reason(Because.OTHER_PHASE)
    if (reason := _turn(state, seat)) is not None:
        return reason
    return Reason(Because.CHOOSING) if isinstance(state.stage, Spending) else None


def _spend(
    content: Content, state: State, seat: Seat, action: actions.Spend | actions.SpendHero
) -> Reason | None:
    if (reason := _magic_turn(state, seat)) is not None:
        return reason
    if isinstance(action, actions.Spend):
        if _holder(state, action.die) != seat:
            return Reason(Because.NOT_YOURS, seat=_holder(state, action.die))
        face = content.face(action.die, hoards.face_of(state.hoards[seat], action.die))
        if face.symbol is not Symbol.DIAMOND:
            return Reason(Because.NO_MAGIC)
        if action.die in state.spent:
            return Reason(Because.SPENT)
    else:
        faces = hoards.hero_faces(content, state, seat)
        magic_faces = sum(face.symbol is Symbol.DIAMOND for face in faces)
        if not 1 <= action.number <= magic_faces:
            return Reason(Because.NO_MAGIC)
        if (seat, action.number) in state.spent_heroes:
            return Reason(Because.SPENT)
    legal = len(magic.targets(content, state, seat, action))
    fewest = (
        1
        if content.rulings.spend_with_fewer_targets
        else magic.diamonds(content, state, seat, action)
    )
    return None if legal >= fewest else Reason(Because.NO_TARGETS)


def _reroll(content: Content, state: State, seat: Seat, action: actions.Reroll) -> Reason | None:
    stage = state.stage
    if not isinstance(stage, Magic | Spending):
        return Reason(Because.OTHER_PHASE)
    if (reason := _turn(state, seat)) is not None:
        return reason
    if _holder(state, action.die) != seat:
        return Reason(Because.NOT_YOURS, seat=_holder(state, action.die))
    if content.kind(action.die) is Kind.HAZARD:
        return Reason(Because.HAZARD, (action.die,))
    if action.die in state.spent:
        return Reason(Because.SPENT, (action.die,))
    if isinstance(stage, Magic):
        return Reason(Because.SPEND_FIRST)
    return Reason(Because.CHOSEN, (action.die,)) if action.die in stage.chosen else None


def _keeping(state: State, seat: Seat) -> Reason | None:
    stage = state.stage
    if not isinstance(stage, Keeping):
        return Reason(Because.OTHER_PHASE)
    if seat in stage.waiting:
        return None
    return Reason(Because.DECIDED)


def _keep(content: Content, state: State, seat: Seat, action: actions.Keep) -> Reason | None:
    if isinstance(state.stage, Keeping) and not any(
        face.symbol is Symbol.CHEST for face in hoards.faces(content, state, seat)
    ):
        return Reason(Because.NO_CHESTS)
    if (reason := _keeping(state, seat)) is not None:
        return reason
    assert isinstance(state.stage, Keeping), "_keeping checks the stage"
    if _holder(state, action.die) != seat:
        return Reason(Because.NOT_YOURS, seat=_holder(state, action.die))
    kept = state.stage.kept[seat]
    if action.die in kept:
        return Reason(Because.CHOSEN, (action.die,))
    if hoards.chests_left(content, state, seat, (*kept, action.die)) < 0:
        return Reason(Because.CHESTS_FULL, kept)
    return None


def _hero(state: State, seat: Seat, action: actions.ChooseHero) -> Reason | None:
    if not isinstance(state.stage, Draft):
        return Reason(Because.OTHER_PHASE)
    if action.hero in state.heroes:
        return Reason(Because.HERO_TAKEN, seat=state.heroes.index(action.hero))
    return _turn(state, seat)
