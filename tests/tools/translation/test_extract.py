"""The template data/locale/salud.pot."""

from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from texts.catalogue import LOCALES, OBJECT, Catalogue
from tools.translation import extract
from tools.translation.extract import TEMPLATE, as_po, template, texts
from tools.translation.places import PLACES, place

CODE = """
from texts import mark

LATER = mark("Said later.")
SOME = mark_count("{count} cup", "{count} cups")

def tell(words, n, name, faces):
    words.say("Hello, {name}!", name=words.say("nobody") if name is None else name)
    words.count("{count} die", "{count} dice", n)
    words.say(
        "One text"
        " in two pieces, “quoted”."
    )
    [1, 2].count(1)
    "no text of ours".count("x")
    say("also by itself")
    words.say_as("verb", "Play")
    words.say_as("noun", "Play")
    words.phrase("Beer")
    words.count_phrase("{count} gem", "{count} gems", n)
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a project with one file of code."""
    for package in extract.PACKAGES:
        (tmp_path / package / "inner").mkdir(parents=True)
    (tmp_path / "cogs" / "inner" / "code.py").write_text(CODE, encoding="utf-8")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test.py").write_text('say("not ours")', encoding="utf-8")
    return tmp_path


def test_the_committed_template_is_up_to_date() -> None:
    """If it fails, run `make texts` and commit the result."""
    assert TEMPLATE.read_text(encoding="utf-8") == extract.HEADER + as_po(template())


def test_extraction_finds_nested_multiline_and_plural_texts(root: Path) -> None:
    catalog = read_po(as_po(template(root)).splitlines(keepends=True))
    found = [(message.id, message.context) for message in texts(catalog)]
    assert sorted(found, key=str) == sorted(
        [
            ("Beer", None),
            ("Beer", OBJECT),
            ("Hello, {name}!", None),
            ("One text in two pieces, “quoted”.", None),
            ("Play", "noun"),
            ("Play", "verb"),
            ("Said later.", None),
            ("also by itself", None),
            ("nobody", None),
            (("{count} cup", "{count} cups"), None),
            (("{count} die", "{count} dice"), None),
            (("{count} gem", "{count} gems"), None),
            (("{count} gem", "{count} gems"), OBJECT),
        ],
        key=str,
    )


def test_texts_of_files_are_extracted_without_emoji_and_commands(root: Path) -> None:
    file = root / "data" / "texts" / "two-moons" / "guide.toml"
    file.parent.mkdir(parents=True)
    file.write_text(
        '[rules.start]\nemoji = "🌗"\ncommands = ["tutorial"]\ntitle = "Two"\ntext = """\nOne \\\n'
        'line"""\n[how_to_play]\nlines = ["A", "B"]\n[steps]\ntext = ""\ncounted = false\n',
        encoding="utf-8",
    )
    before = {message.id for message in texts(template(root))}
    file.unlink()
    assert before - {message.id for message in texts(template(root))} == {
        *("Two", "One line", "A", "B")
    }


def test_the_template_depends_only_on_the_texts(root: Path) -> None:
    before = as_po(template(root))
    code = root / "cogs" / "inner" / "code.py"
    (root / "cogs" / "other.py").write_text("\n\n\n" + CODE, encoding="utf-8")
    code.write_text("")
    assert as_po(template(root)) == before
    assert "POT-Creation-Date" not in before
    assert "code.py" not in before


def test_every_entry_has_a_place_and_every_place_is_used() -> None:
    entries = list(texts(template()))
    assert [message for message in entries if not message.auto_comments] == []
    general = {f"{package}/" for package in extract.PACKAGES}
    used = {place(file) for message in entries for file, _ in message.locations}
    assert {start for start, where in PLACES.items() if where not in used} <= general


def test_an_entry_lists_its_places_and_comments(root: Path) -> None:
    code = 'def f(words):\n    # Translators: A button.\n    words.say("Back")\n'
    (root / "cogs" / "inner" / "code.py").write_text(code, encoding="utf-8")
    (root / "render" / "inner" / "code.py").write_text('say("Back")', encoding="utf-8")
    message = template(root).get("Back")
    assert message is not None
    assert message.auto_comments == ["A message of the bot", "A picture", "A button."]


def test_renewing_keeps_translations_and_drops_old_texts(root: Path, tmp_path: Path) -> None:
    path = tmp_path / "es.po"
    head = '# Spanish.\nmsgid ""\nmsgstr ""\n"Language: es\\n"\n\n'
    entries = 'msgid "nobody"\nmsgstr "nadie"\n\nmsgid "Gone"\nmsgstr "Ido"\n'
    doubtful = '\n# Ask Ana.\n#, fuzzy\nmsgid "Said later."\nmsgstr "Luego."\n'
    path.write_text(head + entries + doubtful, encoding="utf-8")
    text = extract.renewed(path, root)
    assert text.startswith(head)
    assert '#. A message of the bot\nmsgid "nobody"\nmsgstr "nadie"\n' in text
    assert "Gone" not in text
    assert '# Ask Ana.\n#. A message of the bot\n#, fuzzy\nmsgid "Said later."' in text
    assert 'msgid "{count} die"\nmsgid_plural "{count} dice"\nmsgstr[0] ""\nmsgstr[1] ""' in text
    path.write_text(text, encoding="utf-8")
    assert extract.renewed(path, root) == text
    assert Catalogue.load(tmp_path).words("es").count("{count} die", "{count} dice", 2) == "2 dice"


def test_renewing_keeps_a_translation_only_in_its_context(root: Path, tmp_path: Path) -> None:
    path = tmp_path / "es.po"
    head = 'msgid ""\nmsgstr ""\n"Language: es\\n"\n\n'
    noun = 'msgctxt "noun"\nmsgid "Play"\nmsgstr "Obra"\n'
    path.write_text(head + noun + '\nmsgid "Play"\nmsgstr "Reproducir"\n', encoding="utf-8")
    text = extract.renewed(path, root)
    assert noun in text
    assert 'msgctxt "verb"\nmsgid "Play"\nmsgstr ""\n' in text
    assert "Reproducir" not in text


@pytest.mark.parametrize("path", sorted(LOCALES.glob("*.po")), ids=lambda path: path.stem)
def test_committed_languages_have_the_entries_of_the_template(path: Path) -> None:
    """If it fails, run `make texts` and commit the result."""
    assert path.read_text(encoding="utf-8") == extract.renewed(path)


def test_main_writes_the_template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "locale" / "salud.pot"
    monkeypatch.setattr(extract, "TEMPLATE", target)
    extract.main()
    assert target.read_text(encoding="utf-8") == TEMPLATE.read_text(encoding="utf-8")


def test_a_copy_of_the_template_is_a_valid_language(tmp_path: Path) -> None:
    text = TEMPLATE.read_text(encoding="utf-8")
    text = text.replace('msgid "Beer"\nmsgstr ""', 'msgid "Beer"\nmsgstr "Cerveza"')
    assert "Cerveza" in text
    (tmp_path / "es.po").write_text(text, encoding="utf-8")
    words = Catalogue.load(tmp_path).words("es")
    assert words.say("Beer") == "Cerveza"
    assert words.say("Pick") == "Pick"
    assert words.count("{count} gem", "{count} gems", 2) == "2 gems"
