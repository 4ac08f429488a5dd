"""The docs and the engine agree."""

import re
import tomllib
from pathlib import Path

import pytest

from bot.app.games import DATA
from engine.core.chance import Stream
from tests.engine.dice_miner.table import CONTENT

ROOT = Path(__file__).parents[2]
RULES = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
MATCH_FILES = (ROOT / "docs/match-files.md").read_text(encoding="utf-8")
SOURCES = sorted((ROOT / "engine").rglob("*.py"))


def headings(text: str) -> set[str]:
    return set(re.findall(r"^## (.+)$", text, re.MULTILINE))


def test_rule_functions_name_existing_sections() -> None:
    folder = ROOT / "docs"
    pages = {page.name: headings(page.read_text("utf-8")) for page in folder.glob("*.md")}
    named = [
        (source.name, page, section.strip())
        for source in SOURCES
        for page, sections in re.findall(
            r"\(([a-z-]+\.md), ([^)]+)\)", source.read_text(encoding="utf-8")
        )
        for section in sections.split(";")
    ]
    assert len(named) > 60
    assert not [entry for entry in named if entry[2] not in pages[entry[1]]]


def test_every_section_of_the_rules_has_a_function() -> None:
    code = " ".join(source.read_text(encoding="utf-8") for source in SOURCES)
    sections = headings(RULES) | {"Notation", "What replay says"}
    named = {
        section.strip()
        for sections_ in re.findall(r"\([a-z-]+\.md, ([^)]+)\)", code)
        for section in sections_.split(";")
    }
    assert sections <= named


@pytest.mark.parametrize("n", [6, 60, 2**255 + 1])
def test_code_in_the_docs_computes_the_stream(n: int) -> None:
    recipe = re.search(r"```python\n(.+?)```", MATCH_FILES, re.DOTALL)
    assert recipe is not None
    names: dict[str, object] = {}
    exec(recipe[1], names)  # noqa: S102 - our own docs
    number = names["number"]
    assert callable(number)
    stream = Stream(bytes(range(32)), "1+2")
    for i in range(50):
        assert stream.number(i, n) == number(bytes(range(32)), "1+2", i, n)


def test_rules_have_the_counts_of_the_data() -> None:
    rows = re.findall(r"^\| (\w+), \w+ \| (\d+) \|", RULES, re.MULTILINE)
    assert [(entry.kind.value, str(entry.count)) for entry in CONTENT.kinds] == rows


def test_rules_name_every_ruling() -> None:
    data = tomllib.loads((DATA / "dice-miner/rules-1.toml").read_text(encoding="utf-8"))
    for name, ruling in data["rulings"].items():
        assert f"({ruling['mark']}: `{name}`)" in RULES


SEATS = ("hero", "take", "salud", "stop", "spend", "reroll", "pass", "keep", "done", "undo")
LUCK = ("first", "fill", "roll", "lot")


@pytest.mark.parametrize("word", SEATS + LUCK)
def test_docs_name_every_word_of_the_notation(word: str) -> None:
    assert re.search(rf"`{word}[ `]", MATCH_FILES)
