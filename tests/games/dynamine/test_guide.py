"""/rules of DYNAMINE: short pages, and all house figures are called so."""

import tomllib

import pytest

from bot.games import DATA
from engine.games.dynamine.rules import Dynamine
from games.dynamine import GAME as PACKAGE
from games.dynamine.guide import GUIDE, RULES, token_kinds
from tests.cogs.moments import WORDS
from tests.cogs.test_guide import SHORT

GAMES = PACKAGE.load_rules(DATA / PACKAGE.name)
GAME = GAMES[max(GAMES)]


@pytest.mark.parametrize("key", RULES)
def test_pages_are_short(key: str) -> None:
    """They fit a phone with what they list, and a menu holds the titles."""
    topic = RULES[key]
    lines = [] if topic.lines is None else topic.lines(GAME, WORDS)
    assert len("\n".join([topic.title, topic.text, *lines])) <= SHORT
    assert len(RULES) <= 25


def test_house_figures_are_called_so() -> None:
    """Whoever marks another number of the data as ours must tell of it on that page, too."""
    data = tomllib.loads((DATA / PACKAGE.name / "rules-1.toml").read_text(encoding="utf-8"))
    ours = {
        name
        for name, told in data.items()
        for entry in (told if isinstance(told, list) else [told])
        if isinstance(entry, dict) and entry["mark"] == "H"
    }
    assert ours == {"tiles", "round_tokens", "rewards", "entrance", "die_faces"}
    page = RULES["house"].text
    assert all(word in page for word in ("98 tiles", "round tokens", "rewards", "entrance", "die"))


def test_tokens_and_rewards_come_from_the_data() -> None:
    """All ten tokens are listed, and each reward with its three numbers."""
    assert isinstance(GAME, Dynamine), "the package builds DYNAMINE"
    content = GAME.content
    kinds = token_kinds(content)
    assert sum(many for _, many in kinds) == len(content.round_tokens)
    told = RULES["rewards"].lines
    assert told is not None
    for line, reward in zip(told(GAME, WORDS), content.rewards, strict=True):
        first, second = reward.side_b
        assert f"**{reward.side_a}**, or **{first}** and **{second}**" in line


def test_help_names_its_lesson() -> None:
    """The command that teaches it."""
    assert GUIDE.help["start"].commands == ("tutorial",)
