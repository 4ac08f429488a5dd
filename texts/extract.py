"""Updates data/locale from the code: ``python -m texts.extract``, or ``make texts``.

The template has no line numbers or dates, so it changes only when a text does. Each entry names the
part of the bot that shows it (`texts.places`) and repeats its comment ``# Translators: …``.
"""

import io
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from texts.catalogue import LOCALES, OBJECT
from texts.places import place

ROOT = Path(__file__).parent.parent
PACKAGES = ("bot", "cogs", "games", "render")
Keywords = Mapping[str, tuple[int | tuple[int, int] | tuple[int, str], ...]]
PHRASES: Keywords = {"phrase": (1,), "count_phrase": (1, 2)}
"""Functions that take a noun phrase, which has a second entry: its form as an object."""
KEYWORDS: Keywords = {
    **PHRASES,
    "say": (1,),
    "say_as": ((1, "c"), 2),
    "mark": (1,),
    "count": (1, 2),
    "mark_count": (1, 2),
    "refusal": (2,),
}
"""Functions that take a text, with the positions of its context ("c"), singular and plural."""
TEMPLATE = LOCALES / "salud.pot"
TAG = "Translators:"
AS_OBJECT = "As the object of a sentence, for {…:object}; empty if it is the same."
MOST_PLACES = 3
"""Maximum number of places named in an entry."""
_HEADER = """\
# All texts of Salud. To translate them, copy this file to <language>.po beside it.
msgid ""
msgstr ""
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


class Message(NamedTuple):
    forms: tuple[str, ...]
    """A text, or its singular and plural."""
    context: str | None = None
    """Tells meanings of the same English text apart; OBJECT for a phrase as an object."""

    @property
    def id(self) -> str | tuple[str, ...]:
        """The text as Babel has it: alone, or its singular and plural."""
        return self.forms[0] if len(self.forms) == 1 else self.forms

    @property
    def optional(self) -> bool:
        """Whether a language can leave the text untranslated."""
        return self.context == OBJECT


def messages(root: Path = ROOT) -> Iterator[Message]:
    """Yield every text in the code under `root`, including duplicates."""
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            yield from messages_of(path)


def messages_of(path: Path) -> Iterator[Message]:
    for message, _ in _texts_with_notes(path):
        yield message


def _texts_with_notes(path: Path) -> tuple[tuple[Message, list[str]], ...]:
    """Return every text in one file of code, with its comments for translators."""
    return _texts_in(path.read_bytes())


@cache
def _texts_in(code: bytes) -> tuple[tuple[Message, list[str]], ...]:
    texts = list(_calls(code, KEYWORDS))
    if any(f"{name}(".encode() in code for name in PHRASES):
        texts += [
            (text._replace(context=OBJECT), [AS_OBJECT, *notes])
            for text, notes in _calls(code, PHRASES)
        ]
    return tuple(texts)


def _calls(code: bytes, keywords: Keywords) -> Iterator[tuple[Message, list[str]]]:
    for _, text, notes, context in extract(
        "python", io.BytesIO(code), keywords, comment_tags=(TAG,), strip_comment_tags=True
    ):
        yield Message((text,) if isinstance(text, str) else tuple(text), context), list(notes)


def comments(root: Path = ROOT) -> dict[Message, list[str]]:
    places: dict[Message, list[str]] = {}
    notes: dict[Message, list[str]] = {}
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            where = place(path.relative_to(root))
            for message, translator_notes in _texts_with_notes(path):
                places.setdefault(message, []).append(where)
                notes.setdefault(message, []).extend(translator_notes)
    return {
        message: [*list(dict.fromkeys(filter(None, where)))[:MOST_PLACES], *notes[message]]
        for message, where in places.items()
    }


def template(root: Path = ROOT) -> str:
    catalog = Catalog()
    for message, auto_comments in comments(root).items():
        catalog.add(message.id, auto_comments=auto_comments, context=message.context)
    return _HEADER + _as_po(catalog)


def renewed(path: Path, root: Path = ROOT) -> str:
    """Return a language's file updated to the template: new texts are untranslated, and texts no
    longer in the code are dropped.
    """
    text = path.read_text(encoding="utf-8")
    with path.open("rb") as file:
        old_catalog = read_po(file, locale=path.stem)
    catalog = Catalog(locale=path.stem)
    for message, auto_comments in comments(root).items():
        id_, context = message.id, message.context
        old = old_catalog.get(message.forms[0], context)
        if old is None or old.id != id_:
            catalog.add(id_, "", auto_comments=auto_comments, context=context)
            continue
        flags = [flag for flag in old.flags if flag == "fuzzy"]
        notes = old.user_comments
        catalog.add(id_, old.string, (), flags, auto_comments, notes, context=context)
    return text.split("\n\n", 1)[0] + "\n\n" + _as_po(catalog)


def _as_po(catalog: Catalog) -> str:
    file = io.BytesIO()
    write_po(file, catalog, width=100, sort_output=True, omit_header=True)
    return file.getvalue().decode()


def main() -> None:
    TEMPLATE.parent.mkdir(parents=True, exist_ok=True)
    TEMPLATE.write_text(template(), encoding="utf-8")
    for path in sorted(TEMPLATE.parent.glob("*.po")):
        path.write_text(renewed(path), encoding="utf-8")


if __name__ == "__main__":
    main()
