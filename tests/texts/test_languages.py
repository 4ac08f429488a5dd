"""The shipped translations agree with the English texts, and can be drawn."""

import re
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from render.typography.fonts import has_glyph
from texts.catalogue import LOCALES, Catalogue
from tools.translation.extract import forms, template, texts

LANGUAGES = sorted(path.stem for path in LOCALES.glob("*.po"))


def names(text: str) -> frozenset[str]:
    """Return the placeholders of a text."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def translated(language: str) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return each text with its translation, in one form or several."""
    with (LOCALES / f"{language}.po").open("rb") as file:
        catalog = read_po(file, locale=language)
    return [
        (forms(message.id), forms(message.string))
        for message in texts(catalog)
        if message.string and all(message.string)
    ]


def test_at_least_one_translation_is_shipped() -> None:
    assert LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_every_placeholder(language: str) -> None:
    lost = [
        (originals[0], names("".join(originals)) - names("".join(translations)))
        for originals, translations in translated(language)
        if names("".join(originals)) != names("".join(translations))
    ]
    assert lost == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_commands_and_headings(language: str) -> None:
    command, heading = "`/[a-z ]+`", "^(?:-#|#{1,3}) "
    for (original, *_), translations in translated(language):
        for form in translations:
            assert sorted(re.findall(command, form)) == sorted(re.findall(command, original))
            assert re.findall(heading, form) == re.findall(heading, original)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_font_has_every_letter_of_translations_in_pictures(language: str) -> None:
    drawn = {
        forms(text.id)
        for text in texts(template())
        if any(file.startswith("render/") for file, _ in text.locations)
    }
    assert len(drawn) > 40
    for originals, translations in translated(language):
        if originals in drawn:
            letters = {letter for letter in "".join(translations) if not letter.isspace()}
            assert {letter for letter in letters if not has_glyph(letter)} <= {"“", "”"}, letters


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_button_of_a_grid_is_not_that_of_a_recording(language: str) -> None:
    """Every grid once had a button “Reproducir” or “Αναπαραγωγή” (play back)."""
    words = Catalogue.load().words(language)
    assert words.say_as("grid", "Play") != words.say_as("replay", "Play")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_is_not_worded_as_the_order_of_a_hint(language: str) -> None:
    words = Catalogue.load().words(language)
    for text in ("Use a star", "Spend a +1 token", "Write {die}"):
        assert words.text(text, "hint") != words.text(text, "why not"), text
