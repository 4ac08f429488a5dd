"""A board is legible at a width of 400 pixels."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from engine.games.dice_miner.content import Face, Kind, Symbol
from engine.games.dice_miner.observation import Observation
from render.canvas import Canvas, dots
from render.games.dice_miner.active_hoards import (
    BESIDE_SIZES,
    PAD,
    Where,
    deciding,
    plan_active_hoards,
    where_scored,
)
from render.games.dice_miner.board import HIGHEST, WIDTH
from render.games.dice_miner.cells import Cell, Lit, paint_cell
from render.games.dice_miner.dice import SMALL, DieKey, draw_die
from render.games.dice_miner.flow import draw_flow, flow, last_line, rails
from render.games.dice_miner.heroes import draw_heroes
from render.games.dice_miner.hoard import piles
from render.games.dice_miner.hoard_score import SIZES, fitting_size, hoard_score, score_width
from render.games.dice_miner.palette import FACES
from render.games.dice_miner.panels import PanelLayout, plan
from render.games.dice_miner.score_table import draw_table, head_of, height_of, round_lines
from render.games.dice_miner.words import hero_gives, hero_name
from render.players import Player
from render.theme import RGB, THEMES, USUAL, Theme
from render.typography.fonts import Weight
from tests.render.dice_miner.views import ALL, HEROES, PLAYERS, WORDS, played
from tests.render.noted import NotedCanvas
from tests.render.record import board
from tests.tiers import every
from texts import Catalogue

PHONE = 400
ALIKE = [
    (kind, one.count, other.count, one.symbol)
    for (kind, one), (its, other) in combinations(FACES, 2)
    if kind is its and one.symbol is other.symbol is not Symbol.TUNNEL
]
"""Faces of a kind that differ only in their number."""


def on_a_phone(units: float) -> float:
    """Convert units to pixels on a phone."""
    return units * PHONE / WIDTH


def reduced(image: Image.Image) -> Image.Image:
    """Return a part of a board as a phone shows it in grey."""
    side = round(image.width * PHONE / dots(WIDTH))
    return image.convert("L").resize((side, side), Image.Resampling.BOX)


def apart(one: Image.Image, other: Image.Image) -> int:
    """Return the number of a phone's pixels that differ clearly."""
    counts = ImageChops.difference(reduced(one), reduced(other)).histogram()
    return sum(counts[49:])


def lying(theme: Theme, side: int, kind: Kind, face: Face) -> Image.Image:
    across = round(side * 1.3)
    canvas = Canvas(Image.new("RGB", (dots(across), dots(across)), theme.paper))
    draw_die(canvas, theme, side, DieKey(kind, face), across // 2, across // 2, theme.paper)
    return canvas.image


@pytest.mark.parametrize("theme", every(THEMES.values()), ids=list(THEMES))
@pytest.mark.parametrize("side", [46, 50, 56, 64])
def test_one_symbol_differs_from_several(theme: Theme, side: int) -> None:
    """Dice in a hoard differ at least as much as the two most similar cells on a board."""
    least = min(
        apart(*(paint_cell(theme, Cell(160, Lit.IDLE, kind, Face(symbol, n))) for n in (few, many)))
        for kind, few, many, symbol in ALIKE
    )
    for kind, few, many, symbol in ALIKE:
        if few == 1:
            dice = (lying(theme, side, kind, Face(symbol, n)) for n in (few, many))
            assert apart(*dice) >= least, (symbol, few, many)


@pytest.mark.parametrize("side", [46, 50, 56, 64])
@pytest.mark.parametrize(
    ("kind", "symbol"),
    [
        (Kind.HAZARD, Symbol.ROCKFALL),
        (Kind.HAZARD, Symbol.DRAGON),
        (Kind.TREASURE, Symbol.GEM),
        (Kind.MAGIC, Symbol.DIAMOND),
    ],
)
def test_two_and_three_symbols_differ_in_a_legible_digit(
    side: int, kind: Kind, symbol: Symbol
) -> None:
    assert side < SMALL
    two, three = (lying(USUAL, side, kind, Face(symbol, count)) for count in (2, 3))
    box = ImageChops.difference(two, three).getbbox()
    assert box is not None
    assert (box[3] - box[1]) * PHONE / dots(WIDTH) >= 7
    assert (box[2] - box[0]) < 0.6 * dots(side)


@pytest.mark.parametrize("ground", [USUAL.paper, USUAL.paper_dim])
def test_tunnels_that_count_have_a_rail(ground: RGB) -> None:
    groups = piles(ALL["crowded"]().view.seats[3].hoard)
    layout = flow(groups, 700, 46)
    assert [[spot.pile.face.count for spot in row] for row in rails(layout, ())] == [[1]]
    canvas = Canvas(Image.new("RGB", (600, 200), ground))
    draw_flow(canvas, USUAL, layout, 20, 20, ink=USUAL.ink, ground=ground)
    for spot in layout.spots:
        x = dots(20 + spot.x + 23)
        column = [canvas.image.getpixel((x, y)) for y in range(dots(20 + spot.y + 46), 200)]
        line = column[: dots(20)].count(USUAL.good)
        counts = spot.pile.face == Face(Symbol.TUNNEL, 1)
        assert (line * PHONE / dots(WIDTH) >= 2.5) is counts
        assert (line > 0) is counts


@pytest.mark.parametrize("name", ["salud", "crowded", "magic", "keeping", "tiebreak", "finished"])
def test_points_by_source_are_legible_in_every_panel(name: str) -> None:
    view = ALL[name]().view
    layout = plan(view, tuple(range(len(view.seats))), WIDTH - 40, HIGHEST)
    for seat in view.seats:
        single = len(layout.rows) > 1
        room = layout.width - 32 - (51 * len(seat.hero_faces) + 10 if single else 0)
        assert on_a_phone(fitting_size(hoard_score(view, seat), room)) >= 11
    assert min(SIZES) >= 32


@pytest.mark.parametrize("name", ["magic", "keeping", "tiebreak"])
def test_dice_of_deciding_players_are_large(name: str) -> None:
    view = ALL[name]().view
    assert deciding(view) == view.to_act != ()
    layout = plan_active_hoards(view, WIDTH - 40, HIGHEST * 3 // 5)
    assert layout.seats == view.to_act
    assert all(on_a_phone(flow_of_seat.die) >= 24 for flow_of_seat in layout.flows)


def test_only_deciding_players_have_large_hoards() -> None:
    assert [name for name in ALL if deciding(ALL[name]().view)] == ["magic", "keeping", "tiebreak"]


def dice_drawn(view: Observation, monkeypatch: pytest.MonkeyPatch, *, name: str) -> list[DieKey]:
    """Return every flat die on a board."""
    drawn: list[DieKey] = []

    def note(*arguments: object) -> None:
        key = arguments[3]
        assert isinstance(key, DieKey)
        drawn.append(key)

    monkeypatch.setattr("render.games.dice_miner.flow.draw_die", note)
    board(ALL[name]())
    return drawn


@pytest.mark.parametrize("name", ["magic", "keeping", "tiebreak", "crowded"])
def test_no_die_is_drawn_twice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    view = ALL[name]().view
    in_hoards = sum(len(group) for seat in view.seats for group in piles(seat.hoard))
    printed = sum(len(view.seats[seat].hero_faces) for seat in deciding(view))
    assert len(dice_drawn(view, monkeypatch, name=name)) == in_hoards + printed


@pytest.mark.parametrize(
    "names",
    [
        ("Ana", "Computer 1", "Computer 2", "Computer 3"),
        ("Maximiliane", "Computer 1", "Konstantinos", "Ordenador 12"),
        ("Ana", "Eva", "Bo", "Al"),
    ],
)
def test_names_are_not_cut_in_sheets_for_four(names: Sequence[str]) -> None:
    """Otherwise "Computer 1" and "Computer 2" would look the same."""
    view = ALL["crowded"]().view
    players = [Player(name) for name in names]
    lines = round_lines(WORDS, view, 0)
    canvas = NotedCanvas(1200, 800)
    head = head_of(1144, view, players, WORDS)
    box = (28, 20, 1172, 20 + height_of(lines, 52, head))
    draw_table(canvas, USUAL, box, 52, lines, view, players, WORDS)
    drawn = " ".join(line.text for line in canvas.texts)
    assert all(name in drawn for name in names), "names are whole, on one line or two"
    assert min(line.size for line in canvas.texts) >= 26, "smaller text is illegible on a phone"


def active_plans() -> Iterator[tuple[Observation, PanelLayout]]:
    """Yield the active hoards of whole matches, and of tables laid out by hand."""
    views = [make().view for make in ALL.values()]
    for seats in (2, 3, 4):
        views += [moment.view for moment in played(seats, 1)]
    for view in views:
        if deciding(view):
            yield view, plan_active_hoards(view, WIDTH - 40, HIGHEST * 3 // 5)


def test_the_score_fills_the_last_line_of_an_active_hoard() -> None:
    beside = lonely = 0
    for view, layout in active_plans():
        room = layout.width - 2 * PAD
        for seat, dice in zip(layout.seats, layout.flows, strict=True):
            shown = hoard_score(view, view.seats[seat])
            where = where_scored(dice, shown, room, len(layout.seats))
            filled, _ = last_line(dice)
            if where is Where.BESIDE:
                beside += 1
                filled += score_width(shown, fitting_size(shown, room - filled - 48, BESIDE_SIZES))
                assert filled <= room - 40, "score and dice don't touch"
            assert filled > room * 0.45
            lonely += last_line(dice)[0] < room / 3
    assert beside > 20
    assert lonely, "without a score, the line would be nearly empty"


@pytest.mark.parametrize("language", every(Catalogue.load().languages))
def test_hero_cards_share_legible_text_sizes(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = Catalogue.load().words(language)
    canvas = NotedCanvas(WIDTH, HIGHEST)
    view = replace(ALL["draft"]().view, free_heroes=tuple(hero.name for hero in HEROES))
    view = replace(view, seats=tuple(replace(seat, hero=None) for seat in view.seats))
    draw_heroes(canvas, USUAL, 40, 154, WIDTH - 40, view, HEROES, PLAYERS, words)
    for weight, all_of in (
        (Weight.BLACK, [hero_name(words, hero.name) for hero in HEROES]),
        (Weight.REGULAR, [hero_gives(words, hero.faces) for hero in HEROES]),
    ):
        texts = [line.text for line in canvas.texts if line.weight is weight]
        assert " ".join(texts) == " ".join(all_of)
        (size,) = {line.size for line in canvas.texts if line.weight is weight}
        assert size * 390 / WIDTH >= 11
