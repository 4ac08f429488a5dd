"""A proof for an editor: ``make proof LANGUAGE=el``, or ``python -m tools.translation.proof el``.

It prints every text of a language with realistic values for its placeholders, grouped by the place
where players read it. `faults` finds the mistakes that a program can recognize.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from string import Formatter

from babel.dates import format_date, format_datetime, format_time, format_timedelta
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from texts.catalogue import LOCALES, OBJECT, SOURCE, Catalogue, Words
from tools.translation.extract import forms, template, texts
from tools.translation.places import place
from tools.translation.proof_values import COUNTS, values

SAMPLES = 4
"""Maximum number of sentences of one entry."""
NOW = datetime(2026, 11, 26, 18, 0, tzinfo=UTC)
DUE = NOW + timedelta(hours=2)
"""The moment of all Discord times."""
_TIME = re.compile(r"<t:[^:>]*:?([a-zA-Z]?)>")


@dataclass(frozen=True, slots=True)
class Proof:
    place: str
    message: Message
    sentences: tuple[str, ...]


def proofs(words: Words) -> Iterator[Proof]:
    """Yield each text once per place, in the order of the code."""
    uses = (
        (file, line, message)
        for message in texts(template())
        for file, line in message.locations
        if message.context != OBJECT
    )
    shown = set()
    for file, _, message in sorted(uses, key=lambda use: use[:2]):
        entry = (place(file), message.id, message.context)
        if entry not in shown:
            shown.add(entry)
            yield Proof(place(file), message, sentences(words, message, file))


def sentences(words: Words, message: Message, file: str) -> tuple[str, ...]:
    """Fill a text several times and format Discord's times. `file` decides the game."""
    names = dict.fromkeys(
        name for form in forms(message.id) for _, name, _, _ in Formatter().parse(form) if name
    )
    choices = {name: values(words, name, message, file) for name in names}
    if message.pluralizable:
        choices["count"] = [*COUNTS]
    most = min(max((len(some) for some in choices.values()), default=1), SAMPLES)
    filled = (
        _filled(words, message, {name: some[n % len(some)] for name, some in choices.items()})
        for n in range(most)
    )
    return tuple(dict.fromkeys(_with_times(words, text) for text in filled))


def _filled(words: Words, message: Message, chosen: Mapping[str, object]) -> str:
    if message.pluralizable:
        one, many = forms(message.id)
        others = {name: value for name, value in chosen.items() if name != "count"}
        return words.count(one, many, int(str(chosen["count"])), **others)
    if message.context is None:
        return words.say(str(message.id), **chosen)
    return words.say_as(message.context, str(message.id), **chosen)


def _with_times(words: Words, text: str) -> str:
    """Replace Discord's times as it shows them."""
    locale = words.locale

    def shown(match: re.Match[str]) -> str:
        match match[1]:
            case "R":
                return format_timedelta(DUE - NOW, add_direction=True, locale=locale)
            case "t":
                return format_time(DUE.time(), "short", locale=locale)
            case "D":
                return format_date(DUE, "long", locale=locale)
            case _:
                return format_datetime(DUE, "d MMMM y HH:mm", locale=locale)

    return _TIME.sub(shown, text)


EVERYWHERE = {
    "two spaces": r"\S  \S",
    "a placeholder": r"\{[a-z_]+(?::\w+)?\}",
    "a month as a number": r"(?<![\d-])20\d\d-\d\d(?![\d-])",
    "punctuation twice": r"(?<!\.)\.\.(?!\.)|,,|;;|\?\?|:\s*:(?!\w)",
}
FAULTS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "a preposition before “in 2 hours”": r"\b(?:by|until|before|from) in \d",
    },
    "es": {
        "a preposition before “dentro de 2 horas”": r"\b(?:antes de|hasta|desde|el) dentro de \d",
        "a time without an article": r"\b(?:antes de|hasta|desde|empieza|termina) "
        r"(?:\d{1,2}:\d\d|\d+ de noviembre)",
        "a capital after an article": r"\b(?:al|del|el|la|a|de|en|para) (?:El|La|Los|Las) [A-Za-z]",
        "a plural with a singular verb": r"\b\d+ (?!menos)\w+s(?: \w+)? "
        r"(?:está|es|tiene|va|queda)\b",
        "vosotros": r"\b(?:vuestr[oa]s?|os|vosotr[oa]s|\w+(?:áis|éis))\b",
    },
    "el": {
        "a preposition before “σε 2 ώρες”": r"\b(?:ως|έως|μέχρι|από|στις|τις) σε \d",
        "a time without an article": r"\b(?:ως|έως|μέχρι|από|αρχίζει|τελειώνει|αρχίζουν) "
        r"(?:\d{1,2}:\d\d|\d+ Νοεμβρίου)",
        "a capital after an article": r"(?i:\b(?:στο|στη|στην|στον|το|του|τη|την|τον)) "
        r"(?:Το|Τα|Η|Ο|Οι) ",
    },
}
"""Expressions for mistakes in filled sentences, by language."""
GOVERNING = {
    "el": r"με|σε|για|από|προς|δίνει|δίνουν|κοστίζει|πήρε|παίρνει|φέρνει|κρατά|κρατάει|πάρε|"
    r"ξόδεψε|κράτησε|διάλεξε|δείχνει|χωρούν|ρίξε ξανά|κάτω από|έδινε"
}
"""Words before which a noun phrase has its form as an object, by language."""


def faults(language: str, sentence: str, nominatives: tuple[str, ...] = ()) -> list[str]:
    """Return the names of the mistakes in a filled sentence.

    `nominatives` are phrases that differ as objects, as `nominatives_of` returns them.
    """
    expressions = {**EVERYWHERE, **FAULTS.get(language, {})}
    found = [name for name, pattern in expressions.items() if re.search(pattern, sentence)]
    if language in GOVERNING and nominatives:
        nouns = "|".join(map(re.escape, nominatives))
        governed = (
            rf"(?i:\b(?:{GOVERNING[language]})) (?:[^\w\s:]+ )?\**(?:[-+−\d]+ )?(?:{nouns})\b"
        )
        if re.search(governed, sentence):
            found.append("a nominative for an object")
    return found


def nominatives_of(language: str) -> tuple[str, ...]:
    """Return the beginnings of phrases whose form as an object is different."""
    if language == SOURCE:
        return ()
    with (LOCALES / f"{language}.po").open("rb") as file:
        catalog = read_po(file, locale=language)
    nouns: list[str] = []
    for entry in catalog:
        if entry.context == OBJECT and entry.string and any(entry.string):
            phrase = catalog.get(entry.id if isinstance(entry.id, str) else entry.id[0])
            assert phrase is not None, "a phrase must have a nominative"
            assert phrase.string, "a nominative must be translated"
            nouns += [phrase.string] if isinstance(phrase.string, str) else phrase.string
    return tuple(dict.fromkeys(re.sub(r"\{\w+\}|×", "", noun).strip() for noun in nouns))


def page(language: str) -> str:
    words, nominatives = Catalogue.load().words(language), nominatives_of(language)
    places: dict[str, list[str]] = {}
    for proof in proofs(words):
        context = f" ({proof.message.context})" if proof.message.context else ""
        lines = places.setdefault(proof.place, [])
        lines.append(f"- {_line(forms(proof.message.id)[0])}{context}")
        lines.extend(_checked(language, sentence, nominatives) for sentence in proof.sentences)
    parts = ["\n".join([f"## {where}", "", *places[where]]) for where in sorted(places)]
    return "\n\n".join([f"# Proof: {language}", *parts])


def _checked(language: str, sentence: str, nominatives: tuple[str, ...]) -> str:
    wrong = "".join(f" ⚠️ {fault}" for fault in faults(language, sentence, nominatives))
    return f"  - {_line(sentence)}{wrong}"


def _line(text: str) -> str:
    return text.replace("\n", "⏎")


def main(arguments: list[str]) -> None:
    for language in arguments:
        print(page(language))  # noqa: T201 - a command line


if __name__ == "__main__":
    main(sys.argv[1:])
