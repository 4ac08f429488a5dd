"""Boards, sheets and posters: shape, size, legibility and safety."""

import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageChops

from engine.games.dice_miner.observation import (
    HoardDie,
    Observation,
    Phase,
    Reach,
    SeenDie,
)
from engine.games.dice_miner.state import Excavation, Round, Score, Tiebreak
from render.canvas import SCALE, dots
from render.games.dice_miner.board import (
    HIGHEST,
    WIDTH,
    draw_board,
    step_for,
)
from render.games.dice_miner.cells import Cell, Lit, paint_cell
from render.games.dice_miner.mountain import BADGE, LETTER, Lattice, badge_centre
from render.games.dice_miner.pictures import PICTURES
from render.games.dice_miner.poster import draw_poster
from render.games.dice_miner.score_sheet import draw_sheet
from render.indexed import IndexedCanvas
from render.memory import DRAWN
from render.picture import ALT_LIMIT, Picture
from render.players import Player
from render.theme import Theme
from tests.engine.dice_miner.table import CONTENT, table
from tests.render.dice_miner.views import ALL, FULL, HEROES, WORDS, Table, seen
from tests.render.record import board
from tools.samples.dice_miner import paint_board

PHONE = 400
SMALL = 80_000


def overfull(seats: int) -> Table:
    """Return more dice than any match has: a full mountain, 35 in one hoard, 60 in all."""
    start = table(Excavation(0), *[""] * seats, heroes=" ".join(
        hero.name.value for hero in HEROES[:seats]), lying=FULL)  # fmt: skip
    view = seen(start).view
    dice = [
        HoardDie(SeenDie(CONTENT.name(die), CONTENT.kind(die), face, CONTENT.face(die, face)))
        for die in range(CONTENT.dice)
        for face in [1 + die % 6]
    ]
    hoards = [dice[25:], *(dice[:25][seat :: seats - 1] for seat in range(seats - 1))]
    seats_with_dice = [replace(v, hoard=tuple(h)) for v, h in zip(view.seats, hoards, strict=True)]
    return Table(replace(view, seats=tuple(seats_with_dice)))


def opened(picture: Picture) -> Image.Image:
    with Image.open(io.BytesIO(picture.data)) as image:
        assert image.format == "PNG"
        return image.convert("RGB")


@pytest.mark.parametrize("name", ALL)
def test_boards_are_landscape_and_small(name: str) -> None:
    picture = board(ALL[name]())
    assert (picture.width, picture.height) == opened(picture).size
    assert picture.width == dots(WIDTH)
    assert 0.5 * WIDTH < picture.height / SCALE <= HIGHEST < WIDTH
    assert len(picture.data) <= SMALL
    assert 0 < len(picture.alt) <= ALT_LIMIT
    assert picture.suffix == ".png"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_overfull_tables_fit(seats: int) -> None:
    picture = board(overfull(seats))
    assert picture.height <= dots(HIGHEST)
    assert len(picture.data) <= 1.1 * SMALL


def test_letters_are_legible_on_a_phone() -> None:
    assert BADGE * PHONE / WIDTH >= 12
    assert LETTER * PHONE / WIDTH >= 12


@pytest.mark.parametrize("name", ["fresh", "salud", "crowded"])
def test_each_available_die_has_a_separate_badge(name: str) -> None:
    with_letters = ALL[name]()
    without = replace(
        with_letters.view,
        mountain=tuple(replace(seen, takeable=False) for seen in with_letters.view.mountain),
    )
    players = with_letters.players
    plain = paint_board(without, players, WORDS, None)
    lit = paint_board(with_letters.view, players, WORDS, None)
    changed = ImageChops.difference(plain, lit).convert("L")
    lattice = lattice_of(with_letters.view)
    lying = {seen.place for seen in with_letters.view.mountain}
    centres = []
    for seen_die in with_letters.view.mountain:
        x, y = badge_centre(lattice, seen_die, lying)
        box = cutout(x, y, 18)
        share = sum(value > 8 for value in changed.crop(box).tobytes()) / (
            (box[2] - box[0]) * (box[3] - box[1])
        )
        if seen_die.takeable:
            assert share > 0.95
            centres.append((x, y))
        elif seen_die.reach is Reach.SIDE:
            assert share < 0.95
    for number, (x, y) in enumerate(centres):
        assert BADGE / 2 < x < WIDTH - BADGE / 2
        assert y > BADGE / 2
        for other_x, other_y in centres[:number]:
            assert max(abs(x - other_x), abs(y - other_y)) > BADGE


def cutout(x: int, y: int, reach: int) -> tuple[int, int, int, int]:
    """Return a square around a place, in pixels."""
    return dots(x - reach), dots(y - reach), dots(x + reach), dots(y + reach)


def lattice_of(view: Observation) -> Lattice:
    return Lattice(view.rows, WIDTH // 2, 52, step_for(view))


def test_badges_of_tops_and_opened_sides_differ() -> None:
    shown = ALL["salud"]()
    image = paint_board(shown.view, shown.players, WORDS, None)
    lattice = lattice_of(shown.view)
    lying = {seen.place for seen in shown.view.mountain}
    corners: dict[Reach, set[object]] = {Reach.TOP: set(), Reach.SIDE: set()}
    for seen_die in shown.view.mountain:
        if seen_die.takeable:
            x, y = badge_centre(lattice, seen_die, lying)
            corners[seen_die.reach].add(image.getpixel((dots(x - BADGE // 2 + 5), dots(y))))
    assert len(corners[Reach.TOP]) == len(corners[Reach.SIDE]) == 1
    assert corners[Reach.TOP] != corners[Reach.SIDE]


def test_the_last_move_is_marked() -> None:
    for name in ("fresh", "salud"):
        shown = ALL[name]()
        assert shown.last is not None
        quiet = paint_board(shown.view, shown.players, WORDS, None)
        marked = paint_board(shown.view, shown.players, WORDS, shown.last)
        lattice = lattice_of(shown.view)
        taken = shown.last.taken[0]
        emptied = taken.slid[-1][0] if taken.slid else taken.place
        places = [lattice.centre(emptied)]
        places += [
            ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)
            for start, end in taken.slid
            for a, b in [(lattice.centre(start), lattice.centre(end))]
        ]
        for x, y in places:
            reach = lattice.step // 2 if (x, y) == places[0] else 16
            box = cutout(x, y, reach)
            assert ImageChops.difference(quiet.crop(box), marked.crop(box)).getbbox() is not None


def test_the_current_player_is_highlighted() -> None:
    shown = ALL["crowded"]()
    moved = replace(
        shown.view,
        to_act=(2,),
        seats=tuple(replace(seat, to_act=seat.seat == 2) for seat in shown.view.seats),
    )
    assert board(shown).data != board(Table(moved)).data


@pytest.mark.parametrize("name", ["draft", "crowded", "magic", "keeping", "finished"])
def test_names_do_not_change_the_layout(name: str) -> None:
    shown = ALL[name]()
    for called in ("W" * 32, "", "🦊", "مرحبا", "田中", "\u202ex\u200b", "a b " * 8):
        players = [Player(called, computer=True) for _ in shown.players]
        picture = draw_board(shown.view, players, WORDS, shown.last, HEROES)
        assert picture.height == board(shown).height
        assert len(picture.alt) <= ALT_LIMIT


def test_parallel_drawing_gives_the_same_boards() -> None:
    shown = [make() for make in ALL.values()]
    alone = [board(each).data for each in shown]
    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(lambda each: board(each).data, shown * 3))
    assert together == alone * 3


def test_the_draft_works_without_hero_faces() -> None:
    shown = ALL["draft"]()
    picture = draw_board(shown.view, shown.players, WORDS, shown.last)
    assert "Free hero: Prospector." in picture.alt
    assert picture.data != board(shown).data


def test_a_larger_mountain_fits() -> None:
    view = replace(ALL["fresh"]().view, rows=(3, 4, 5, 6, 7, 8), mountain=())
    lattice = Lattice(view.rows, WIDTH // 2, 52, step_for(view))
    assert lattice.centre(lattice.places - 1)[0] + lattice.step // 2 < WIDTH
    assert lattice.bottom < 600


def test_a_board_after_the_warm_up_paints_only_taken_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = ALL["salud"]()
    PICTURES.warm_up()
    painted: list[Cell] = []

    def paint(theme: Theme, cell: Cell) -> Image.Image:
        painted.append(cell)
        return paint_cell(theme, cell)

    monkeypatch.setattr("render.games.dice_miner.mountain.paint_cell", paint)
    monkeypatch.setattr("render.games.dice_miner.backdrop.scenery", None)
    board(shown)
    assert all(cell.lit is Lit.GONE for cell in painted)


@pytest.mark.parametrize("scored", [0, 1, 3])
def test_sheets_at_any_time_are_landscape(scored: int) -> None:
    end = ALL["finished"]()
    score = Score(1, 2, -3)
    many = tuple(Tiebreak((0, 2), (score, score)) for _ in range(20))
    played = (Round(0, (score, score, score)),) * scored
    view = replace(end.view, scored=played, tiebreaks=many if scored == 3 else ())
    picture = draw_sheet(view, end.players, WORDS)
    assert opened(picture).size == (picture.width, picture.height)
    assert picture.height < picture.width
    assert len(picture.alt) <= ALT_LIMIT
    assert len(picture.data) <= SMALL
    assert ("Round 1, Ana: tunnels 1, treasure 2, hazards −3, total 0." in picture.alt) == (
        scored > 0
    )


@pytest.mark.parametrize("scored", [0, 1, 2, 3])
def test_a_sheet_has_lines_only_for_scored_rounds(
    scored: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    class Noted(IndexedCanvas):
        def text(self, x: int, y: int, text: str, *arguments: Any, **more: Any) -> int:
            drawn.append(text)
            return super().text(x, y, text, *arguments, **more)

    DRAWN.clear()
    monkeypatch.setattr("render.games.dice_miner.score_sheet.IndexedCanvas", Noted)
    end = ALL["finished"]()
    score = Score(1, 2, -3)
    played = (Round(0, (score, score, score)),) * scored
    phase = Phase.FINISHED if scored == 3 else Phase.EXCAVATION
    view = replace(end.view, scored=played, tiebreaks=(), phase=phase, winners=())
    picture = draw_sheet(view, end.players, WORDS)
    titles = ["Tunnels", "Treasure", "Hazards", "Round", "Points"]
    labels = [text.rstrip(" 123") for text in drawn if text.rstrip(" 123") in titles]
    assert labels == [*titles[:4] * scored, "Points"]
    title = {0: None, 3: "The end"}.get(scored, f"After round {scored}")
    assert title is None or (title in drawn and picture.alt.startswith(f"{title}: Ana has"))


def test_posters_for_one_winner_and_shared_wins() -> None:
    end = ALL["finished"]()
    single = draw_poster(end.view, end.players, WORDS)
    assert single.alt.startswith("Χρυσάνθη won. It took 1 tie-break. Place 1: Χρυσάνθη, Surveyor,")
    shared = draw_poster(replace(end.view, winners=(0, 2)), end.players, WORDS)
    assert shared.alt.startswith("Ana and Χρυσάνθη share the win.")
    for picture in (single, shared):
        assert picture.height < picture.width
        assert len(picture.data) <= SMALL
