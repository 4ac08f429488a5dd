"""A flow layout for piles of dice: lines of a given width, as many as needed."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.games.dice_miner.content import Symbol
from render.canvas import Box, Canvas, text_width
from render.games.dice_miner.dice import DieKey, Look, draw_die
from render.games.dice_miner.hoard import Group, Pile, is_printed
from render.games.dice_miner.ornaments import kept_mark, ring
from render.theme import RGB, Theme, mix
from render.typography.fonts import Weight

PITCH = 1.28
"""The distance from line to line, in sides of a die."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A pile and its place in a flow."""

    pile: Pile
    x: int
    """The die's left edge."""
    y: int
    """The die's top edge."""


@dataclass(frozen=True, slots=True, eq=False)
class Flow:
    """Piles with their places, in units from the upper left corner. Equal only to itself."""

    spots: tuple[Spot, ...]
    die: int
    """The side of a die, in units."""
    lines: int
    height: int


@lru_cache(maxsize=8)
def band(theme: Theme, ground: RGB) -> RGB:
    """The colour behind tunnels that count."""
    return mix(ground, theme.good, 0.3)


def times(pile: Pile) -> str:
    """How many dice a pile holds, as text beside it; "" for one."""
    return f"×{pile.count}" if pile.count > 1 else ""


def beside(die: int) -> int:
    """The space between a die and its number, enough for a ring around the die."""
    return round(die * 0.09)


_LEAST = 34
"""The smallest numbers, 11 pixels high on a phone; only tiny dice have smaller ones."""


def _number_size(die: int) -> int:
    return max(round(die * 0.62), min(_LEAST, round(die * 0.8)))


def _beside_width(pile: Pile, die: int) -> int:
    """The width of the number beside a pile."""
    if pile.count == 1:
        return 0
    return beside(die) + text_width(times(pile), Weight.BLACK, _number_size(die))


def flow(groups: Iterable[tuple[Group, Sequence[Pile]]], width: int, die: int) -> Flow:
    """Lay groups of piles out in lines, broken between piles."""
    gap = round(die * 0.14)
    pitch = round(die * PITCH)
    spots: list[Spot] = []
    x = line = 0
    for number, (_, piles) in enumerate(groups):
        if number and x:
            x += round(die * 0.3)
        for pile in piles:
            wide = die
            wide += _beside_width(pile, die)
            if x and x + wide > width:
                x, line = 0, line + 1
            spots.append(Spot(pile, x, line * pitch))
            x += wide + gap
    lines = line + 1 if spots else 0
    return Flow(tuple(spots), die, lines, lines * pitch)


def last_line(made: Flow) -> tuple[int, int]:
    """Where the last line of dice ends, and how far down its middle is, in units."""
    last = made.spots[-1]
    return last.x + made.die + _beside_width(last.pile, made.die), last.y + made.die // 2


def flow_that_fits(
    groups: Sequence[tuple[Group, Sequence[Pile]]], width: int, dice: Sequence[int], lines: int
) -> Flow:
    """The flow with the largest of these dice that takes few enough lines."""
    made = flow(groups, width, dice[0])
    for die in dice[1:]:
        if made.lines <= lines:
            break
        made = flow(groups, width, die)
    return made


def rails(made: Flow, elsewhere: Collection[int]) -> list[tuple[Spot, ...]]:
    """The tunnels that count, with neighbours in one group."""
    tunnels = {s.pile.face.count for s in made.spots if s.pile.face.symbol is Symbol.TUNNEL}
    have = tunnels | set(elsewhere)
    reach = 0
    while reach + 1 in have:
        reach += 1
    found: list[list[Spot]] = []
    before: Spot | None = None
    for spot in made.spots:
        if spot.pile.face.symbol is Symbol.TUNNEL and spot.pile.face.count <= reach:
            if before is not None and before.y == spot.y:
                found[-1].append(spot)
            else:
                found.append([spot])
            before = spot
        else:
            before = None
    return [tuple(each) for each in found]


def _around(row: tuple[Spot, ...], die: int, left: int, top: int) -> Box:
    """The band behind tunnels that count, with room for the rail below them."""
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
    made: Flow,
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
    """Draw the piles: those with a die in `marked` with a ring, with one in `ticked` with a tick.

    With `rails_shown` there is a rail below tunnels that count, from 1 on without a gap.
    `tunnels` are numbers that lie elsewhere but count with these.
    """
    known = {name for spot in made.spots for name in spot.pile.dice}
    marked, ticked = marked & known, ticked & known
    key = ("flow", made, left, top, ink, ground, frozenset(tunnels), marked, ticked, rails_shown)
    canvas.part(
        key,
        lambda: _draw_flow(
            canvas, theme, made, left, top, ink, ground, tunnels, marked, ticked, rails_shown
        ),
    )


def _draw_flow(
    canvas: Canvas,
    theme: Theme,
    made: Flow,
    left: int,
    top: int,
    ink: RGB,
    ground: RGB,
    tunnels: Collection[int],
    marked: frozenset[str],
    ticked: frozenset[str],
    rails_shown: bool,
) -> None:
    die = made.die
    behind = band(theme, ground)
    railed: set[Spot] = set()
    lines: list[Box] = []
    for row in rails(made, tunnels) if rails_shown else ():
        railed.update(row)
        box = _around(row, die, left, top)
        canvas.panel(box, 8, behind, ground=ground)
        lines.append((box[0], box[3] - max(round(die * 0.14), 9), box[2], box[3]))
    half = die // 2
    for spot in made.spots:
        pile = spot.pile
        x, y = left + spot.x + half, top + spot.y + half
        if not marked.isdisjoint(pile.dice):
            canvas.sprite(ring(theme, die, theme.gold), x, y, behind if spot in railed else ground)
        elif is_printed(pile):
            edge = half + max(die // 16, 3)
            box = (x - edge, y - edge, x + edge, y + edge)
            canvas.panel(box, round(die * 0.25), theme.ink_soft, ground=ground)
        look = Look.SPENT if pile.spent else Look.PLAIN
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
    # Drawn last, because dice cast shadows there.
    for box in lines:
        canvas.panel(box, 0, theme.good)
