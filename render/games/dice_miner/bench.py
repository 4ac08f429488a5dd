"""The hoards of those who decide about their own dice, large; they have no panel beside it."""

from collections.abc import Sequence

from engine.core.types import Seat
from engine.games.dice_miner.observation import Observation, Phase, SeatView
from render.canvas import Box, Canvas, size_that_fits, text_width
from render.fonts import Weight
from render.games.dice_miner.flow import Flow, draw_flow, flow_that_fits
from render.games.dice_miner.hoard import Group, Pile, hero_piles, hero_tunnels, piles
from render.games.dice_miner.panels import GAP, Plan, draw_disc, draw_frame, draw_name
from render.games.dice_miner.purse import draw_purse, fitting_size, purse, purse_width
from render.games.dice_miner.words import signed
from render.names import drawn_name
from render.players import Player
from render.theme import Theme
from texts import Words

_PAD = 28
_HEAD = 84
"""Height of the line with the name and the points."""
_PURSE = 62
"""Height of the line with what the hoard scores, where it needs one of its own."""
_SIDES = (116, 100, 88, 80, 72, 64, 56, 50, 46, 42, 38, 34, 30, 26, 22)
"""The sides of dice to try."""
_LINES = 3
_MOST_STACKED = 3
"""So many lie one above the other; more side by side, too."""


def at_work(view: Observation) -> tuple[Seat, ...]:
    """Those who decide about their own dice now."""
    own = view.phase in (Phase.MAGIC, Phase.TIEBREAK, Phase.RECOVERY)
    return view.to_act if own else ()


def plan_benches(view: Observation, width: int, room: int) -> Plan:
    """Lay them out, with the largest dice for which there is `room`."""
    for at in range(len(_SIDES)):
        made = _plan(view, width, _SIDES[at:])
        if made.height <= room:
            break
    return made


def _plan(view: Observation, width: int, sides: Sequence[int]) -> Plan:
    seats = at_work(view)
    columns = 1 if len(seats) <= _MOST_STACKED else 2
    each = (width - GAP * (columns - 1)) // columns
    flows = tuple(
        flow_that_fits(_groups(view.seats[seat]), each - 2 * _PAD, sides, _LINES) for seat in seats
    )
    above = _HEAD + (0 if _in_one_line(len(seats)) else _PURSE)
    heights = [above + flow.height + 18 for flow in flows]
    rows = tuple(max(heights[at : at + columns]) for at in range(0, len(seats), columns))
    return Plan(seats, columns, each, flows, rows)


def _in_one_line(seats: int) -> bool:
    """Whether name and score share a line: where benches are wide, and several."""
    return 1 < seats <= _MOST_STACKED


def _groups(seat: SeatView) -> list[tuple[Group, tuple[Pile, ...]]]:
    """The hoard, then the hero's faces: diamonds on those can be spent as well."""
    groups = list(piles(seat.hoard))
    if hero := hero_piles(seat):
        groups.append((Group.MAGIC, hero))
    return groups


def draw_benches(
    canvas: Canvas,
    theme: Theme,
    made: Plan,
    left: int,
    top: int,
    view: Observation,
    players: Sequence[Player],
    words: Words,
) -> None:
    """Draw them; what may be used or rerolled now has a ring, what is chosen a tick."""
    for seat, box, flow in made.places(left, top):
        draw_frame(canvas, theme, box, lit=True)
        _draw_head(canvas, theme, box, len(made.seats), view, seat, players, words)
        _draw_dice(canvas, theme, box, flow, view, view.seats[seat])


def _draw_head(
    canvas: Canvas,
    theme: Theme,
    box: Box,
    seats: int,
    view: Observation,
    seat: Seat,
    players: Sequence[Player],
    words: Words,
) -> None:
    left, top, right, bottom = box
    mine = view.seats[seat]
    middle = top + _HEAD // 2
    draw_disc(canvas, theme, seat, left + _PAD + 26, middle, 54)
    total = signed(mine.points)
    canvas.text(right - _PAD, middle - 1, total, 60, theme.ink, weight=Weight.BLACK, anchor="rm")
    x, end = left + _PAD + 66, right - _PAD - text_width(total, Weight.BLACK, 60) - 20
    shown = purse(view, mine)
    if _in_one_line(seats):
        size = fitting_size(shown, (end - x) * 3 // 5)
        end = draw_purse(canvas, theme, end - 20, middle, shown, size) - 20
    else:
        low = bottom - _PURSE // 2 - 4
        size = fitting_size(shown, right - left - 2 * _PAD)
        draw_purse(canvas, theme, left + _PAD + purse_width(shown, size), low, shown, size)
    title = "" if seats > 1 else _title(view, seat, players, words)
    fitting = size_that_fits(title, Weight.BLACK, (46, 42, 38, 34), end - x)
    if title and text_width(title, Weight.BLACK, fitting) <= end - x:
        canvas.text(x, middle - 1, title, fitting, theme.ink, weight=Weight.BLACK)
    else:
        draw_name(canvas, theme, (x, end), middle, view, seat, players, words)


def _title(view: Observation, seat: Seat, players: Sequence[Player], words: Words) -> str:
    name = drawn_name(words, players, seat)
    if view.phase is Phase.RECOVERY:
        return words.count(
            "{name} can keep {count} more die",
            "{name} can keep {count} more dice",
            view.seats[seat].chests,
            name=name,
        )
    if view.spending is not None:
        return words.count(
            "{name} rerolls {count} more die",
            "{name} rerolls {count} more dice",
            view.spending.count - len(view.chosen),
            name=name,
        )
    return words.say("{name} can spend magic", name=name)


def _draw_dice(
    canvas: Canvas, theme: Theme, box: Box, flow: Flow, view: Observation, mine: SeatView
) -> None:
    if view.spending is not None:
        marked = frozenset(die.name for die in view.spending.targets)
    else:
        marked = frozenset(source.token.split()[-1] for source in view.sources)
    draw_flow(
        canvas,
        theme,
        flow,
        box[0] + _PAD,
        box[1] + _HEAD,
        ink=theme.ink,
        ground=theme.paper,
        tunnels=hero_tunnels(mine),
        marked=marked,
        ticked=frozenset(die.name for die in view.chosen),
    )
