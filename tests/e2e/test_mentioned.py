"""A message that mentions the bot gets a hint; no other message is answered."""

import logging
import re

import pytest

from bot.match.people.limits import CoolDown
from cogs.app.client import SaludClient
from playground import Person, Playground, seed
from tests.e2e.in_process import bot as bot
from tests.e2e.players import Json

ASKS = f"<@{seed.BOT_ID}> how do I play?"


MENTION = re.compile(r"</([^:>]+):(\d+)>")


def mentioned_commands(words: str) -> set[str]:
    """Return the commands that a text mentions."""
    return {name for name, _ in MENTION.findall(words)}


def answers(person: Person, channel: int | None = None) -> list[Json]:
    return [m for m in person.messages(channel) if m["author"]["id"] == str(seed.BOT_ID)]


async def test_mention_gets_one_reply_a_minute_in_a_channel(
    playground: Playground,
    bot: SaludClient,
    people: list[Person],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING)
    ann, ben = people[:2]
    question = ann.write(ASKS)
    ben.write(ASKS)
    ben.write(ASKS, channel=seed.QUARRY_ID)
    await playground.wait_for(lambda: answers(ann, seed.QUARRY_ID))
    await playground.settled()
    (answer,) = answers(ann)
    assert mentioned_commands(answer["content"]) >= {"help", "tutorial"}
    assert answer["message_reference"]["message_id"] == question["id"]
    assert ann.pings() == ben.pings() == []
    assert caplog.text == ""


async def test_mention_is_answered_in_the_language_of_the_server(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    await bot.services.preferences.choose(seed.GUILD_ID, {"language": "es"})
    people[0].write(ASKS)
    await playground.wait_for(lambda: answers(people[0]))
    assert "Solo entiendo comandos" in answers(people[0])[0]["content"]


async def test_everyone_and_replies_to_the_bot_get_no_answer(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    ann = people[0]
    bot._mention_limits = CoolDown(burst=100)
    ann.write(ASKS)
    await playground.wait_for(lambda: answers(ann))
    answer_id = int(answers(ann)[0]["id"])
    ann.write("Thank you", reply_to=answer_id)
    ann.write(ASKS, reply_to=answer_id)
    ann.write("@everyone Who plays?")
    ann.write("Salud, how do I play?")
    await playground.settled()
    assert len(answers(ann)) == 1
