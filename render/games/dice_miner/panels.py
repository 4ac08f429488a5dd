"""One panel a player: name, points, what the hoard would score now, and the hoard itself."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.games.dice_miner.content import Symbol
from engine.games.dice_miner.observation import Observation, Phase, SeatView
from render.canvas import SCALE, Canvas, size_that_fits, text_width
from render.fonts import Weight
from render.games.dice_miner.dice import DieKey, Look
from render.games.dice_miner.flow import Flow, draw_flow, flow_that_fits
from render.games.dice_miner.hoard import adds_up, hero_piles, hero_tunnels, piles
from render.games.dice_miner.ornaments import (
    chest_icon,
    computer,
    crown,
    framed,
    icon,
    seat_disc,
    tunnel_icon,
)
from render.games.dice_miner.words import hero_name
from render.names import drawn_name
from render.players import Player
from render.theme import Theme, mix
from texts import Words

PAD = 16
HEAD = 60
"""Height of the line with the name and the points."""
SPLIT = 54
"""Height of the line with the hero and what the hoard would score; narrow panels have two."""
NARROW = 480
"""Panels of less width are narrow."""
GAP = 14
"""Between panels."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How the panels share the table."""

    columns: int
    width: int
    """Of one panel."""
    flows: tuple[Flow, ...]
    rows: tuple[int, ...]
    """Height of each row of panels."""

    @property
    def height(self) -> int:
        """Of all rows with the gaps between them."""
        return sum(self.rows) + GAP * (len(self.rows) - 1)


_DICE = {1: ((64, 56), 3), 2: ((64, 56, 50, 44), 3), 3: ((54, 48, 44, 40), 4)}
"""By the number of seats: the sides of dice to try, and in how many lines they should fit."""
_SMALL_DICE = (38, 34, 30, 26, 22)
"""What is tried when hoards are larger than any match is likely to see."""


def _split_height(width: int) -> int:
    return SPLIT if width >= NARROW else 2 * SPLIT - 8


def signed(number: int) -> str:
    """A number with a true minus sign."""
    return f"−{-number}" if number < 0 else str(number)


def gain(number: int) -> str:
    """What is added: always with a sign."""
    return f"+{number}" if number >= 0 else signed(number)


def plan(view: Observation, width: int, room: int) -> Plan:
    """Lay out the panels for a table of that width, with smaller dice if `room` demands it."""
    dice, lines = _DICE.get(len(view.seats), ((54, 50, 46, 42, 38), 2))
    made = _plan(view, width, dice, lines)
    for die in _SMALL_DICE:
        if made.height <= room:
            break
        made = _plan(view, width, (die,), lines)
    return made


def _plan(view: Observation, width: int, dice: tuple[int, ...], lines: int) -> Plan:
    seats = len(view.seats)
    columns = seats if seats <= 3 else 2
    each = (width - GAP * (columns - 1)) // columns
    flows = tuple(
        flow_that_fits(piles(seat.hoard), each - 2 * PAD, dice, lines) for seat in view.seats
    )
    above = HEAD + _split_height(each)
    heights = [above + max(flow.height, dice[-1]) + 12 for flow in flows]
    rows = tuple(max(heights[at : at + columns]) for at in range(0, seats, columns))
    return Plan(columns, each, flows, rows)


def draw_panels(
    canvas: Canvas,
    theme: Theme,
    made: Plan,
    left: int,
    top: int,
    view: Observation,
    players: Sequence[Player],
    words: Words,
    fresh: frozenset[str] = frozenset(),
) -> None:
    """Draw the panels of all seats; piles with a die of `fresh` get a ring."""
    y = top
    for row, height in enumerate(made.rows):
        for column in range(made.columns):
            seat = row * made.columns + column
            if seat < len(view.seats):
                x = left + column * (made.width + GAP)
                box = (x, y, x + made.width, y + height)
                _draw_panel(canvas, theme, box, made.flows[seat], view, seat, players, words, fresh)
        y += height + GAP


def _draw_panel(
    canvas: Canvas,
    theme: Theme,
    box: tuple[int, int, int, int],
    hoard: Flow,
    view: Observation,
    seat: int,
    players: Sequence[Player],
    words: Words,
    fresh: frozenset[str],
) -> None:
    left, top, right, bottom = box
    mine = view.seats[seat]
    colour = theme.seats[seat % len(theme.seats)]
    canvas.shadow(box, 18, theme.shade)
    paper = theme.paper if mine.to_act else theme.paper_dim
    if mine.to_act:
        canvas.panel((left - 6, top - 6, right + 6, bottom + 6), 23, theme.gold)
        canvas.panel(box, 18, theme.paper, theme.shade, 2, theme.gold)
    else:
        canvas.panel(box, 18, theme.paper_dim, theme.paper_edge, 2)
    middle = top + HEAD // 2 + 2
    canvas.sprite(seat_disc(theme, 46, colour), left + PAD + 22, middle)
    canvas.text(left + PAD + 22, middle - 1, str(seat + 1), 34, theme.cream,
                weight=Weight.BLACK, anchor="mm")  # fmt: skip
    total = signed(mine.points)
    wide = text_width(total, Weight.BLACK, 52)
    canvas.text(right - PAD, middle - 1, total, 52, theme.ink, weight=Weight.BLACK, anchor="rm")
    x = left + PAD + 56
    end = right - PAD - wide - 12
    if seat in view.winners:
        canvas.sprite(crown(theme, 40), x + 20, middle)
        x += 48
    robot = players[seat].computer
    room = end - x - (44 if robot else 0)
    name = drawn_name(words, players, seat)
    size = size_that_fits(name, Weight.BOLD, (38, 35, 32), room)
    x += canvas.text(x, middle - 1, name, size, theme.ink, room=room)
    if robot:
        canvas.sprite(computer(theme, 34, theme.ink_soft), min(x + 26, end - 18), middle)
    line = middle + HEAD // 2
    rule = mix(theme.paper_edge, theme.paper, 0.4)
    canvas.panel((left + PAD, line - 2, right - PAD, line), 1, rule)
    split = _split_height(right - left)
    edges = (left + PAD, right - PAD)
    begins = right - PAD
    if not view.free_heroes and _in_play(view, seat):
        begins = _draw_score(canvas, theme, right - PAD, line + split - SPLIT // 2, view, mine)
    if split == SPLIT:
        edges = (left + PAD, begins - 14)
    _draw_hero(canvas, theme, edges, line + SPLIT // 2, mine, words)
    draw_flow(
        canvas,
        theme,
        hoard,
        left + PAD,
        line + split,
        ink=theme.ink,
        ground=paper,
        tunnels=hero_tunnels(mine),
        marked=fresh,
    )


def _in_play(view: Observation, seat: int) -> bool:
    """Whether what the hoard is worth matters; in a tie-break only to those who play it."""
    return not view.tied or seat in view.tied


def _draw_hero(
    canvas: Canvas, theme: Theme, edges: tuple[int, int], y: int, mine: SeatView, words: Words
) -> None:
    """The hero's faces, and its name where that has room."""
    x, end = edges
    small = 42
    half = small // 2
    for pile in hero_piles(mine):
        look = Look.SPENT if pile.spent else Look.PLAIN
        canvas.sprite(framed(theme, small, DieKey(pile.kind, pile.face, look)), x + half, y)
        x += small + 9
    if mine.hero is None:
        return
    name = hero_name(words, mine.hero)
    size = size_that_fits(name, Weight.REGULAR, (28, 25, 22), end - x - 4)
    if text_width(name, Weight.REGULAR, size) <= end - x - 4:
        canvas.text(x + 4, y, name, size, theme.ink_soft, weight=Weight.REGULAR)


def _draw_score(
    canvas: Canvas, theme: Theme, right: int, y: int, view: Observation, mine: SeatView
) -> int:
    """What the hoard is worth in three parts and their sum, up to `right`; where that begins.

    The sum is left out where it has been added to the points already; there
    a chest tells how many more dice may be kept.
    """
    score = mine.now
    leads = view.gem_leader == mine.seat and view.phase is not Phase.FINISHED
    parts = (
        (tunnel_icon(theme, 30), score.tunnels),
        (icon(theme, Symbol.GEM, 30), score.treasure),
        (icon(theme, Symbol.DRAGON, 32), score.hazards),
    )
    x = right
    if adds_up(view, mine.seat):
        text = gain(score.total)
        colour = theme.good if score.total >= 0 else theme.bad
        x -= text_width(text, Weight.BLACK, 36)
        canvas.text(x, y - 1, text, 36, colour, weight=Weight.BLACK)
        x -= 14
    elif mine.to_act:
        chest = chest_icon(theme, 44, mine.chests)
        canvas.sprite(chest, x - 22, y)
        x -= 60
    for sprite, number in reversed(parts):
        written = signed(number)
        x -= text_width(written, Weight.BOLD, 32)
        canvas.text(x, y - 1, written, 32, theme.bad if number < 0 else theme.ink)
        x -= round(sprite.width / SCALE) // 2 + 5
        canvas.sprite(sprite, x, y)
        if leads and sprite is parts[1][0]:
            canvas.sprite(crown(theme, 28), x, y - 21)
        x -= round(sprite.width / SCALE) // 2 + 13
    return x
