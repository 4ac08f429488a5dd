"""A panel per player: name, points, the hoard's current score, and the hoard itself."""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from engine.core.types import Seat
from engine.games.dice_miner.observation import HoardDie, Observation, SeatView
from render.canvas import Box, Canvas, size_that_fits, text_width
from render.games.dice_miner.dice import DieKey, DieLook
from render.games.dice_miner.flow import Flow, draw_flow, flow_that_fits
from render.games.dice_miner.hoard import hero_piles, hero_tunnels, piles
from render.games.dice_miner.hoard_score import draw_hoard_score, fitting_size, hoard_score
from render.games.dice_miner.ornaments import framed
from render.games.dice_miner.words import hero_name
from render.names import drawn_name
from render.ornaments import computer, crown, draw_seat
from render.players import Player
from render.theme import Theme, mix
from render.typography.fonts import Weight
from render.words import signed
from texts import Words

PAD = 16
HEAD = 60
SPLIT = 56
"""The height of one line for the hero and the hoard's score; most panels have two such lines."""
_NAME = HEAD + 8
WIDE = 1000
"""Panels of at least this width need only one such line."""
FACE = 42
GAP = 14


class PanelLayout(NamedTuple):
    seats: tuple[Seat, ...]
    columns: int
    width: int
    flows: tuple[Flow, ...]
    rows: tuple[int, ...]

    @property
    def height(self) -> int:
        return sum(self.rows) + GAP * max(len(self.rows) - 1, 0)

    def places(self, left: int, top: int) -> Iterator[tuple[Seat, Box, Flow]]:
        for number, (seat, flow) in enumerate(zip(self.seats, self.flows, strict=True)):
            row, column = divmod(number, self.columns)
            x = left + column * (self.width + GAP)
            y = top + sum(self.rows[:row]) + GAP * row
            yield seat, (x, y, x + self.width, y + self.rows[row]), flow


SIDES = (64, 56, 50, 46, 42, 38, 34, 30, 26, 22)
_LINES = {1: 3, 2: 4, 3: 5}
_MANY_LINES = 3


def _split_height(width: int, rows: int) -> int:
    """Return the height of the lines above the dice. Two rows of panels leave room for only one
    line.
    """
    return SPLIT if width >= WIDE or rows > 1 else 2 * SPLIT


class _Hoard:
    """A hoard that keeps its flows, because Flow and the caches compare by identity."""

    def __init__(self, hoard: tuple[HoardDie, ...]) -> None:
        self._piles = piles(hoard)
        self._flows: dict[tuple[int, tuple[int, ...], int], Flow] = {}

    @staticmethod
    @lru_cache(maxsize=64)
    def of(hoard: tuple[HoardDie, ...]) -> "_Hoard":
        return _Hoard(hoard)

    def flow(self, width: int, sides: tuple[int, ...], lines: int) -> Flow:
        key = (width, sides, lines)
        layout = self._flows.get(key)
        if layout is None:
            layout = self._flows.setdefault(key, flow_that_fits(self._piles, width, sides, lines))
        return layout


def plan(view: Observation, seats: Sequence[Seat], width: int, room: int) -> PanelLayout:
    hoards = [_Hoard.of(view.seats[seat].hoard) for seat in seats]
    for at in range(len(SIDES)):
        layout = _plan(view, seats, hoards, width, SIDES[at:])
        if layout.height <= room:
            break
    return layout


def _plan(
    view: Observation,
    seats: Sequence[Seat],
    hoards: Sequence[_Hoard],
    width: int,
    sides: tuple[int, ...],
) -> PanelLayout:
    columns = max(len(seats) if len(seats) <= 3 else 2, 1)
    panel_width = (width - GAP * (columns - 1)) // columns
    lines = _LINES.get(len(seats), _MANY_LINES)
    flows = tuple(hoard.flow(panel_width - 2 * PAD, sides, lines) for hoard in hoards)
    above = HEAD + _split_height(panel_width, -(-len(seats) // columns))
    heights = [_NAME if view.free_heroes else above + max(flow.height, 44) + 17 for flow in flows]
    rows = tuple(max(heights[at : at + columns]) for at in range(0, len(seats), columns))
    return PanelLayout(tuple(seats), columns, panel_width, flows, rows)


def draw_panels(
    canvas: Canvas,
    theme: Theme,
    layout: PanelLayout,
    left: int,
    top: int,
    view: Observation,
    players: Sequence[Player],
    words: Words,
    fresh: frozenset[str] = frozenset(),
) -> None:
    for seat, box, flow in layout.places(left, top):
        _draw_panel(canvas, theme, box, flow, len(layout.rows), view, seat, players, words, fresh)


def draw_frame(canvas: Canvas, theme: Theme, box: Box, *, lit: bool) -> None:
    left, top, right, bottom = box
    canvas.shadow(box, 18, theme.shade)
    if lit:
        canvas.panel((left - 6, top - 6, right + 6, bottom + 6), 23, theme.gold)
        canvas.panel(box, 18, theme.paper, theme.shade, 2, theme.gold)
    else:
        canvas.panel(box, 18, theme.paper_dim, theme.paper_edge, 2)


def _draw_panel(
    canvas: Canvas,
    theme: Theme,
    box: Box,
    hoard: Flow,
    rows: int,
    view: Observation,
    seat: Seat,
    players: Sequence[Player],
    words: Words,
    fresh: frozenset[str],
) -> None:
    left, top, right, _bottom = box
    mine = view.seats[seat]
    line = top + HEAD + 2
    paper = theme.paper if mine.to_act else theme.paper_dim
    player = (drawn_name(words, players, seat), players[seat].computer, seat in view.winners)
    bare = bool(view.free_heroes)
    canvas.part(
        ("panel", seat, box, mine.to_act, mine.points, player, bare),
        partial(_draw_empty_panel, canvas, theme, box, view, mine, players, words),
    )
    if bare:
        # During the draft there are no dice, and the hero's card shows its player.
        return
    split = _split_height(right - left, rows)
    single = split == SPLIT
    faces = (FACE + 9) * len(mine.hero_faces) if single else 0
    end = right - PAD
    if _in_play(view, seat):
        shown = hoard_score(view, mine)
        size = fitting_size(shown, right - left - 2 * PAD - faces - (10 if faces else 0))
        y = line + split - SPLIT // 2
        begins = draw_hoard_score(canvas, theme, end, y, shown, size, paper)
        if single:
            end = begins - 14
    edges, y = (left + PAD, end), line + SPLIT // 2
    canvas.part(
        ("hero", edges, y, mine.hero, mine.hero_faces, paper, words.locale),
        partial(_draw_hero, canvas, theme, edges, y, mine, words),
    )
    draw_flow(
        canvas,
        theme,
        hoard,
        left + PAD,
        line + split + 5,
        ink=theme.ink,
        ground=paper,
        tunnels=hero_tunnels(mine),
        marked=fresh,
    )


def _draw_empty_panel(
    canvas: Canvas,
    theme: Theme,
    box: Box,
    view: Observation,
    mine: SeatView,
    players: Sequence[Player],
    words: Words,
) -> None:
    left, top, right, _bottom = box
    draw_frame(canvas, theme, box, lit=mine.to_act)
    middle = top + HEAD // 2 + 2
    draw_seat(canvas, theme, mine.seat, left + PAD + 22, middle)
    total = signed(mine.points)
    width = text_width(total, Weight.BLACK, 52)
    canvas.text(right - PAD, middle - 1, total, 52, theme.ink, weight=Weight.BLACK, anchor="rm")
    edges = (left + PAD + 56, right - PAD - width - 12)
    draw_name(canvas, theme, edges, middle, view, mine.seat, players, words)
    if not view.free_heroes:
        line = top + HEAD + 2
        rule = mix(theme.paper_edge, theme.paper, 0.4)
        canvas.panel((left + PAD, line - 2, right - PAD, line), 1, rule)


def draw_name(
    canvas: Canvas,
    theme: Theme,
    edges: tuple[int, int],
    y: int,
    view: Observation,
    seat: Seat,
    players: Sequence[Player],
    words: Words,
) -> None:
    x, end = edges
    if seat in view.winners:
        canvas.sprite(crown(theme, 40), x + 20, y)
        x += 48
    robot = players[seat].computer
    room = end - x - (44 if robot else 0)
    name = drawn_name(words, players, seat)
    x += canvas.text(x, y - 1, name, (42, 38, 36, 34), theme.ink, room=room)
    if robot:
        canvas.sprite(computer(theme, 34, theme.ink_soft), min(x + 26, end - 18), y)


def _in_play(view: Observation, seat: Seat) -> bool:
    return not view.tied or seat in view.tied


def _draw_hero(
    canvas: Canvas, theme: Theme, edges: tuple[int, int], y: int, mine: SeatView, words: Words
) -> None:
    x, end = edges
    for pile in hero_piles(mine):
        look = DieLook.SPENT if pile.spent else DieLook.PLAIN
        canvas.sprite(framed(theme, FACE, DieKey(pile.kind, pile.face, look)), x + FACE // 2, y)
        x += FACE + 9
    if mine.hero is None:
        return
    name = hero_name(words, mine.hero)
    size = size_that_fits(name, Weight.REGULAR, (36, 34), end - x - 4)
    if text_width(name, Weight.REGULAR, size) <= end - x - 4:
        canvas.text(x + 4, y, name, size, theme.ink_soft, weight=Weight.REGULAR)
