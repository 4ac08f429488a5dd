"""Commands in texts become mentions once their ids are known."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from discord import AppCommandOptionType, app_commands

from bot.app.games import load_games
from cogs.base.command_mentions import MENTIONS, CommandMentions
from cogs.base.text_limits import TEXT
from cogs.ui.layouts import compose
from tests.cogs.offline import cogs, offline
from tests.match.machine import CountedSeeds, SetClock
from tests.texts.test_languages import LANGUAGES, translated

OPTION = {"name": "match", "description": "-", "type": AppCommandOptionType.integer.value}
JOIN = {"name": "join", "description": "-", "type": AppCommandOptionType.subcommand.value}
CUP = {"name": "cup", "type": AppCommandOptionType.subcommand_group.value, "description": "-"}
NAMED = re.compile("`/([^`]*)`")


def registered(number: int, name: str, *options: dict[str, Any]) -> app_commands.AppCommand:
    data: Any = {
        "id": number,
        "application_id": 1,
        "name": name,
        "description": "-",
        "type": 1,
        "version": 1,
        "options": options,
    }
    return app_commands.AppCommand(data=data, state=SimpleNamespace())  # type: ignore[arg-type]


@pytest.fixture
def mentions() -> CommandMentions:
    mentions = CommandMentions()
    mentions.learn(
        [
            registered(11, "help"),
            registered(12, "board", OPTION),
            registered(13, "tournament", JOIN, CUP | {"options": [JOIN]}),
        ]
    )
    return mentions


@pytest.mark.parametrize(
    ("text", "linked"),
    [
        ("Use `/help`!", "Use </help:11>!"),
        ("**`/board`** and `/help`", "**</board:12>** and </help:11>"),
        ("- `/tournament join`: enter", "- </tournament join:13>: enter"),
        ("`/tournament cup join`", "</tournament cup join:13>"),
    ],
)
def test_known_commands_become_mentions(mentions: CommandMentions, text: str, linked: str) -> None:
    assert mentions.with_links(text, 100) == linked


@pytest.mark.parametrize(
    "text",
    [
        "`/tournament`",
        "`/nothing`",
        "`/help topic:time`",
        "``/help``",
        "\\`/help\\`",
        "/help",
        "`/help `",
    ],
)
def test_everything_else_stays_as_it_is(mentions: CommandMentions, text: str) -> None:
    assert mentions.with_links(text, 100) == text


def test_text_without_room_for_ids_stays_code(mentions: CommandMentions) -> None:
    assert mentions.with_links("`/help`", 10) == "</help:11>"
    assert mentions.with_links("`/help`", 9) == "`/help`"


def test_newer_list_of_commands_replaces_the_older(mentions: CommandMentions) -> None:
    mentions.learn([registered(21, "help")])
    assert mentions.with_links("`/help` `/board`", 100) == "</help:21> `/board`"


def test_texts_of_a_message_get_mentions_only_while_they_fit() -> None:
    layout = compose(texts=["`/help`"], below=["`/help`"])
    MENTIONS.learn([registered(11, "help")])
    frame = layout.to_components()[0]
    assert [part["content"] for part in frame["components"]] == ["</help:11>", "</help:11>"]
    room = len("</help:11>") - len("`/help`")
    for spare, expected in ((room, "</help:11>"), (room - 1, "`/help`")):
        filling = {"type": 10, "content": "x" * (TEXT - len("`/help`") - spare)}
        parts = [{"type": 17, "components": [{"type": 10, "content": "`/help`"}]}, filling]
        MENTIONS.link(parts)
        assert parts[0]["components"] == [{"type": 10, "content": expected}]


@pytest.fixture
async def options(tmp_path: Path) -> dict[str, set[str]]:
    """The options of each command."""
    async with offline(tmp_path / "salud.db", SetClock(), CountedSeeds(), load_games()) as (bot, _):
        await cogs(bot)
        return {
            command.qualified_name: {option.display_name for option in command.parameters}
            for command in bot.tree.walk_commands()
            if isinstance(command, app_commands.Command)
        }


async def test_texts_of_all_languages_name_existing_commands(
    options: dict[str, set[str]],
) -> None:
    entries = [entry for language in LANGUAGES for entry in translated(language)]
    texts = {form for english, forms in entries for form in (*english, *forms)}
    named = {name for text in texts for name in NAMED.findall(text) if name != "{name}"}
    assert {"help", "tournament join", "daily day:yesterday"} <= named
    assert [name for name in named if not _exists(name, options)] == []


def _exists(named: str, options: dict[str, set[str]]) -> bool:
    """Return whether a command with one of its options, or none, is named correctly."""
    words = named.split(" ")
    for count in (3, 2, 1):
        if (command := " ".join(words[:count])) in options:
            rest = [word.partition(":")[0] for word in words[count:]]
            return not rest or rest[0] in options[command]
    return False
