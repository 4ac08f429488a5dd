"""Updates data/locale from the code and from data/texts:
``python -m tools.translation.extract``, or ``make texts``.

Babel extracts and merges the texts, like its commands ``pybabel extract`` and ``pybabel update``.
The template has no line numbers or dates, so it changes only when a text does. Each entry names the
part of the bot that shows it (`tools.translation.places`) and repeats comments that begin with TAG.
"""

import io
import tomllib
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract, extract_python
from babel.messages.pofile import read_po, write_po

from texts.catalogue import LOCALES, OBJECT
from texts.files import FOLDER, marked
from tools.translation.places import place

ROOT = Path(__file__).parents[2]
PACKAGES = ("bot", "cogs", "games", "render")
AS_OBJECTS = {"phrase": "phrase as object", "count_phrase": "count_phrase as object"}
"""Functions that take a noun phrase, with the keyword of its entry as an object."""
KEYWORDS: Mapping[str, tuple[int | tuple[int, str], ...]] = {
    "say": (1,),
    "say_as": ((1, "c"), 2),
    "mark": (1,),
    "count": (1, 2),
    "mark_count": (1, 2),
    "refusal": (2,),
    "phrase": (1,),
    "phrase as object": ((1, "c"), 2),
    "count_phrase": (1, 2),
    "count_phrase as object": ((1, "c"), 2, 3),
}
"""Functions that take a text, with the positions of its context ("c"), singular and plural."""
TEMPLATE = LOCALES / "salud.pot"
TAG = "Translators:"
NOTE = "As the object of a sentence, for {…:object}; empty if it is the same."
MOST_PLACES = 3
"""Maximum number of places named in an entry."""
HEADER = """\
# All texts of Salud. To translate them, copy this file to <language>.po beside it.
msgid ""
msgstr ""
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
_Text = tuple[int, str | tuple[str, ...], list[str], str | None]
"""A line, a text or its singular and plural, comments, and a context."""


def template(root: Path = ROOT) -> Catalog:
    """Return every text in the code and files under `root`, with places and comments."""
    catalog = Catalog()
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            file = path.relative_to(root).as_posix()
            for line, text, notes, context in _texts_in(path.read_bytes()):
                catalog.add(text, "", [(file, line)], (), notes, context=context)
    for path in sorted((root / FOLDER.relative_to(ROOT)).rglob("*.toml")):
        file = path.relative_to(root).as_posix()
        for text in marked(tomllib.loads(path.read_text(encoding="utf-8"))):
            catalog.add(text, "", [(file, 1)])
    for message in texts(catalog):
        places = filter(None, dict.fromkeys(place(file) for file, _ in message.locations))
        message.auto_comments = [*list(places)[:MOST_PLACES], *message.auto_comments]
    return catalog


def texts(catalog: Catalog) -> Iterator[Message]:
    """Yield the entries of a catalogue without its header."""
    return (message for message in catalog if message.id)


def forms(text: str | Collection[str]) -> tuple[str, ...]:
    """Return a text alone, or its forms."""
    return (text,) if isinstance(text, str) else tuple(text)


@cache
def _texts_in(code: bytes) -> tuple[_Text, ...]:
    found = extract(_extract_with_objects, io.BytesIO(code), KEYWORDS, (TAG,), None, True)
    return tuple(found)


def _extract_with_objects(file: Any, keywords: Any, tags: Any, options: Any) -> Iterator[Any]:
    """Extract texts from Python code for Babel. Each noun phrase has two entries."""
    calls: Iterator[Any] = extract_python(file, keywords, tags, options)
    for line, function, arguments, notes in calls:
        yield line, function, arguments, notes
        if function in AS_OBJECTS:
            yield line, AS_OBJECTS[function], (OBJECT, *forms(arguments or "")), [NOTE, *notes]


def renewed(path: Path, root: Path = ROOT) -> str:
    """Return a language's file updated to the template: new texts are untranslated, and texts no
    longer in the code are dropped.
    """
    head, _, _ = path.read_text(encoding="utf-8").partition("\n\n")
    with path.open("rb") as file:
        catalog = read_po(file, locale=path.stem)
    catalog.update(template(root), no_fuzzy_matching=True)
    return f"{head}\n\n{as_po(catalog)}"


def as_po(catalog: Catalog) -> str:
    """Return the entries of a catalogue as text."""
    file = io.BytesIO()
    write_po(
        file,
        catalog,
        width=100,
        no_location=True,
        omit_header=True,
        sort_output=True,
        ignore_obsolete=True,
    )
    return file.getvalue().decode()


def main() -> None:
    TEMPLATE.parent.mkdir(parents=True, exist_ok=True)
    TEMPLATE.write_text(HEADER + as_po(template()), encoding="utf-8")
    for path in sorted(TEMPLATE.parent.glob("*.po")):
        path.write_text(renewed(path), encoding="utf-8")


if __name__ == "__main__":
    main()
