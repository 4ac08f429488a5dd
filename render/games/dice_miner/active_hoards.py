"""Large hoards of the players who currently decide about their own dice."""

from collections.abc import Sequence
from enum import Enum
from functools import partial

from engine.core.types import Seat
from engine.games.dice_miner.observation import (
    HoardDie,
    Observation,
    Phase,
    SeatView,
)
from render.canvas import Box, Canvas, size_that_fits, text_width
from render.games.dice_miner.flow import Flow, draw_flow, flow, flow_that_fits, last_line
from render.games.dice_miner.hoard import Pile, hero_piles, hero_tunnels, piles
from render.games.dice_miner.hoard_score import (
    SIZES,
    HoardScore,
    draw_hoard_score,
    fitting_size,
    hoard_score,
    score_width,
)
from render.games.dice_miner.panels import GAP, PanelLayout, draw_frame, draw_name
from render.names import drawn_name
from render.ornaments import draw_seat
from render.players import Player
from render.theme import Theme
from render.typography.fonts import Weight
from render.words import signed
from texts import Words

PAD = 28
_HEAD = 84
_PURSE = 74
BESIDE_SIZES = (60, 54, 50, 46, 42)
_APART = 48
_SHRUNK = 0.8
_SIDES = (116, 100, 88, 80, 72, 64, 56, 50, 46, 42, 38, 34, 30, 26, 22)
_LINES = 3
_MOST_STACKED = 3


def deciding(view: Observation) -> tuple[Seat, ...]:
    own = view.phase in (Phase.MAGIC, Phase.TIEBREAK, Phase.RECOVERY)
    return view.to_act if own else ()


def plan_active_hoards(view: Observation, width: int, room: int) -> PanelLayout:
    for at in range(len(_SIDES)):
        layout = _plan(view, width, _SIDES[at:])
        if layout.height <= room:
            break
    return layout


class Where(Enum):
    BESIDE = "beside"
    ABOVE = "above"
    BELOW = "below"


def _plan(view: Observation, width: int, sides: tuple[int, ...]) -> PanelLayout:
    seats = deciding(view)
    columns = 1 if len(seats) <= _MOST_STACKED else 2
    panel_width = (width - GAP * (columns - 1)) // columns
    room = panel_width - 2 * PAD
    shown = [hoard_score(view, view.seats[seat]) for seat in seats]
    flows = tuple(
        _flow(view.seats[seat].hoard, hero_piles(view.seats[seat]), score, room, sides)
        for seat, score in zip(seats, shown, strict=True)
    )
    below = [
        where_scored(flow, score, room, len(seats)) is Where.BELOW
        for flow, score in zip(flows, shown, strict=True)
    ]
    heights = [
        _HEAD + flow.height + 18 + _PURSE * low for flow, low in zip(flows, below, strict=True)
    ]
    rows = tuple(max(heights[at : at + columns]) for at in range(0, len(seats), columns))
    return PanelLayout(seats, columns, panel_width, flows, rows)


def _flow(
    hoard: tuple[HoardDie, ...],
    hero: tuple[Pile, ...],
    shown: HoardScore,
    room: int,
    sides: tuple[int, ...],
) -> Flow:
    """Return the largest dice that fit, or slightly smaller ones if the score fits beside them."""
    groups = list(piles(hoard))
    if hero:
        groups.append(hero)
    largest = flow_that_fits(groups, room, sides, _LINES)
    for die in sides:
        if largest.die * _SHRUNK <= die <= largest.die:
            candidate = flow(groups, room, die)
            if _fits_beside(candidate, shown, room):
                return candidate
    return largest


def _fits_beside(dice: Flow, shown: HoardScore, room: int) -> bool:
    if not dice.spots:
        return False
    return last_line(dice)[0] + _APART + score_width(shown, BESIDE_SIZES[-1]) <= room


def where_scored(dice: Flow, shown: HoardScore, room: int, seats: int) -> Where:
    if _fits_beside(dice, shown, room):
        return Where.BESIDE
    return Where.ABOVE if 1 < seats <= _MOST_STACKED else Where.BELOW


def draw_active_hoards(
    canvas: Canvas,
    theme: Theme,
    layout: PanelLayout,
    left: int,
    top: int,
    view: Observation,
    players: Sequence[Player],
    words: Words,
) -> None:
    for seat, box, dice in layout.places(left, top):
        mine = view.seats[seat]
        shown = hoard_score(view, mine)
        room = box[2] - box[0] - 2 * PAD
        where = where_scored(dice, shown, room, len(layout.seats))
        title = "" if where is Where.ABOVE else _title(view, seat, players, words)
        player = (drawn_name(words, players, seat), players[seat].computer)
        above = shown if where is Where.ABOVE else None
        canvas.part(
            ("active hoard", seat, box, mine.points, player, title, above),
            partial(_draw_head, canvas, theme, box, above, title, view, seat, players, words),
        )
        _draw_dice(canvas, theme, box, dice, view, mine)
        if above is None:
            _draw_score(canvas, theme, box, where, dice, shown)


def _draw_score(
    canvas: Canvas, theme: Theme, box: Box, where: Where, dice: Flow, shown: HoardScore
) -> None:
    left, top, right, bottom = box
    if where is Where.BESIDE:
        end, down = last_line(dice)
        room = right - left - 2 * PAD - end - _APART
        size = fitting_size(shown, room, BESIDE_SIZES)
        draw_hoard_score(canvas, theme, right - PAD, top + _HEAD + down, shown, size)
        return
    size = fitting_size(shown, right - left - 2 * PAD, (*BESIDE_SIZES, *SIZES))
    begin = left + PAD + score_width(shown, size)
    draw_hoard_score(canvas, theme, begin, bottom - _PURSE // 2 - 2, shown, size)


def _draw_head(
    canvas: Canvas,
    theme: Theme,
    box: Box,
    above: HoardScore | None,
    title: str,
    view: Observation,
    seat: Seat,
    players: Sequence[Player],
    words: Words,
) -> None:
    draw_frame(canvas, theme, box, lit=True)
    left, top, right, _bottom = box
    mine = view.seats[seat]
    middle = top + _HEAD // 2
    draw_seat(canvas, theme, seat, left + PAD + 26, middle, 54)
    total = signed(mine.points)
    canvas.text(right - PAD, middle - 1, total, 60, theme.ink, weight=Weight.BLACK, anchor="rm")
    x, end = left + PAD + 66, right - PAD - text_width(total, Weight.BLACK, 60) - 20
    if above is not None:
        size = fitting_size(above, (end - x) * 3 // 5)
        end = draw_hoard_score(canvas, theme, end - 20, middle, above, size) - 20
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
    canvas: Canvas, theme: Theme, box: Box, dice: Flow, view: Observation, mine: SeatView
) -> None:
    if view.spending is not None:
        marked = frozenset(die.name for die in view.spending.targets)
    else:
        marked = frozenset(source.token.split()[-1] for source in view.sources)
    draw_flow(
        canvas,
        theme,
        dice,
        box[0] + PAD,
        box[1] + _HEAD,
        ink=theme.ink,
        ground=theme.paper,
        tunnels=hero_tunnels(mine),
        marked=marked,
        ticked=frozenset(die.name for die in view.chosen),
    )
