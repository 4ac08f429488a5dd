"""Long texts for players in files: topics of /rules, steps of lessons, reasons.

A file `data/texts/<game>/<name>.toml` holds tables of English texts, which `say` translates.
`make texts` finds every string there, except the values of DATA.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "data" / "texts"
DATA = ("emoji", "commands")
"""Keys of values that are not translated."""


def read_texts(name: str) -> dict[str, Any]:
    """Return the tables of a file, such as ``two-moons/guide``."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def marked(value: Any) -> Iterator[str]:
    """Yield every text of a table that `say` translates, in the order of the file."""
    match value:
        case dict():
            for key, entry in value.items():
                yield from () if key in DATA else marked(entry)
        case list():
            for entry in value:
                yield from marked(entry)
        case str() if value:
            yield value
        case _:
            pass
