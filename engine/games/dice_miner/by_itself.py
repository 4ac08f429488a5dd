"""Automatic steps, which need neither a decision nor luck."""

from dataclasses import replace

from engine.core.types import Step
from engine.games.dice_miner import mountain, rolls
from engine.games.dice_miner.content import Content
from engine.games.dice_miner.phases import magic, recovery, scoring, tiebreak
from engine.games.dice_miner.state import Excavation, Keeping, Magic, Recovering, SimpleStage, State


def carry_on(content: Content, step: Step[State]) -> Step[State]:
    while (more := _next(content, step.state)) is not None:
        step = Step(more.state, step.events + more.events)
    return step


def _next(content: Content, state: State) -> Step[State] | None:
    stage = state.stage
    match stage:
        case Excavation() if mountain.is_empty(state.mountain):
            first = (stage.seat + 1) % state.seats
            after = magic.begin(state, first, tuple(range(state.seats)))
            return Step(replace(after, magic_start=first))
        case Magic() if not magic.sources(content, state, stage.seat):
            return Step(magic.leave(state, stage.queue))
        case SimpleStage.SCORING:
            if state.tied:
                return tiebreak.score(content, state)
            return scoring.score_round(content, state)
        case Keeping() if not stage.waiting:
            return Step(replace(state, stage=Recovering(stage.kept)))
        case Recovering() if not rolls.dice(state, stage):
            return Step(recovery.find_start(state))
        case SimpleStage.TIEBREAK_ROLL if not rolls.dice(state, stage):
            return Step(tiebreak.begin_magic(state))
        case _:
            return None
