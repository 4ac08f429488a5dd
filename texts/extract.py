"""Renews data/locale/salud.pot from the code: ``python -m texts.extract``, or ``make texts``.

The template says nothing of lines or dates, so that it changes only when a text does.
"""

import io
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import write_po

from texts.catalogue import LOCALES

ROOT = Path(__file__).parent.parent
PACKAGES = ("bot", "cogs", "render")
"""Where texts are."""
KEYWORDS = {"say": None, "mark": None, "count": (1, 2)}
"""What a text is given to, with the places of its singular and plural."""
TEMPLATE = LOCALES / "salud.pot"
_HEADER = """\
# All texts of Salud. To translate them, copy this file to <language>.po beside it.
msgid ""
msgstr ""
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""

Message = str | tuple[str, str]
"""A text, or singular and plural."""


def messages(root: Path = ROOT) -> Iterator[Message]:
    """Every text in the code under `root`, file by file, as often as it stands there."""
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            yield from messages_of(path)


def messages_of(path: Path) -> Iterator[Message]:
    """Every text in one file of code."""
    for _, message, _, _ in extract_from_file("python", path, KEYWORDS):
        yield (message[0], message[1]) if isinstance(message, tuple) else message


def template(root: Path = ROOT) -> str:
    """The template, sorted by text."""
    catalog = Catalog()
    for message in messages(root):
        catalog.add(message)
    file = io.BytesIO()
    write_po(file, catalog, width=100, sort_output=True, omit_header=True)
    return _HEADER + file.getvalue().decode()


def main() -> None:
    """Write the template."""
    TEMPLATE.parent.mkdir(parents=True, exist_ok=True)
    TEMPLATE.write_text(template(), encoding="utf-8")


if __name__ == "__main__":
    main()
