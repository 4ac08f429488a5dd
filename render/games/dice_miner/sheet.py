"""The score sheet: for each player and round tunnels, treasure, hazards, and the totals."""

from collections.abc import Sequence

from engine.games.dice_miner.observation import Observation
from render.canvas import Canvas
from render.encode import encode
from render.games.dice_miner.alt import cut
from render.games.dice_miner.palette import theme_palette
from render.games.dice_miner.scored import round_facts, tiebreak_facts
from render.games.dice_miner.table import (
    draw_table,
    head_of,
    height_of,
    points_line,
    round_lines,
    tiebreak_lines,
)
from render.games.dice_miner.words import points
from render.landscape import landscape
from render.names import plain_name
from render.picture import Picture
from render.players import Player
from render.theme import USUAL, Theme
from texts import Words

WIDTH = 1200
_MARGIN = 28
_LINE = 52
_LEAST = 480
"""The picture is at least so tall."""


def draw_sheet(
    view: Observation, players: Sequence[Player], words: Words, theme: Theme = USUAL
) -> Picture:
    """All rounds scored so far, the rounds to come, tie-breaks, and the points."""
    lines = [line for number in range(view.rounds) for line in round_lines(words, view, number)]
    lines += [points_line(words, view), *tiebreak_lines(words, view)]
    tall = height_of(lines, _LINE, head_of(WIDTH - 2 * _MARGIN, view, players, words))
    height = max(tall + 2 * _MARGIN, _LEAST)
    canvas = Canvas(landscape(theme, WIDTH, height, height - 24).copy())
    top = (height - tall) // 2
    box = (_MARGIN, top, WIDTH - _MARGIN, top + tall)
    draw_table(canvas, theme, box, _LINE, lines, view, players, words)
    data = encode(canvas.image, theme_palette(theme))
    return Picture(data, *canvas.image.size, cut(sheet_facts(view, players, words)))


def sheet_facts(view: Observation, players: Sequence[Player], words: Words) -> tuple[str, ...]:
    """The sheet as sentences: the totals first, then round by round."""
    facts = [
        words.say(
            "{name} has {points}.",
            name=plain_name(words, players, seat.seat),
            points=points(words, seat.points),
        )
        for seat in view.seats
    ]
    for number in range(len(view.scored)):
        facts += round_facts(view, number, players, words)
    for number in range(len(view.tiebreaks)):
        facts += tiebreak_facts(view, number, players, words)
    return tuple(facts)
