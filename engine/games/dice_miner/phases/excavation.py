"""Excavation: seats take dice from the mountain, and share beer (rules.md, Excavation)."""

from dataclasses import replace

from engine.core.types import Seat, Step
from engine.games.dice_miner import hoards, mountain
from engine.games.dice_miner.actions import Action, Salud, SimpleAction, Take
from engine.games.dice_miner.content import BEER_FACE, Content
from engine.games.dice_miner.events import BeerShared, DieTaken, SecondLeft
from engine.games.dice_miner.state import Excavation, Rolled, Sharing, State


def legal_actions(content: Content, state: State, stage: Excavation) -> tuple[Action, ...]:
    """Return dice to take in reading order, then beers to share (rules.md, Excavation)."""
    places = mountain.takeable(content.rows, state.mountain, sides=stage.salud)
    actions: list[Action] = []
    for place in places:
        rolled = state.mountain[place]
        assert rolled is not None, "a takeable place must have a die"
        actions.append(Take(rolled.die))
    for die in beers(content, state, stage):
        actions += (Salud(die, friend) for friend in friends(state, stage.seat))
    if may_stop(content, stage):
        actions.append(SimpleAction.STOP)
    return tuple(actions)


def may_stop(content: Content, stage: Excavation) -> bool:
    """Return whether the second die can be declined now (rules.md, Excavation)."""
    return stage.salud and stage.taken == 1 and content.rulings.second_may_be_declined


def beers(content: Content, state: State, stage: Excavation) -> tuple[int, ...]:
    """Return the beer dice that the seat can share now, in die order (rules.md, Excavation)."""
    left = sum(rolled is not None for rolled in state.mountain)
    if stage.salud or (left == 1 and not content.rulings.salud_with_one_die):
        return ()
    return tuple(rolled.die for rolled in state.hoards[stage.seat] if rolled.face == BEER_FACE)


def friends(state: State, seat: Seat) -> tuple[Seat, ...]:
    return tuple(friend for friend in range(state.seats) if friend != seat)


def take(content: Content, state: State, stage: Excavation, action: Take) -> Step[State]:
    """Move the die to the hoard and let the mountain slide (rules.md, Excavation)."""
    place = mountain.place_of(state.mountain, action.die)
    assert place is not None, "a die that can be taken must be on the mountain"
    rolled = state.mountain[place]
    assert rolled is not None, "the die was found at this place"
    left, slid = mountain.take(content.rows, state.mountain, place)
    hoard = hoards.with_die(state.hoards[stage.seat], rolled)
    after = replace(hoards.with_hoard(state, stage.seat, hoard), mountain=left)
    turn = replace(stage, taken=stage.taken + 1)
    if turn.taken == (2 if stage.salud else 1) and not mountain.is_empty(after.mountain):
        turn = Excavation((stage.seat + 1) % state.seats)
    return Step(replace(after, stage=turn), (DieTaken(stage.seat, rolled, place, slid),))


def stop(state: State, stage: Excavation) -> Step[State]:
    turn = Excavation((stage.seat + 1) % state.seats)
    return Step(replace(state, stage=turn), (SecondLeft(stage.seat),))


def share(state: State, stage: Excavation, action: Salud) -> Step[State]:
    return Step(replace(state, stage=Sharing(stage.seat, action.die, action.friend)))


def shared(state: State, stage: Sharing, faces: tuple[int, ...]) -> Step[State]:
    """Give the rolled die to the friend; the seat takes two (rules.md, Excavation)."""
    rolled = Rolled(stage.die, faces[0])
    given = hoards.without_die(state.hoards[stage.seat], stage.die)
    after = hoards.with_hoard(state, stage.seat, given)
    gained = hoards.with_die(state.hoards[stage.friend], rolled)
    after = hoards.with_hoard(after, stage.friend, gained)
    turn = Excavation(stage.seat, salud=True)
    return Step(replace(after, stage=turn), (BeerShared(stage.seat, stage.friend, rolled),))
