"""Message catalogues (gettext): English sentences are the keys, and each .po file is a translation.
To add a language, add a file data/locale/<language>.po; no code changes. The .po files are read
directly, so there is nothing to compile. `make texts` updates the template data/locale/salud.pot.
"""

import gettext
import hashlib
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import Self

from babel import UnknownLocaleError
from babel.lists import format_list
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

from texts.locales import parse_locale

LOCALES = Path(__file__).parent.parent / "data" / "locale"
SOURCE = "en"
"""The language of the texts in the code."""
MINUS = "−"
"""The minus sign: as wide as a plus sign, and not mistaken for a hyphen at the end of a line."""


OBJECT = "object"
"""The context of a phrase as the object of a sentence, and the format that asks for it: a
translation can say ``{die:object}``. Languages without such a form leave the entry empty."""


class BadCatalogue(Exception):
    """A .po file that can't be read, or a translation with unknown placeholders."""


def mark(message: str) -> str:
    """Mark a message for extraction if `say` gets it from a variable."""
    return message


def mark_count(one: str, many: str) -> tuple[str, str]:
    """Mark both forms of a message for extraction if `count` gets them from variables."""
    return one, many


class Phrase(str):
    """A noun phrase for a placeholder, such as ``3 gems``; ``{…:object}`` takes its second form."""

    __slots__ = ("as_object",)

    as_object: str

    def __new__(cls, text: str, as_object: str) -> Self:
        phrase = super().__new__(cls, text)
        phrase.as_object = as_object
        return phrase

    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]:
        """Support pickle, because drawing processes receive phrases."""
        return type(self), (str(self), self.as_object)

    def after(self, icon: str) -> "Phrase":
        return Phrase(f"{icon} {self}", f"{icon} {self.as_object}")


class _Cases(Formatter):
    """Formats texts that ask for the object forms of phrases."""

    def __init__(self, *, always: bool = False) -> None:
        self._always = always

    def format_field(self, value: object, format_spec: str) -> str:
        if self._always or format_spec == OBJECT:
            text = value.as_object if isinstance(value, Phrase) else value
            return format(text, "" if format_spec == OBJECT else format_spec)
        return format(value, format_spec)


_CASES, _OBJECTS = _Cases(), _Cases(always=True)


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
        return _filled(self.text(message), values)

    def say_as(self, context: str, message: str, /, **values: object) -> str:
        """Translate a message whose English has several meanings; `context` names this one."""
        return _filled(self.text(message, context), values)

    def count(self, one: str, many: str, count: int, /, **values: object) -> str:
        """Translate the form of the message for `count`, which is inserted for {count}."""
        return _filled(self.plural(one, many, count), {"count": count, **values})

    def phrase(self, message: str, /, **values: object) -> Phrase:
        """Translate a noun phrase that goes into other messages."""
        forms = (self.text(message), self.text(message, OBJECT))
        return _phrase(*forms, values, message)

    def count_phrase(self, one: str, many: str, count: int, /, **values: object) -> Phrase:
        """Translate a noun phrase with a number that goes into other messages."""
        forms = (self.plural(one, many, count), self.plural(one, many, count, OBJECT))
        return _phrase(*forms, {"count": count, **values}, one, many)

    def listed(self, items: Iterable[str]) -> Phrase:
        """Return, for example, ``A, B and C``."""
        phrases = list(items)
        objects = [item.as_object if isinstance(item, Phrase) else item for item in phrases]
        listed = self._list(phrases)
        return Phrase(listed, listed if objects == phrases else self._list(objects))

    def text(self, message: str, context: str | None = None) -> str:
        """Return the translation with its placeholders; the message itself if it has none."""
        if context is None:
            return self._translations.gettext(message)
        return self._translations.pgettext(context, message)

    def plural(self, one: str, many: str, count: int, context: str | None = None) -> str:
        """Return the form of the translation for `count`, with its placeholders."""
        if context is None:
            return self._translations.ngettext(one, many, count)
        return self._translations.npgettext(context, one, many, count)

    def _list(self, items: list[str]) -> str:
        return items[0] if len(items) == 1 else format_list(items, locale=self.locale)


def _filled(text: str, values: dict[str, object]) -> str:
    if f":{OBJECT}}}" in text:
        return _CASES.format(text, **_signed(values))
    return text.format(**_signed(values))


def _phrase(text: str, as_object: str, values: dict[str, object], *sources: str) -> Phrase:
    """Fill both forms. If the object is not translated, use the translation of the phrase."""
    form = text if as_object in sources else as_object
    filled = _filled(text, values)
    if form == text and not any(isinstance(value, Phrase) for value in values.values()):
        return Phrase(filled, filled)
    return Phrase(filled, _OBJECTS.format(form, **_signed(values)))


class Catalogue:
    def __init__(self, words: dict[str, Words]) -> None:
        self._words = words

    @classmethod
    def load(cls, folder: Path = LOCALES) -> "Catalogue":
        """Read every .po file of the folder; raise BadCatalogue."""
        parse_locale(SOURCE)
        words = {SOURCE: Words(SOURCE, gettext.NullTranslations())}
        for path in sorted(folder.glob("*.po")):
            try:
                content = hashlib.sha256(path.read_bytes()).digest()
                words[path.stem] = Words(path.stem, _read(path, content))
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
def _read(path: Path, content: bytes) -> gettext.GNUTranslations:
    """Parse a .po file. This takes a tenth of a second, so the result is cached by the hash of its
    content.
    """
    del content
    with path.open("rb") as file:
        catalog = read_po(file, locale=parse_locale(path.stem), abort_invalid=True)
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
