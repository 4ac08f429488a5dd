"""Catalogues: languages, plurals and missing translations."""

import gettext
import pickle
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
    for name, text in files.items():
        (folder / f"{name}.po").write_text(text, encoding="utf-8")
    return Catalogue.load(folder)


def test_a_po_file_adds_a_language(tmp_path: Path) -> None:
    loaded = catalogue(tmp_path, es=SPANISH)
    assert loaded.languages == ("en", "es")
    es = loaded.words("es")
    assert es.locale == "es"
    assert es.say("It is over.") == "Se acabó."
    assert es.say("{player} wins!", player="Ana") == "¡Gana Ana!"
    assert es.listed(["Ana", "Ben", "Eva"]) == "Ana, Ben y Eva"


def test_each_language_has_its_own_plurals(tmp_path: Path) -> None:
    """Also if the file has no Plural-Forms header."""
    loaded = catalogue(tmp_path, es=SPANISH, pl=POLISH)
    es, pl, en = loaded.words("es"), loaded.words("pl"), loaded.words("en")
    seats = ("{count} seat is free.", "{count} seats are free.")
    assert [es.count(*seats, n) for n in (0, 1, 2)] == [
        "Quedan 0 sitios.",
        "Queda 1 sitio.",
        "Quedan 2 sitios.",
    ]
    assert [en.count(*seats, n) for n in (0, 1)] == ["0 seats are free.", "1 seat is free."]
    polish = [pl.count("{count} die", "{count} dice", n) for n in (1, 3, 5, 22)]
    assert polish == ["1 kość", "3 kości", "5 kostek", "22 kości"]
    assert es.count("{count} of {all}", "{count} of {all}!", 2, all=3) == "2 of 3!"


def test_missing_and_fuzzy_translations_are_english(tmp_path: Path) -> None:
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
def test_a_locale_falls_back_to_its_language_then_english(
    tmp_path: Path, locale: str | None, found: str
) -> None:
    files = dict.fromkeys(("es", "es_419", "pt_BR"), HEADER)
    assert catalogue(tmp_path, **files).words(locale).locale == found


def test_braces_in_values_are_not_formatted(tmp_path: Path) -> None:
    es = catalogue(tmp_path, es=SPANISH).words("es")
    assert es.say("{player} wins!", player="{0} {x} %s") == "¡Gana {0} {x} %s!"


IN_CONTEXT = (
    HEADER
    + """
msgctxt "grid"
msgid "Play"
msgstr "Παίξε"

msgctxt "replay"
msgid "Play"
msgstr "Αναπαραγωγή"

msgid "Dragon ×{number}"
msgstr "Δράκος ×{number}"

msgctxt "object"
msgid "Dragon ×{number}"
msgstr "Δράκο ×{number}"

msgid "Tunnel {number}"
msgstr "Στοά {number}"

msgid "{count} point"
msgid_plural "{count} points"
msgstr[0] "{count} πόντος"
msgstr[1] "{count} πόντοι"

msgctxt "object"
msgid "{count} point"
msgid_plural "{count} points"
msgstr[0] "{count} πόντο"
msgstr[1] "{count} πόντους"

msgid "{player} took {die}."
msgstr "{player} πήρε {die:object}."

msgid "{player}: {die}"
msgstr "{player}: {die}"

msgid "{player} won with {points}."
msgstr "{player}: νίκη με {points:object}."
"""
)


def test_each_meaning_of_a_word_has_its_own_translation(tmp_path: Path) -> None:
    el = catalogue(tmp_path, el=IN_CONTEXT).words("el")
    assert el.say_as("grid", "Play") == "Παίξε"
    assert el.say_as("replay", "Play") == "Αναπαραγωγή"
    assert el.say_as("cards", "Play") == el.say("Play") == "Play"


def test_a_translation_can_ask_for_a_phrase_as_an_object(tmp_path: Path) -> None:
    el = catalogue(tmp_path, el=IN_CONTEXT).words("el")
    dragon = el.phrase("Dragon ×{number}", number=2)
    tunnel = el.phrase("Tunnel {number}", number=3)
    both = el.listed([dragon.after("🐉"), tunnel])
    assert el.say("{player} took {die}.", player="Άννα", die=both) == (
        "Άννα πήρε 🐉 Δράκο ×2 και Στοά 3."
    )
    assert el.say("{player}: {die}", player="Άννα", die=both) == "Άννα: 🐉 Δράκος ×2 και Στοά 3"
    points = [
        el.say(
            "{player} won with {points}.",
            player="Άννα",
            points=el.count_phrase("{count} point", "{count} points", number),
        )
        for number in (1, 45)
    ]
    assert points == ["Άννα: νίκη με 1 πόντο.", "Άννα: νίκη με 45 πόντους."]


def test_a_phrase_survives_pickle(tmp_path: Path) -> None:
    el = catalogue(tmp_path, el=IN_CONTEXT).words("el")
    dragon = pickle.loads(pickle.dumps(el.phrase("Dragon ×{number}", number=2)))  # noqa: S301
    assert (dragon, dragon.as_object) == ("Δράκος ×2", "Δράκο ×2")


def test_an_object_without_a_form_of_its_own_is_the_phrase(tmp_path: Path) -> None:
    words = catalogue(tmp_path, el=IN_CONTEXT)
    el = words.words("el")
    assert el.say("{player} took {die}.", player="Άννα", die="☕") == "Άννα πήρε ☕."
    assert el.say("{player} took {die}.", player="Άννα", die=3) == "Άννα πήρε 3."
    inner = el.phrase("{what} twice", what=el.phrase("Dragon ×{number}", number=-1))
    assert inner == "Δράκος ×−1 twice"
    assert inner.as_object == "Δράκο ×−1 twice"
    assert words.words("en").phrase("{count} gem", count=2).as_object == "2 gem"


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
def test_a_broken_file_is_rejected_on_load(tmp_path: Path, wrong: str) -> None:
    with pytest.raises(BadCatalogue, match=r"^es\.po can't be read as a catalogue: ."):
        catalogue(tmp_path, es=BROKEN[wrong])


def test_a_file_that_is_not_utf8_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "es.po").write_bytes(SPANISH.encode("latin-1"))
    with pytest.raises(BadCatalogue, match=r"es\.po"):
        Catalogue.load(tmp_path)


@pytest.mark.parametrize("name", ["xx", "es-ES", "spanish", "es_"])
def test_a_file_must_be_named_after_a_language(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadCatalogue, match=name):
        catalogue(tmp_path, **{name: SPANISH})


def test_a_translation_can_omit_a_value(tmp_path: Path) -> None:
    text = HEADER + 'msgid "{player} wins {count}!"\nmsgstr "¡Gana {player}!"\n'
    es = catalogue(tmp_path, es=text).words("es")
    assert es.say("{player} wins {count}!", player="Ana", count=3) == "¡Gana Ana!"


def test_english_needs_no_file(tmp_path: Path) -> None:
    assert Catalogue.load(tmp_path).languages == ("en",)
    assert Catalogue.load(tmp_path / "none").languages == ("en",)
    words = Words("en", gettext.NullTranslations())
    assert words.listed(["A"]) == "A"
    assert words.listed([]) == ""
    assert words.listed(["A", "B", "C"]) == "A, B, and C"
    assert mark("text") == "text"


def test_shipped_languages_can_be_read() -> None:
    assert "en" in Catalogue.load(LOCALES).languages


@pytest.mark.parametrize("number", [-1, -17, -2.5])
def test_negative_numbers_have_a_proper_minus_sign(number: float) -> None:
    words = Catalogue.load().words("en")
    digits = str(-number)
    assert words.say("{points} in all", points=number) == f"−{digits} in all"
    assert words.say("{points:.1f}", points=number) == f"−{-number:.1f}"
    assert words.count("{count} point", "{count} points", round(number)).startswith("−")
    assert words.say("{name} and {points}", name="a-1", points=3) == "a-1 and 3"
