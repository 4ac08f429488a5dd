"""A shorter story for boards, because the board's picture shows the rest."""

from collections.abc import Sequence

from cogs.screens.base import Advances, Beside, Scene
from engine.games.dice_miner.events import DiceRerolled, HoardsRolled, MagicSpent, RoundScored
from games.dice_miner.screens.story import change, line, worth_telling

WHOLE = 3
"""Largest number of consecutive rerolls of a player that get a line each."""


def tell_briefly(scene: Scene, advances: Advances, beside: Beside) -> list[str]:
    """Return a line for each notable event, oldest first; a long run of rerolls shares one line.

    Omits the end of a round if the score sheet is posted. Also omits the roll of all dice if no
    player kept any, because the new mountain shows it.
    """
    lines: list[str] = []
    rerolls: list[DiceRerolled] = []
    on_sheet = [RoundScored] if beside is Beside.BOARD_AND_SHEET else []
    left_out = (MagicSpent, HoardsRolled, *on_sheet)
    for event in worth_telling(advances):
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
