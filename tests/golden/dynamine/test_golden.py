"""Every recorded match of DYNAMINE replays to the same end."""

import json
from pathlib import Path

import pytest

from engine.core.errors import BadLine
from engine.core.matchfile import open_match, verify, write
from tests.golden.dynamine.record import GAMES, RECIPES, first_words, summary

FILES = sorted(Path(__file__).parent.glob("*.match"))
each_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


@each_file
def test_match_replays_to_its_summary(file: Path) -> None:
    text = file.read_bytes()
    assert json.loads(file.with_suffix(".json").read_text(encoding="utf-8")) == summary(text)
    match = open_match(text, GAMES.game)
    verify(match)
    log = [advance.entry for _, advance in match.advances()]
    assert text == write(match.header, log).encode()


@each_file
def test_changed_decision_is_refused_with_its_line(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    lines = text.splitlines()
    place = next(number for number, line in enumerate(lines) if " take " in line)
    lines[place] = lines[place].replace("take ", "take Z")
    match = open_match("\n".join(lines).encode(), GAMES.game)
    with pytest.raises(BadLine, match=f"line {place + 1}: "):
        list(match.advances())


def test_files_show_their_recipes_with_every_number_of_seats() -> None:
    recorded = {}
    for file in FILES:
        match = open_match(file.read_bytes(), GAMES.game)
        log = [made.entry for _, made in match.advances()]
        recorded[file.stem] = (match.header.seats, first_words(log))
    assert set(recorded) == {recipe.name for recipe in RECIPES}
    for recipe in RECIPES:
        seats, words = recorded[recipe.name]
        assert (seats, set(recipe.wanted) - words) == (recipe.seats, set())
