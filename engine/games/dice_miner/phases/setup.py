"""Setup: the roll for the start and the draft of heroes (rules.md, Setup)."""

from dataclasses import replace

from engine.core.types import Seat, Step
from engine.games.dice_miner.actions import ChooseHero
from engine.games.dice_miner.content import Content
from engine.games.dice_miner.events import FirstRolled, HeroChosen
from engine.games.dice_miner.state import Draft, First, SimpleStage, State


def new(content: Content, seats: int) -> State:
    return State(
        seats=seats,
        stage=First(tuple(range(seats))),
        round=0,
        start=None,
        bag=tuple(range(content.dice)),
        mountain=(None,) * sum(content.rows),
        hoards=((),) * seats,
        heroes=(None,) * seats,
    )


def rolled_first(state: State, stage: First, faces: tuple[int, ...]) -> Step[State]:
    """Give the start to the highest face; tied seats roll again (rules.md, Setup)."""
    rolls = tuple(zip(stage.seats, faces, strict=True))
    best = tuple(seat for seat, face in rolls if face == max(faces))
    if len(best) > 1:
        return Step(replace(state, stage=First(best)), (FirstRolled(rolls, None),))
    start = best[0]
    queue = tuple((start - 1 - step) % state.seats for step in range(state.seats))
    after = replace(state, start=start, stage=Draft(queue))
    return Step(after, (FirstRolled(rolls, start),))


def heroes(content: Content, state: State) -> tuple[ChooseHero, ...]:
    return tuple(ChooseHero(hero.name) for hero in content.heroes if hero.name not in state.heroes)


def choose_hero(state: State, stage: Draft, seat: Seat, action: ChooseHero) -> Step[State]:
    queue = stage.queue[1:]
    chosen = (*state.heroes[:seat], action.hero, *state.heroes[seat + 1 :])
    after = replace(state, heroes=chosen, stage=Draft(queue) if queue else SimpleStage.FILL)
    return Step(after, (HeroChosen(seat, action.hero),))
