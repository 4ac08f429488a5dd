"""Text and alt text have the same facts as the picture."""

import re
from dataclasses import replace

import pytest

from engine.games.dice_grid.observation import Phase
from render.games.dice_grid.alt import alt_text, board_text
from render.games.dice_grid.board import draw_board
from render.games.dice_grid.scene import GridScene
from render.picture import ALT_LIMIT
from tests.engine.dice_grid.table import GAME
from texts import Catalogue
from tools.samples import STRANGE
from tools.samples.dice_grid import empty, samples, scenes

WORDS = Catalogue.load().words("en")


def read_grid(scene: GridScene) -> dict[str, str]:
    """Return the content of each square in the text board, by name."""
    block = board_text(scene, WORDS).split("```")[1].strip("\n").split("\n")
    letters = block[0].split()
    return {
        f"{letter}{line.split()[0]}": cell
        for line in block[1 : 1 + scene.size]
        for letter, cell in zip(letters, line.split()[1:], strict=True)
    }


@pytest.fixture(scope="module")
def grids() -> list[GridScene]:
    """Return grids in every situation, and throughout a day's game."""
    return [*(scene for _, scene in samples(GAME)), *scenes(GAME, 5)[::7]]


def test_the_text_board_has_everything_needed_to_play(grids: list[GridScene]) -> None:
    for scene in grids:
        assert_played_by_text(scene)


def assert_played_by_text(scene: GridScene) -> None:
    cells = read_grid(scene)
    for square, type_ in enumerate(scene.view.grid):
        cell = cells[scene.name(square)]
        if type_ is not None:
            assert cell.strip("[]") == str(scene.view.columns[type_].die.faces)
            assert ("[" in cell) is (square == scene.view.marker)
        else:
            empty_cell = "*" if scene.chances(square) else "·"
            assert cell == ("?" if square == scene.aim else empty_cell)
    text = board_text(scene, WORDS)
    for type_, column in enumerate(scene.view.columns):
        line = re.search(rf"^{scene.die_name(type_)} .*$", text, re.MULTILINE)
        assert line is not None
        assert tuple(int(box) for box in line[0].split()[1:] if box.isdigit()) == column.open
    for lit in scene.lit:
        types = "/".join(scene.die_name(type_) for type_ in lit.types)
        number = "" if lit.number is None else rf"\b{lit.number}\b[ 0-9]*"
        place = rf"\b{scene.name(lit.square)}: [^;]*"
        assert re.search(rf"{place}{number}\(?{types}\b", text)


def test_alt_text_has_the_facts(grids: list[GridScene]) -> None:
    for scene in grids:
        assert_alt_text_has_the_facts(scene)


def assert_alt_text_has_the_facts(scene: GridScene) -> None:
    alt = alt_text(scene, WORDS)
    assert len(alt) <= ALT_LIMIT
    assert "Ana" in alt
    points = scene.view.score
    assert f"{points.total} of {scene.most} points" in alt
    parts = (points.squares, points.rows, points.columns, points.stars)
    assert "squares {}, rows {}, columns {}, stars {}.".format(*parts) in alt
    assert (f"At most {scene.view.possible}" in alt) is (scene.view.phase is not Phase.FINISHED)
    for square, type_ in enumerate(scene.view.grid):
        if type_ is not None:
            name = scene.name(square)
            die = scene.die_name(type_)
            assert re.search(rf"Row {name[1]}: [^.]*\b{name[0]} {die}[,.]", alt)
    if scene.aim is None:
        for lit in scene.lit:
            number = "" if lit.number is None else f"[ 0-9]* {lit.number}"
            assert re.search(rf"In reach: .*\b{scene.name(lit.square)}{number}[,. ]", alt)
    if scene.view.result is not None and scene.view.phase is Phase.MOVE:
        assert scene.view.die is not None
        assert f"{scene.die_name(scene.view.die)} shows {scene.view.result}" in alt


def test_alt_text_fits_with_the_longest_name() -> None:
    scene = replace(max(scenes(GAME, 1), key=lambda one: len(one.lit)), player=STRANGE[0])
    picture = draw_board(scene, WORDS)
    assert picture.alt == alt_text(scene, WORDS)
    assert len(picture.alt) <= ALT_LIMIT


def test_a_name_cannot_add_lines() -> None:
    scene = replace(empty(GAME), player=replace(STRANGE[2], name="A\nB\u202e```x"))
    assert board_text(scene, WORDS).split("\n")[1].startswith("12 of 63 points")
