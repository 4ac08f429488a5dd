"""Builds Dice Miner from its data files."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from bot.rules_files import DataTable, SourcedEntry, SourcedNumber, SourcedSwitch, read_rules
from engine.core.errors import BadContent
from engine.core.game import AnyGame
from engine.games.dice_miner.content import (
    Content,
    DieKind,
    Face,
    Hero,
    HeroName,
    Kind,
    Rulings,
    Symbol,
)
from engine.games.dice_miner.rules import DiceMiner


class _Face(SourcedEntry):
    shows: str


class _Kind(DataTable):
    kind: Literal["tunnel", "hazard", "tool", "treasure", "magic"]
    count: SourcedNumber
    faces: list[_Face]


class _Hero(SourcedEntry):
    hero: Literal["alchemist", "dragon-slayer", "engineer", "prospector", "surveyor", "treasurer"]
    faces: list[str]


class _Mountain(SourcedEntry):
    rows: list[int]


class _Rulings(DataTable):
    second_may_be_declined: SourcedSwitch
    salud_with_one_die: SourcedSwitch
    spend_with_fewer_targets: SourcedSwitch
    tiebreaks_at_most: SourcedNumber


class _RulesVersion(DataTable):
    rules: int
    kinds: list[_Kind]
    heroes: list[_Hero]
    mountain: _Mountain
    rounds: SourcedNumber
    rulings: _Rulings


def _face(text: str) -> Face:
    """Parse a face such as ``gem 2`` or ``beer``; raise BadContent."""
    word, _, count = text.partition(" ")
    symbols = {symbol.value for symbol in Symbol}
    plain = word == Symbol.BEER.value
    if word not in symbols or (count != "" if plain else not re.fullmatch("[1-9]", count)):
        raise BadContent(f"'{text}' is not a face; write for example 'gem 2' or 'beer'")
    return Face(Symbol(word), 1 if plain else int(count))


def load(folder: Path) -> Mapping[int, AnyGame]:
    return read_rules(folder, _build, {"kinds": "kind", "heroes": "hero"})


def _build(data: dict[str, Any]) -> DiceMiner:
    version = _RulesVersion.model_validate(data)
    return DiceMiner(
        Content(
            rules=version.rules,
            kinds=tuple(
                DieKind(
                    Kind(kind.kind),
                    kind.count.value,
                    tuple(_face(face.shows) for face in kind.faces),
                )
                for kind in version.kinds
            ),
            heroes=tuple(
                Hero(HeroName(hero.hero), tuple(_face(face) for face in hero.faces))
                for hero in version.heroes
            ),
            rows=tuple(version.mountain.rows),
            rounds=version.rounds.value,
            rulings=Rulings(**{name: ruling.value for name, ruling in version.rulings}),
        )
    )
