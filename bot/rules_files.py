"""Reads the data files of a game: its rules versions.

A rules version is a file data/games/<game>/rules-<n>.toml. It is whole, or it says
`extends = <an earlier version>` and gives only the entries that change, each of them whole,
so that a number and its source always come together.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.core.errors import BadContent
from engine.core.game import AnyGame

_FILE = re.compile(r"rules-([1-9][0-9]{0,3})\.toml")


class BadGameData(Exception):
    """A data file with which no game can be built; says which file and what in it."""


class Table(BaseModel):
    """Entries that belong together."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class SourcedEntry(Table):
    """Something that a data file says, with how sure it is and where it is from."""

    mark: Literal["P", "S", "H"]
    source: Annotated[str, Field(min_length=1)]


class Number(SourcedEntry):
    """A whole number, with its source."""

    value: int


class Switch(SourcedEntry):
    """A rule that holds or does not, with its source."""

    value: bool


def read_rules(
    folder: Path, build: Callable[[dict[str, Any]], AnyGame], keys: Mapping[str, str]
) -> dict[int, AnyGame]:
    """The Games of a folder by rules version; raises BadGameData at the first thing wrong.

    `build` makes one from a whole rules version; it may raise ValidationError or BadContent.
    `keys` has the lists of tables in the data, each with the key that names an entry, so that a
    later version can replace single ones.
    """
    found = sorted(folder.glob("*.toml"))
    if not found:
        raise BadGameData(f"{folder}: there is no rules-1.toml here")
    whole: dict[int, dict[str, Any]] = {}
    games: dict[int, AnyGame] = {}
    for number, file in sorted((_number(file), file) for file in found):
        told = _read(file)
        if told.get("rules") != number or isinstance(told.get("rules"), bool):
            raise BadGameData(f"{file}: 'rules' must be {number}, as in the file's name")
        whole[number] = _extended(file, told, whole, keys)
        try:
            games[number] = build(whole[number])
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
    file: Path, told: dict[str, Any], whole: Mapping[int, dict[str, Any]], keys: Mapping[str, str]
) -> dict[str, Any]:
    """The rules version that a file tells, together with the one that it extends."""
    if "extends" not in told:
        return told
    base = told.pop("extends")
    if isinstance(base, bool) or not isinstance(base, int) or base not in whole:
        raise BadGameData(f"{file}: 'extends' must be the number of an earlier rules version")
    merged = dict(whole[base])
    for key, change in told.items():
        if key in keys and isinstance(change, list):
            merged[key] = _named_entries(file, key, merged[key], change, keys[key])
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
