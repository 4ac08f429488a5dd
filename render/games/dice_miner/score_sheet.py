"""The score sheet: tunnels, treasure, hazards and totals by player and round."""

from collections.abc import Sequence

from engine.games.dice_miner.observation import Observation, Phase
from render.canvas import dots
from render.games.dice_miner.landscape import landscape
from render.games.dice_miner.palette import theme_palette
from render.games.dice_miner.score_facts import round_facts, tiebreak_facts
from render.games.dice_miner.score_table import (
    draw_table,
    head_of,
    height_of,
    points_line,
    round_lines,
    tiebreak_lines,
)
from render.games.dice_miner.words import phase_name
from render.indexed import IndexedCanvas
from render.memory import remembered
from render.names import plain_name
from render.picture import Picture, join_facts
from render.players import Player
from render.png import Raster, as_picture
from render.theme import USUAL, Theme
from render.words import points
from texts import Words

WIDTH = 1200
_MARGIN = 28
_LINES = ((9, 64), (14, 58))
_LOW = 52
_LEAST = 480


@remembered
def draw_sheet(
    view: Observation, players: Sequence[Player], words: Words, theme: Theme = USUAL
) -> Picture:
    played = range(len(view.scored))
    lines = [line for number in played for line in round_lines(words, view, number)]
    lines += [points_line(words, view), *tiebreak_lines(words, view)]
    line_height = next((tall for most, tall in _LINES if len(lines) <= most), _LOW)
    tall = height_of(lines, line_height, head_of(WIDTH - 2 * _MARGIN, view, players, words))
    height = max(tall + 2 * _MARGIN, _LEAST)
    palette = theme_palette(theme)
    raster = Raster(dots(WIDTH), dots(height))
    raster.lay(palette.reduce(landscape(theme, WIDTH, height, height - 24), common=False))
    canvas = IndexedCanvas(raster.image, palette)
    top = (height - tall) // 2
    box = (_MARGIN, top, WIDTH - _MARGIN, top + tall)
    title = _title(view, words)
    draw_table(canvas, theme, box, line_height, lines, view, players, words, title)
    alt = join_facts(sheet_facts(view, players, words))
    return as_picture(raster, palette, alt)


def sheet_facts(view: Observation, players: Sequence[Player], words: Words) -> tuple[str, ...]:
    title = _title(view, words)
    facts = [words.say("{title}:", title=title)] if title else []
    facts += [
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


def _title(view: Observation, words: Words) -> str:
    """Return the progress of the match; "" before its first round is scored."""
    if view.phase is Phase.FINISHED:
        return phase_name(words, view)
    if not view.scored:
        return ""
    # Translators: The title of a score sheet.
    return words.say("After round {number}", number=len(view.scored))
