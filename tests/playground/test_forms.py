"""Modals: opening, filling in, client-side checks."""

from typing import Any

import discord
import pytest

from playground import Person, seed
from playground.bounds import modal_problems
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


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"type": 21, "options": 1}, "options"),
        ({"type": 21, "options": 11}, "options"),
        ({"type": 21, "options": 3, "defaults": 2}, "options"),
        ({"type": 22, "options": 11}, "options"),
        ({"type": 22, "options": 2, "max_values": 3}, "max_values"),
        ({"type": 22, "options": 2, "min_values": 2, "max_values": 1}, "min_values"),
        ({"type": 22, "options": 2, "min_values": 0}, "min_values"),
        ({"type": 22, "options": 3, "max_values": 1, "defaults": 2}, "options"),
        ({"type": 22, "options": 2, "min_values": 0, "required": False}, None),
        ({"type": 21, "options": 10, "defaults": 1}, None),
    ],
)
def test_groups_have_limits_on_options_and_values(changes: Any, path: str | None) -> None:
    number, ticked = changes.pop("options"), changes.pop("defaults", 0)
    options = [{"label": f"Die {n}", "value": str(n), "default": n < ticked} for n in range(number)]
    group = {"custom_id": "dice", "options": options, **changes}
    label = {"type": 18, "label": "Dice", "component": group}
    problems = modal_problems({"custom_id": "form", "title": "Dice", "components": [label]})
    assert [line.partition(":")[0] for line in problems] == (
        [] if path is None else [f"components/0/component/{path}"]
    )
