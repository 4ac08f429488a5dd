"""The languages that are delivered: they say what the English texts say, and can be drawn."""

import re
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from render.typography.fonts import has_glyph
from texts import missing
from texts.catalogue import LOCALES
from texts.extract import ROOT, messages_of

LANGUAGES = sorted(path.stem for path in LOCALES.glob("*.po"))
HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'


def names(text: str) -> frozenset[str]:
    """The names in a text's braces."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def translated(language: str) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Each text with its translation, in one form or by number."""
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


def test_there_is_more_than_english() -> None:
    """At least one language shows that there can be."""
    assert LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_lost(language: str) -> None:
    """A translation names every value that its text names, and every mark-up of its own."""
    lost = [
        (texts[0], names("".join(texts)) - names("".join(forms)))
        for texts, forms in translated(language)
        if names("".join(texts)) != names("".join(forms))
    ]
    assert lost == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_and_headings_stay(language: str) -> None:
    """Commands are called the same in every language; a heading stays one, small print too."""
    for texts, forms in translated(language):
        for form in forms:
            assert sorted(re.findall("`/[a-z ]+`", form)) == sorted(
                re.findall("`/[a-z ]+`", texts[0])
            )
            assert re.findall("^(?:-#|#{1,3}) ", form) == re.findall("^(?:-#|#{1,3}) ", texts[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_have_the_letters(language: str) -> None:
    """What pictures say can be drawn by their font."""
    drawn = {text for path in (ROOT / "render").rglob("*.py") for text in messages_of(path)}
    assert len(drawn) > 40
    for texts, forms in translated(language):
        if (texts[0] if len(texts) == 1 else texts) in drawn:
            letters = {letter for letter in "".join(forms) if not letter.isspace()}
            assert {letter for letter in letters if not has_glyph(letter)} <= {"“", "”"}, forms


def test_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not translated, or doubtful, is listed; what is, is not."""
    monkeypatch.setattr(missing, "LOCALES", tmp_path)
    text = (
        HEADER + 'msgid "Rematch"\nmsgstr "Revancha"\n\n#, fuzzy\nmsgid "Join"\nmsgstr "Unirse"\n'
    )
    (tmp_path / "es.po").write_text(text, encoding="utf-8")
    lacking = missing.missing("es")
    assert "Rematch" not in lacking
    assert "Join" in lacking
    assert ("{count} seat is free.", "{count} seats are free.") in lacking
    assert len(lacking) == len(set(lacking))


def test_the_command_tells_it(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each language, and its texts."""
    missing.main(LANGUAGES)
    said = capsys.readouterr().out
    for language in LANGUAGES:
        assert f"{language}: " in said
