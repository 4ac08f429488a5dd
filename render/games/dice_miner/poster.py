"""The end of a match: the winners, and all players with hero and points."""

from collections.abc import Sequence

from engine.core.types import Seat
from engine.games.dice_miner.observation import Observation
from render.canvas import Canvas, size_that_fits
from render.encode import as_picture
from render.games.dice_miner.dice import DieKey
from render.games.dice_miner.hoard import hero_piles
from render.games.dice_miner.landscape import landscape
from render.games.dice_miner.ornaments import framed
from render.games.dice_miner.palette import theme_palette
from render.games.dice_miner.words import hero_name
from render.memory import remembered
from render.names import drawn_name, plain_name
from render.ornaments import computer, crown, draw_remark, draw_seat
from render.picture import Picture
from render.players import Player
from render.theme import USUAL, Theme
from render.typography.fonts import Weight
from render.words import points, signed
from texts import Words

WIDTH = 1200
_LINE = 92
_TOP = 330


@remembered
def draw_poster(
    view: Observation,
    players: Sequence[Player],
    words: Words,
    theme: Theme = USUAL,
    remark: str = "",
) -> Picture:
    order = sorted(view.seats, key=lambda seat: (seat.place or 99, -seat.points, seat.seat))
    height = _TOP + _LINE * len(order) + 30
    canvas = Canvas(landscape(theme, WIDTH, height, height - 40))
    _draw_winners(canvas, theme, view, players, words, remark)
    y = _TOP
    for seat in order:
        _draw_line(canvas, theme, y, view, seat.seat, players, words)
        y += _LINE
    facts = poster_facts(view, players, words, remark)
    return as_picture(canvas.image, facts, theme_palette(theme, 1))


def poster_facts(
    view: Observation, players: Sequence[Player], words: Words, remark: str = ""
) -> tuple[str, ...]:
    names = words.listed(plain_name(words, players, seat) for seat in view.winners)
    facts = [words.count("{names} won.", "{names} share the win.", len(view.winners), names=names)]
    if remark:
        facts.append(remark)
    elif view.tiebreaks:
        facts.append(
            words.count(
                "It took {count} tie-break.", "It took {count} tie-breaks.", len(view.tiebreaks)
            )
        )
    for seat in sorted(view.seats, key=lambda seat: (seat.place or 99, seat.seat)):
        name = plain_name(words, players, seat.seat)
        hero = "" if seat.hero is None else hero_name(words, seat.hero)
        facts.append(
            words.say(
                "Place {place}: {name}, {hero}, {points}.",
                place=seat.place or 0,
                name=name,
                hero=hero,
                points=points(words, seat.points),
            )
        )
    return tuple(facts)


def _draw_winners(
    canvas: Canvas,
    theme: Theme,
    view: Observation,
    players: Sequence[Player],
    words: Words,
    remark: str,
) -> None:
    middle = WIDTH // 2
    canvas.sprite(crown(theme, 130), middle, 84)
    names = [drawn_name(words, players, seat) for seat in view.winners]
    title = words.count(
        "{names} wins!", "{names} share the win!", len(names), names=words.listed(names)
    )
    size = size_that_fits(title, Weight.BLACK, (92, 80, 68, 56, 48), WIDTH - 80)
    canvas.text(middle, 196, title, size, theme.cream, weight=Weight.BLACK, anchor="mm",
                room=WIDTH - 60, outline=(5, theme.shade))  # fmt: skip
    note = remark
    if not note and view.tiebreaks:
        count = len(view.tiebreaks)
        note = words.count("after {count} tie-break", "after {count} tie-breaks", count)
    draw_remark(canvas, theme, note, 274, WIDTH)


def _draw_line(
    canvas: Canvas,
    theme: Theme,
    y: int,
    view: Observation,
    seat: Seat,
    players: Sequence[Player],
    words: Words,
) -> None:
    mine = view.seats[seat]
    left, right = 60, WIDTH - 60
    box = (left, y, right, y + _LINE - 12)
    middle = y + (_LINE - 12) // 2
    wins = seat in view.winners
    canvas.card(
        box,
        18,
        theme,
        fill=theme.paper if wins else theme.paper_dim,
        edge=theme.gold if wins else theme.paper_edge,
        line=5,
    )
    canvas.text(left + 50, middle - 1, str(mine.place or ""), 54, theme.ink_soft,
                weight=Weight.BLACK, anchor="mm")  # fmt: skip
    draw_seat(canvas, theme, seat, left + 122, middle, 56, 40)
    x = left + 164
    if players[seat].computer:
        canvas.sprite(computer(theme, 40, theme.ink_soft), x + 20, middle)
        x += 52
    name = drawn_name(words, players, seat)
    room = 620 - x
    canvas.text(x, middle - 1, name, (50, 44, 38), theme.ink, room=room)
    canvas.text(right - 32, middle - 1, signed(mine.points), 60, theme.ink, weight=Weight.BLACK,
                anchor="rm")  # fmt: skip
    if mine.hero is None:
        return
    x = 636
    for pile in hero_piles(mine):
        canvas.sprite(framed(theme, 42, DieKey(pile.kind, pile.face)), x + 21, middle)
        x += 52
    hero = hero_name(words, mine.hero)
    room = right - 140 - x
    canvas.text(x + 4, middle - 1, hero, (34, 30, 26), theme.ink_soft, weight=Weight.REGULAR,
                room=room)  # fmt: skip
