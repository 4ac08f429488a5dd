"""Errors of interactions: late or repeated responses, wrong tokens, invalid bodies."""

import asyncio
from typing import Any

import discord
import pytest

from playground import Person, Playground, seed
from tests.patience import PATIENCE
from tests.playground.buttons import board, pressing
from tests.playground.conftest import Bot, Clock, Connect, Rest


async def test_command_fails_without_a_bot(playground: Playground, ada: Person, rest: Rest) -> None:
    command = {"name": "play", "description": "Play"}
    await rest("PUT", f"/applications/{seed.BOT_ID}/commands", json=[command])
    assert (await ada.command("play")).error == "The application did not respond"


async def test_interaction_fails_after_three_seconds(
    connect: Connect, ada: Person, clock: Clock, playground: Playground
) -> None:
    errors: list[discord.HTTPException] = []
    received, respond, refused = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def press(interaction: discord.Interaction, name: str) -> None:
        received.set()
        await respond.wait()
        try:
            await interaction.response.send_message("Too late")
        except discord.HTTPException as error:
            errors.append(error)
            refused.set()

    bot = await connect(pressing(press))
    message = await board(bot, "a")
    pressed = asyncio.create_task(ada.press(message.id, "b:a"))
    await received.wait()
    clock.now += 2.9
    playground.tick()
    assert not pressed.done()
    clock.now += 0.1
    playground.tick()
    assert (await pressed).error == "This interaction failed"
    respond.set()
    async with asyncio.timeout(PATIENCE):
        await refused.wait()
    assert [(error.status, error.code) for error in errors] == [(404, 10062)]


class Pressed:
    """An interaction as a bot without a library sees it."""

    def __init__(self, playground: Playground, rest: Rest) -> None:
        self._playground = playground
        self._rest = rest
        self.id = 0
        self.token = ""

    async def begin(self, kind: str = "b:a") -> None:
        """Press the only button, or use the only command."""
        if kind == "command":
            command = self._playground.world.all_commands()[0]
            started = self._playground.begin(seed.ADA_ID, seed.TAVERN_ID, 2, command)
        else:
            message = next(iter(self._playground.world.guild.channels[seed.TAVERN_ID].messages))
            data = {"component_type": 2, "custom_id": kind}
            started = self._playground.begin(
                seed.ADA_ID, seed.TAVERN_ID, 3, data, message_id=message
            )
        self.id, self.token = started.id, started.token

    async def answer(self, kind: int, data: Any = None, *, token: str = "") -> tuple[int, Any]:
        path = f"/interactions/{self.id}/{token or self.token}/callback"
        status, body = await self._rest("POST", path, json={"type": kind, "data": data})
        return status, body and body["code"]

    async def webhook(
        self, method: str, path: str, data: Any = None, *, token: str = ""
    ) -> tuple[int, Any]:
        address = f"/webhooks/{seed.BOT_ID}/{token or self.token}{path}"
        status, body = await self._rest(method, address, json=data)
        return status, body and body.get("code")


@pytest.fixture
async def pressed(bot: Bot, playground: Playground, rest: Rest) -> Pressed:
    await board(bot, "a")
    interaction = Pressed(playground, rest)
    await interaction.begin()
    return interaction


HELLO = {"content": "Hello"}


async def test_second_response_gets_40060(pressed: Pressed) -> None:
    assert await pressed.answer(4, HELLO) == (204, None)
    assert await pressed.answer(4, HELLO) == (400, 40060)
    assert await pressed.answer(6) == (400, 40060)


async def test_wrong_id_or_token_gets_10062(pressed: Pressed) -> None:
    assert await pressed.answer(4, HELLO, token="wrong") == (404, 10062)
    pressed.id = 1
    assert await pressed.answer(4, HELLO) == (404, 10062)


async def test_late_response_gets_10062_and_no_webhook(pressed: Pressed, clock: Clock) -> None:
    clock.now += 3
    assert await pressed.answer(6) == (404, 10062)
    assert await pressed.webhook("POST", "", HELLO) == (404, 10015)


async def test_refused_response_does_not_acknowledge(pressed: Pressed) -> None:
    assert await pressed.answer(4, {"content": "x" * 2001}) == (400, 50035)
    assert await pressed.answer(4, {"content": " "}) == (400, 50006)
    assert await pressed.answer(4, HELLO) == (204, None)


@pytest.mark.parametrize("kind", [1, 3, 8, 10, 12, "4"])
async def test_wrong_response_type_for_a_button_gets_50035(pressed: Pressed, kind: int) -> None:
    assert await pressed.answer(kind, HELLO) == (400, 50035)


async def test_command_has_no_message_to_update(pressed: Pressed, rest: Rest, bot: Bot) -> None:
    command = {"name": "play", "description": "Play"}
    await rest("PUT", f"/applications/{seed.BOT_ID}/commands", json=[command])
    await pressed.begin("command")
    assert await pressed.answer(7, HELLO) == (400, 50035)
    assert await pressed.answer(6) == (400, 50035)
    assert await pressed.answer(9, {"custom_id": "f", "title": "F"}) == (400, 50035)
    assert await pressed.answer(5) == (204, None)


async def test_follow_up_before_the_response_gets_10015(pressed: Pressed) -> None:
    assert await pressed.webhook("POST", "", HELLO) == (404, 10015)
    assert await pressed.webhook("PATCH", "/messages/@original", HELLO) == (404, 10015)
    assert await pressed.answer(6) == (204, None)
    assert await pressed.webhook("POST", "", HELLO) == (200, None)
    assert await pressed.webhook("POST", "", HELLO, token="wrong") == (404, 10015)


async def test_token_expires_after_fifteen_minutes(pressed: Pressed, clock: Clock) -> None:
    assert await pressed.answer(4, HELLO) == (204, None)
    clock.now += 15 * 60 - 1
    assert await pressed.webhook("PATCH", "/messages/@original", HELLO) == (200, None)
    clock.now += 1
    assert await pressed.webhook("PATCH", "/messages/@original", HELLO) == (401, 50027)
    assert await pressed.webhook("POST", "", HELLO) == (401, 50027)


async def test_token_reaches_only_its_own_messages(pressed: Pressed) -> None:
    assert await pressed.answer(4, HELLO) == (204, None)
    assert await pressed.webhook("PATCH", "/messages/1", HELLO) == (404, 10008)
    assert await pressed.webhook("GET", "/messages/@original") == (200, None)
    assert await pressed.webhook("DELETE", "/messages/@original") == (204, None)
    assert await pressed.webhook("GET", "/messages/@original") == (404, 10008)


@pytest.mark.parametrize("flags", [0, 64])
async def test_follow_up_gets_404_once_thinking_is_deleted(pressed: Pressed, flags: int) -> None:
    assert await pressed.answer(5, {"flags": flags}) == (204, None)
    assert await pressed.webhook("DELETE", "/messages/@original") == (204, None)
    assert await pressed.webhook("POST", "", {**HELLO, "flags": 64}) == (404, 10008)


async def test_follow_up_is_new_once_thinking_was_filled(pressed: Pressed) -> None:
    assert await pressed.answer(5) == (204, None)
    assert await pressed.webhook("PATCH", "/messages/@original", HELLO) == (200, None)
    assert await pressed.webhook("POST", "", {**HELLO, "flags": 64}) == (200, None)
    assert await pressed.webhook("DELETE", "/messages/@original") == (204, None)
    assert await pressed.webhook("POST", "", {**HELLO, "flags": 64}) == (200, None)


async def test_update_of_a_deleted_message_gets_10008(
    pressed: Pressed, playground: Playground
) -> None:
    [message] = playground.world.guild.channels[seed.TAVERN_ID].messages.values()
    playground.world.delete(message)
    assert await pressed.answer(7, HELLO) == (404, 10008)
    assert await pressed.answer(6) == (204, None)
    assert await pressed.webhook("PATCH", "/messages/@original", HELLO) == (404, 10008)


async def test_responses_need_no_permission(pressed: Pressed, playground: Playground) -> None:
    playground.world.set_permissions(seed.TAVERN_ID, seed.BOT_ID, deny=1 << 10)
    assert await pressed.answer(4, HELLO) == (204, None)


async def test_invalid_modal_is_refused_at_its_path(pressed: Pressed, rest: Rest) -> None:
    text = {"type": 4, "custom_id": "t", "style": 1}
    label = {"type": 18, "label": "Text", "component": text}
    right = {"custom_id": "f", "title": "Form", "components": [label]}
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"title": "t" * 46}, "title"),
        ({"custom_id": ""}, "custom_id"),
        ({"components": []}, "components"),
        ({"components": [label] * 6}, "components"),
        ({"components": [label, label]}, "components/1/component/custom_id"),
        ({"components": [{**label, "label": "l" * 46}]}, "components/0/label"),
        ({"components": [{**label, "description": "d" * 101}]}, "components/0/description"),
        ({"components": [{**label, "component": {**text, "type": 2}}]}, "components/0/component"),
        ({"components": [text]}, "components/0/type"),
    ]
    path = f"/interactions/{pressed.id}/{pressed.token}/callback"
    for change, where in wrong:
        body = {"type": 9, "data": {**right, **change}}
        status, answer = await rest("POST", path, json=body)
        assert (status, answer["code"]) == (400, 50035)
        here = answer["errors"]["data"]
        for step in where.split("/"):
            here = here[step]
    assert await pressed.answer(9, right) == (204, None)


async def test_autocomplete_takes_25_choices_of_100_characters(
    pressed: Pressed, playground: Playground, rest: Rest
) -> None:
    options = [{"type": 3, "name": "text", "description": "Text", "autocomplete": True}]
    command = {"name": "play", "description": "Play", "options": options}
    await rest("PUT", f"/applications/{seed.BOT_ID}/commands", json=[command])
    [registered] = playground.world.all_commands()
    typed = {"name": "text", "type": 3, "value": "p", "focused": True}
    data = {"id": registered["id"], "name": "play", "options": [typed]}
    started = playground.begin(seed.ADA_ID, seed.TAVERN_ID, 4, data)
    pressed.id, pressed.token = started.id, started.token
    choice = {"name": "n", "value": "v"}
    assert await pressed.answer(4, HELLO) == (400, 50035)
    assert await pressed.answer(8, {"choices": [choice] * 26}) == (400, 50035)
    assert await pressed.answer(8, {"choices": [{**choice, "name": "n" * 101}]}) == (400, 50035)
    assert await pressed.answer(8, {"choices": [choice]}) == (204, None)
