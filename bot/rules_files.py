"""Reading a game's data files, which contain its rules versions.

A rules version is a file data/games/<game>/rules-<n>.toml. It is complete, or it names an earlier
version in `extends` and contains only the entries that change. An entry is always replaced as a
whole, so that a number and its source stay together.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.errors import OperatorError
from engine.core.errors import BadContent
from engine.core.game import AnyGame

_FILE = re.compile(r"rules-([1-9][0-9]{0,3})\.toml")


class DataTable(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class SourcedEntry(DataTable):
    mark: Literal["P", "S", "H"]
    source: Annotated[str, Field(min_length=1)]


class SourcedNumber(SourcedEntry):
    value: int


class SourcedSwitch(SourcedEntry):
    value: bool


def read_rules(
    folder: Path, build: Callable[[dict[str, Any]], AnyGame], keys: Mapping[str, str]
) -> dict[int, AnyGame]:
    """Return the Games of a folder by rules version; raise OperatorError at the first error.

    `build` makes a Game from a complete rules version; it can raise ValidationError or BadContent.
    `keys` names the lists of tables in the data, each with the key of its entries, so that a later
    version can replace single entries.
    """
    files = sorted(folder.glob("*.toml"))
    if not files:
        raise OperatorError(f"{folder}: there is no rules-1.toml here")
    versions: dict[int, dict[str, Any]] = {}
    games: dict[int, AnyGame] = {}
    for number, file in sorted((_number(file), file) for file in files):
        content = _read(file)
        if content.get("rules") != number or isinstance(content.get("rules"), bool):
            raise OperatorError(f"{file}: 'rules' must be {number}, as in the file's name")
        versions[number] = _extended(file, content, versions, keys)
        try:
            games[number] = build(versions[number])
        except ValidationError as error:
            first = error.errors()[0]
            field = ".".join(str(part) for part in first["loc"])
            raise OperatorError(f"{file}: '{field}': {first['msg']}") from error
        except BadContent as error:
            raise OperatorError(f"{file}: {error}") from error
    return games


def _number(file: Path) -> int:
    name = _FILE.fullmatch(file.name)
    if name is None:
        raise OperatorError(f"{file}: files here must be named rules-<number>.toml")
    return int(name[1])


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise OperatorError(f"{file}: {error}") from error


def _extended(
    file: Path,
    content: dict[str, Any],
    versions: Mapping[int, dict[str, Any]],
    keys: Mapping[str, str],
) -> dict[str, Any]:
    if "extends" not in content:
        return content
    base = content.pop("extends")
    if isinstance(base, bool) or not isinstance(base, int) or base not in versions:
        raise OperatorError(f"{file}: 'extends' must be the number of an earlier rules version")
    merged = dict(versions[base])
    for key, change in content.items():
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
    new: dict[object, dict[str, Any]] = {}
    for change in changes:
        is_known = isinstance(change, dict) and change.get(name) in [old[name] for old in before]
        if not is_known or change[name] in new:
            raise OperatorError(f"{file}: '{key}': each entry must change another known '{name}'")
        new[change[name]] = change
    return [new.get(entry[name], entry) for entry in before]
