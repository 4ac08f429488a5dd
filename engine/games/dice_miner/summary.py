"""The State as ``replay --json`` prints it (match-files.md, What replay says)."""

from engine.games.dice_miner.observe import phase, to_act
from engine.games.dice_miner.outcome import outcome
from engine.games.dice_miner.state import Score, State


def summary(state: State) -> dict[str, object]:
    """What is finished, due, scored and decided, in JSON's own types."""
    ended = outcome(state)
    return {
        "finished": ended is not None,
        "to_act": list(to_act(state)),
        "phase": phase(state).value,
        "rounds": [
            {"start": played.start, "scores": [_score(score) for score in played.scores]}
            for played in state.rounds
        ],
        "totals": list(state.totals),
        "tiebreaks": [
            {"seats": list(played.seats), "scores": [score.total for score in played.scores]}
            for played in state.tiebreaks
        ],
        "places": [] if ended is None else list(ended.places),
    }


def _score(score: Score) -> dict[str, int]:
    return {
        "tunnels": score.tunnels,
        "treasure": score.treasure,
        "hazards": score.hazards,
        "total": score.total,
    }
