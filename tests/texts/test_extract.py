"""The template data/locale/salud.pot."""

from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from texts import extract
from texts.catalogue import LOCALES, Catalogue
from texts.extract import ROOT, TEMPLATE, comments, messages_of, template
from texts.places import PLACES, place

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
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project of one file."""
    for package in extract.PACKAGES:
        (tmp_path / package / "inner").mkdir(parents=True)
    (tmp_path / "cogs" / "inner" / "code.py").write_text(CODE, encoding="utf-8")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test.py").write_text('say("not ours")', encoding="utf-8")
    return tmp_path


def test_committed_template() -> None:
    """It is what the code says now; if not, run `make texts` and commit it."""
    assert TEMPLATE.read_text(encoding="utf-8") == template()


def test_what_is_found(root: Path) -> None:
    """Calls within calls, several lines, plurals; nothing else."""
    catalog = read_po(line for line in template(root).splitlines(keepends=True))
    assert [message.id for message in catalog if message.id] == [
        "Hello, {name}!",
        "One text in two pieces, “quoted”.",
        "Said later.",
        "also by itself",
        "nobody",
        ("{count} cup", "{count} cups"),
        ("{count} die", "{count} dice"),
    ]


def test_stable(root: Path) -> None:
    """Neither lines, nor dates, nor the order of the code change it."""
    before = template(root)
    code = root / "cogs" / "inner" / "code.py"
    (root / "cogs" / "other.py").write_text("\n\n\n" + CODE, encoding="utf-8")
    code.write_text("")
    assert template(root) == before
    assert "POT-Creation-Date" not in before
    assert "code.py" not in before


def test_every_entry_says_where_it_is_read() -> None:
    """Translators see each text alone; and a place that no file has any more is none."""
    assert [message for message, said in comments().items() if not said] == []
    files = [
        path.relative_to(ROOT)
        for package in extract.PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if any(messages_of(path))
    ]
    general = {f"{package}/" for package in extract.PACKAGES}
    used = {place(path) for path in files}
    assert {start for start, where in PLACES.items() if where not in used} <= general


def test_comments_for_translators(root: Path) -> None:
    """What the code says to them, and all places of a text, in one entry."""
    code = 'def f(words):\n    # Translators: A button.\n    words.say("Back")\n'
    (root / "cogs" / "inner" / "code.py").write_text(code, encoding="utf-8")
    (root / "render" / "inner" / "code.py").write_text('say("Back")', encoding="utf-8")
    assert comments(root)["Back"] == ["A message of the bot", "A picture", "A button."]


def test_languages_are_renewed(root: Path, tmp_path: Path) -> None:
    """What is translated stays, what is new is empty, what no code says is gone."""
    path = tmp_path / "es.po"
    head = '# Spanish.\nmsgid ""\nmsgstr ""\n"Language: es\\n"\n\n'
    said = 'msgid "nobody"\nmsgstr "nadie"\n\nmsgid "Gone"\nmsgstr "Ido"\n'
    doubtful = '\n# Ask Ana.\n#, fuzzy\nmsgid "Said later."\nmsgstr "Luego."\n'
    path.write_text(head + said + doubtful, encoding="utf-8")
    text = extract.renewed(path, root)
    assert text.startswith(head)
    assert '#. A message of the bot\nmsgid "nobody"\nmsgstr "nadie"\n' in text
    assert "Gone" not in text
    assert '# Ask Ana.\n#. A message of the bot\n#, fuzzy\nmsgid "Said later."' in text
    assert 'msgid "{count} die"\nmsgid_plural "{count} dice"\nmsgstr[0] ""\nmsgstr[1] ""' in text
    path.write_text(text, encoding="utf-8")
    assert extract.renewed(path, root) == text
    assert Catalogue.load(tmp_path).words("es").count("{count} die", "{count} dice", 2) == "2 dice"


@pytest.mark.parametrize("path", sorted(LOCALES.glob("*.po")), ids=lambda path: path.stem)
def test_committed_languages(path: Path) -> None:
    """They have the entries of the template; if not, run `make texts` and commit them."""
    assert path.read_text(encoding="utf-8") == extract.renewed(path)


def test_main_writes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command of `make texts`."""
    target = tmp_path / "locale" / "salud.pot"
    monkeypatch.setattr(extract, "TEMPLATE", target)
    extract.main()
    assert target.read_text(encoding="utf-8") == template()


def test_a_copy_is_a_language(tmp_path: Path) -> None:
    """The template, copied and filled in, is read as it is."""
    text = template().replace('msgid "Beer"\nmsgstr ""', 'msgid "Beer"\nmsgstr "Cerveza"')
    assert "Cerveza" in text
    (tmp_path / "es.po").write_text(text, encoding="utf-8")
    words = Catalogue.load(tmp_path).words("es")
    assert words.say("Beer") == "Cerveza"
    assert words.say("Pick") == "Pick"
    assert words.count("{count} gem", "{count} gems", 2) == "2 gems"
