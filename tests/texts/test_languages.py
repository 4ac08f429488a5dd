"""The shipped translations agree with the English texts, and can be drawn."""

import re
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from render.typography.fonts import has_glyph
from texts import missing
from texts.catalogue import LOCALES, Catalogue
from texts.extract import ROOT, Message, messages_of

LANGUAGES = sorted(path.stem for path in LOCALES.glob("*.po"))
HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'


def names(text: str) -> frozenset[str]:
    """Return the placeholders of a text."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def translated(language: str) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return each text with its translation, in one form or several."""
    with (LOCALES / f"{language}.po").open("rb") as file:
        catalog = read_po(file, locale=language)
    return [
        (
            (message.id,) if isinstance(message.id, str) else tuple(message.id),
            (message.string,) if isinstance(message.string, str) else tuple(message.string),
        )
        for message in catalog
        if message.id and message.string and all(message.string)
    ]


def test_at_least_one_translation_is_shipped() -> None:
    assert LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_every_placeholder(language: str) -> None:
    lost = [
        (texts[0], names("".join(texts)) - names("".join(forms)))
        for texts, forms in translated(language)
        if names("".join(texts)) != names("".join(forms))
    ]
    assert lost == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_commands_and_headings(language: str) -> None:
    for texts, forms in translated(language):
        for form in forms:
            assert sorted(re.findall("`/[a-z ]+`", form)) == sorted(
                re.findall("`/[a-z ]+`", texts[0])
            )
            assert re.findall("^(?:-#|#{1,3}) ", form) == re.findall("^(?:-#|#{1,3}) ", texts[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_font_has_every_letter_of_translations_in_pictures(language: str) -> None:
    drawn = {text.forms for path in (ROOT / "render").rglob("*.py") for text in messages_of(path)}
    assert len(drawn) > 40
    for texts, forms in translated(language):
        if texts in drawn:
            letters = {letter for letter in "".join(forms) if not letter.isspace()}
            assert {letter for letter in letters if not has_glyph(letter)} <= {"“", "”"}, forms


def test_missing_lists_untranslated_and_fuzzy_texts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(missing, "LOCALES", tmp_path)
    text = (
        HEADER + 'msgid "Rematch"\nmsgstr "Revancha"\n\n#, fuzzy\nmsgid "Join"\nmsgstr "Unirse"\n'
        '\nmsgid "Play"\nmsgstr "Reproducir"\n'
    )
    (tmp_path / "es.po").write_text(text, encoding="utf-8")
    lacking = missing.missing("es")
    assert Message(("Rematch",)) not in lacking
    assert Message(("Join",)) in lacking
    assert Message(("Play",), "grid") in lacking
    assert Message(("{count} seat is free.", "{count} seats are free.")) in lacking
    assert len(lacking) == len(set(lacking))


def test_the_command_prints_a_line_per_language(capsys: pytest.CaptureFixture[str]) -> None:
    missing.main(LANGUAGES)
    output = capsys.readouterr().out
    for language in LANGUAGES:
        assert f"{language}: " in output


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
