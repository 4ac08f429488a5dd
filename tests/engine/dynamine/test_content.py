"""The numbers of rules version 1, and refused files (data/games/dynamine)."""

import shutil
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from bot.app.games import DATA
from bot.errors import OperatorError
from engine.games.dynamine.content import CardName, Well
from games.dynamine import GAME as PACKAGE
from tests.engine.dynamine.table import CONTENT

FILE = DATA / "dynamine" / "rules-1.toml"


def test_version_one_has_all_parts() -> None:
    assert Counter(len(pile.tiles) for pile in CONTENT.piles) == {3: 26, 2: 10}
    assert [tile.name for tile in CONTENT.tiles if tile.sapphire] == ["F3a", "F4a"]
    assert Counter(token.action.value for token in CONTENT.round_tokens) == {
        "plain": 4,
        "move": 2,
        "reroll": 2,
        "guess": 2,
    }
    assert [card.name for card in CONTENT.cards] == list(CardName)
    assert len(CONTENT.missions) == 6
    for tile in CONTENT.tiles:
        assert tile.cost == next(pile.cost for pile in CONTENT.piles if pile.name == tile.pile)
        assert tile.altar or tile.well is not Well.ALTAR
        assert tile.fossil or tile.well is not Well.DRAGON


def test_house_figures_are_marked() -> None:
    """No printed source has the numbers of tiles, round tokens and rewards, so we chose them."""
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    for kind in ("tiles", "round_tokens", "rewards"):
        assert {entry["mark"] for entry in data[kind]} == {"H"}
        assert all("house figure" in entry["source"] for entry in data[kind])
    assert {entry["mark"] for entry in data["cards"]} == {"P"}


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('openings = "EW"', 'openings = "WE"', "'WE' must be written 'EW'"),
        ('openings = "EW"', 'openings = "X"', "'X' are not sides"),
        ('openings = "EW"', 'openings = ""', "A1a needs openings"),
        ('openings = "EW"', 'openings = "EW", plus = "N"', "each +1 must be on one of them"),
        ('tile = "A1a"', 'tile = "A1d"', "the tiles of A1 must be named A1a, A1b and so on"),
        ('tile = "A1a"', 'tile = "Z1a"', "the tiles of A1 must be named"),
        (
            'well = "dragon", fossil = 1',
            'well = "dragon"',
            "C4a: the altar or fossil of a rich well",
        ),
        ("altar = 1", "altar = 2", "altar"),
        ("number = 1,", "number = 11,", "round tokens must be numbered from 1"),
        ("side_b = [5, 2]", "side_b = [5]", "'fossils': side B"),
        ('card = "ring"', 'card = "king"', "'king' is not a card"),
        ('card = "ring"', 'card = "raven"', "each card must be listed once"),
        ("level = 4", "tiles = 1", None),
        ("[rounds]\nvalue = 10", "[rounds]\nvalue = 11", "one for each round"),
        ("[face_up]\nvalue = 3", "[face_up]\nvalue = 9", "must be enough cards"),
    ],
)
def test_broken_file_is_refused_with_a_reason(
    tmp_path: Path, old: str, new: str, sentence: str | None
) -> None:
    folder = tmp_path / "dynamine"
    shutil.copytree(FILE.parent, folder)
    text = FILE.read_text(encoding="utf-8")
    assert old in text
    (folder / FILE.name).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(OperatorError) as caught:
        PACKAGE.load_rules(folder)
    assert str(folder / FILE.name) in str(caught.value)
    assert sentence is None or sentence in str(caught.value)


def test_later_version_contains_only_its_changes(tmp_path: Path) -> None:
    folder = tmp_path / "dynamine"
    shutil.copytree(FILE.parent, folder)
    (folder / "rules-2.toml").write_text(
        "rules = 2\nextends = 1\n"
        'tiles = [{ tile = "A1a", openings = "NS", mark = "P", source = "a photo" }]\n'
        '[rounds]\nvalue = 8\nmark = "H"\nsource = "a shorter match"\n',
        encoding="utf-8",
    )
    first, second = PACKAGE.load_rules(folder)[1], PACKAGE.load_rules(folder)[2]
    assert first.content == CONTENT  # type: ignore[attr-defined]
    content = second.content  # type: ignore[attr-defined]
    assert content.tiles[0].openings.letters == "NS"
    assert content.tiles[1:] == CONTENT.tiles[1:]
    assert content.rounds == 8
