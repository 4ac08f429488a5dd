"""Buttons, menus, forms, and every way to answer them, in time or not."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest
from discord import ui

from playground import Person, Playground, seed
from tests.playground.conftest import Bot, Clock, Connect, Rest

Press = Callable[[discord.Interaction, str], Awaitable[None]]


def pressing(press: Press) -> Callable[[Bot], None]:
    """A setup in which every button "b:…" does `press`, without any view in memory."""

    class Button(ui.DynamicItem[ui.Button[Any]], template=r"b:(?P<what>.+)"):
        def __init__(self, what: str) -> None:
            super().__init__(ui.Button(label=what, custom_id=f"b:{what}"))
            self.what = what

        @classmethod
        async def from_custom_id(
            cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
        ) -> "Button":
            assert interaction.type is discord.InteractionType.component
            assert item.is_dispatchable()
            return cls(match["what"])

        async def callback(self, interaction: discord.Interaction) -> None:
            await press(interaction, self.what)

    def setup(bot: Bot) -> None:
        bot.add_dynamic_items(Button)

    return setup


def buttons(*names: str, disabled: str = "") -> ui.View:
    """Buttons that nobody listens to in memory."""
    view = ui.View(timeout=None)
    for name in names:
        view.add_item(ui.Button(label=name, custom_id=f"b:{name}", disabled=name == disabled))
    return view


async def board(bot: Bot, *names: str, disabled: str = "") -> discord.Message:
    """A message with buttons, its view forgotten."""
    view = buttons(*names, disabled=disabled)
    message = await bot.tavern.send("Board", view=view)
    view.stop()
    return message


async def test_a_button_updates_its_message(connect: Connect, ada: Person) -> None:
    """Callback type 7, by a DynamicItem with no view in memory."""

    async def press(interaction: discord.Interaction, what: str) -> None:
        assert interaction.message is not None
        assert interaction.message.content == "Board"
        await interaction.response.edit_message(content=f"Took {what}", view=buttons("done"))

    bot = await connect(pressing(press))
    message = await board(bot, "t03", "t04")
    answer = await ada.press(message.id, "b:t03")
    assert answer.kind == 7
    assert answer.message is not None
    assert answer.message["id"] == str(message.id)
    assert answer.message["content"] == "Took t03"
    assert answer.message["edited_timestamp"] is not None
    [row] = answer.message["components"]
    assert [part["custom_id"] for part in row["components"]] == ["b:done"]


async def test_what_a_client_would_not_send(connect: Connect, ada: Person) -> None:
    """Unknown and disabled buttons never reach the bot."""

    async def press(interaction: discord.Interaction, what: str) -> None:
        raise AssertionError(what)

    bot = await connect(pressing(press))
    message = await board(bot, "a", "b", disabled="b")
    assert (await ada.press(message.id, "b:c")).error == "The message has no such button or menu."
    assert (await ada.press(message.id, "b:b")).error == "It is disabled."
    assert (await ada.press(1, "b:a")).error == "Unknown Message"


async def test_a_deferred_update_is_edited_later(connect: Connect, ada: Person) -> None:
    """Callback type 6, an edit by token and a private follow-up."""

    async def press(interaction: discord.Interaction, what: str) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content=f"Took {what}")
        await interaction.followup.send("Well done", ephemeral=True)

    bot = await connect(pressing(press))
    message = await board(bot, "a")
    answer = await ada.press(message.id, "b:a")
    assert answer.kind == 6
    await ada.playground.wait_for(lambda: len(ada.messages()) == 2)
    first, second = ada.messages()
    assert first["content"] == "Took a"
    assert (second["content"], second["flags"]) == ("Well done", 64)
    assert second["interaction_metadata"]["interacted_message_id"] == str(message.id)
    assert len(Person(ada.playground, seed.BRUNO_ID).messages()) == 1


async def test_thinking_becomes_an_answer(connect: Connect, ada: Person, bruno: Person) -> None:
    """The first follow-up fills the thinking message, seen by whom the defer said."""
    seen: list[list[dict[str, Any]]] = []

    async def press(interaction: discord.Interaction, what: str) -> None:
        await interaction.response.defer(thinking=True, ephemeral=what == "private")
        seen.append(ada.messages())
        await interaction.followup.send(f"Thought of {what}", ephemeral=True)

    bot = await connect(pressing(press))
    message = await board(bot, "private", "public")
    private = await ada.press(message.id, "b:private")
    public = await ada.press(message.id, "b:public")
    assert private.message is not None
    assert public.message is not None
    assert (private.message["content"], private.message["flags"]) == ("Thought of private", 64)
    assert (public.message["content"], public.message["flags"]) == ("Thought of public", 0)
    assert [shown[-1]["flags"] for shown in seen] == [128 | 64, 128]
    assert [shown["content"] for shown in bruno.messages()] == ["Board", "Thought of public"]


async def test_messages_by_token(connect: Connect, ada: Person) -> None:
    """Original response and follow-ups are fetched, edited and deleted."""
    done = asyncio.Event()

    async def press(interaction: discord.Interaction, what: str) -> None:
        response = await interaction.response.send_message("One", ephemeral=True)
        assert response.message_id is not None
        assert isinstance(response.resource, discord.InteractionMessage)
        original = await interaction.original_response()
        assert original.id == response.message_id
        assert original.flags.ephemeral
        more = await interaction.followup.send("Two", wait=True)
        assert (await interaction.followup.fetch_message(more.id)).content == "Two"
        await more.edit(content="Two and a half")
        await interaction.delete_original_response()
        interaction._original_response = None
        with pytest.raises(discord.NotFound) as caught:
            await interaction.original_response()
        assert caught.value.code == 10008
        done.set()

    bot = await connect(pressing(press))
    await ada.press((await board(bot, "a")).id, "b:a")
    async with asyncio.timeout(5):
        await done.wait()
    assert [shown["content"] for shown in ada.messages()] == ["Board", "Two and a half"]


async def test_private_messages_cant_be_reached_by_channel(connect: Connect, ada: Person) -> None:
    """10008; their reader can put them away."""

    async def press(interaction: discord.Interaction, what: str) -> None:
        await interaction.response.send_message("Just for you", ephemeral=True)

    bot = await connect(pressing(press))
    answer = await ada.press((await board(bot, "a")).id, "b:a")
    assert answer.message is not None
    with pytest.raises(discord.NotFound) as caught:
        await bot.tavern.fetch_message(int(answer.message["id"]))
    assert caught.value.code == 10008
    ada.dismiss(answer.message)
    assert [shown["content"] for shown in ada.messages()] == ["Board"]


class Form(ui.Modal, title="Keep dice"):
    """One input of each kind."""

    name: ui.Label[Any] = ui.Label(
        text="Name", component=ui.TextInput(custom_id="name", max_length=10)
    )
    dice: ui.Label[Any] = ui.Label(
        text="Dice",
        description="At most two",
        component=ui.Select(
            custom_id="dice",
            min_values=0,
            max_values=2,
            required=False,
            options=[discord.SelectOption(label=f"Die {n}", value=f"d{n}") for n in range(3)],
        ),
    )
    friend: ui.Label[Any] = ui.Label(text="Friend", component=ui.UserSelect(custom_id="friend"))
    pace: ui.Label[Any] = ui.Label(
        text="Pace",
        component=ui.RadioGroup(
            custom_id="pace",
            options=[
                discord.RadioGroupOption(label="Slow", value="slow", default=True),
                discord.RadioGroupOption(label="Quick", value="quick"),
            ],
        ),
    )
    sure: ui.Label[Any] = ui.Label(text="Sure", component=ui.Checkbox(custom_id="sure"))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Say what was filled in."""
        name, dice, friend, pace, sure = (
            self.name.component,
            self.dice.component,
            self.friend.component,
            self.pace.component,
            self.sure.component,
        )
        assert isinstance(name, ui.TextInput)
        assert isinstance(dice, ui.Select)
        assert isinstance(friend, ui.UserSelect)
        assert isinstance(pace, ui.RadioGroup)
        assert isinstance(sure, ui.Checkbox)
        said = [name.value, dice.values, [u.id for u in friend.values], pace.value, sure.value]
        await interaction.response.send_message(repr(said), ephemeral=True)


async def test_a_form_is_filled_in(connect: Connect, ada: Person) -> None:
    """Every kind of input arrives in on_submit."""

    async def press(interaction: discord.Interaction, what: str) -> None:
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
    said = ["Ada", ["d0", "d2"], [seed.BRUNO_ID], "slow", True]
    assert sent.message["content"] == repr(said)
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
async def test_a_client_checks_the_form(
    connect: Connect, ada: Person, values: Any, error: str
) -> None:
    """What the form doesn't allow never reaches the bot."""

    async def press(interaction: discord.Interaction, what: str) -> None:
        await interaction.response.send_modal(Form())

    bot = await connect(pressing(press))
    answer = await ada.press((await board(bot, "a")).id, "b:a")
    assert answer.modal is not None
    right: dict[str, Any] = {"name": "Ada", "friend": [str(seed.BRUNO_ID)]}
    assert (await ada.submit(answer.modal, {**right, **values})).error == error


async def test_selects_of_every_kind(connect: Connect, ada: Person) -> None:
    """Values arrive resolved; wrong ones are refused."""
    heard: list[list[Any]] = []
    bot = await connect()
    view = ui.View(timeout=None)
    menus: list[ui.Select[Any] | ui.UserSelect[Any] | ui.RoleSelect[Any] | ui.ChannelSelect[Any]]
    menus = [
        ui.Select(custom_id="text", options=[discord.SelectOption(label="A", value="a")]),
        ui.UserSelect(custom_id="user", max_values=2),
        ui.RoleSelect(custom_id="role"),
        ui.ChannelSelect(custom_id="channel"),
    ]

    for menu in menus:

        async def chosen(interaction: discord.Interaction, menu: Any = menu) -> None:
            heard.append(list(menu.values))
            await interaction.response.defer()

        menu.callback = chosen  # type: ignore[method-assign]
        view.add_item(menu)
    message = await bot.tavern.send("Choose", view=view)
    people = [str(seed.ADA_ID), str(seed.BRUNO_ID)]
    assert (await ada.select(message.id, "text", ["a"])).ok
    assert (await ada.select(message.id, "user", people)).ok
    assert (await ada.select(message.id, "role", [str(seed.MODERATOR_ROLE_ID)])).ok
    assert (await ada.select(message.id, "channel", [str(seed.QUARRY_ID)])).ok
    await ada.playground.settled(quiet=0.01)
    assert heard[0] == ["a"]
    assert [user.id for user in heard[1]] == [seed.ADA_ID, seed.BRUNO_ID]
    assert heard[2][0].name == "Moderator"
    assert heard[3][0].id == seed.QUARRY_ID
    assert "'z' is not on offer" in ((await ada.select(message.id, "text", ["z"])).error or "")
    assert "Choose between 1 and 2" in ((await ada.select(message.id, "user", [])).error or "")
    assert "There is no user 1" in ((await ada.select(message.id, "user", ["1"])).error or "")


# ---------------------------------------------------------------------- what goes wrong


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
    begun, go = asyncio.Event(), asyncio.Event()

    async def press(interaction: discord.Interaction, what: str) -> None:
        begun.set()
        await go.wait()
        try:
            await interaction.response.send_message("Too late")
        except discord.HTTPException as error:
            errors.append(error)

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
    await playground.settled(quiet=0.01)
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
