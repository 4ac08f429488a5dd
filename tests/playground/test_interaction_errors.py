"""What goes wrong with interactions: too late, twice, by the wrong token, in the wrong shape."""

import asyncio
from typing import Any

import discord
import pytest

from playground import Person, Playground, seed
from tests.patience import PATIENCE
from tests.playground.buttons import board, pressing
from tests.playground.conftest import Bot, Clock, Connect, Rest


async def test_nobody_is_connected(playground: Playground, ada: Person, rest: Rest) -> None:
    """The person reads what Discord would say."""
    command = {"name": "play", "description": "Play"}
    await rest("PUT", f"/applications/{seed.BOT_ID}/commands", json=[command])
    assert (await ada.command("play")).error == "The application did not respond"


async def test_no_answer_within_three_seconds(
    connect: Connect, ada: Person, clock: Clock, playground: Playground
) -> None:
    """By the clock: failed for the person, 10062 for the bot."""
    errors: list[discord.HTTPException] = []
    begun, go, told = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def press(interaction: discord.Interaction, what: str) -> None:
        begun.set()
        await go.wait()
        try:
            await interaction.response.send_message("Too late")
        except discord.HTTPException as error:
            errors.append(error)
            told.set()

    bot = await connect(pressing(press))
    message = await board(bot, "a")
    pressed = asyncio.create_task(ada.press(message.id, "b:a"))
    await begun.wait()
    clock.now += 2.9
    playground.tick()
    assert not pressed.done()
    clock.now += 0.1
    playground.tick()
    assert (await pressed).error == "This interaction failed"
    go.set()
    async with asyncio.timeout(PATIENCE):
        await told.wait()
    assert [(error.status, error.code) for error in errors] == [(404, 10062)]


class Pressed:
    """An interaction as a bot without a library sees it."""

    def __init__(self, playground: Playground, rest: Rest) -> None:
        self._playground = playground
        self._rest = rest
        self.id = 0
        self.token = ""

    async def begin(self, kind: str = "b:a") -> None:
        """Press the only button there is, or use the only command."""
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
        """One callback."""
        path = f"/interactions/{self.id}/{token or self.token}/callback"
        status, body = await self._rest("POST", path, json={"type": kind, "data": data})
        return status, body and body["code"]

    async def webhook(
        self, method: str, path: str, data: Any = None, *, token: str = ""
    ) -> tuple[int, Any]:
        """One request by token."""
        address = f"/webhooks/{seed.BOT_ID}/{token or self.token}{path}"
        status, body = await self._rest(method, address, json=data)
        return status, body and body.get("code")


@pytest.fixture
async def pressed(bot: Bot, playground: Playground, rest: Rest) -> Pressed:
    """A button that has just been pressed."""
    await board(bot, "a")
    made = Pressed(playground, rest)
    await made.begin()
    return made


HELLO = {"content": "Hello"}


async def test_the_first_answer_is_the_only_one(pressed: Pressed) -> None:
    """40060 for every other."""
    assert await pressed.answer(4, HELLO) == (204, None)
    assert await pressed.answer(4, HELLO) == (400, 40060)
    assert await pressed.answer(6) == (400, 40060)


async def test_an_unknown_interaction(pressed: Pressed) -> None:
    """10062 for a wrong id or token."""
    assert await pressed.answer(4, HELLO, token="wrong") == (404, 10062)
    pressed.id = 1
    assert await pressed.answer(4, HELLO) == (404, 10062)


async def test_too_late_an_answer(pressed: Pressed, clock: Clock) -> None:
    """10062, and its token never works."""
    clock.now += 3
    assert await pressed.answer(6) == (404, 10062)
    assert await pressed.webhook("POST", "", HELLO) == (404, 10015)


async def test_a_wrong_answer_leaves_time_for_a_right_one(pressed: Pressed) -> None:
    """A refused body doesn't acknowledge."""
    assert await pressed.answer(4, {"content": "x" * 2001}) == (400, 50035)
    assert await pressed.answer(4, {"content": " "}) == (400, 50006)
    assert await pressed.answer(4, HELLO) == (204, None)


@pytest.mark.parametrize("kind", [1, 3, 8, 10, 12, "4"])
async def test_types_that_are_no_answer_to_a_button(pressed: Pressed, kind: int) -> None:
    """50035."""
    assert await pressed.answer(kind, HELLO) == (400, 50035)


async def test_a_command_has_no_message_to_update(pressed: Pressed, rest: Rest, bot: Bot) -> None:
    """Types 6 and 7 need a message, a form needs fields."""
    command = {"name": "play", "description": "Play"}
    await rest("PUT", f"/applications/{seed.BOT_ID}/commands", json=[command])
    await pressed.begin("command")
    assert await pressed.answer(7, HELLO) == (400, 50035)
    assert await pressed.answer(6) == (400, 50035)
    assert await pressed.answer(9, {"custom_id": "f", "title": "F"}) == (400, 50035)
    assert await pressed.answer(5) == (204, None)


async def test_no_follow_up_before_the_answer(pressed: Pressed) -> None:
    """10015 until the interaction is acknowledged."""
    assert await pressed.webhook("POST", "", HELLO) == (404, 10015)
    assert await pressed.webhook("PATCH", "/messages/@original", HELLO) == (404, 10015)
    assert await pressed.answer(6) == (204, None)
    assert await pressed.webhook("POST", "", HELLO) == (200, None)
    assert await pressed.webhook("POST", "", HELLO, token="wrong") == (404, 10015)


async def test_the_token_ends_after_fifteen_minutes(pressed: Pressed, clock: Clock) -> None:
    """50027 from then on."""
    assert await pressed.answer(4, HELLO) == (204, None)
    clock.now += 15 * 60 - 1
    assert await pressed.webhook("PATCH", "/messages/@original", HELLO) == (200, None)
    clock.now += 1
    assert await pressed.webhook("PATCH", "/messages/@original", HELLO) == (401, 50027)
    assert await pressed.webhook("POST", "", HELLO) == (401, 50027)


async def test_messages_of_others_are_unknown_to_a_token(pressed: Pressed) -> None:
    """10008, also once the original is deleted."""
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


async def test_the_message_may_be_gone(pressed: Pressed, playground: Playground) -> None:
    """10008 for its update, while a defer still works."""
    [message] = playground.world.guild.channels[seed.TAVERN_ID].messages.values()
    playground.world.delete(message)
    assert await pressed.answer(7, HELLO) == (404, 10008)
    assert await pressed.answer(6) == (204, None)
    assert await pressed.webhook("PATCH", "/messages/@original", HELLO) == (404, 10008)


async def test_answers_need_no_permission(pressed: Pressed, playground: Playground) -> None:
    """Not even to see the channel."""
    playground.world.set_permissions(seed.TAVERN_ID, seed.BOT_ID, deny=1 << 10)
    assert await pressed.answer(4, HELLO) == (204, None)


async def test_a_form_has_its_limits(pressed: Pressed, rest: Rest) -> None:
    """Each field of a modal, and none of the refusals acknowledges."""
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


async def test_completion_has_its_limits(
    pressed: Pressed, playground: Playground, rest: Rest
) -> None:
    """25 choices of at most 100 characters, and no other answer."""
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
