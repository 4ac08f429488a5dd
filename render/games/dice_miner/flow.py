"""A flow layout for piles of dice: as many lines of a given width as needed."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.games.dice_miner.content import Symbol
from render.canvas import Box, Canvas, text_width
from render.games.dice_miner.dice import DieKey, DieLook, draw_die
from render.games.dice_miner.hoard import Pile, is_printed
from render.games.dice_miner.ornaments import kept_mark, ring
from render.theme import RGB, Theme, mix
from render.typography.fonts import Weight

PITCH = 1.28


class Spot(NamedTuple):
    pile: Pile
    x: int
    y: int


@dataclass(frozen=True, slots=True, eq=False)
class Flow:
    """Piles with their positions, in units from the upper left corner. Compared by identity."""

    spots: tuple[Spot, ...]
    die: int
    lines: int
    height: int


@lru_cache(maxsize=8)
def band(theme: Theme, ground: RGB) -> RGB:
    return mix(ground, theme.good, 0.3)


def times(pile: Pile) -> str:
    return f"×{pile.count}" if pile.count > 1 else ""


def beside(die: int) -> int:
    return round(die * 0.09)


_LEAST = 34
"""The smallest numbers, 11 pixels high on a phone; only tiny dice have smaller ones."""


def _number_size(die: int) -> int:
    return max(round(die * 0.62), min(_LEAST, round(die * 0.8)))


def _beside_width(pile: Pile, die: int) -> int:
    if pile.count == 1:
        return 0
    return beside(die) + text_width(times(pile), Weight.BLACK, _number_size(die))


def flow(groups: Iterable[Sequence[Pile]], width: int, die: int) -> Flow:
    gap = round(die * 0.14)
    pitch = round(die * PITCH)
    spots: list[Spot] = []
    x = line = 0
    for number, piles in enumerate(groups):
        if number and x:
            x += round(die * 0.3)
        for pile in piles:
            pile_width = die
            pile_width += _beside_width(pile, die)
            if x and x + pile_width > width:
                x, line = 0, line + 1
            spots.append(Spot(pile, x, line * pitch))
            x += pile_width + gap
    lines = line + 1 if spots else 0
    return Flow(tuple(spots), die, lines, lines * pitch)


def last_line(layout: Flow) -> tuple[int, int]:
    """Return the right end and the vertical centre of the last line of dice, in units."""
    last = layout.spots[-1]
    return last.x + layout.die + _beside_width(last.pile, layout.die), last.y + layout.die // 2


def flow_that_fits(
    groups: Sequence[Sequence[Pile]], width: int, dice: Sequence[int], lines: int
) -> Flow:
    layout = flow(groups, width, dice[0])
    for die in dice[1:]:
        if layout.lines <= lines:
            break
        layout = flow(groups, width, die)
    return layout


def rails(layout: Flow, elsewhere: Collection[int]) -> list[tuple[Spot, ...]]:
    """Return the tunnels that count, grouped by adjacent places."""
    tunnels = {s.pile.face.count for s in layout.spots if s.pile.face.symbol is Symbol.TUNNEL}
    have = tunnels | set(elsewhere)
    reach = 0
    while reach + 1 in have:
        reach += 1
    rows: list[list[Spot]] = []
    before: Spot | None = None
    for spot in layout.spots:
        if spot.pile.face.symbol is Symbol.TUNNEL and spot.pile.face.count <= reach:
            if before is not None and before.y == spot.y:
                rows[-1].append(spot)
            else:
                rows.append([spot])
            before = spot
        else:
            before = None
    return [tuple(each) for each in rows]


def _around(row: tuple[Spot, ...], die: int, left: int, top: int) -> Box:
    reach = max(round(die * 0.07), 4)
    first, last = row[0], row[-1]
    return (
        left + first.x - reach,
        top + first.y - reach,
        left + last.x + die + _beside_width(last.pile, die) + reach,
        top + first.y + die + max(round(die * 0.21), 11),
    )


def draw_flow(
    canvas: Canvas,
    theme: Theme,
    layout: Flow,
    left: int,
    top: int,
    *,
    ink: RGB,
    ground: RGB,
    tunnels: Collection[int] = (),
    marked: frozenset[str] = frozenset(),
    ticked: frozenset[str] = frozenset(),
    rails_shown: bool = True,
) -> None:
    """Draw the piles, with a ring around piles with a die in `marked` and a tick on piles with a
    die in `ticked`. With `rails_shown`, a rail marks tunnels that count, also considering the
    `tunnels` elsewhere.
    """
    names = {name for spot in layout.spots for name in spot.pile.dice}
    marked, ticked = marked & names, ticked & names
    key = ("flow", layout, left, top, ink, ground, frozenset(tunnels), marked, ticked, rails_shown)
    canvas.part(
        key,
        lambda: _draw_flow(
            canvas, theme, layout, left, top, ink, ground, tunnels, marked, ticked, rails_shown
        ),
    )


def _draw_flow(
    canvas: Canvas,
    theme: Theme,
    layout: Flow,
    left: int,
    top: int,
    ink: RGB,
    ground: RGB,
    tunnels: Collection[int],
    marked: frozenset[str],
    ticked: frozenset[str],
    rails_shown: bool,
) -> None:
    die = layout.die
    behind = band(theme, ground)
    railed: set[Spot] = set()
    lines: list[Box] = []
    for row in rails(layout, tunnels) if rails_shown else ():
        railed.update(row)
        box = _around(row, die, left, top)
        canvas.panel(box, 8, behind, ground=ground)
        lines.append((box[0], box[3] - max(round(die * 0.14), 9), box[2], box[3]))
    half = die // 2
    for spot in layout.spots:
        pile = spot.pile
        x, y = left + spot.x + half, top + spot.y + half
        if not marked.isdisjoint(pile.dice):
            canvas.sprite(ring(theme, die, theme.gold), x, y, behind if spot in railed else ground)
        elif is_printed(pile):
            edge = half + max(die // 16, 3)
            box = (x - edge, y - edge, x + edge, y + edge)
            canvas.panel(box, round(die * 0.25), theme.ink_soft, ground=ground)
        look = DieLook.SPENT if pile.spent else DieLook.PLAIN
        ringed = not marked.isdisjoint(pile.dice)
        below = theme.gold if ringed else behind if spot in railed else ground
        if is_printed(pile) and not ringed:
            below = theme.ink_soft
        draw_die(canvas, theme, die, DieKey(pile.kind, pile.face, look), x, y, below)
        if pile.kept or ticked.intersection(pile.dice):
            canvas.sprite(kept_mark(theme, die), x + half - die // 8, y - half + die // 8, ground)
        if pile.count > 1:
            canvas.text(left + spot.x + die + beside(die), y, times(pile), _number_size(die), ink,
                        weight=Weight.BLACK)  # fmt: skip
    # Draw this last, because dice cast shadows there.
    for box in lines:
        canvas.panel(box, 0, theme.good)
