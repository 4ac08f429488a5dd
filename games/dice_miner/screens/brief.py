"""What happened, shortened for a board: beside its picture, which shows the rest."""

from collections.abc import Sequence

from cogs.screens.base import Advances, Beside, Scene
from engine.games.dice_miner.events import DiceRerolled, HoardsRolled, MagicSpent, RoundScored
from games.dice_miner.screens.story import change, line

WHOLE = 3
"""Up to so many dice that somebody rerolled in a row are told one by one."""


def tell_briefly(scene: Scene, advances: Advances, beside: Beside) -> list[str]:
    """A line for each thing worth telling, oldest first; many rerolls in a row are one line.

    The end of a round is left to the score sheet where that is posted, and the roll of all dice
    that nobody kept to the new mountain.
    """
    lines: list[str] = []
    rerolls: list[DiceRerolled] = []
    left_out = (MagicSpent, HoardsRolled, *([RoundScored] if beside.sheet else []))
    for event in (event for made in advances for event in made.events):
        if isinstance(event, left_out):
            continue
        if rerolls and not (isinstance(event, DiceRerolled) and event.seat == rerolls[0].seat):
            lines += _rerolled(scene, rerolls)
            rerolls = []
        if isinstance(event, DiceRerolled):
            rerolls.append(event)
        else:
            lines.append(line(scene, event))
    lines += _rerolled(scene, rerolls)
    return [text for text in lines if text]


def _rerolled(scene: Scene, events: Sequence[DiceRerolled]) -> list[str]:
    """One player's rerolls in a row: the last ones, and how many dice came before them."""
    count = sum(len(event.before) for event in events)
    if len(events) < 2 or count <= WHOLE:
        return [line(scene, event) for event in events]
    last = events[-1]
    words = scene.words
    changes = [change(scene, old, new) for old, new in zip(last.before, last.after, strict=True)]
    return [
        words.count(
            "✨ {player} rerolled {count} die, then: {changes}.",
            "✨ {player} rerolled {count} dice, then: {changes}.",
            count - len(last.before),
            player=scene.name(last.seat),
            changes=words.listed(changes),
        )
    ]
