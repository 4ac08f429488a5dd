"""The register of games: reads data/games/, validates it, and builds each Game.

A rules version is a file data/games/<game>/rules-<n>.toml. It is whole, or it says
`extends = <an earlier version>` and gives only the entries that change, each of them whole,
so that a number and its source always come together.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

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

DATA = Path(__file__).resolve().parent.parent / "data" / "games"
"""The folder with one folder a game."""
_FILE = re.compile(r"rules-([1-9][0-9]{0,3})\.toml")


class BadGameData(Exception):
    """A data file with which no game can be built; says which file and what in it."""


@dataclass(frozen=True)
class GameRegister:
    """All Games in all their rules versions."""

    games: Mapping[str, Mapping[int, AnyGame]]
    """By name, then by rules version."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the games, in the order in which they came."""
        return tuple(self.games)

    @property
    def usual(self) -> str:
        """The name of the game that is played unless another one is asked for: the first."""
        return next(iter(self.games))

    def game(self, name: str, rules: int) -> AnyGame | None:
        """The Game of that name and rules version; None where there is none."""
        return self.games.get(name, {}).get(rules)

    def newest(self, name: str) -> AnyGame:
        """The Game in its newest rules version; raises KeyError for an unknown name."""
        versions = self.games[name]
        return versions[max(versions)]


class _Entry(BaseModel):
    """Something that a data file tells, with its certainty."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    mark: Literal["P", "S", "H"]
    source: Annotated[str, Field(min_length=1)]


class _Number(_Entry):
    value: int


class _Switch(_Entry):
    value: bool


class _Face(_Entry):
    shows: str


class _Table(BaseModel):
    """Entries that belong together."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Kind(_Table):
    kind: Literal["tunnel", "hazard", "tool", "treasure", "magic"]
    count: _Number
    faces: list[_Face]


class _Hero(_Entry):
    hero: Literal["alchemist", "dragon-slayer", "engineer", "prospector", "surveyor", "treasurer"]
    faces: list[str]


class _Mountain(_Entry):
    rows: list[int]


class _Rulings(_Table):
    second_may_be_declined: _Switch
    salud_with_one_die: _Switch
    spend_with_fewer_targets: _Switch
    tiebreaks_at_most: _Number


class _DiceMiner(_Table):
    """A whole rules version of Dice Miner."""

    rules: int
    kinds: list[_Kind]
    heroes: list[_Hero]
    mountain: _Mountain
    rounds: _Number
    rulings: _Rulings


def _face(text: str) -> Face:
    """What a face shows, from ``gem 2`` or ``beer``; raises BadContent."""
    word, _, count = text.partition(" ")
    known = {symbol.value for symbol in Symbol}
    plain = word == Symbol.BEER.value
    if word not in known or (count != "" if plain else not re.fullmatch("[1-9]", count)):
        raise BadContent(f"'{text}' is no face; one is written like 'gem 2' or 'beer'")
    return Face(Symbol(word), 1 if plain else int(count))


def _dice_miner(data: dict[str, Any]) -> DiceMiner:
    """Dice Miner from a whole rules version; raises ValidationError or BadContent."""
    told = _DiceMiner.model_validate(data)
    rulings = told.rulings
    return DiceMiner(
        Content(
            rules=told.rules,
            kinds=tuple(
                DieKind(
                    Kind(kind.kind),
                    kind.count.value,
                    tuple(_face(face.shows) for face in kind.faces),
                )
                for kind in told.kinds
            ),
            heroes=tuple(
                Hero(HeroName(hero.hero), tuple(_face(face) for face in hero.faces))
                for hero in told.heroes
            ),
            rows=tuple(told.mountain.rows),
            rounds=told.rounds.value,
            rulings=Rulings(
                second_may_be_declined=rulings.second_may_be_declined.value,
                salud_with_one_die=rulings.salud_with_one_die.value,
                spend_with_fewer_targets=rulings.spend_with_fewer_targets.value,
                tiebreaks_at_most=rulings.tiebreaks_at_most.value,
            ),
        )
    )


@dataclass(frozen=True)
class _Builder:
    """How a game is built from its data."""

    build: Callable[[dict[str, Any]], AnyGame]
    """From a whole rules version; raises ValidationError or BadContent."""
    named: Mapping[str, str]
    """The lists of tables in its data, each with the key that names an entry."""


_BUILDERS: dict[str, _Builder] = {
    "dice-miner": _Builder(_dice_miner, {"kinds": "kind", "heroes": "hero"}),
}
"""By the name of the folder; adding a game is one line here."""


def load_games(data: Path = DATA) -> GameRegister:
    """Every game with every rules version; raises BadGameData at the first thing wrong."""
    return GameRegister({name: _versions(data / name, name) for name in _BUILDERS})


def _versions(folder: Path, name: str) -> dict[int, AnyGame]:
    """All rules versions of one game."""
    found = sorted(folder.glob("*.toml"))
    if not found:
        raise BadGameData(f"{folder}: there is no rules-1.toml here")
    whole: dict[int, dict[str, Any]] = {}
    games: dict[int, AnyGame] = {}
    for number, file in sorted((_number(file), file) for file in found):
        told = _read(file)
        if told.get("rules") != number or isinstance(told.get("rules"), bool):
            raise BadGameData(f"{file}: 'rules' must be {number}, as in the file's name")
        whole[number] = _extended(file, told, whole, _BUILDERS[name].named)
        try:
            games[number] = _BUILDERS[name].build(whole[number])
        except ValidationError as error:
            first = error.errors()[0]
            field = ".".join(str(part) for part in first["loc"])
            raise BadGameData(f"{file}: '{field}': {first['msg']}") from error
        except BadContent as error:
            raise BadGameData(f"{file}: {error}") from error
    return games


def _number(file: Path) -> int:
    found = _FILE.fullmatch(file.name)
    if found is None:
        raise BadGameData(f"{file}: a file here is named rules-<number>.toml")
    return int(found[1])


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadGameData(f"{file}: {error}") from error


def _extended(
    file: Path,
    told: dict[str, Any],
    whole: Mapping[int, dict[str, Any]],
    named: Mapping[str, str],
) -> dict[str, Any]:
    """The rules version that a file tells, together with the one that it extends."""
    if "extends" not in told:
        return told
    base = told.pop("extends")
    if isinstance(base, bool) or not isinstance(base, int) or base not in whole:
        raise BadGameData(f"{file}: 'extends' must be the number of an earlier rules version")
    merged = dict(whole[base])
    for key, change in told.items():
        if key in named and isinstance(change, list):
            merged[key] = _named_entries(file, key, merged[key], change, named[key])
        elif key == "rulings" and isinstance(change, dict):
            merged[key] = {**merged[key], **change}
        else:
            merged[key] = change
    return merged


def _named_entries(
    file: Path, key: str, before: list[dict[str, Any]], changes: list[Any], name: str
) -> list[dict[str, Any]]:
    """The entries of a list, each that is told again replaced as a whole."""
    new: dict[object, dict[str, Any]] = {}
    for change in changes:
        known = isinstance(change, dict) and change.get(name) in [old[name] for old in before]
        if not known or change[name] in new:
            raise BadGameData(f"{file}: '{key}': each entry names one '{name}' to change, once")
        new[change[name]] = change
    return [new.get(entry[name], entry) for entry in before]
