"""Invitations and tables, as people meet them."""

import re
from typing import Any

import pytest

from playground import Person, Playground, seed
from playground.permissions import Permission
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import alt_texts, buttons, promises, text


def invitation(person: Person) -> dict[str, Any]:
    """The newest message of an invitation."""
    return [m for m in person.messages() if promises(m)][-1]


def deny(playground: Playground, permission: Permission) -> None:
    """Take a permission in the tavern from the bot."""
    playground.world.set_permissions(seed.TAVERN_ID, seed.BOT_ID, deny=int(permission))


async def test_each_invited_person_is_pinged_once(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """The invitation pings those invited, promises the dice, and says when it ends."""
    options = {"opponent": str(people[1].id), "opponent2": str(people[2].id)}
    answer = await people[0].command("challenge", options)
    assert answer.ok, answer.error
    said = text(invitation(people[0]))
    assert "challenges **Ada** and **Bruno**" in said
    assert [len(person.pings()) for person in people[:4]] == [0, 1, 1, 0]
    assert re.search("[0-9a-f]{32}", said) is None, "the proof bothers nobody"
    assert "<t:" in said
    await people[1].press(str(invitation(people[0])["id"]), "2:invitation:1:accept")
    await playground.settled()
    assert [len(person.pings()) for person in people[:4]] == [0, 1, 1, 0]


async def test_start_as_soon_as_two_are_in(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """The challenger may start without those who don't answer; nobody else may."""
    options = {"opponent": str(people[1].id), "opponent2": str(people[2].id)}
    await people[0].command("challenge", options)
    message = str(invitation(people[0])["id"])
    assert "2:invitation:1:start" not in buttons(invitation(people[0]))
    await people[1].press(message, "2:invitation:1:accept")
    await playground.wait_for(lambda: "2:invitation:1:start" in buttons(invitation(people[0])))
    await people[1].press(message, "2:invitation:1:start")
    await playground.wait_for(
        lambda: any("Only" in text(m) for m in people[1].messages() if m["flags"] & 64)
    )
    answer = await people[0].press(message, "2:invitation:1:start")
    assert answer.ok, answer.error
    await playground.wait_for(lambda: "has started" in text(invitation(people[0])))
    assert int(message) in playground.world.guild.channels


async def test_decline_and_cancel(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """When the only one invited declines, the invitation closes; the host can cancel, too."""
    await people[0].command("challenge", {"opponent": str(people[1].id)})
    await people[1].press(str(invitation(people[0])["id"]), "2:invitation:1:decline")
    declined = "**Ada** can't make it, so the invitation is closed"
    await playground.wait_for(lambda: declined in text(invitation(people[0])))
    assert buttons(invitation(people[0])) == {}
    answer = await people[0].command("challenge", {"opponent": str(people[1].id)})
    assert answer.message is not None
    assert "2:invitation:2:cancel" not in buttons(invitation(people[0])), (
        "it works for its host alone"
    )
    await people[0].press(answer.message["id"], "2:invitation:2:cancel")
    await playground.wait_for(lambda: "called off" in text(invitation(people[0])))


async def test_an_invitation_of_the_version_before(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """It had no picture, and public buttons for a word and for Cancel: they work, and the next
    edit of it brings the picture with what it promised."""
    await people[0].command(
        "challenge", {"opponent": str(people[1].id), "opponent2": str(people[2].id)}
    )
    message = playground.world.find_message(int(invitation(people[0])["id"]))
    assert message is not None
    promised = promises(invitation(people[0]))
    older = [f"2:invitation:1:{verb}" for verb in ("accept", "decline", "word", "cancel")]
    said = f"-# Match #1 · the dice are committed to: `{promised[0]}`"
    message.files.clear()
    row = [
        {"type": 2, "id": 3 + n, "style": 2, "label": one[5:], "custom_id": one}
        for n, one in enumerate(older)
    ]
    message.components = [
        {"type": 10, "id": 1, "content": said},
        {"type": 1, "id": 2, "components": row},
    ]
    told = (await people[1].command("verify", {"match": 1})).message
    assert told is not None
    assert "still to be seen here" in text(told)
    form = await people[1].press(str(message.id), "2:invitation:1:word")
    assert form.modal is not None
    await people[1].press(str(message.id), "2:invitation:1:decline")
    declined = "❌ **Ada** can't make it this time"
    await playground.wait_for(
        lambda: any(declined in text(m) for m in people[0].messages() if promises(m))
    )
    assert promises(invitation(people[0])) == promised
    await people[0].press(str(message.id), "2:invitation:1:cancel", unseen=True)
    await playground.wait_for(lambda: "called off" in text(invitation(people[0])))


async def test_the_host_alone_can_call_it_off(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """Decline, which is not for them, offers it in private; also long after the first answer."""
    await people[0].command("challenge", {"opponent": str(people[1].id)})
    await people[0].press(str(invitation(people[0])["id"]), "2:invitation:1:decline")

    def offer() -> str | None:
        found = [m for m in people[0].messages() if "This is your own invitation" in text(m)]
        return str(found[-1]["id"]) if found else None

    private = await playground.wait_for(offer)
    await people[0].press(private, "2:invitation:1:cancel")
    await playground.wait_for(lambda: "called off" in text(invitation(people[0])))
    await playground.wait_for(lambda: offer() is None)


async def test_the_game_in_a_minute(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """Whoever presses reads it alone, with a picture, and begins the lesson from there."""
    await people[0].command("challenge", {"opponent": str(people[1].id)})
    message = str(invitation(people[0])["id"])
    before = len(people[0].messages())
    await people[1].press(message, "2:match:1:how")
    told = await playground.wait_for(
        lambda: next((m for m in people[1].messages() if "in a minute" in text(m)), None)
    )
    assert told["flags"] & 64
    assert len(people[0].messages()) == before
    assert any("Row 1" in alt for alt in alt_texts(told))
    (begin,) = buttons(told, "2:tutorial:")
    await people[1].press(told["id"], begin)
    await playground.wait_for(
        lambda: any("Your first match" in text(m) for m in people[1].messages())
    )


async def test_fair_dice(playground: Playground, bot: BotProcess, people: list[Person]) -> None:
    """What the dice follow from is private to whoever asks, and public in the picture."""
    await people[0].command("challenge", {"opponent": str(people[1].id)})
    message = invitation(people[0])
    await people[2].press(str(message["id"]), "2:match:1:fair")
    told = await playground.wait_for(
        lambda: next((m for m in people[2].messages() if m["flags"] & 64), None)
    )
    (committed,) = promises(message)
    assert f"Commitment: `{committed}`" in text(told)
    assert "still to be seen here" in text(told)
    assert "Contribution so far: `" in text(told)
    assert "2:invitation:1:word" in buttons(told)
    (alt,) = alt_texts(message)
    assert committed in alt
    assert text(told).split("so far: `")[1].split("`")[0] in alt


async def test_an_open_table_fills_and_starts(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """Anyone may sit down and leave again; the last seat taken starts the match."""
    answer = await people[0].command("open", {"seats": 3})
    assert answer.ok, answer.error
    message = str(invitation(people[0])["id"])
    await people[1].press(message, "2:invitation:1:join")
    await people[1].press(message, "2:invitation:1:leave")
    await playground.wait_for(lambda: "2 seats are free" in alt_texts(invitation(people[0]))[0])
    for person in people[2:4]:
        await person.press(message, "2:invitation:1:join")
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
    assert any(buttons(m, "2:move:1:") for m in people[0].messages())
