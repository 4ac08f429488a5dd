"""Invitations and tables, as people meet them."""

from typing import Any

import pytest

from playground import Person, Playground, seed
from playground.permissions import Permission
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import buttons, text


def invitation(person: Person) -> dict[str, Any]:
    """The newest message of an invitation."""
    return [m for m in person.messages() if "Match #" in text(m)][-1]


def deny(playground: Playground, permission: Permission) -> None:
    """Take a permission in the tavern from the bot."""
    playground.world.set_permissions(seed.TAVERN_ID, seed.BOT_ID, deny=int(permission))


async def test_each_invited_person_is_pinged_once(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """The invitation pings those invited, shows the commitment and when it ends."""
    options = {"opponent": str(people[1].id), "opponent2": str(people[2].id)}
    answer = await people[0].command("challenge", options)
    assert answer.ok, answer.error
    said = text(invitation(people[0]))
    assert [len(person.pings()) for person in people[:4]] == [0, 1, 1, 0]
    assert "committed to: `" in said
    assert "<t:" in said
    await people[1].press(str(invitation(people[0])["id"]), "l1:1:accept")
    await playground.settled()
    assert [len(person.pings()) for person in people[:4]] == [0, 1, 1, 0]


async def test_start_as_soon_as_two_are_in(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """The challenger may start without those who don't answer; nobody else may."""
    options = {"opponent": str(people[1].id), "opponent2": str(people[2].id)}
    await people[0].command("challenge", options)
    message = str(invitation(people[0])["id"])
    assert "l1:1:start" not in buttons(invitation(people[0]))
    await people[1].press(message, "l1:1:accept")
    await playground.wait_for(lambda: "l1:1:start" in buttons(invitation(people[0])))
    await people[1].press(message, "l1:1:start")
    await playground.wait_for(
        lambda: any("Only" in text(m) for m in people[1].messages() if m["flags"] & 64), 5
    )
    answer = await people[0].press(message, "l1:1:start")
    assert answer.ok, answer.error
    await playground.wait_for(lambda: "has started" in text(invitation(people[0])))
    assert int(message) in playground.world.guild.channels


async def test_decline_and_cancel(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """When the only one invited declines, the invitation closes; the host can cancel, too."""
    await people[0].command("challenge", {"opponent": str(people[1].id)})
    await people[1].press(str(invitation(people[0])["id"]), "l1:1:decline")
    await playground.wait_for(lambda: "called off" in text(invitation(people[0])))
    assert buttons(invitation(people[0])) == {}
    await people[0].command("challenge", {"opponent": str(people[1].id)})
    await people[0].press(str(invitation(people[0])["id"]), "l1:2:cancel")
    await playground.wait_for(lambda: "called off" in text(invitation(people[0])))


async def test_an_open_table_fills_and_starts(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """Anyone may sit down and leave again; the last seat taken starts the match."""
    answer = await people[0].command("open", {"seats": 3})
    assert answer.ok, answer.error
    message = str(invitation(people[0])["id"])
    await people[1].press(message, "l1:1:join")
    await people[1].press(message, "l1:1:leave")
    await playground.wait_for(lambda: "2 seats are free" in text(invitation(people[0])))
    for person in people[2:4]:
        await person.press(message, "l1:1:join")
    await playground.wait_for(lambda: "has started" in text(invitation(people[0])))
    assert [len(person.pings()) for person in people[:2]].count(1) <= 1


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"opponent": str(seed.OWNER_ID)}, "challenge yourself"),
        ({"opponent": str(seed.BOT_ID)}, "Bots don't play"),
        ({"opponent": str(seed.ADA_ID), "opponent2": str(seed.ADA_ID)}, "named someone twice"),
    ],
)
async def test_nonsense_is_refused(
    options: dict[str, str],
    sentence: str,
    playground: Playground,
    bot: BotProcess,
    people: list[Person],
) -> None:
    """Yourself, bots and the same person twice can't be challenged."""
    answer = await people[0].command("challenge", options)
    assert answer.message is not None
    assert sentence in text(answer.message)
    assert len(people[1].messages()) == 0


async def test_missing_permissions_are_named(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """Where the bot may not post pictures it says so, and makes no match."""
    deny(playground, Permission.ATTACH_FILES)
    answer = await people[0].command("practice")
    assert answer.message is not None
    assert "Attach Files" in text(answer.message)
    answer = await people[0].command("matches")
    assert answer.message is not None
    assert "You're in no match" in text(answer.message)


async def test_without_threads_it_is_played_in_the_channel(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """Where no thread can be made, the board comes into the channel."""
    deny(playground, Permission.CREATE_PUBLIC_THREADS)
    answer = await people[0].command("practice")
    assert answer.ok, answer.error
    assert any(buttons(m, "s1:1:") for m in people[0].messages())
