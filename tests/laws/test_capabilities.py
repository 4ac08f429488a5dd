"""A Game implements each optional capability wholly or not at all."""

import inspect
from typing import Any

import pytest

from engine.core import capabilities
from engine.core.game import AnyGame
from tests.laws.playouts import TABLES

CAPABILITIES: list[Any] = [
    value
    for value in vars(capabilities).values()
    if inspect.isclass(value) and value.__module__ == capabilities.__name__
]
GAMES: dict[str, AnyGame] = {table.game.info.name: table.game for table in TABLES}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_capability_is_implemented_in_part(game: AnyGame) -> None:
    """`isinstance` is silently false for a Game that lacks one member."""
    for capability in CAPABILITIES:
        members = {name for name in vars(capability) if not name.startswith("_")}
        present = {name for name in members if hasattr(game, name)}
        assert present in (set(), members), capability.__name__
        assert isinstance(game, capability) == bool(present)
