"""Record the digests of all golden matches: ``python -m tests.golden.digests``.

Databases store such a digest with every log entry, so the digest of a State must never change.
`digests/` has a file for each game and rules version, with the digests of every State of its golden
matches, and the fields of all classes in a State at that time.

If a field is renamed, reordered or added, tests/golden/test_digests.py fails. Let the game's
canonical.py write the same text as before for every State that was possible before, then run this
command. It records new fields and matches, and refuses to change a digest.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from engine.core import driver
from engine.core.matchfile import open_match
from tests.golden.test_golden import FILES, GAMES, MINES

FOLDER = Path(__file__).parent / "digests"
A_LINE = 5


def classes(value: object) -> Iterator[type]:
    """Yield the dataclasses and enums of a value and its parts."""
    if isinstance(value, Enum):
        yield type(value)
    elif isinstance(value, tuple):
        for part in value:
            yield from classes(part)
    elif is_dataclass(value):
        yield type(value)
        for field in fields(value):
            yield from classes(getattr(value, field.name))


def names(of: type) -> list[str]:
    """Return the fields of a dataclass or the members of an enum, in order."""
    if issubclass(of, Enum):
        return [member.name for member in of]
    return [field.name for field in fields(of)] if is_dataclass(of) else []


@cache
def current() -> dict[str, dict[str, Any]]:
    """Replay all golden matches; return the content of each file in `digests/`."""
    contents: dict[str, dict[str, Any]] = {}
    for file in sorted((*FILES, *MINES), key=lambda file: file.stem):
        match = open_match(file.read_bytes(), GAMES.game)
        first = driver.start(match.game, match.header.seats)
        states = [first.state, *(advance.position.state for _, advance in match.advances())]
        digests = [driver.digest(match.game, state) for state in states]
        content = contents.setdefault(
            f"{match.header.game}-{match.header.rules}", {"fields": {}, "matches": {}}
        )
        content["fields"] |= {of.__name__: names(of) for state in states for of in classes(state)}
        content["matches"][file.stem] = [
            " ".join(digests[start : start + A_LINE]) for start in range(0, len(digests), A_LINE)
        ]
    for content in contents.values():
        content["fields"] = dict(sorted(content["fields"].items()))
    return contents


def recorded(name: str) -> dict[str, Any]:
    path = FOLDER / f"{name}.json"
    if not path.exists():
        return {"fields": {}, "matches": {}}
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, content in current().items():
        for match, digests in recorded(name)["matches"].items():
            if content["matches"].get(match) != digests:
                sys.exit(f"{name}: the digests of {match} differ, so stored matches would freeze.")
        text = json.dumps(content, indent=1)
        (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
