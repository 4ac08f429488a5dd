"""What is general in render/ names no game: a new one brings only a folder of its own."""

import re
from importlib import import_module
from pathlib import Path

from render.theme import THEMES

RENDER = Path(__file__).parents[2] / "render"


def test_no_game_is_named() -> None:
    """Outside render/games/ nothing names or imports a game."""
    games = [path.name for path in (RENDER / "games").iterdir() if (path / "__init__.py").exists()]
    assert games
    named = "|".join(re.escape(game).replace("_", "[-_ ]?") for game in games)
    pattern = re.compile(rf"{named}|engine\.games|render\.games", re.IGNORECASE)
    general = [path for path in RENDER.rglob("*.py") if "games" not in path.parts[-3:]]
    assert len(general) > 20
    found = [
        f"{path.relative_to(RENDER)}: {line}"
        for path in general
        for line in path.read_text(encoding="utf-8").splitlines()
        if pattern.search(line)
    ]
    assert not found


def test_games_do_not_know_each_other() -> None:
    """Each game's pictures import no other game's, nor its rules."""
    games = [path.name for path in (RENDER / "games").iterdir() if (path / "__init__.py").exists()]
    for game in games:
        for path in (RENDER / "games" / game).rglob("*.py"):
            used = re.findall(r"(?:render|engine)\.games\.(\w+)", path.read_text(encoding="utf-8"))
            assert set(used) <= {game}, path


def test_palettes_are_apart() -> None:
    """What all games draw, such as the disc of a seat, is kept in the numbers of each palette."""
    games = [path.parent.name for path in (RENDER / "games").glob("*/palette.py")]
    assert len(games) > 1
    for theme in THEMES.values():
        found = [
            import_module(f"render.games.{game}.palette").theme_palette(theme) for game in games
        ]
        assert len({palette.theme for palette in found}) == len(games)
