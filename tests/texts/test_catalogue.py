"""Languages: found as files, with plurals, English where a translation is missing."""

import gettext
from pathlib import Path

import pytest

from texts import Catalogue, mark
from texts.catalogue import LOCALES, BadCatalogue, Words

HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
SPANISH = (
    HEADER
    + """
msgid "It is over."
msgstr "Se acabó."

msgid "{player} wins!"
msgstr "¡Gana {player}!"

msgid "Untranslated"
msgstr ""

#, fuzzy
msgid "Doubtful"
msgstr "¿Quién sabe?"

msgid "{count} seat is free."
msgid_plural "{count} seats are free."
msgstr[0] "Queda {count} sitio."
msgstr[1] "Quedan {count} sitios."
"""
)
POLISH = (
    HEADER
    + """
msgid "{count} die"
msgid_plural "{count} dice"
msgstr[0] "{count} kość"
msgstr[1] "{count} kości"
msgstr[2] "{count} kostek"
"""
)


def catalogue(folder: Path, **files: str) -> Catalogue:
    """What is read from these .po files."""
    for name, text in files.items():
        (folder / f"{name}.po").write_text(text, encoding="utf-8")
    return Catalogue.load(folder)


def test_a_language_is_a_file(tmp_path: Path) -> None:
    """It is there once the file is, with no code."""
    loaded = catalogue(tmp_path, es=SPANISH)
    assert loaded.languages == ("en", "es")
    es = loaded.words("es")
    assert es.locale == "es"
    assert es.say("It is over.") == "Se acabó."
    assert es.say("{player} wins!", player="Ana") == "¡Gana Ana!"
    assert es.listed(["Ana", "Ben", "Eva"]) == "Ana, Ben y Eva"


def test_plurals(tmp_path: Path) -> None:
    """Each language counts in its own way, also where the file does not say how."""
    loaded = catalogue(tmp_path, es=SPANISH, pl=POLISH)
    es, pl, en = loaded.words("es"), loaded.words("pl"), loaded.words("en")
    seats = ("{count} seat is free.", "{count} seats are free.")
    assert [es.count(*seats, n) for n in (0, 1, 2)] == [
        "Quedan 0 sitios.",
        "Queda 1 sitio.",
        "Quedan 2 sitios.",
    ]
    assert [en.count(*seats, n) for n in (0, 1)] == ["0 seats are free.", "1 seat is free."]
    told = [pl.count("{count} die", "{count} dice", n) for n in (1, 3, 5, 22)]
    assert told == ["1 kość", "3 kości", "5 kostek", "22 kości"]
    assert es.count("{count} of {all}", "{count} of {all}!", 2, all=3) == "2 of 3!"


def test_missing_translations(tmp_path: Path) -> None:
    """English is said where nothing is translated, or nobody is sure of it."""
    es = catalogue(tmp_path, es=SPANISH).words("es")
    for text in ("Untranslated", "Doubtful", "Never heard of"):
        assert es.say(text) == text
    assert es.count("{count} die", "{count} dice", 3) == "3 dice"


@pytest.mark.parametrize(
    ("locale", "found"),
    [
        ("es", "es"),
        ("es-ES", "es"),
        ("es-419", "es_419"),
        ("pt-BR", "pt_BR"),
        ("pt", "en"),
        ("en-GB", "en"),
        ("zh-CN", "en"),
        (None, "en"),
        ("", "en"),
        ("../x", "en"),
    ],
)
def test_which_language(tmp_path: Path, locale: str | None, found: str) -> None:
    """The locale itself, else its language, else English."""
    files = dict.fromkeys(("es", "es_419", "pt_BR"), HEADER)
    assert catalogue(tmp_path, **files).words(locale).locale == found


def test_names_are_never_formatted(tmp_path: Path) -> None:
    """Braces in a value are text."""
    es = catalogue(tmp_path, es=SPANISH).words("es")
    assert es.say("{player} wins!", player="{0} {x} %s") == "¡Gana {0} {x} %s!"


BROKEN = {
    "no entries": "this is no catalogue",
    "unknown line": HEADER + 'msgid "a"\nmsgstr "b"\nand so on\n',
    "other name": HEADER + 'msgid "{player} wins!"\nmsgstr "¡Gana {jugador}!"\n',
    "place": HEADER + 'msgid "{player} wins!"\nmsgstr "¡Gana {}!"\n',
    "inside of a value": HEADER + 'msgid "{player} wins!"\nmsgstr "{player.__class__}"\n',
    "open brace": HEADER + 'msgid "{player} wins!"\nmsgstr "¡Gana {player!"\n',
    "brace in a plural": HEADER
    + 'msgid "{count} die"\nmsgid_plural "{count} dice"\nmsgstr[0] "{n}"\nmsgstr[1] "{count}"\n',
    "plural rule": 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    '"Plural-Forms: nplurals=2; plural=(n != ;\\n"\n\nmsgid "a"\nmsgstr "b"\n',
}


@pytest.mark.parametrize("wrong", BROKEN)
def test_broken_file(tmp_path: Path, wrong: str) -> None:
    """Refused at the start, by name: never found out by a player."""
    with pytest.raises(BadCatalogue, match=r"^es\.po can't be read as texts: ."):
        catalogue(tmp_path, es=BROKEN[wrong])


def test_not_utf8(tmp_path: Path) -> None:
    """Bytes that are no text."""
    (tmp_path / "es.po").write_bytes(SPANISH.encode("latin-1"))
    with pytest.raises(BadCatalogue, match=r"es\.po"):
        Catalogue.load(tmp_path)


@pytest.mark.parametrize("name", ["xx", "es-ES", "spanish", "es_"])
def test_no_language(tmp_path: Path, name: str) -> None:
    """The file is named for a language."""
    with pytest.raises(BadCatalogue, match=name):
        catalogue(tmp_path, **{name: SPANISH})


def test_a_value_may_be_left_out(tmp_path: Path) -> None:
    """A translation needs not say all."""
    text = HEADER + 'msgid "{player} wins {count}!"\nmsgstr "¡Gana {player}!"\n'
    es = catalogue(tmp_path, es=text).words("es")
    assert es.say("{player} wins {count}!", player="Ana", count=3) == "¡Gana Ana!"


def test_english_needs_no_file(tmp_path: Path) -> None:
    """An empty folder, or none."""
    assert Catalogue.load(tmp_path).languages == ("en",)
    assert Catalogue.load(tmp_path / "none").languages == ("en",)
    words = Words("en", gettext.NullTranslations())
    assert words.listed(["A"]) == "A"
    assert words.listed([]) == ""
    assert words.listed(["A", "B", "C"]) == "A, B, and C"
    assert mark("text") == "text"


def test_own_languages() -> None:
    """All that are delivered can be read."""
    assert "en" in Catalogue.load(LOCALES).languages


@pytest.mark.parametrize("number", [-1, -17, -2.5])
def test_one_kind_of_minus(number: float) -> None:
    """Numbers below zero have a true minus sign in every message, however they are formatted."""
    words = Catalogue.load().words("en")
    told = str(-number)
    assert words.say("{points} in all", points=number) == f"−{told} in all"
    assert words.say("{points:.1f}", points=number) == f"−{-number:.1f}"
    assert words.count("{count} point", "{count} points", round(number)).startswith("−")
    assert words.say("{name} and {points}", name="a-1", points=3) == "a-1 and 3"
