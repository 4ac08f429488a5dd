"""The match as printed by ``replay --json`` (match-files.md, What replay says)."""

from dataclasses import asdict

from engine.games.dice_miner.observation import Observation
from engine.games.dice_miner.state import Score


def summary(seen: Observation) -> dict[str, object]:
    return {
        "finished": bool(seen.winners),
        "to_act": list(seen.to_act),
        "phase": seen.phase.value,
        "rounds": [
            {"start": played.start, "scores": [_score(score) for score in played.scores]}
            for played in seen.scored
        ],
        "totals": [seat.points for seat in seen.seats],
        "tiebreaks": [
            {"seats": list(played.seats), "scores": [score.total for score in played.scores]}
            for played in seen.tiebreaks
        ],
        "places": [seat.place for seat in seen.seats if seat.place is not None],
    }


def _score(score: Score) -> dict[str, int]:
    return {**asdict(score), "total": score.total}
