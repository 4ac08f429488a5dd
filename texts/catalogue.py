"""Message catalogues (gettext): English sentences are the keys, and each .po file is a translation.
To add a language, add a file data/locale/<language>.po; no code changes. The .po files are read
directly, so there is nothing to compile. `make texts` updates the template data/locale/salud.pot.
"""

import gettext
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from string import Formatter

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

LOCALES = Path(__file__).parent.parent / "data" / "locale"
SOURCE = "en"
"""The language of the texts in the code."""
MINUS = "−"
"""The minus sign: as wide as a plus sign, and not mistaken for a hyphen at the end of a line."""


class BadCatalogue(Exception):
    """A .po file that can't be read, or a translation with unknown placeholders."""


def mark(message: str) -> str:
    """Mark a message for extraction if `say` gets it from a variable."""
    return message


def mark_count(one: str, many: str) -> tuple[str, str]:
    """Mark both forms of a message for extraction if `count` gets them from variables."""
    return one, many


@dataclass(frozen=True, slots=True)
class _Negative:
    """A number below zero, formatted with MINUS instead of a hyphen."""

    number: float

    def __format__(self, form: str) -> str:
        return format(self.number, form).replace("-", MINUS, 1)


def _signed(values: dict[str, object]) -> dict[str, object]:
    return {
        name: _Negative(value) if isinstance(value, int | float) and value < 0 else value
        for name, value in values.items()
    }


class Words:
    def __init__(self, locale: str, translations: gettext.NullTranslations) -> None:
        self.locale = locale
        """A Babel locale, for example ``en`` or ``es``."""
        self._translations = translations

    def say(self, message: str, /, **values: object) -> str:
        """Translate the message, and insert the values for its {names}."""
        return self._translations.gettext(message).format(**_signed(values))

    def count(self, one: str, many: str, count: int, /, **values: object) -> str:
        """Translate the form of the message for `count`, which is inserted for {count}."""
        message = self._translations.ngettext(one, many, count)
        return message.format(**_signed({"count": count, **values}))

    def listed(self, items: Iterable[str]) -> str:
        """Return, for example, ``A, B and C``."""
        phrases = list(items)
        return phrases[0] if len(phrases) == 1 else format_list(phrases, locale=self.locale)


class Catalogue:
    def __init__(self, words: dict[str, Words]) -> None:
        self._words = words

    @classmethod
    def load(cls, folder: Path = LOCALES) -> "Catalogue":
        """Read every .po file of the folder; raise BadCatalogue."""
        words = {SOURCE: Words(SOURCE, gettext.NullTranslations())}
        for path in sorted(folder.glob("*.po")):
            try:
                words[path.stem] = Words(path.stem, _read(path.stem, path.read_bytes()))
            except (PoFileError, UnknownLocaleError, ValueError, OSError) as error:
                raise BadCatalogue(f"{path.name} can't be read as a catalogue: {error}") from error
        return cls(words)

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(sorted(self._words))

    def words(self, locale: str | None = None) -> Words:
        """Return the texts for a locale such as ``es-ES``, or English if there are none."""
        if locale is not None:
            for name in (locale.replace("-", "_"), locale.split("-")[0]):
                if name in self._words:
                    return self._words[name]
        return self._words[SOURCE]


@lru_cache(maxsize=16)
def _read(language: str, data: bytes) -> gettext.GNUTranslations:
    """Parse a .po file. This takes a tenth of a second, so the result is cached."""
    catalog = read_po(io.BytesIO(data), locale=Locale.parse(language), abort_invalid=True)
    for message in catalog:
        _check(message)
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def _check(message: Message) -> None:
    """Raise ValueError for a translation with a placeholder that its source text lacks."""
    if not message.id:
        return
    given = {name for text in _forms(message.id) for name in _names(text)}
    for text in _forms(message.string or ""):
        unknown = set(_names(text)) - given
        if unknown:
            names = ", ".join(f"{{{name}}}" for name in sorted(unknown))
            raise ValueError(f"'{text[:60]}' has {names}, which its source text lacks")


def _forms(texts: str | Sequence[str]) -> Sequence[str]:
    return (texts,) if isinstance(texts, str) else texts


def _names(text: str) -> list[str]:
    """Return the placeholders; raise ValueError for an unclosed brace."""
    return [name for _, name, _, _ in Formatter().parse(text) if name is not None]
