"""Reasons why a tile can't be taken, placed or moved, one sentence each."""

from collections.abc import Mapping

from cogs.screens.base import Scene
from engine.games.dynamine.actions import cell_name
from engine.games.dynamine.why import Because, Reason
from render.games.dynamine.words import sides_words
from texts import mark

SENTENCES: Mapping[Because, str] = {
    Because.OVER: mark("the match is over."),
    Because.NOT_YOUR_TURN: mark("it isn't your turn."),
    Because.ROLL_FIRST: mark("guess first: then the die is rolled."),
    Because.PLACE_FIRST: mark("place the tile that you have chosen first, or take it back."),
    Because.NOTHING_TO_PLACE: mark("choose a tile first."),
    Because.EMPTY_PILE: mark("the pile is empty."),
    Because.FACE_DOWN: mark(
        "you have built from it; its next tile is turned over after your turn."
    ),
    Because.NO_PLACE: mark("fits no open end of your mine."),
    Because.ABOVE_GROUND: mark("that is above the ground."),
    Because.OCCUPIED: mark("something lies there."),
    Because.OWN_CELL: mark("the tile lies there now."),
    Because.FAR_AWAY: mark("no tile of your mine lies beside it."),
    Because.NOT_JOINED: mark("wherever it touches a tile, both are closed."),
    Because.NO_RIGHT: mark(
        "nothing allows a move now. A tile, the round token, a 1 on the die or Mine Plan would."
    ),
    Because.ENTRANCE: mark("the entrance is never moved."),
    Because.NO_TILE: mark("no tile lies there."),
    Because.NOWHERE_ELSE: mark("it fits nowhere else in your mine."),
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
