"""The last round's scores, in the upper part of the board while the mountain is empty."""

from collections.abc import Sequence

from engine.games.dice_miner.observation import Observation
from render.canvas import Box, Canvas
from render.games.dice_miner.score_table import (
    HIGH_HEAD,
    TIEBREAKS_SHOWN,
    draw_table,
    head_of,
    height_of,
    points_line,
    round_lines,
    tiebreak_lines,
)
from render.players import Player
from render.theme import Theme
from texts import Words

_MOST, _LEAST = 62, 56
"""Maximum and minimum height of a line."""
_ROUND = 4


def round_table_height(view: Observation) -> int:
    """Return the maximum height of the table of the last round, however long the names are."""
    ties = min(len(view.tiebreaks), TIEBREAKS_SHOWN)
    return HIGH_HEAD + (_ROUND + ties + 1) * _LEAST + 12


def draw_round_table(
    canvas: Canvas,
    theme: Theme,
    box: Box,
    view: Observation,
    players: Sequence[Player],
    words: Words,
) -> None:
    left, top, right, bottom = box
    lines = round_lines(words, view, len(view.scored) - 1) if view.scored else []
    lines += [*tiebreak_lines(words, view), points_line(words, view)]
    head = head_of(right - left, view, players, words)
    line_height = min((bottom - top - height_of((), 0, head)) // len(lines), _MOST)
    height = height_of(lines, line_height, head)
    draw_table(
        canvas, theme, (left, top, right, top + height), line_height, lines, view, players, words
    )
