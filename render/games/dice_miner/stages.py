"""What fills the upper part of the picture while no dice lie on the mountain."""

from collections.abc import Sequence

from engine.games.dice_miner.observation import Observation
from render.canvas import Box, Canvas, size_that_fits
from render.fonts import Weight
from render.games.dice_miner.flow import draw_flow, flow
from render.games.dice_miner.hoard import Group, Pile, hero_piles, hero_tunnels, piles
from render.games.dice_miner.table import (
    draw_table,
    height_of,
    points_line,
    round_lines,
    tiebreak_lines,
)
from render.names import drawn_name
from render.players import Player
from render.theme import Theme
from texts import Words


def draw_workbench(
    canvas: Canvas,
    theme: Theme,
    box: Box,
    view: Observation,
    players: Sequence[Player],
    words: Words,
) -> None:
    """The hoard of the seat that does magic, large; what it may use or reroll now has a ring."""
    left, top, right, bottom = box
    seat = view.seats[view.to_act[0]]
    canvas.shadow(box, 22, theme.shade)
    canvas.panel(box, 22, theme.paper, theme.gold, 6)
    name = drawn_name(words, players, seat.seat)
    if view.spending is not None:
        missing = view.spending.count - len(view.chosen)
        title = words.count(
            "{name} rerolls {count} more die",
            "{name} rerolls {count} more dice",
            missing,
            name=name,
        )
        marked = frozenset(die.name for die in view.spending.targets)
    else:
        title = words.say("{name} may spend magic", name=name)
        marked = frozenset(source.token.split()[-1] for source in view.sources)
    room = right - left - 56
    size = size_that_fits(title, Weight.BLACK, (44, 40, 36, 32), room)
    canvas.text(left + 28, top + 46, title, size, theme.ink, weight=Weight.BLACK, room=room)
    groups: list[tuple[Group, tuple[Pile, ...]]] = list(piles(seat.hoard))
    if hero := hero_piles(seat):
        groups.append((Group.MAGIC, hero))
    ticked = frozenset(die.name for die in view.chosen)
    free = bottom - top - 96
    made = next(
        (made for die in _DICE if (made := flow(groups, room, die)).height <= free),
        flow(groups, room, _DICE[-1]),
    )
    down = top + 84 + (free - made.height) // 3
    draw_flow(
        canvas, theme, made, left + 30, down,
        ink=theme.ink, ground=theme.paper, tunnels=hero_tunnels(seat), marked=marked, ticked=ticked,
    )  # fmt: skip


_DICE = (116, 100, 88, 76, 64, 56)
"""Sides of dice to try on the workbench."""


def draw_round_table(
    canvas: Canvas,
    theme: Theme,
    box: Box,
    view: Observation,
    players: Sequence[Player],
    words: Words,
) -> None:
    """How the last round was scored, any tie-breaks, and the points so far."""
    left, top, right, bottom = box
    lines = round_lines(words, view, len(view.scored) - 1) if view.scored else []
    lines += [*tiebreak_lines(words, view), points_line(words, view)]
    each = min((bottom - top - height_of((), 0)) // len(lines), 62)
    tall = height_of(lines, each)
    draw_table(canvas, theme, (left, top, right, top + tall), each, lines, view, players, words)
