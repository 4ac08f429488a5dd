"""Interactions without a field that Discord documents as optional get a true answer."""

import logging
from typing import Any

import pytest

from cogs.app.client import SaludClient
from playground import Person, Playground, seed
from tests.e2e.in_process import bot, bot_here  # noqa: F401 - a fixture
from tests.e2e.players import all_of, buttons
from tests.tiers import every

NO_CHANNEL = "Discord didn't say in which channel you are. Nothing changed"
NO_USER = "Discord didn't say who you are. Nothing changed"
NO_SERVER = "That works only in servers that have added me"
LACKING = {
    NO_CHANNEL: {"channel", "channel_id"},
    NO_USER: {"member", "user"},
    NO_SERVER: {"guild_id"},
}
COMMANDS: list[tuple[str, dict[str, Any]]] = [
    ("practice", {"game": "dice-miner"}),
    ("open", {}),
    ("board", {}),
    ("settings", {}),
    ("tournament create", {"name": "Cup", "format": "knockout"}),
    ("moderate barred", {}),
    ("history", {}),
    ("salud", {}),
]
NEED_NO_CHANNEL = {"moderate barred", "history"}
NEED_NO_SERVER = {"practice", "board", "history"}


@pytest.mark.parametrize("sentence", every(LACKING))
async def test_commands_name_what_is_missing_and_post_nothing(
    bot: SaludClient,  # noqa: F811
    playground: Playground,
    people: list[Person],
    caplog: pytest.LogCaptureFixture,
    sentence: str,
) -> None:
    ada, bruno = people[:2]
    playground.world.left_out = LACKING[sentence]
    with caplog.at_level(logging.ERROR):
        for name, options in COMMANDS:
            answer = await ada.command(name, options, channel=seed.TAVERN_ID)
            assert answer.ok, answer.error
            assert answer.message is not None
            needless = {NO_CHANNEL: NEED_NO_CHANNEL, NO_SERVER: NEED_NO_SERVER}
            if name in needless.get(sentence, ()):
                assert sentence not in all_of(answer.message), name
            else:
                assert sentence in all_of(answer.message), name
    assert bruno.messages(seed.TAVERN_ID) == []
    assert not caplog.records


@pytest.mark.parametrize("sentence", every(LACKING))
async def test_buttons_need_the_user_alone(
    bot: SaludClient,  # noqa: F811
    playground: Playground,
    people: list[Person],
    caplog: pytest.LogCaptureFixture,
    sentence: str,
) -> None:
    ada, bruno = people[:2]
    await ada.command("open", {"game": "dice-miner"}, channel=seed.TAVERN_ID)
    [invitation] = bruno.messages(seed.TAVERN_ID)
    [join] = [custom_id for custom_id in buttons(invitation, "") if custom_id.endswith(":join")]
    playground.world.left_out = LACKING[sentence]
    with caplog.at_level(logging.ERROR):
        answer = await bruno.press(invitation, join)
    assert answer.ok, answer.error
    answers = [all_of(message) for message in bruno.messages(seed.TAVERN_ID)]
    assert any(sentence in text for text in answers) == (sentence == NO_USER), answers
    assert not caplog.records
