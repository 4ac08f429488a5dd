"""The end of a match: the winners, and all players' points by place."""

from engine.core.types import Seat
from render.canvas import Canvas, evenly, size_that_fits
from render.encode import as_picture
from render.games.dynamine.backdrop import strata
from render.games.dynamine.palette import theme_palette
from render.games.dynamine.placing import WIDTH
from render.games.dynamine.scene import TableScene
from render.games.dynamine.sheet import by_place, end_facts, tie_broken, tie_levels
from render.games.dynamine.table import source_sprite
from render.games.dynamine.words import points_of
from render.memory import remembered
from render.names import drawn_name
from render.ornaments import computer, crown, draw_seat
from render.picture import Picture
from render.theme import USUAL, Theme
from render.typography.fonts import Weight
from render.words import signed
from texts import Words

_LINE = 96
_TOP = 330
_PART = 86
_TWO = 48


@remembered
def draw_end(scene: TableScene, words: Words, theme: Theme = USUAL) -> Picture:
    order = by_place(scene)
    canvas = Canvas(strata(theme, WIDTH, _TOP + _LINE * len(order) + 30).copy())
    _draw_winners(canvas, theme, scene, words)
    for number, seat in enumerate(order):
        _draw_line(canvas, theme, _TOP + number * _LINE, scene, seat, words)
    return as_picture(canvas.image, end_facts(scene, words), theme_palette(theme))


def _draw_winners(canvas: Canvas, theme: Theme, scene: TableScene, words: Words) -> None:
    middle = WIDTH // 2
    canvas.sprite(crown(theme, 130), middle, 84)
    names = [drawn_name(words, scene.players, seat) for seat in scene.winners]
    title = words.count(
        "{names} wins!", "{names} share the win!", len(names), names=words.listed(names)
    )
    size = size_that_fits(title, Weight.BLACK, (92, 80, 68, 56, _TWO), WIDTH - 80)
    lines = evenly(title, Weight.BLACK, size, WIDTH - 60) if size == _TWO else (title,)
    for number, line in enumerate(lines):
        y = 192 + (2 * number - len(lines) + 1) * 28
        canvas.text(middle, y, line, size, theme.cream, weight=Weight.BLACK, anchor="mm",
                    room=WIDTH - 60, outline=(5, theme.shade))  # fmt: skip
    note = words.say("¡Salud!")
    if tie_broken(scene):
        note = words.say("Tie: tiles on level {level}", level=tie_levels(scene)[-1])
    canvas.text(middle, 274, note, 46, theme.lamp, anchor="mm", outline=(4, theme.shade))


def _draw_line(
    canvas: Canvas, theme: Theme, y: int, scene: TableScene, seat: Seat, words: Words
) -> None:
    left, right = 20, WIDTH - 20
    middle = y + (_LINE - 12) // 2
    wins = seat in scene.winners
    canvas.card(
        (left, y, right, y + _LINE - 12),
        18,
        theme,
        fill=theme.paper if wins else theme.paper_dim,
        edge=theme.gold if wins else theme.paper_edge,
        line=5,
    )
    canvas.text(left + 42, middle - 1, str(scene.view.places[seat]), 54, theme.ink_soft,
                weight=Weight.BLACK, anchor="mm")  # fmt: skip
    draw_seat(canvas, theme, seat, left + 106, middle, 54)
    score = scene.mine(seat).score
    parts = points_of(score)
    start = right - 130 - _PART * len(parts)
    x = left + 142
    end = start - 12
    if scene.players[seat].computer:
        canvas.sprite(computer(theme, 36, theme.ink_soft), end - 18, middle)
        end -= 44
    canvas.text(x, middle - 1, drawn_name(words, scene.players, seat), (46, 42, 38), theme.ink,
                room=end - x)  # fmt: skip
    for source, got in enumerate(parts):
        x = start + source * _PART
        canvas.sprite(source_sprite(theme, 34, source), x + 17, middle)
        ink = theme.ink if got else theme.paper_edge
        canvas.text(x + 38, middle - 1, signed(got), 36, ink)
    canvas.text(right - 24, middle - 1, signed(score.total), 58, theme.ink, weight=Weight.BLACK,
                anchor="rm")  # fmt: skip
