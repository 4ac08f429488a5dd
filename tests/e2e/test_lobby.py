"""Invitations and tables on Discord."""

import re
from typing import Any

import pytest

from playground import Person, Playground, seed
from playground.permissions import Permission
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import alt_texts, buttons, promises, text


def invitation(person: Person) -> dict[str, Any]:
    return [m for m in person.messages() if promises(m)][-1]


def deny(playground: Playground, permission: Permission) -> None:
    playground.world.set_permissions(seed.TAVERN_ID, seed.BOT_ID, deny=int(permission))


async def test_each_invited_user_is_pinged_once_and_the_dice_are_committed(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    options = {"opponent": str(people[1].id), "opponent2": str(people[2].id)}
    answer = await people[0].command("challenge", options)
    assert answer.ok, answer.error
    invitation_text = text(invitation(people[0]))
    assert "challenges **Ada** and **Bruno**" in invitation_text
    assert [len(person.pings()) for person in people[:4]] == [0, 1, 1, 0]
    assert re.search("[0-9a-f]{32}", invitation_text) is None, "the proof is behind a button"
    assert "<t:" in invitation_text
    await people[1].press(str(invitation(people[0])["id"]), "2:invitation:1:accept")
    await playground.settled()
    assert [len(person.pings()) for person in people[:4]] == [0, 1, 1, 0]


async def test_host_alone_can_start_as_soon_as_two_are_in(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
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
    await playground.wait_for(lambda: "To move:" in text(invitation(people[0])))
    assert int(message) in playground.world.guild.channels


async def test_invitation_closes_when_all_decline_or_the_host_cancels(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    await people[0].command("challenge", {"opponent": str(people[1].id)})
    await people[1].press(str(invitation(people[0])["id"]), "2:invitation:1:decline")
    declined = "**Ada** can't make it, so the invitation is closed"
    await playground.wait_for(lambda: declined in text(invitation(people[0])))
    assert buttons(invitation(people[0])) == {}
    answer = await people[0].command("challenge", {"opponent": str(people[1].id)})
    assert answer.message is not None
    assert "2:invitation:2:cancel" not in buttons(invitation(people[0])), "only the host can cancel"
    await people[0].press(answer.message["id"], "2:invitation:2:cancel")
    await playground.wait_for(lambda: "called off" in text(invitation(people[0])))


async def test_buttons_of_an_older_invitation_work_and_its_edit_adds_the_picture(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    await people[0].command(
        "challenge", {"opponent": str(people[1].id), "opponent2": str(people[2].id)}
    )
    message = playground.world.find_message(int(invitation(people[0])["id"]))
    assert message is not None
    promised = promises(invitation(people[0]))
    older = [f"2:invitation:1:{verb}" for verb in ("accept", "decline", "word", "cancel")]
    commitment_line = f"-# Match #1 · the dice are committed to: `{promised[0]}`"
    message.files.clear()
    row = [
        {"type": 2, "id": 3 + n, "style": 2, "label": custom_id[5:], "custom_id": custom_id}
        for n, custom_id in enumerate(older)
    ]
    message.components = [
        {"type": 10, "id": 1, "content": commitment_line},
        {"type": 1, "id": 2, "components": row},
    ]
    proof = (await people[1].command("verify", {"match": 1})).message
    assert proof is not None
    assert "still to be seen here" in text(proof)
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


async def test_host_who_declines_is_offered_to_cancel(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    await people[0].command("challenge", {"opponent": str(people[1].id)})
    await people[0].press(str(invitation(people[0])["id"]), "2:invitation:1:decline")

    def offer() -> str | None:
        offers = [m for m in people[0].messages() if "This is your own invitation" in text(m)]
        return str(offers[-1]["id"]) if offers else None

    private = await playground.wait_for(offer)
    await people[0].press(private, "2:invitation:1:cancel")
    await playground.wait_for(lambda: "called off" in text(invitation(people[0])))
    await playground.wait_for(lambda: offer() is None)


async def test_how_to_play_is_private_and_leads_to_the_lesson(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    await people[0].command("challenge", {"opponent": str(people[1].id)})
    message = str(invitation(people[0])["id"])
    before = len(people[0].messages())
    await people[1].press(message, "2:match:1:how")
    guide = await playground.wait_for(
        lambda: next((m for m in people[1].messages() if "in a minute" in text(m)), None)
    )
    assert guide["flags"] & 64
    assert len(people[0].messages()) == before
    assert any("Row 1" in alt for alt in alt_texts(guide))
    (begin,) = buttons(guide, "2:tutorial:")
    await people[1].press(guide["id"], begin)
    await playground.wait_for(
        lambda: any("Your first match" in text(m) for m in people[1].messages())
    )


async def test_proof_of_the_dice_is_private_and_in_the_picture(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    await people[0].command("challenge", {"opponent": str(people[1].id)})
    message = invitation(people[0])
    await people[2].press(str(message["id"]), "2:match:1:fair")
    proof = await playground.wait_for(
        lambda: next((m for m in people[2].messages() if m["flags"] & 64), None)
    )
    (committed,) = promises(message)
    assert f"Commitment: `{committed}`" in text(proof)
    assert "still to be seen here" in text(proof)
    assert "Contribution so far: `" in text(proof)
    assert "2:invitation:1:word" in buttons(proof)
    (alt,) = alt_texts(message)
    assert committed in alt
    assert text(proof).split("so far: `")[1].split("`")[0] in alt


async def test_open_table_starts_when_its_last_seat_is_taken(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    answer = await people[0].command("open", {"seats": 3})
    assert answer.ok, answer.error
    message = str(invitation(people[0])["id"])
    await people[1].press(message, "2:invitation:1:join")
    await people[1].press(message, "2:invitation:1:leave")
    await playground.wait_for(lambda: "2 seats are free" in alt_texts(invitation(people[0]))[0])
    for person in people[2:4]:
        await person.press(message, "2:invitation:1:join")
    await playground.wait_for(lambda: "To move:" in text(invitation(people[0])))
    assert [len(person.pings()) for person in people[:2]].count(1) <= 1


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"opponent": str(seed.OWNER_ID)}, "challenge yourself"),
        ({"opponent": str(seed.BOT_ID)}, "Bots don't play"),
        ({"opponent": str(seed.ADA_ID), "opponent2": str(seed.ADA_ID)}, "named someone twice"),
    ],
)
async def test_impossible_opponent_is_refused(
    options: dict[str, str],
    sentence: str,
    playground: Playground,
    bot: BotProcess,
    people: list[Person],
) -> None:
    answer = await people[0].command("challenge", options)
    assert answer.message is not None
    assert sentence in text(answer.message)
    assert len(people[1].messages()) == 0


async def test_missing_permission_to_post_pictures_prevents_a_match(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    deny(playground, Permission.ATTACH_FILES)
    answer = await people[0].command("practice", {"public": True})
    assert answer.message is not None
    assert "Attach Files" in text(answer.message)
    answer = await people[0].command("matches")
    assert answer.message is not None
    assert "You're in no match" in text(answer.message)


async def test_match_is_played_in_the_channel_without_permission_for_threads(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    deny(playground, Permission.CREATE_PUBLIC_THREADS)
    answer = await people[0].command("practice", {"public": True})
    assert answer.ok, answer.error
    assert any(buttons(m, "2:move:1:") for m in people[0].messages())
