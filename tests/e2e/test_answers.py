"""Private answers reach only their reader, even after a public deferral."""

import pytest

from bot.match.values.errors import NotStarted
from cogs.app.client import SaludClient
from cogs.statistics.handlers import StatisticsHandlers
from playground import Person, seed
from tests.e2e.in_process import bot, bot_here  # noqa: F401 - a fixture
from tests.e2e.players import all_of


def shown_to(person: Person) -> list[str]:
    return [all_of(message) for message in person.messages(seed.TAVERN_ID)]


async def test_leaderboard_refusal_is_read_by_the_asker_alone(
    bot: SaludClient,  # noqa: F811
    people: list[Person],
) -> None:
    ada, bruno = people[:2]
    options = {"time": "today", "game": "dice-miner"}
    answer = await ada.command("leaderboard", options, channel=seed.TAVERN_ID)
    assert answer.ok, answer.error
    assert any("no such leaderboard" in text for text in shown_to(ada))
    assert shown_to(bruno) == []


@pytest.mark.parametrize("command", ["salud", "leaderboard"])
async def test_failure_after_a_public_deferral_is_read_by_the_asker_alone(
    bot: SaludClient,  # noqa: F811
    people: list[Person],
    monkeypatch: pytest.MonkeyPatch,
    command: str,
) -> None:
    ada, bruno = people[:2]

    async def refuse(*_: object, **__: object) -> None:
        raise NotStarted

    monkeypatch.setattr(type(bot.services.preferences), "words", refuse)
    monkeypatch.setattr(StatisticsHandlers, "_called", refuse)
    await ada.command(command, {}, channel=seed.TAVERN_ID)
    await ada.playground.wait_for(
        lambda: any("hasn't started yet" in text for text in shown_to(ada))
    )
    await ada.playground.wait_for(lambda: shown_to(bruno) == [])
    assert len(shown_to(ada)) == 1
