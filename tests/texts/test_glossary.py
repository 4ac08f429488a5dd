"""The glossary: each thing has one name in each language, in every translation."""

import re
import tomllib
from functools import cache
from typing import Any

import pytest

from tests.texts.test_languages import LANGUAGES, translated
from texts.catalogue import LOCALES
from tools.translation.extract import ROOT

GLOSSARY: list[dict[str, Any]] = tomllib.loads(
    (LOCALES / "glossary.toml").read_text(encoding="utf-8")
)["term"]
GUIDE = ROOT / "docs" / "translating.md"


@cache
def pairs(language: str) -> tuple[tuple[str, str], ...]:
    """Return each English text with its translation, all forms together."""
    return tuple(("\n".join(texts), "\n".join(forms)) for texts, forms in translated(language))


def strayed(language: str, entries: tuple[tuple[str, str], ...]) -> list[str]:
    """Return violations of the glossary."""
    wrong = []
    for term in GLOSSARY:
        source, words = term.get("source"), term.get("words", {}).get(language)
        if source and words:
            wrong += [
                f"{term['english']}: {text!r} lacks {words}: {translation!r}"
                for text, translation in entries
                if _about(source, text) and not re.search(words, translation)
            ]
        for name in term.get("never", {}).get(language, []):
            wrong += [
                f"{term['english']}: {translation!r} has {name}"
                for _, translation in entries
                if re.search(name, translation)
            ]
    return wrong


def _about(source: str, text: str) -> bool:
    """Return whether a text mentions a thing. Names of placeholders and commands don't count."""
    return bool(re.search(source, re.sub(r"`/[a-z ]+`|\{\w+\}", "{}", text)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_use_the_words_of_the_glossary(language: str) -> None:
    assert strayed(language, pairs(language)) == []


@pytest.mark.parametrize(
    ("language", "english", "translation"),
    [
        ("es", "the pile is empty.", "el montón está vacío."),
        ("es", "Guess {number}", "Pronostica {number}"),
        ("es", "Challenge friends to a match", "Reta a tus amigos"),
        ("es", "Reroll {die}", "Lanza otra vez {die}"),
        ("el", "*house ruling*", "*κανόνας του σπιτιού*"),
        ("el", "League", "Λίγκα"),
        ("el", "Row {number}: {dice}.", "Σειρά {number}: {dice}."),
        ("el", "Foreman", "Εργοδηγός"),
    ],
)
def test_another_name_for_a_thing_is_found(language: str, english: str, translation: str) -> None:
    assert strayed(language, ((english, translation),)) != []


def test_every_expression_finds_texts() -> None:
    """An expression that no text matches any more checks nothing."""
    english = [text for text, _ in pairs(LANGUAGES[0])]
    for term in GLOSSARY:
        assert {"english", *LANGUAGES} <= set(term), term["english"]
        if "source" in term:
            assert any(_about(term["source"], text) for text in english), term["english"]
            assert set(term["words"]) == set(LANGUAGES), term["english"]


def test_the_guide_shows_the_glossary() -> None:
    table = ["| English | Spanish | Greek |", "|---|---|---|"]
    table += [f"| {term['english']} | {term['es']} | {term['el']} |" for term in GLOSSARY]
    assert "\n".join(table) in GUIDE.read_text(encoding="utf-8")
