"""A match in a channel that a member can't see is closed to them, by whatever way they ask."""

from collections.abc import Mapping

import pytest

from bot.match.records import Status
from cogs.client import SaludClient
from playground import Person, Playground, seed
from tests.e2e import in_process
from tests.e2e.players import Json, text
from tests.e2e.test_servers import said
from tests.e2e.test_unseen_channels import hide

bot = in_process.bot

TAVERN, QUARRY = seed.TAVERN_ID, seed.QUARRY_ID
UNSEEN = "is played in a channel that you can't see"


@pytest.fixture
def members(people: list[Person]) -> list[Person]:
    return [person for person in people if person.id != seed.OWNER_ID]


async def answered(person: Person, command: str, options: Mapping[str, object]) -> str:
    """Return what a command in the quarry answers."""
    answer = await person.command(command, options, channel=QUARRY)
    assert answer.message is not None, answer.error
    return text(answer.message)


async def a_message(person: Person) -> Json:
    """Return a private message in the quarry, on which custom_ids can be forged."""
    answer = await person.command("matches", {}, channel=QUARRY)
    assert answer.message is not None, answer.error
    return answer.message


def read(person: Person) -> str:
    return "\n".join(text(message) for message in person.messages(QUARRY))


@pytest.mark.parametrize("verb", ["join", "word"])
async def test_open_table_in_hidden_channel_cannot_be_joined(
    playground: Playground, bot: SaludClient, members: list[Person], verb: str
) -> None:
    ann, eve, cat = members[:3]
    hide(playground, TAVERN, eve)
    await playground.settled()
    await said(ann, "open", seats=2)
    verified = await eve.command("verify", {"match": 1}, channel=QUARRY)
    assert verified.message is not None
    assert UNSEEN in text(verified.message)
    if verb == "join":
        await eve.forge(verified.message, "2:invitation:1:join")
    else:
        asked = await eve.press(verified.message, "2:invitation:1:word", unseen=True)
        assert asked.modal is not None
        await eve.submit(asked.modal, {"word": "mine"})
    await playground.settled()
    loaded = await bot.services.matches.look(1)
    assert loaded.roster.joined == (ann.id,)
    await cat.forge(await a_message(cat), "2:invitation:1:join")
    await playground.settled()
    assert (await bot.services.matches.look(1)).status is Status.RUNNING


async def test_match_in_hidden_channel_is_shown_only_to_players(
    playground: Playground, bot: SaludClient, members: list[Person]
) -> None:
    ann, eve, cat = members[:3]
    hide(playground, TAVERN, eve)
    await playground.settled()
    await said(ann, "practice")
    number = {"match": 1}
    commands = ("board", "luck", "verify", "replay", "plan", "resign")
    for over in (False, True):
        if over:
            await bot.services.service.resign(1, ann.id)
        for command in commands[: None if not over else 4]:
            assert UNSEEN in await answered(eve, command, number), command
            assert UNSEEN not in await answered(cat, command, number), command
            if command in ("luck", "verify", "replay"):
                assert UNSEEN not in await answered(ann, command, number), command
    for custom_id in ("2:replay:1:1:next", "2:match:1:fair", "2:share:1:end:open"):
        before = read(eve).count(UNSEEN)
        await eve.forge(await a_message(eve), custom_id)
        await playground.settled()
        assert read(eve).count(UNSEEN) == before + 1, custom_id


async def test_list_of_all_matches_says_nothing_of_hidden_ones(
    playground: Playground, bot: SaludClient, members: list[Person]
) -> None:
    ann, eve, cat = members[:3]
    hide(playground, TAVERN, eve)
    await playground.settled()
    await said(ann, "practice")
    assert "Ada" in await answered(cat, "matches", {"whose": "server"})
    shown = await answered(eve, "matches", {"whose": "server"})
    assert "Ada" not in shown
    assert "🔒 #1" in shown
