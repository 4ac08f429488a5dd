"""Cards that people post: once, whatever happens to the request, and with a true answer."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.app import assembly as app
from bot.match.daily.house import House
from cogs.app.client import SaludClient
from playground import Fault, Person, Playground, seed
from playground.model import LOADING
from tests.e2e.guest_places import foreign, group
from tests.e2e.in_process import bot_here
from tests.e2e.players import Json, text
from tests.e2e.test_outside_servers import SOLITAIRE, of_day, shown, solve
from tests.match.machine import SetClock
from tests.sketches import SketchArtist
from tests.tiers import every

MESSAGES = "/channels/{channel_id}/messages"
FOLLOW_UP = "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL = f"{FOLLOW_UP}/messages/@original"


@pytest.fixture
async def bot(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: SetClock
) -> AsyncIterator[SaludClient]:
    monkeypatch.setattr(app, "ThreadArtist", SketchArtist)
    async with bot_here(playground, tmp_path, monkeypatch, clock, SOLITAIRE) as bot:
        bot.services.domain.daily.house = House()
        yield bot


async def solved(playground: Playground, person: Person, place: int) -> Json:
    """Return the private message with a person's solved puzzle of the day."""
    playground.world.install(person.id)
    assert (await person.command("daily", channel=place)).ok
    return await solve(playground, person, place)


def thinking(person: Person, place: int) -> list[Json]:
    return [message for message in person.messages(place) if message["flags"] & LOADING]


LOST_ANSWERS = [
    Fault(method, route, 502, done=True, cut=cut)
    for cut in (False, True)
    for method, route in (("PATCH", ORIGINAL), ("POST", FOLLOW_UP))
]


@pytest.mark.parametrize("number", every(range(len(LOST_ANSWERS)), 2))
async def test_card_outside_servers_is_posted_once_when_an_answer_is_lost(
    playground: Playground, bot: SaludClient, people: list[Person], number: int
) -> None:
    ann, ben = people[:2]
    place = group(playground, ann, ben)
    done = await solved(playground, ann, place)
    playground.faults.append(replace(LOST_ANSWERS[number]))
    assert (await ann.press(done, of_day(done, "post"))).ok
    await playground.settled()
    assert playground.faults == []
    (card,) = shown(ben, place, private=False)
    assert "Eleni" in text(card)
    answers = [text(message) for message in shown(ann, place)]
    assert not any("won't let me post" in answer for answer in answers)
    assert ben.pushes() == []


async def test_refused_card_outside_servers_leaves_nothing_public(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    ann, ben = people[:2]
    place = group(playground, ann, ben)
    done = await solved(playground, ann, place)
    playground.faults.append(Fault("PATCH", ORIGINAL, 400, code=50035, message="Invalid Form Body"))
    assert (await ann.press(done, of_day(done, "post"))).ok
    await playground.settled()
    assert ben.messages(place) == []
    assert "Discord won't let me post there: “Invalid Form Body”" in text(shown(ann, place)[-1])
    assert (await ann.press(done, of_day(done, "post"))).ok
    await playground.settled()
    assert len(shown(ben, place, private=False)) == 1


async def test_answer_does_not_claim_to_know_what_it_cannot_know(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    ann = people[0]
    done = await solved(playground, ann, seed.TAVERN_ID)
    playground.faults.append(Fault("POST", MESSAGES, 503, done=True))
    assert (await ann.press(done, of_day(done, "post"))).ok
    await playground.settled()
    answer = text(shown(ann, seed.TAVERN_ID)[-1])
    assert "I can't tell whether it was posted" in answer
    assert "won't let me" not in answer


async def test_card_in_a_server_is_posted_when_the_connection_is_cut(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    ann = people[0]
    done = await solved(playground, ann, seed.TAVERN_ID)
    playground.faults.append(Fault("POST", MESSAGES, done=True, cut=True))
    assert (await ann.press(done, of_day(done, "post"))).ok
    await playground.settled()
    (card,) = shown(ann, seed.TAVERN_ID, private=False)
    assert f"Posted: https://discord.com/channels/{seed.GUILD_ID}" in text(
        shown(ann, seed.TAVERN_ID)[-1]
    )
    assert card["id"] in text(shown(ann, seed.TAVERN_ID)[-1])


@pytest.mark.parametrize("kind", every(["server", "group", "foreign"], 2))
async def test_second_press_for_a_card_gets_the_same_answer(
    playground: Playground, bot: SaludClient, people: list[Person], kind: str
) -> None:
    ann, ben = people[:2]
    if kind == "server":
        place, slow = seed.TAVERN_ID, Fault("POST", MESSAGES, status=0, delay=0.5)
    else:
        place = (
            foreign(playground, ann, ben).id if kind == "foreign" else group(playground, ann, ben)
        )
        slow = Fault("PATCH", ORIGINAL, status=0, delay=0.5)
    done = await solved(playground, ann, place)
    playground.faults.append(slow)
    presses = [ann.press(done, of_day(done, "post")) for _ in range(2)]
    assert all(answer.ok for answer in await asyncio.gather(*presses))
    await playground.settled()
    assert thinking(ann, place) == thinking(ben, place) == []
    assert len(shown(ben, place, private=False)) == 1
    words = "Posted: " if kind == "server" else "Shared in this conversation"
    first, second = (text(message) for message in shown(ann, place) if words in text(message))
    assert first == second
