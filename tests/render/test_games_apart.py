"""The general part of render/ names no game, so that a new game only adds a folder of its own."""

import re
from importlib import import_module
from pathlib import Path

from render.theme import THEMES

RENDER = Path(__file__).parents[2] / "render"


def test_general_modules_name_no_game() -> None:
    games = [path.name for path in (RENDER / "games").iterdir() if (path / "__init__.py").exists()]
    assert games
    named = "|".join(re.escape(game).replace("_", "[-_ ]?") for game in games)
    pattern = re.compile(rf"{named}|engine\.games|render\.games", re.IGNORECASE)
    general = [path for path in RENDER.rglob("*.py") if "games" not in path.parts[-3:]]
    assert len(general) > 20
    mentions = [
        f"{path.relative_to(RENDER)}: {line}"
        for path in general
        for line in path.read_text(encoding="utf-8").splitlines()
        if pattern.search(line)
    ]
    assert not mentions


def test_games_import_no_other_game() -> None:
    games = [path.name for path in (RENDER / "games").iterdir() if (path / "__init__.py").exists()]
    for game in games:
        for path in (RENDER / "games" / game).rglob("*.py"):
            used = re.findall(r"(?:render|engine)\.games\.(\w+)", path.read_text(encoding="utf-8"))
            assert set(used) <= {game}, path


def test_each_game_has_its_own_palette_theme() -> None:
    """General sprites, such as a seat's disc, are cached in palette numbers by this theme."""
    games = [path.parent.name for path in (RENDER / "games").glob("*/palette.py")]
    assert len(games) > 1
    for theme in THEMES.values():
        palettes = [
            import_module(f"render.games.{game}.palette").theme_palette(theme) for game in games
        ]
        assert len({palette.theme for palette in palettes}) == len(games)
