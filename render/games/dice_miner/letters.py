"""The letters of dice on the mountain: the same in the picture, on buttons and in alt text."""

from string import ascii_uppercase

from engine.games.dice_miner.observation import Observation


def letters(view: Observation) -> dict[str, str]:
    """The letter of each die that may be taken now, by its name: A, B, C … in reading order."""
    takeable = [seen.die.name for seen in view.mountain if seen.takeable]
    return dict(zip(takeable, ascii_uppercase, strict=False))
