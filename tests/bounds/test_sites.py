"""Checks that no call site bypasses the code that enforces Discord's limits."""

import ast
from pathlib import Path

from babel.messages.pofile import read_po

from tests.bounds.hostile import LongWords, longest, stretched
from tests.bounds.reach import ROOT, sites, unused_speakers
from tests.bounds.test_everything import ELSEWHERE
from tests.source import parse
from texts.catalogue import LOCALES

MADE = {"Button", "SelectOption", "Select", "Modal", "Label"}
"""Classes that only cogs/ui/widgets.py instantiates."""


def called(path: Path) -> list[tuple[str, int]]:
    tree = parse(path)
    return [
        (node.func.attr, node.lineno)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    ]


def test_only_widgets_module_makes_buttons_menus_and_forms() -> None:
    """That module cuts labels that are too long."""
    bypassing = [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in sorted((ROOT / "cogs").rglob("*.py"))
        for name, line in called(path)
        if name in MADE and path.name != "widgets.py"
    ]
    assert bypassing == []


def test_every_excused_call_site_exists() -> None:
    """An excuse for a removed call site would hide a new one."""
    assert set(ELSEWHERE) <= {(site.file, site.function) for site in sites()}
    assert len(sites()) > 100


def test_every_speaker_is_called() -> None:
    """A name that nothing calls any more would leave call sites unwatched."""
    assert unused_speakers() == set()


def test_no_translation_is_longer_than_the_long_language() -> None:
    """Every translation then keeps the limits that the long test language keeps."""
    for path in LOCALES.glob("*.po"):
        with path.open("rb") as file:
            catalog = read_po(file, locale=path.stem)
        for message in catalog:
            ids = [message.id] if isinstance(message.id, str) else [*message.id]
            texts = (
                [message.string] if isinstance(message.string, str) else [*(message.string or ())]
            )
            if any(ids):
                assert max(map(len, texts)) <= max(map(longest, ids)), (path.stem, texts)


def test_long_language_lengthens_texts_without_breaking_them() -> None:
    words = LongWords("de")
    for text in ("## ⛏️ {host} practises", "Accept", "-# {a} of {b}", "✅ <#{a}>: fine.", "{a}"):
        assert len(stretched(text)) == longest(text)
    assert words.say("**{a}**: {b}", a=1, b=2).startswith("**1**: 2")
    assert "3" in words.count("{count} die", "{count} dice", 3)
