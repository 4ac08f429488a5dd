"""Builds the dice grid from its data files."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bot.rules_files import DataTable, SourcedEntry, SourcedNumber, read_rules
from engine.core.game import AnyGame
from engine.games.dice_grid.content import Content, DieType, Points
from engine.games.dice_grid.rules import DiceGrid


class _Die(SourcedEntry):
    faces: int
    letter: str


class _Grid(DataTable):
    size: SourcedNumber
    stars: SourcedNumber


class _Points(DataTable):
    square: SourcedNumber
    column: SourcedNumber
    row: SourcedNumber
    star: SourcedNumber


class _RulesVersion(DataTable):
    rules: int
    dice: list[_Die]
    grid: _Grid
    points: _Points


def load(folder: Path) -> Mapping[int, AnyGame]:
    return read_rules(folder, _build, {"dice": "faces"})


def _build(data: dict[str, Any]) -> DiceGrid:
    version = _RulesVersion.model_validate(data)
    return DiceGrid(
        Content(
            rules=version.rules,
            dice=tuple(DieType(die.faces, die.letter) for die in version.dice),
            size=version.grid.size.value,
            stars=version.grid.stars.value,
            points=Points(**{name: figure.value for name, figure in version.points}),
        )
    )
