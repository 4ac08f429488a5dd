"""The top of the board: the round and the task, the roll and the budget, the current player."""

from functools import partial

from engine.games.dynamine.content import TokenAction
from engine.games.dynamine.observation import Phase, SeenTurn
from render.canvas import Box, Canvas, evenly, size_that_fits
from render.games.dynamine.ornaments import die, token
from render.games.dynamine.scene import TableScene
from render.games.dynamine.signs import Sign, sign_sprite
from render.games.dynamine.words import task_words
from render.names import drawn_name
from render.ornaments import crown, draw_seat
from render.theme import Theme
from render.typography.fonts import Weight
from texts import Words

HIGH = 92
_PAD = 18
_SIDE = 316
_GAP = 12
_ACTIONS = {
    TokenAction.MOVE: Sign.MOVE,
    TokenAction.REROLL: Sign.REROLL,
    TokenAction.GUESS: Sign.GUESS,
}


def draw_header(canvas: Canvas, theme: Theme, box: Box, scene: TableScene, words: Words) -> None:
    left, top, right, bottom = box
    view, turn = scene.view, scene.view.turn
    past = scene.past
    task = task_words(words, view) if past is None or view.phase is Phase.FINISHED else ""
    count = ""
    if view.round and view.phase is not Phase.FINISHED:
        count = words.say("Round {number} of {all}", number=view.round, all=view.rounds)
    plate = (left, top, left + _SIDE, bottom)
    canvas.part(
        ("task", plate, task, count), partial(_draw_task, canvas, theme, plate, task, count)
    )
    seats = scene.winners or (() if turn is None else (turn.seat,))
    if past is not None and not scene.winners:
        seats = (past.seat,)
    if seats:
        plate = (right - _SIDE, top, right, bottom)
        names = tuple(drawn_name(words, scene.players, seat) for seat in seats)
        won = bool(scene.winners)
        canvas.part(
            ("turn", plate, seats, names, won),
            partial(_draw_turn, canvas, theme, plate, seats, names, won=won),
        )
    middle = (left + _SIDE + _GAP, top, right - _SIDE - _GAP, bottom)
    if view.token is not None and view.phase is not Phase.FINISHED:
        shown: object = past
        if past is not None:
            turn = None
        elif turn is not None:
            shown = (turn.die, turn.guess, turn.budget, turn.may_take_card, turn.rights)
        key = ("roll", middle, view.token, shown)
        canvas.part(key, partial(_draw_roll, canvas, theme, middle, scene, turn))


def _draw_task(canvas: Canvas, theme: Theme, box: Box, task: str, count: str) -> None:
    left, top, right, bottom = box
    room = right - left - 2 * _PAD
    canvas.panel(box, 18, theme.plate)
    if not task:
        canvas.text(left + _PAD, (top + bottom) // 2, count, (42, 38, 34), theme.lamp, room=room)
        return
    if count:
        canvas.text(left + _PAD, top + 25, count, (36, 34), theme.lamp, room=room)
        middle = top + 67
    else:
        middle = (top + bottom) // 2
    size = size_that_fits(task, Weight.BLACK, (42, 38, 34), room)
    canvas.text(left + _PAD, middle, task, size, theme.cream, weight=Weight.BLACK, room=room)


def _draw_roll(
    canvas: Canvas, theme: Theme, box: Box, scene: TableScene, turn: SeenTurn | None
) -> None:
    left, top, right, bottom = box
    y = (top + bottom) // 2
    round_token = scene.view.token
    assert round_token is not None, "draw_header checks the token"
    canvas.panel(box, 18, theme.plate)
    x = left + 50
    canvas.sprite(token(theme, 76, round_token.points), x, y)
    x += 44
    action = _ACTIONS.get(round_token.action)
    if action is not None:
        canvas.sprite(sign_sprite(theme, 46, action), x + 25, y)
        x += 50
    if scene.past is not None and scene.past.die is not None:
        canvas.sprite(die(theme, 68, scene.past.die), x + 46, y)
    if turn is None:
        return
    if turn.guess is not None:
        x += 6 + canvas.text(x + 6, y, str(turn.guess), 44, theme.lamp, weight=Weight.BLACK)
    canvas.sprite(die(theme, 68, turn.die), x + 46, y)
    if turn.budget is None:
        return
    x += 88
    moves = sum(count for _, count in turn.rights)
    for sign, may in ((Sign.CARD, turn.may_take_card), (Sign.MOVE, moves > 0)):
        if may and sign is not _ACTIONS.get(round_token.action):
            canvas.sprite(sign_sprite(theme, 42, sign), x + 21, y)
            x += 46
    low = (right - 160, top + 12, right - 12, bottom - 12)
    canvas.panel(low, 16, theme.gold)
    canvas.sprite(sign_sprite(theme, 58, Sign.PICK), low[0] + 38, y)
    canvas.text(low[2] - 44, y - 1, str(turn.budget), 64, theme.shade, weight=Weight.BLACK,
                anchor="mm")  # fmt: skip


def _draw_turn(
    canvas: Canvas, theme: Theme, box: Box, seats: tuple[int, ...], names: tuple[str, ...], *,
    won: bool,
) -> None:  # fmt: skip
    left, top, right, bottom = box
    middle = (top + bottom) // 2
    canvas.panel(box, 18, theme.gold)
    x = left + 14
    if won:
        canvas.panel((left + 12, middle - 27, left + 68, middle + 27), 14, theme.plate)
        canvas.sprite(crown(theme, 44), left + 40, middle - 1)
        x += 64
    if len(seats) > 1:
        for number, seat in enumerate(seats):
            draw_seat(canvas, theme, seat, x + 32 + number * 64, middle, 58)
        return
    draw_seat(canvas, theme, seats[0], x + 26, middle, 54)
    x += 64
    room = right - x - 12
    size = size_that_fits(names[0], Weight.BLACK, (46, 42, 38), room)
    lines: tuple[str, ...] = (names[0],)
    if size == 38:
        lines = evenly(names[0], Weight.BLACK, size, room)
    for number, line in enumerate(lines):
        y = middle - 1 + round((number - (len(lines) - 1) / 2) * 42)
        canvas.text(x, y, line, size, theme.shade, weight=Weight.BLACK, room=room)
