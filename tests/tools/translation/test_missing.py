"""The list of untranslated texts."""

from pathlib import Path

import pytest

from texts.catalogue import LOCALES
from tools.translation import missing

ENTRIES = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"

msgid "Rematch"
msgstr "Revancha"

#, fuzzy
msgid "Join"
msgstr "Unirse"

msgid "Play"
msgstr "Reproducir"

msgctxt "grid"
msgid "Play"
msgstr ""

msgctxt "object"
msgid "Beer"
msgstr ""

msgid "{count} seat is free."
msgid_plural "{count} seats are free."
msgstr[0] "Queda {count} asiento."
msgstr[1] ""
"""


def test_missing_lists_untranslated_and_fuzzy_texts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(missing, "LOCALES", tmp_path)
    (tmp_path / "es.po").write_text(ENTRIES, encoding="utf-8")
    assert [(message.id, message.context) for message in missing.missing("es")] == [
        ("Join", None),
        ("Play", "grid"),
        (("{count} seat is free.", "{count} seats are free."), None),
    ]


def test_the_command_prints_a_line_per_language(capsys: pytest.CaptureFixture[str]) -> None:
    languages = [path.stem for path in LOCALES.glob("*.po")]
    missing.main(languages)
    output = capsys.readouterr().out
    for language in languages:
        assert f"{language}: " in output
