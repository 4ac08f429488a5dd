"""The canonical text of a State, the same for all rules versions (engine/core/canonical.py)."""

from typing import assert_never

from engine.games.dice_grid.state import (
    Crossing,
    EndedBy,
    Finished,
    Move,
    SimpleStage,
    Stage,
    State,
    Writing,
)

_STAGES = {
    SimpleStage.PLACING: "Placing()",
    SimpleStage.CHOOSING: "Choosing()",
    SimpleStage.PAYING: "Paying()",
    SimpleStage.ROLLING: "Rolling()",
    SimpleStage.MOVING: "Moving()",
}
_ENDED_BY = {
    EndedBy.LAST_STAR: "<EndedBy.LAST_STAR: 'last star'>",
    EndedBy.FULL: "<EndedBy.FULL: 'full'>",
    EndedBy.NO_BOXES: "<EndedBy.NO_BOXES: 'no boxes'>",
    EndedBy.STUCK: "<EndedBy.STUCK: 'stuck'>",
    EndedBy.PLAYER: "<EndedBy.PLAYER: 'player'>",
}


def canonical(state: State) -> str:
    return (
        f"State(stage={_stage(state.stage)}, grid={state.grid}, open={state.open},"
        f" stars={state.stars}, marker={state.marker}, die={state.die}, result={state.result},"
        f" move={_move(state.move)})"
    )


def _move(move: Move | None) -> str:
    if move is None:
        return "None"
    return f"Move(start={move.start}, end={move.end}, steps={move.steps})"


def _stage(stage: Stage) -> str:
    match stage:
        case SimpleStage():
            return _STAGES[stage]
        case Writing():
            return f"Writing(square={stage.square}, steps={stage.steps})"
        case Crossing():
            return f"Crossing(square={stage.square}, type={stage.type})"
        case Finished():
            return f"Finished(by={_ENDED_BY[stage.by]})"
        case _:
            assert_never(stage)
