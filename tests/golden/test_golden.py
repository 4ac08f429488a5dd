"""Every recorded match replays to the same end, and together they show every situation."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bot.app.games import load_games
from engine.core.driver import Advance
from engine.core.errors import NotProvable
from engine.core.matchfile import Opened, open_match, verify, write
from tests.golden.situations import WANTED, situations

RECORDED = sorted(Path(__file__).parent.glob("*.match"))
REPORTED = sorted((Path(__file__).parent / "reported").glob("*.match"))
GRIDS = sorted((Path(__file__).parent / "dice_grid").glob("*.match"))
MINES = sorted((Path(__file__).parent / "dynamine").glob("*.match"))
FILES = RECORDED + REPORTED + GRIDS
GAMES = load_games()
each_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


@cache
def opened(file: Path) -> Opened:
    return open_match(file.read_bytes(), GAMES.game)


@cache
def advances(file: Path) -> tuple[tuple[int, Advance[Any]], ...]:
    """Replay a golden file, once per process."""
    return tuple(opened(file).advances())


@pytest.fixture(scope="module")
def shown() -> dict[str, frozenset[str]]:
    matches = {file.stem: opened(file) for file in RECORDED + REPORTED}
    return {
        name: situations(match)
        for name, match in matches.items()
        if match.header.game == "dice-miner"
    }


@each_file
def test_match_replays_to_its_summary(file: Path) -> None:
    match = opened(file)
    state = match.game.new(match.header.seats)
    for _, made in advances(file):
        state = made.position.state
    expected = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    assert expected == match.game.summary(match.game.observe(state))


@each_file
def test_luck_follows_from_the_seed(file: Path) -> None:
    match = opened(file)
    if match.header.seed is None:
        with pytest.raises(NotProvable):
            verify(match)
    else:
        verify(match)


@each_file
def test_file_is_written_as_it_was_read(file: Path) -> None:
    match = opened(file)
    log = [made.entry for _, made in advances(file)]
    assert file.read_bytes() == write(match.header, log).encode()


@pytest.mark.parametrize("situation", WANTED)
def test_some_file_shows_the_situation(situation: str, shown: dict[str, frozenset[str]]) -> None:
    assert [name for name, found in shown.items() if situation in found]


def test_each_file_has_its_summary() -> None:
    folder = Path(__file__).parent
    places = ((RECORDED, "."), (REPORTED, "reported"), (GRIDS, "dice_grid"))
    for files, place in places:
        kept = folder / place
        summaries = sorted(file.stem for file in kept.glob("*.json"))
        assert summaries == sorted(file.stem for file in files)
    assert 1 <= len(RECORDED) <= 14


def test_every_rules_version_has_a_match() -> None:
    """Matches of every rules version must replay forever."""
    headers = [opened(file).header for file in FILES + MINES]
    for name in GAMES.names:
        versions = {header.rules for header in headers if header.game == name}
        newest = GAMES.newest(name).info.rules
        assert versions >= {n for n in range(1, newest + 1) if GAMES.game(name, n)}
