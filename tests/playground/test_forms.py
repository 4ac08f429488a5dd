"""Modals: opening, filling in, client-side checks."""

from typing import Any

import discord
import pytest

from playground import Person, seed
from tests.playground.buttons import Form, board, pressing
from tests.playground.conftest import Connect


async def test_submit_receives_every_kind_of_input(connect: Connect, ada: Person) -> None:
    async def press(interaction: discord.Interaction, name: str) -> None:
        await interaction.response.send_modal(Form())

    bot = await connect(pressing(press))
    message = await board(bot, "a")
    answer = await ada.press(message.id, "b:a")
    assert answer.kind == 9
    assert answer.modal is not None
    assert answer.modal.title == "Keep dice"
    assert answer.modal.label("dice") == "Dice"
    values: dict[str, Any] = {
        "name": "Ada",
        "dice": ["d0", "d2"],
        "friend": [str(seed.BRUNO_ID)],
        "sure": True,
    }
    sent = await ada.submit(answer.modal, values)
    assert sent.message is not None
    expected = ["Ada", ["d0", "d2"], [seed.BRUNO_ID], "slow", True]
    assert sent.message["content"] == repr(expected)
    trigger = sent.message["interaction_metadata"]["triggering_interaction_metadata"]
    assert trigger["interacted_message_id"] == str(message.id)


@pytest.mark.parametrize(
    ("values", "error"),
    [
        ({"name": ""}, "Name: This field is required"),
        ({"name": "x" * 11}, "Name: Must be between 0 and 10 in length."),
        ({"dice": ["d0", "d0"]}, "Dice: The same choice twice."),
        ({"dice": ["d0", "d1", "d2"]}, "Dice: Choose between 0 and 2."),
        ({"dice": ["d9"]}, "Dice: 'd9' is not on offer."),
        ({"friend": [str(seed.ADA_ID), str(seed.BRUNO_ID)]}, "Friend: Choose between 1 and 1."),
        ({"pace": "brisk"}, "Pace: 'brisk' is not on offer."),
        ({"stake": "1"}, "The form has no field 'stake'."),
    ],
)
async def test_client_refuses_invalid_fields(
    connect: Connect, ada: Person, values: Any, error: str
) -> None:
    async def press(interaction: discord.Interaction, name: str) -> None:
        await interaction.response.send_modal(Form())

    bot = await connect(pressing(press))
    answer = await ada.press((await board(bot, "a")).id, "b:a")
    assert answer.modal is not None
    right: dict[str, Any] = {"name": "Ada", "friend": [str(seed.BRUNO_ID)]}
    assert (await ada.submit(answer.modal, {**right, **values})).error == error
