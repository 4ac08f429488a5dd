"""That nothing speaks past what holds the bounds."""

import ast
from pathlib import Path

from babel.messages.pofile import read_po

from tests.bounds.hostile import LongWords, longest, stretched
from tests.bounds.reach import ROOT, sites, unused_speakers
from tests.bounds.test_everything import ELSEWHERE
from tests.source import parse
from texts.catalogue import LOCALES

MADE = {"Button", "SelectOption", "Select", "Modal", "Label"}
"""What cogs/ui/widgets.py alone makes."""


def called(path: Path) -> list[tuple[str, int]]:
    """What a file calls by an attribute's name, and where."""
    tree = parse(path)
    return [
        (node.func.attr, node.lineno)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    ]


def test_one_place_makes_what_is_pressed() -> None:
    """Buttons, menus and forms come from widgets.py, which cuts what is too long."""
    found = [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in sorted((ROOT / "cogs").rglob("*.py"))
        for name, line in called(path)
        if name in MADE and path.name != "widgets.py"
    ]
    assert found == []


def test_what_is_excused_is_there() -> None:
    """An excuse for a place that is gone would hide a new one."""
    assert set(ELSEWHERE) <= {(site.file, site.function) for site in sites()}
    assert len(sites()) > 100


def test_all_that_speaks_is_called() -> None:
    """A name that nothing calls any more would leave places unwatched."""
    assert unused_speakers() == set()


def test_no_translation_is_longer_than_the_tour_takes_for_possible() -> None:
    """So what holds in the long language holds in every one that is delivered."""
    for path in LOCALES.glob("*.po"):
        with path.open("rb") as file:
            catalog = read_po(file, locale=path.stem)
        for message in catalog:
            ids = [message.id] if isinstance(message.id, str) else [*message.id]
            said = (
                [message.string] if isinstance(message.string, str) else [*(message.string or ())]
            )
            if any(ids):
                assert max(map(len, said)) <= max(map(longest, ids)), (path.stem, said)


def test_the_long_language() -> None:
    """Every text is as long as may be, with its values and its markup."""
    words = LongWords("de")
    for text in ("## ⛏️ {host} practises", "Accept", "-# {a} of {b}", "✅ <#{a}>: fine.", "{a}"):
        assert len(stretched(text)) == longest(text)
    assert words.say("**{a}**: {b}", a=1, b=2).startswith("**1**: 2")
    assert "3" in words.count("{count} die", "{count} dice", 3)
