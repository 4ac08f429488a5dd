"""Panels: a mine with its owner's name, points, cards and +1 tokens; all totals; face-up cards."""

from functools import partial

from engine.core.types import Seat
from engine.games.dynamine.observation import SeenCard, SeenMine
from render.canvas import Box, Canvas, size_that_fits, text_width
from render.games.dynamine.cards import draw_formula, put_card
from render.games.dynamine.mine import LARGEST, MineMarks, draw_mine_in, plan_mine
from render.games.dynamine.scene import TableScene
from render.games.dynamine.signs import Sign, sign_sprite
from render.names import drawn_name
from render.ornaments import computer, crown, draw_seat
from render.theme import RGB, Theme
from render.typography.fonts import Weight
from render.words import signed
from texts import Words

HEAD = 60
PAD = 8
_CARD = 48
_NAMED = 110


def shown_of(scene: TableScene, seat: Seat, *, letters: bool = True) -> MineMarks:
    turn, placing, past = scene.view.turn, scene.placing, scene.past
    new = tuple(tile.cell for tile in scene.new_tiles(seat))
    if past is not None:
        return MineMarks(scene.entrance, new=new, changed=past.cells if past.seat == seat else ())
    if turn is None or turn.seat != seat:
        return MineMarks(scene.entrance, new=new)
    return MineMarks(
        scene.entrance,
        new=new,
        letters=tuple(scene.letters.items()) if letters else (),
        fresh=scene.view.number,
        leaving=None if placing is None else placing.start,
    )


def draw_player(
    canvas: Canvas,
    theme: Theme,
    box: Box,
    scene: TableScene,
    seat: Seat,
    words: Words,
    shown: MineMarks,
    *,
    largest: int = LARGEST,
) -> None:
    left, top, right, bottom = box
    mine = scene.mine(seat)
    turn = scene.view.turn
    lit = seat == (scene.past.seat if scene.past else None if turn is None else turn.seat)
    name = drawn_name(words, scene.players, seat)
    wins = seat in scene.winners
    robot = scene.players[seat].computer
    canvas.part(
        ("player", box, seat, name, robot, wins, lit, mine.cards, mine.plus, mine.score.total),
        partial(_draw_head, canvas, theme, box, seat, mine, name, robot=robot, wins=wins, lit=lit),
    )
    inner = (left + PAD, top + HEAD, right - PAD, bottom - PAD)
    width, height = inner[2] - inner[0], inner[3] - inner[1]
    plan = plan_mine(mine, width, height, largest=largest)
    draw_mine_in(canvas, theme, inner, plan, mine, shown)


def _draw_head(
    canvas: Canvas,
    theme: Theme,
    box: Box,
    seat: Seat,
    mine: SeenMine,
    name: str,
    *,
    robot: bool,
    wins: bool,
    lit: bool,
) -> None:
    left, top, right, bottom = box
    paper = theme.paper if lit else theme.paper_dim
    if lit:
        canvas.panel((left - 5, top - 5, right + 5, bottom + 5), 22, theme.gold)
        canvas.panel(box, 18, paper, theme.shade, 2, theme.gold)
    else:
        canvas.panel(box, 18, paper, theme.paper_edge, 2)
    y = top + HEAD // 2 + 1
    draw_seat(canvas, theme, seat, left + 36, y, 46)
    total = signed(mine.score.total)
    end = right - 16
    canvas.text(end, y - 1, total, 48, theme.ink, weight=Weight.BLACK, anchor="rm")
    end -= text_width(total, Weight.BLACK, 48) + 14
    x = left + 66
    if wins:
        canvas.sprite(crown(theme, 38), x + 19, y)
        x += 44
    most = (end - x - _NAMED - (_CARD + 30 if mine.plus else 0)) // (_CARD - 2)
    end = draw_cards(canvas, theme, end, y, mine.cards[-max(most, 1) :], paper)
    if mine.plus:
        end = draw_plus(canvas, theme, end, y, mine.plus)
    room = end - x - 6 - (40 if robot else 0)
    size = size_that_fits(name, Weight.BOLD, (42, 38, 34), room)
    x += canvas.text(x, y - 1, name, size, theme.ink, room=room)
    if robot:
        canvas.sprite(computer(theme, 32, theme.ink_soft), x + 24, y)


def draw_cards(
    canvas: Canvas, theme: Theme, end: int, y: int, cards: tuple[SeenCard, ...], ground: RGB
) -> int:
    for card in reversed(cards):
        put_card(canvas, theme, _CARD, card.card.name, end - _CARD // 2, y, ground,
                 used=card.used, done=card.done)  # fmt: skip
        end -= _CARD - 2
    return end


def draw_plus(canvas: Canvas, theme: Theme, end: int, y: int, plus: int) -> int:
    if plus > 1:
        end -= canvas.text(end - 4, y, f"×{plus}", 34, theme.ink, anchor="rm") + 6
    canvas.sprite(sign_sprite(theme, 40, Sign.PLUS), end - 22, y)
    return end - 46


def draw_face_up(canvas: Canvas, theme: Theme, box: Box, scene: TableScene) -> None:
    turn = scene.view.turn
    lit = turn is not None and turn.may_take_card
    canvas.part(
        ("face up", box, scene.view.face_up, lit),
        partial(_draw_face_up, canvas, theme, box, scene, lit=lit),
    )


def _draw_face_up(canvas: Canvas, theme: Theme, box: Box, scene: TableScene, *, lit: bool) -> None:
    left, top, right, bottom = box
    canvas.panel(box, 18, theme.gold if lit else theme.plate)
    inner = (left + 5, top + 5, right - 5, bottom - 5)
    if lit:
        canvas.panel(inner, 14, theme.plate)
    cards = scene.view.face_up
    y = (top + bottom) // 2
    card_width = (right - left - 16) // max(len(cards), 3)
    for number, card in enumerate(cards):
        x = left + 10 + number * card_width
        put_card(canvas, theme, 54, card.name, x + 27, y, theme.plate)
        draw_formula(canvas, theme, x + 60, y, card, theme.cream)


def draw_totals(canvas: Canvas, theme: Theme, box: Box, scene: TableScene) -> None:
    canvas.part(
        ("totals", box, scene.view.totals, scene.large),
        partial(_draw_totals, canvas, theme, box, scene.view.totals, scene.large),
    )


def _draw_totals(
    canvas: Canvas, theme: Theme, box: Box, totals: tuple[int, ...], large: Seat
) -> None:
    left, top, right, bottom = box
    canvas.panel(box, 18, theme.paper)
    y, column_width = (top + bottom) // 2, (right - left - 20) // len(totals)
    for seat, total in enumerate(totals):
        x = left + 10 + seat * column_width
        if seat == large:
            canvas.panel((x + 2, top + 6, x + column_width - 2, bottom - 6), 14, theme.gold)
        ink = theme.shade if seat == large else theme.ink
        x += max((column_width - 140) // 2, 0)
        draw_seat(canvas, theme, seat, x + 32, y, 42, 34)
        canvas.text(x + 62, y - 1, signed(total), 44, ink, weight=Weight.BLACK)
