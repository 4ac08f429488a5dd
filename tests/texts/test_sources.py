"""Texts in the code: the extraction finds each one, and each call passes the values it needs."""

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from tests.source import parse
from tests.tiers import exhaustive
from texts.catalogue import OBJECT
from texts.files import FOLDER, marked
from tools.translation.extract import PACKAGES, ROOT, forms, template
from tools.translation.extract import texts as entries
from tools.translation.places import place

SAID_ELSEWHERE = {
    "cogs/board/unread_ends.py": ["EndedUnread.sentence"],
    "cogs/guide/commands.py": ["name"],
    "games/dice_miner/screens/puzzles.py": ["question"],
    "cogs/tournaments/terms_lines.py": ["FORMATS[chosen]"],
    "cogs/screens/statistics.py": ["title", "*some", "none"],
    "cogs/moderation/handlers.py": ["text"],
    "cogs/posting/permissions.py": ["need.name", "need.breaks"],
    "cogs/server/handlers.py": ["setting.title", "setting.options[value]"],
    "cogs/server/panel.py": [
        *("setting.title", "PINGING[kind]", "label", "text"),
    ],
    "cogs/server/pinged_role.py": ["PINGING[kind]"],
    "cogs/tournaments/handlers.py": ["EVENTS.name"],
    "cogs/interactions/answers.py": ["refusal.sentence"],
    "cogs/interactions/translator.py": ["string.message"],
    "cogs/guide/handlers.py": ["entry.text", "entry.title", "text"],
    "cogs/board/endings.py": ["_FACE[level]"],
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
    "cogs/games/guide.py": ["line", "self.goal"],
    "cogs/games/scripted_lesson.py": [
        "self.asks[here.step].text",
        "self.asks[here.step].hint",
        "ALLOWED",
        "self.practice",
        "self.title",
    ],
    "games/dice_grid/screens/story.py": ["ENDS[event.by]", "line"],
    "games/dice_miner/guide.py": ["GOOD_FOR[hero.name.value]"],
    "games/dynamine/screens/reasons.py": ["SENTENCES[because]"],
    "games/dice_miner/screens/reasons.py": ["SENTENCES[reason.because]"],
    "games/dice_miner/screens/remarks.py": ["SENTENCES[remark]"],
}
"""Files that say texts marked elsewhere, with the expressions that they pass for the text."""


TEXTS = {
    "say": 1,
    "say_as": 1,
    "phrase": 1,
    "mark": 1,
    "refusal": 1,
    "count": 2,
    "count_phrase": 2,
    "mark_count": 2,
}
"""Functions that take texts, and how many."""
COUNTS = ("count", "count_phrase")


@dataclass(frozen=True)
class Said:
    """One call of say, count, phrase, mark or the like."""

    file: str
    line: int
    verb: str
    texts: tuple[ast.expr, ...]
    """One text, or singular and plural."""
    values: frozenset[str] | None
    """The names of the values passed; None if `**` hides them."""
    context: str | None = None
    """The context of say_as."""

    @property
    def literal(self) -> bool:
        """Whether all texts are string literals."""
        return all(isinstance(t, ast.Constant) and isinstance(t.value, str) for t in self.texts)

    @property
    def words(self) -> tuple[str, ...]:
        """The texts of a literal call."""
        return tuple(ast.literal_eval(text) for text in self.texts)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.verb}({', '.join(map(ast.unparse, self.texts))})"


@cache
def said() -> tuple[Said, ...]:
    """Return every such call in packages with texts, and the texts of files."""
    return tuple(_said())


def _said() -> Iterator[Said]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            tree = parse(path)
            for node in ast.walk(tree):
                if isinstance(node, ast.Call):
                    yield from _call(node, path.relative_to(ROOT))
    for path in sorted(FOLDER.rglob("*.toml")):
        file = path.relative_to(ROOT).as_posix()
        for text in marked(tomllib.loads(path.read_text(encoding="utf-8"))):
            yield Said(file, 1, "mark", (ast.Constant(text),), None)


def _call(node: ast.Call, path: Path) -> Iterator[Said]:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else None
    if isinstance(node.func, ast.Name) and node.func.id in ("mark", "mark_count", "refusal"):
        name = node.func.id
    number = TEXTS.get(name or "")
    if name is None or number is None:
        return
    if name == "count" and node.args and isinstance(node.args[0], ast.Starred):
        number = 1  # both forms in one argument
    elif name == "count" and len(node.args) < 3:
        return  # list.count
    keys = [keyword.arg for keyword in node.keywords]
    values = None if None in keys else frozenset(key for key in keys if key is not None)
    if name in COUNTS and values is not None:
        values |= {"count"}
    first = 1 if name in ("refusal", "say_as") else 0  # after a name or a context
    texts = tuple(node.args[first : first + number])
    context = ast.literal_eval(node.args[0]) if name == "say_as" else None
    yield Said(path.as_posix(), node.lineno, name, texts, values, context)


def placeholders(text: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


@exhaustive
def test_the_search_finds_calls_of_every_kind() -> None:
    assert len(said()) > 200
    assert {call.verb for call in said()} == set(TEXTS)


def test_texts_are_literals_unless_listed() -> None:
    elsewhere = [
        call for call in said() if ast.unparse(call.texts[0]) in SAID_ELSEWHERE.get(call.file, [])
    ]
    assert [str(c) for c in said() if not c.literal and c not in elsewhere] == []
    listed = {(call.file, ast.unparse(call.texts[0])) for call in elsewhere}
    assert listed == {(file, text) for file, texts in SAID_ELSEWHERE.items() for text in texts}


def test_the_extraction_finds_every_literal_text() -> None:
    literal = {
        (call.words, context)
        for call in said()
        if call.literal
        for context in ((None, OBJECT) if "phrase" in call.verb else (call.context,))
    }
    assert {(forms(entry.id), entry.context) for entry in entries(template())} == literal


def test_calls_pass_exactly_the_placeholders() -> None:
    wrong = []
    for call in said():
        if not call.literal or call.verb in ("mark", "mark_count", "refusal"):
            continue
        names = frozenset[str]().union(*map(placeholders, call.words))
        if call.values is None:
            continue
        if call.verb in COUNTS:
            names |= {"count"}
        if names != call.values:
            wrong.append(f"{call}: asks for {sorted(names)}, is given {sorted(call.values)}")
    assert wrong == []


def test_placeholders_have_names() -> None:
    """Translators can change their order."""
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
def test_no_text_is_empty(text: str) -> None:
    """gettext returns the catalogue's header for an empty text."""
    assert not [str(call) for call in said() if call.literal and text in call.words]


NAMES = "player|players|user|users|name|names|who|winner|host|friend|asker"
"""Placeholders for people."""
NUMBERS = (
    "number|count|points|total|wins|rating|change|before|after|place|face|treasure|tunnels|"
    "hazards|sum|times"
)
"""Placeholders for numbers, or for texts that start with one."""
_BESIDE = re.compile(rf"\{{(?:{NAMES})\}}([^\w{{]*)(?:\{{(?:{NUMBERS})\}}|[0-9])")


def test_punctuation_separates_names_from_numbers() -> None:
    """“Computer 1 9 points” is unreadable."""
    assert _meets("{player} {points}")
    assert _meets("{player} 5")
    assert not _meets("{player}: {points}")
    assert not _meets("{player} ({points})")
    texts = {text for call in said() if call.literal for text in call.words}
    assert [text for text in texts if _meets(text)] == []


def _meets(text: str) -> bool:
    return any(not set(match[1]) & set(":(,·→.") for match in _BESIDE.finditer(text))


SAME = {"now", "right", "can't", "came", "did", "didn't", "left", "and", "must", "may", "will"}
"""Words that can follow one name or several."""
SEVERAL = {
    "## 🏆 {players} share the win!",
    "{players} share the win: {points} each, and as many tiles on levels 1 to 5.",
}
"""Texts about at least two players."""


def test_verbs_after_a_list_of_names_fit_one_name() -> None:
    """“when @Bruno agree” would be wrong."""
    wrong = []
    for call in said():
        if TEXTS[call.verb] == 2 or not call.literal:
            continue
        for text in call.words:
            after = re.findall(r"\{(?:users|players|names|winners)\} ([a-z']+)", text)
            wrong += [text] * bool(set(after) - SAME and text not in SEVERAL)
    assert wrong == []


SHARED = {
    "Which game",
    "All time",
    "Best match",
    "Cancel",
    "Compare",
    "Fair dice",
    "File",
    "Finished",
    "Full lines",
    "Hazards",
    "Hint",
    "I'm here",
    "Join",
    "Leaderboard",
    "Leave",
    "Magic",
    "Messages",
    "Missions",
    "My part",
    "Nothing changed.",
    "Objects",
    "Once more",
    "Only mine",
    "Past days",
    "Plan",
    "Plan ahead",
    "Points",
    "Rating",
    "Refresh",
    "Replay",
    "Rewards",
    "Rosa",
    "Share",
    "Squares",
    "Stars",
    "Take back",
    "The end",
    "Treasure",
    "Tunnels",
    "Turn",
    "Turning points",
    "Why not?",
    "Wins",
    "You",
    "bye",
    "tied",
    "¡Salud!",
}
"""Short texts that several places say with the same meaning."""
PLAIN = {"Back", "Miner"}
"""Texts with a context for one of their meanings only: the way back, the level of a computer."""
SHORT = 2
"""Words of a text that is likely to have another meaning elsewhere."""


def test_a_short_text_of_several_places_has_one_meaning_or_contexts() -> None:
    """If it fails, read the text at all its places: give it contexts, or add it to SHARED."""
    places: dict[str, set[str]] = {}
    for call in said():
        if call.literal and call.context is None and len(call.words) == 1:
            text = call.words[0]
            if len(text.split()) <= SHORT and not placeholders(text):
                places.setdefault(text, set()).add(place(call.file))
    assert {text for text, where in places.items() if len(where) > 1} - PLAIN == SHARED


def test_a_text_with_a_context_is_said_nowhere_without_one() -> None:
    """“Play” alone would be translated by neither of its entries."""
    with_context = {call.words[0] for call in said() if call.context is not None}
    without = {call.words[0] for call in said() if call.literal and call.context is None}
    assert {"Play", "Use a star"} <= with_context
    assert with_context & without == PLAIN


def test_contexts_are_explained_to_translators() -> None:
    used = {entry.context for entry in entries(template()) if entry.context is not None}
    guide = (ROOT / "docs" / "translating.md").read_text(encoding="utf-8")
    _, table = guide.split("| `msgctxt` |")
    assert set(re.findall(r"^\| `([a-z ]+)` \|", table, re.MULTILINE)) == used
