"""The match as printed by ``replay --json`` (dice-grid.md, Match files)."""

from dataclasses import asdict
from string import ascii_lowercase

from engine.games.dice_grid.observation import Observation, Phase


def summary(seen: Observation) -> dict[str, object]:
    size = seen.size
    letters = ["." if type_ is None else seen.columns[type_].die.letter for type_ in seen.grid]
    marker = seen.marker
    return {
        "finished": seen.phase is Phase.FINISHED,
        "to_act": list(seen.to_act),
        "phase": seen.phase.value,
        "grid": ["".join(letters[row * size : (row + 1) * size]) for row in range(size)],
        "marker": None
        if marker is None
        else f"{ascii_lowercase[marker % size]}{marker // size + 1}",
        "open": {column.die.name: list(column.open) for column in seen.columns},
        "stars": seen.stars,
        "result": seen.result,
        "totals": [seen.score.total],
        "score": asdict(seen.score),
    }
