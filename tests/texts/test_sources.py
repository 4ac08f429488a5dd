"""What the code says: every text can be found by the extraction, and gets what it asks for."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from tests.source import parse
from tests.tiers import exhaustive
from texts.extract import PACKAGES, ROOT, messages

SAID_ELSEWHERE = {
    "cogs/tournaments/terms_lines.py": ["FORMATS[chosen]"],
    "cogs/screens/statistics.py": ["title", "*some", "none"],
    "cogs/moderation/handlers.py": ["text"],
    "cogs/posting/permissions.py": ["need.name", "need.breaks"],
    "cogs/server/handlers.py": ["setting.title", "setting.label(value)"],
    "cogs/server/panel.py": ["setting.title", "option.label", "option.description"],
    "cogs/interactions/answers.py": ["refusal.sentence"],
    "cogs/interactions/translator.py": ["string.message"],
    "cogs/guide/handlers.py": ["found.text", "found.title", "one.title", "text"],
    "cogs/board/table_talk.py": ["line"],
    "cogs/invitations/handlers.py": ["LEVELS[level]", "LEVELS[true]"],
    "cogs/ui/computer_names.py": ["LEVELS[computer.level]", "character.likes", "character.name"],
    "cogs/me/panel.py": ["label", "t.on if t.name in personal.on else t.off", "toggle.label"],
    "cogs/privacy/texts.py": ["ONCE[name]", "*COUNTED[name]"],
    "cogs/ui/paces.py": ["line"],
    "cogs/statistics/leaderboards.py": [
        "own",
        "common",
        "PERIODS[period]",
        "name",
        "PUZZLE_OF_THE_DAY",
    ],
    "cogs/statistics/day_boards.py": ["SPANS[span]", "PUZZLE_OF_THE_DAY", "name"],
    "cogs/games/guide.py": ["line"],
    "cogs/games/scripted_lesson.py": [
        "self.asks[here.step].text",
        "self.asks[here.step].hint",
        "ALLOWED",
        "self.practice",
        "self.title",
    ],
    "games/dice_grid/screens/story.py": ["ENDS[event.by]", "line"],
    "games/dynamine/screens/reasons.py": ["SENTENCES[because]"],
    "games/dice_miner/screens/reasons.py": ["SENTENCES[reason.because]"],
    "games/dice_miner/screens/remarks.py": ["SENTENCES[remark]"],
}
"""Texts that are marked where they are written, by the file that says them."""


@dataclass(frozen=True)
class Said:
    """One call of say, count, mark, mark_count or refusal."""

    file: str
    line: int
    verb: str
    texts: tuple[ast.expr, ...]
    """One, or singular and plural."""
    values: frozenset[str] | None
    """The names of what is given; None if `**` hides them."""

    @property
    def literal(self) -> bool:
        """Whether all texts stand there as such."""
        return all(isinstance(t, ast.Constant) and isinstance(t.value, str) for t in self.texts)

    @property
    def words(self) -> tuple[str, ...]:
        """The texts of a literal one."""
        return tuple(ast.literal_eval(text) for text in self.texts)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.verb}({', '.join(map(ast.unparse, self.texts))})"


@cache
def said() -> tuple[Said, ...]:
    """Every such call in the packages that speak."""
    return tuple(_said())


def _said() -> Iterator[Said]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            tree = parse(path)
            for node in ast.walk(tree):
                if isinstance(node, ast.Call):
                    yield from _call(node, path.relative_to(ROOT))


def _call(node: ast.Call, path: Path) -> Iterator[Said]:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else None
    if isinstance(node.func, ast.Name) and node.func.id in ("mark", "mark_count", "refusal"):
        name = node.func.id
    wanted = {"say": 1, "mark": 1, "mark_count": 2, "count": 2, "refusal": 1}.get(name or "")
    if name is None or wanted is None:
        return
    if name == "count" and node.args and isinstance(node.args[0], ast.Starred):
        wanted = 1  # both forms in one
    elif name == "count" and len(node.args) < 3:
        return  # a list's own count
    keys = [keyword.arg for keyword in node.keywords]
    values = None if None in keys else frozenset(key for key in keys if key is not None)
    if name == "count" and values is not None:
        values |= {"count"}
    first = 1 if name == "refusal" else 0  # its name comes first
    texts = tuple(node.args[first : first + wanted])
    yield Said(path.as_posix(), node.lineno, name, texts, values)


def placeholders(text: str) -> frozenset[str]:
    """The names in a text's braces."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


@exhaustive
def test_there_is_much_to_say() -> None:
    """The search finds what it looks for."""
    assert len(said()) > 200
    assert {call.verb for call in said()} == {"say", "mark", "mark_count", "count", "refusal"}


def test_texts_stand_where_they_are_said() -> None:
    """A literal text each, but for those that were marked elsewhere."""
    elsewhere = [
        call for call in said() if ast.unparse(call.texts[0]) in SAID_ELSEWHERE.get(call.file, [])
    ]
    assert [str(c) for c in said() if not c.literal and c not in elsewhere] == []
    listed = {(call.file, ast.unparse(call.texts[0])) for call in elsewhere}
    assert listed == {(file, text) for file, texts in SAID_ELSEWHERE.items() for text in texts}


def test_the_extraction_finds_all() -> None:
    """Babel's own search and this one agree, also on calls within calls."""
    found = {(m,) if isinstance(m, str) else m for m in messages()}
    assert found == {call.words for call in said() if call.literal}


def test_every_value_is_given() -> None:
    """A text names what its call gives, and nothing is given in vain."""
    wrong = []
    for call in said():
        if not call.literal or call.verb in ("mark", "mark_count", "refusal"):
            continue
        names = frozenset[str]().union(*map(placeholders, call.words))
        if call.values is None:
            continue
        if call.verb == "count":
            names |= {"count"}
        if names != call.values:
            wrong.append(f"{call}: asks for {sorted(names)}, is given {sorted(call.values)}")
    assert wrong == []


def test_no_places_without_names() -> None:
    """Translators may change the order, so every value has a name."""
    for call in said():
        if call.literal:
            names = frozenset[str]().union(*map(placeholders, call.words))
            assert all(name.isidentifier() for name in names), str(call)


def test_refusals_are_named_after_their_variables() -> None:
    wrong = []
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in parse(path).body:
                match node:
                    case ast.Assign([target], ast.Call(ast.Name("refusal"), [name, *_])):
                        if ast.unparse(target) != ast.literal_eval(name):
                            wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}")
                    case _:
                        pass
    assert wrong == []


@pytest.mark.parametrize("text", ["", " ", "\n"])
def test_nothing_is_never_said(text: str) -> None:
    """To gettext an empty text means the catalogue's header."""
    assert not [str(call) for call in said() if call.literal and text in call.words]


NAMES = "player|players|user|users|name|names|who|winner|host|friend|asker"
"""What stands for people in texts."""
NUMBERS = (
    "number|count|points|total|wins|rating|change|before|after|place|face|treasure|tunnels|"
    "hazards|sum|times"
)
"""What stands for numbers, or for what begins with one."""
_BESIDE = re.compile(rf"\{{(?:{NAMES})\}}([^\w{{]*)(?:\{{(?:{NUMBERS})\}}|[0-9])")


def test_names_never_meet_numbers() -> None:
    """“Computer 1 9 points” can't be read: a mark stands between a name and a number."""
    assert _meets("{player} {points}")
    assert _meets("{player} 5")
    assert not _meets("{player}: {points}")
    assert not _meets("{player} ({points})")
    texts = {text for one in said() if one.literal for text in one.words}
    assert [text for text in texts if _meets(text)] == []


def _meets(text: str) -> bool:
    return any(not set(found[1]) & set(":(,·→.") for found in _BESIDE.finditer(text))


SAME = {"now", "right", "can't", "came", "did", "didn't", "left", "and", "must", "may", "will"}
"""What can follow one name as well as several."""
SEVERAL = {
    "## 🏆 {players} share the win!",
    "{players} share the win: {points} each, and as many tiles on levels 1 to 5.",
}
"""Said of two or more, never of one."""


def test_one_person_does_not_agree_in_the_plural() -> None:
    """“when @Bruno agree”: where one name may stand in place of several, the verb fits both."""
    found = []
    for one in said():
        if one.verb in ("count", "mark_count") or not one.literal:
            continue
        for text in one.words:
            after = re.findall(r"\{(?:users|players|names|winners)\} ([a-z']+)", text)
            found += [text] * bool(set(after) - SAME and text not in SEVERAL)
    assert found == []
