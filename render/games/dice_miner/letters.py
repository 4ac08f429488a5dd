"""The letters that name dice on the mountain, the same on the picture, buttons and in alt text."""

from string import ascii_uppercase

from engine.games.dice_miner.observation import Observation


def letters(view: Observation) -> dict[str, str]:
    """Die name → letter, A, B, C … in reading order, for each die that may be taken now."""
    takeable = [seen.die.name for seen in view.mountain if seen.takeable]
    return dict(zip(takeable, ascii_uppercase, strict=False))
