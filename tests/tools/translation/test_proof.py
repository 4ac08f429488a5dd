"""The proof: every text of every language with realistic values, read by a machine."""

from functools import cache
from gettext import NullTranslations

import pytest
from babel.messages.catalog import Message

from texts import Catalogue
from texts.catalogue import OBJECT, SOURCE, Words
from tools.translation import proof_values
from tools.translation.extract import forms, template, texts
from tools.translation.proof import Proof, faults, main, nominatives_of, proofs, sentences

CATALOGUE = Catalogue.load()
LANGUAGES = CATALOGUE.languages
TRANSLATIONS = [language for language in LANGUAGES if language != SOURCE]


@cache
def proof(language: str) -> tuple[Proof, ...]:
    return tuple(proofs(CATALOGUE.words(language)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_filled_text_has_a_known_fault(language: str) -> None:
    nominatives = nominatives_of(language)
    wrong = {
        sentence: found
        for entry in proof(language)
        for sentence in entry.sentences
        if (found := faults(language, sentence, nominatives))
    }
    assert wrong == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_proof_has_every_text(language: str) -> None:
    proven = {(entry.message.id, entry.message.context) for entry in proof(language)}
    every = {(message.id, message.context) for message in texts(template())}
    assert {(text, context) for text, context in every if context != OBJECT} == proven
    assert all(entry.sentences for entry in proof(language))


FAULTY = {
    "el": (
        "Άννα: νίκη με 45 πόντοι.",
        "Άννα πήρε Δράκος ×2.",
        "Άννα πήρε 🐉 Δράκος ×2.",
        "Στο Το πλέγμα ζαριών του Isegrim δεν υπάρχει.",
        "Δήλωσε παρουσία ως σε 2 ώρες.",
        "Ο γύρος τελειώνει 26 Νοεμβρίου 2026 20:00.",
        "Για 2026-11 σου μένουν: 1.",
        "Άννα: {points}.",
    ),
    "es": (
        "2 gemas está enterrado: tiene encima Túnel 3.",
        "Una invitación a La cuadrícula de dados de Isegrim.",
        "Confirma antes de dentro de 2 horas.",
        "Confirma antes de 20:00.",
        "Todos podéis ver #mine.",
        "En 2026-11 te quedan 1.",
        "Gana  Bruno.",
    ),
}
CORRECT = {
    "el": (
        "Άννα: νίκη με 45 πόντους.",
        "Άννα πήρε Δράκο ×2.",
        "Άννα πήρε: Δράκος ×2.",
        "Ο γύρος τελειώνει στις 26 Νοεμβρίου 2026 20:00.",
    ),
    "es": ("2 gemas: enterrado, con Túnel 3 encima.", "Confirma antes de las 20:00."),
}


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_faults_are_found(language: str) -> None:
    nominatives = nominatives_of(language)
    for sentence in FAULTY[language]:
        assert len(faults(language, sentence, nominatives)) == 1, sentence
    for sentence in CORRECT[language]:
        assert faults(language, sentence, nominatives) == [], sentence


def test_values_of_proofs_are_translated() -> None:
    """A value whose English text has changed would appear in English in every proof."""
    known = {form for message in texts(template()) for form in forms(message.id)}
    asked: set[str] = set()

    class Recorded(Words):
        def text(self, message: str, context: str | None = None) -> str:
            asked.add(message)
            return super().text(message, context)

        def plural(self, one: str, many: str, count: int, context: str | None = None) -> str:
            asked.update((one, many))
            return super().plural(one, many, count, context)

    words = Recorded(SOURCE, NullTranslations())
    for some in (*proof_values.BY_NAME.values(), *proof_values.GRID.values()):
        for value in some:
            if callable(value):
                value(words)
    assert len(asked) > 50
    assert asked <= known


def test_sentences_have_each_gender_and_number() -> None:
    took = sentences(CATALOGUE.words("el"), Message("{player} took {die}."), "")
    assert took[:3] == ("Άννα πήρε Δράκο ×2.", "Bruno πήρε 2 πετράδια.", "Άννα πήρε Στοά 3.")
    won = Message("{player} dug down to level {level} and won with {points}.")
    assert "νίκη με 1 πόντο." in sentences(CATALOGUE.words("el"), won, "")[0]
    assert "νίκη με 45 πόντους." in sentences(CATALOGUE.words("el"), won, "")[1]


def test_the_command_prints_sentences_by_place(capsys: pytest.CaptureFixture[str]) -> None:
    main(["es"])
    printed = capsys.readouterr().out
    assert printed.startswith("# Proof: es\n")
    assert "\n\n## /me: a player's own settings\n" in printed
    assert "- {player} took {die}.\n  - Άννα tomó Dragón ×2.\n" in printed
