"""Reasons why a tile can't be taken, placed or moved, one sentence each."""

from collections.abc import Mapping

from cogs.screens.base import Scene
from engine.games.dynamine.actions import cell_name
from engine.games.dynamine.why import Because, Reason
from render.games.dynamine.words import sides_words
from texts import read_texts

SENTENCES: Mapping[Because, str] = {
    Because[name.upper()]: text for name, text in read_texts("dynamine/reasons").items()
}
"""Reasons without parameters, in lower case because some follow a colon."""


def reason_words(scene: Scene, reason: Reason) -> str:
    words = scene.words
    match reason.because:
        case Because.TOO_DEAR:
            assert reason.cost is not None, "a tile that is too expensive must have a cost"
            return words.count(
                "costs {cost}, {count} more than you have left.",
                "costs {cost}, {count} more than you have left.",
                reason.cost - (reason.budget or 0),
                cost=reason.cost,
            )
        case Because.WALL:
            # Translators: {sides} are letters such as N or EW: where an opening meets a wall.
            return words.say(
                "an opening meets a wall at {sides}.", sides=sides_words(words, reason.sides)
            )
        case Because.NOT_OUTER:
            return words.say(
                "it would cut off {cells}.", cells=words.listed(map(cell_name, reason.cut_off))
            )
        case because:
            return words.say(SENTENCES[because])
