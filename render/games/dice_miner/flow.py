"""Piles of dice laid out in lines of a given width."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from engine.games.dice_miner.content import Symbol
from render.canvas import Canvas, text_width
from render.fonts import Weight
from render.games.dice_miner.dice import DieKey, Look, draw_die
from render.games.dice_miner.hoard import Group, Pile
from render.games.dice_miner.ornaments import kept_mark, ring
from render.theme import RGB, Theme


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a pile goes, within its flow."""

    pile: Pile
    x: int
    """The die's left edge."""
    y: int
    """The die's top edge."""


@dataclass(frozen=True, slots=True)
class Flow:
    """Piles with their places."""

    spots: tuple[Spot, ...]
    die: int
    """The side of a die."""
    lines: int
    height: int


def times(pile: Pile) -> str:
    """How many dice a pile holds, as written beside it."""
    return f"×{pile.count}" if pile.count > 1 else ""


def beside(die: int) -> int:
    """From a die to its number, clear of a ring around the die."""
    return round(die * 0.09)


def _number_size(die: int) -> int:
    return round(die * 0.62)


def flow(groups: Iterable[tuple[Group, Sequence[Pile]]], width: int, die: int) -> Flow:
    """Lay the groups out in lines; a line is broken between piles."""
    gap = round(die * 0.14)
    pitch = round(die * 1.2)
    spots: list[Spot] = []
    x = line = 0
    for number, (_, piles) in enumerate(groups):
        if number and x:
            x += round(die * 0.3)
        for pile in piles:
            wide = die
            if pile.count > 1:
                wide += beside(die) + text_width(times(pile), Weight.BLACK, _number_size(die))
            if x and x + wide > width:
                x, line = 0, line + 1
            spots.append(Spot(pile, x, line * pitch))
            x += wide + gap
    lines = line + 1 if spots else 0
    return Flow(tuple(spots), die, lines, lines * pitch)


def flow_that_fits(
    groups: Sequence[tuple[Group, Sequence[Pile]]], width: int, dice: Sequence[int], lines: int
) -> Flow:
    """The flow with the largest of these dice that needs at most so many lines."""
    made = flow(groups, width, dice[0])
    for die in dice[1:]:
        if made.lines <= lines:
            break
        made = flow(groups, width, die)
    return made


def rails(made: Flow, elsewhere: Collection[int]) -> list[tuple[Spot, Spot]]:
    """The first and the last of the tunnels that count, on each line."""
    spots = [spot for spot in made.spots if spot.pile.face.symbol is Symbol.TUNNEL]
    have = {spot.pile.face.count for spot in spots} | set(elsewhere)
    reach = 0
    while reach + 1 in have:
        reach += 1
    lines: dict[int, tuple[Spot, Spot]] = {}
    for spot in spots:
        if spot.pile.face.count <= reach:
            lines[spot.y] = (lines.get(spot.y, (spot, spot))[0], spot)
    return list(lines.values())


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
    """Draw the piles; one with a die of `marked` gets a ring, one with a die of `ticked` a tick.

    Tunnels that count, from 1 on without a gap, have a rail below them if `rails_shown`;
    `tunnels` are the numbers that lie elsewhere but count with them.
    """
    die = made.die
    for first, last in rails(made, tunnels) if rails_shown else ():
        y = top + first.y + die + round(die * 0.09)
        canvas.panel((left + first.x, y, left + last.x + die, y + 5), 1, theme.good)
    half = die // 2
    for spot in made.spots:
        pile = spot.pile
        x, y = left + spot.x + half, top + spot.y + half
        if not marked.isdisjoint(pile.dice):
            canvas.sprite(ring(theme, die, theme.gold), x, y, ground)
        look = Look.SPENT if pile.spent else Look.PLAIN
        ringed = not marked.isdisjoint(pile.dice)
        below = theme.gold if ringed else ground
        draw_die(canvas, theme, die, DieKey(pile.kind, pile.face, look), x, y, below)
        if pile.kept or ticked.intersection(pile.dice):
            canvas.sprite(kept_mark(theme, die), x + half - die // 8, y - half + die // 8, ground)
        if pile.count > 1:
            canvas.text(
                left + spot.x + die + beside(die),
                y,
                times(pile),
                _number_size(die),
                ink,
                weight=Weight.BLACK,
            )
