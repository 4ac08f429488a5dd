"""A game is a guest: only its own folders know its name, and the register, which lists it."""

import re
from pathlib import Path

import pytest

from bot.games import load_games

ROOT = Path(__file__).parents[2]
SPEAKING = ("*.py", "*.html", "*.css", "*.js", "*.sql")
HOUSE = (
    "bench",
    "bot",
    "chaos",
    "cogs",
    "engine",
    "games",
    "playground",
    "render",
    "texts",
    "tour",
)
REGISTER = "games/register.py"
ONE_GAME = ("bench/game.py", "tour/__main__.py")
"""The bench measures one game and the tour shows one; each names it in one module."""


def spellings(name: str) -> re.Pattern[str]:
    """A game's name however it is written: two-moons, two_moons, Two Moons, TwoMoons."""
    return re.compile(name.replace("-", "[-_ ]?"), re.IGNORECASE)


def knowing(name: str) -> list[str]:
    """The lines outside a game's own folders that name it."""
    own, found = name.replace("-", "_"), spellings(name)
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for package in HOUSE
        for pattern in SPEAKING
        for path in sorted((ROOT / package).rglob(pattern))
        if own not in path.relative_to(ROOT).with_suffix("").parts
        and path.relative_to(ROOT).as_posix() not in ONE_GAME
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if found.search(line)
    ]


@pytest.mark.parametrize("name", load_games().names)
def test_only_the_register_knows_a_game(name: str) -> None:
    """In one line."""
    lines = knowing(name)
    assert [line.split(":")[0] for line in lines] == [REGISTER], "\n".join(lines)
