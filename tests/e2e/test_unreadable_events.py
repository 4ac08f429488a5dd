"""Gateway events that discord.py can't read: the bot logs them and continues."""

import logging

import pytest

from cogs.app.client import SaludClient
from playground import Person, Playground
from tests.e2e.in_process import bot as bot
from tests.tiers import exhaustive


def dispatch(playground: Playground, event: str) -> None:
    for number, session in playground.gateway.sessions.items():
        address = playground.url.replace("http", "ws")
        session.dispatch(event, {"session_id": number, "resume_gateway_url": address})


@pytest.mark.parametrize("event", ["MESSAGE_CREATE", "GUILD_CREATE", "INTERACTION_CREATE"])
async def test_unreadable_event_is_logged_with_its_traceback_and_dropped(
    playground: Playground,
    bot: SaludClient,
    people: list[Person],
    caplog: pytest.LogCaptureFixture,
    event: str,
) -> None:
    sessions = [*playground.gateway.sessions]
    for _ in range(2):
        dispatch(playground, event)
    answer = await people[0].command("help")
    assert answer.ok, answer.error
    assert [*playground.gateway.sessions] == sessions
    records = [record for record in caplog.records if f"A {event} event" in record.getMessage()]
    assert [record.levelno for record in records] == [logging.ERROR] * 2
    assert [bool(record.exc_info) for record in records] == [True, False]


@exhaustive
async def test_unreadable_ready_starts_the_session_again(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    sessions = {*playground.gateway.sessions}
    dispatch(playground, "READY")
    await playground.wait_for(
        lambda: playground.gateway.online and not sessions >= {*playground.gateway.sessions}
    )
    await playground.settled()
    answer = await people[0].command("help")
    assert answer.ok, answer.error
