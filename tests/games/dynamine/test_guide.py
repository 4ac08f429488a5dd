"""/rules of DYNAMINE: short pages that mark all house figures."""

import tomllib

import pytest

from bot.app.games import DATA
from engine.games.dynamine.rules import Dynamine
from games.dynamine import GAME as PACKAGE
from games.dynamine.guide import GUIDE, token_kinds
from tests.cogs.moments import WORDS
from tests.cogs.test_guide import SHORT

GAMES = PACKAGE.load_rules(DATA / PACKAGE.name)
GAME = GAMES[max(GAMES)]
RULES = GUIDE.rules


@pytest.mark.parametrize("key", RULES)
def test_pages_fit_a_phone_and_titles_fit_a_menu(key: str) -> None:
    topic = RULES[key]
    lines = [] if topic.lines is None else topic.lines(GAME, WORDS)
    assert len("\n".join([topic.title, topic.text, *lines])) <= SHORT
    assert len(RULES) <= 25


def test_pages_mention_every_house_figure() -> None:
    data = tomllib.loads((DATA / PACKAGE.name / "rules-1.toml").read_text(encoding="utf-8"))
    ours = {
        name
        for name, figures in data.items()
        for entry in (figures if isinstance(figures, list) else [figures])
        if isinstance(entry, dict) and entry["mark"] == "H"
    }
    assert ours == {"tiles", "round_tokens", "rewards", "entrance", "die_faces"}
    page = RULES["house"].text
    assert all(word in page for word in ("98 tiles", "round tokens", "rewards", "entrance", "die"))


def test_all_tokens_and_rewards_of_the_data_are_listed() -> None:
    assert isinstance(GAME, Dynamine), "the package builds DYNAMINE"
    content = GAME.content
    kinds = token_kinds(content)
    assert sum(many for _, many in kinds) == len(content.round_tokens)
    reward_lines = RULES["rewards"].lines
    assert reward_lines is not None
    for line, reward in zip(reward_lines(GAME, WORDS), content.rewards, strict=True):
        first, second = reward.side_b
        assert f"**{reward.side_a}**, or **{first}** and **{second}**" in line


def test_help_names_the_command_of_the_lesson() -> None:
    assert GUIDE.help["start"].commands == ("tutorial",)
