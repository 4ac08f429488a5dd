"""The end of a match: the winners, the winner's mine, and all players' totals by place."""

from functools import partial

from engine.core.types import Seat
from engine.games.dynamine.observation import Phase
from render.canvas import Canvas, evenly, size_that_fits
from render.games.dynamine.alt import mine_facts
from render.games.dynamine.board import whole_picture
from render.games.dynamine.mine import plan_mine
from render.games.dynamine.panels import HEAD, PAD, draw_player, shown_of
from render.games.dynamine.placing import GAP, HIGHEST, MARGIN, WIDTH
from render.games.dynamine.scene import TableScene
from render.games.dynamine.sheet import by_place, end_facts, tie_broken, tie_levels
from render.memory import remembered
from render.names import drawn_name
from render.ornaments import computer, crown, draw_seat
from render.picture import Picture, join_facts
from render.theme import USUAL, Theme
from render.typography.fonts import Weight
from render.words import signed
from texts import Words

_TOP = 222
_LINE = 76
_COLUMNS = 2
_TWO = 44
_LEFT = 190
"""Left edge of the title, right of the crown."""


@remembered
def draw_end(scene: TableScene, words: Words, theme: Theme = USUAL, remark: str = "") -> Picture:
    assert scene.view.phase is Phase.FINISHED, "a running match has no winner"
    rows = -(-len(scene.players) // _COLUMNS)
    below = rows * _LINE + 4
    room = HIGHEST - _TOP - HEAD - PAD - GAP - below
    plan = plan_mine(scene.mine(scene.large), WIDTH - 2 * MARGIN - 2 * PAD, room)
    middle = _TOP + HEAD + plan.height + PAD
    said = filter(None, [remark])
    alt = join_facts([*end_facts(scene, words), *said, *mine_facts(scene, scene.large, words)[1:]])
    draw = partial(_draw, middle, remark)
    return whole_picture((middle + GAP + below, draw), theme, scene, words, alt)


def _draw(
    middle: int, remark: str, canvas: Canvas, theme: Theme, scene: TableScene, words: Words
) -> None:
    _draw_winners(canvas, theme, scene, words, remark)
    seat = scene.large
    box = (MARGIN, _TOP, WIDTH - MARGIN, middle)
    draw_player(canvas, theme, box, scene, seat, words, shown_of(scene, seat))
    for number, other in enumerate(by_place(scene)):
        _draw_line(canvas, theme, middle + GAP, number, scene, other, words)


def _draw_winners(
    canvas: Canvas, theme: Theme, scene: TableScene, words: Words, remark: str
) -> None:
    canvas.panel((MARGIN, MARGIN, WIDTH - MARGIN, _TOP - GAP), 18, theme.plate)
    canvas.sprite(crown(theme, 124), MARGIN + 86, _TOP // 2)
    names = [drawn_name(words, scene.players, seat) for seat in scene.winners]
    title = words.count(
        "{names} wins!", "{names} share the win!", len(names), names=words.listed(names)
    )
    room = WIDTH - _LEFT - 3 * MARGIN
    size = size_that_fits(title, Weight.BLACK, (92, 80, 68, 56, _TWO), room)
    lines = evenly(title, Weight.BLACK, size, room) if size == _TWO else (title,)
    for number, line in enumerate(lines):
        y = 84 + (2 * number - len(lines) + 1) * 26
        canvas.text(_LEFT, y, line, size, theme.cream, weight=Weight.BLACK, room=room)
    note = remark
    if not note and tie_broken(scene):
        note = words.say("Tie: tiles on level {level}", level=tie_levels(scene)[-1])
    canvas.text(_LEFT, 174, note, (46, 40, 36, 32), theme.lamp, room=room)


def _draw_line(
    canvas: Canvas,
    theme: Theme,
    top: int,
    number: int,
    scene: TableScene,
    seat: Seat,
    words: Words,
) -> None:
    row, column = divmod(number, _COLUMNS)
    column_width = (WIDTH - 2 * MARGIN - GAP) // _COLUMNS
    left = MARGIN + column * (column_width + GAP)
    right, y = left + column_width, top + row * _LINE
    low = y + _LINE - GAP
    middle = (y + low) // 2
    wins = seat in scene.winners
    fill, edge = (theme.paper, theme.gold) if wins else (theme.paper_dim, theme.paper_edge)
    canvas.panel((left, y, right, low), 16, fill, edge, 4)
    canvas.text(left + 36, middle - 1, str(scene.view.places[seat]), 48, theme.ink_soft,
                weight=Weight.BLACK, anchor="mm")  # fmt: skip
    draw_seat(canvas, theme, seat, left + 92, middle, 46)
    total = signed(scene.mine(seat).score.total)
    canvas.text(right - 20, middle - 1, total, 50, theme.ink, weight=Weight.BLACK, anchor="rm")
    end = right - 130
    if scene.players[seat].computer:
        canvas.sprite(computer(theme, 34, theme.ink_soft), end - 18, middle)
        end -= 44
    x = left + 124
    canvas.text(x, middle - 1, drawn_name(words, scene.players, seat), (44, 40, 36), theme.ink,
                room=end - x)  # fmt: skip
