"""How the dice grid is built from its data files."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bot.rules_files import Number, SourcedEntry, Table, read_rules
from engine.core.game import AnyGame
from engine.games.dice_grid.content import Content, DieType, Points
from engine.games.dice_grid.rules import DiceGrid


class _Die(SourcedEntry):
    faces: int
    letter: str


class _Grid(Table):
    size: Number
    stars: Number


class _Points(Table):
    square: Number
    column: Number
    row: Number
    star: Number


class _RulesVersion(Table):
    """A whole rules version."""

    rules: int
    dice: list[_Die]
    grid: _Grid
    points: _Points


def load(folder: Path) -> Mapping[int, AnyGame]:
    """The Games by rules version; raises BadGameData."""
    return read_rules(folder, _build, {"dice": "faces"})


def _build(data: dict[str, Any]) -> DiceGrid:
    """From a whole rules version; raises ValidationError or BadContent."""
    told = _RulesVersion.model_validate(data)
    return DiceGrid(
        Content(
            rules=told.rules,
            dice=tuple(DieType(die.faces, die.letter) for die in told.dice),
            size=told.grid.size.value,
            stars=told.grid.stars.value,
            points=Points(**{name: one.value for name, one in told.points}),
        )
    )
