"""Games are guests: only a game's own folders and the register know its name."""

import re
from pathlib import Path

import pytest

from bot.app.games import load_games

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
    "tools",
    "tour",
)
REGISTER = "games/register.py"
ONE_GAME = ("bench/game.py", "tour/__main__.py")
"""The bench and the tour each use one game and name it in one module."""
EXAMPLES = ("tools/translation/proof_values.py",)
"""Values with which editors read the texts of every game."""


def spellings(name: str) -> re.Pattern[str]:
    """Return all spellings of a game's name: two-moons, two_moons, Two Moons, TwoMoons."""
    return re.compile(name.replace("-", "[-_ ]?"), re.IGNORECASE)


def knowing(name: str) -> list[str]:
    """Return the lines outside a game's own folders that name it."""
    own, all_spellings = name.replace("-", "_"), spellings(name)
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for package in HOUSE
        for pattern in SPEAKING
        for path in sorted((ROOT / package).rglob(pattern))
        if own not in path.relative_to(ROOT).with_suffix("").parts
        and path.relative_to(ROOT).as_posix() not in (*ONE_GAME, *EXAMPLES)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if all_spellings.search(line)
    ]


@pytest.mark.parametrize("name", load_games().names)
def test_only_one_line_of_the_register_names_a_game(name: str) -> None:
    lines = knowing(name)
    assert [line.split(":")[0] for line in lines] == [REGISTER], "\n".join(lines)
