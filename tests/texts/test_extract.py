"""The template data/locale/salud.pot."""

from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from texts import extract
from texts.catalogue import Catalogue
from texts.extract import TEMPLATE, template

CODE = """
from texts import mark

LATER = mark("Said later.")

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
        ("{count} die", "{count} dice"),
    ]


def test_stable(root: Path) -> None:
    """Neither lines, nor dates, nor the order of the code change it."""
    before = template(root)
    code = root / "cogs" / "inner" / "code.py"
    (root / "bot" / "other.py").write_text("\n\n\n" + CODE, encoding="utf-8")
    code.write_text("")
    assert template(root) == before
    assert "POT-Creation-Date" not in before
    assert "code.py" not in before


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
