"""Buttons and menus, and all ways to answer them in time."""

import asyncio
from typing import Any

import discord
import pytest
from discord import ui

from playground import Person, seed
from tests.patience import PATIENCE
from tests.playground.buttons import board, buttons, pressing
from tests.playground.conftest import Connect


async def test_button_updates_its_message(connect: Connect, ada: Person) -> None:
    async def press(interaction: discord.Interaction, name: str) -> None:
        assert interaction.message is not None
        assert interaction.message.content == "Board"
        await interaction.response.edit_message(content=f"Took {name}", view=buttons("done"))

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


async def test_unknown_or_disabled_button_is_not_sent(connect: Connect, ada: Person) -> None:
    async def press(interaction: discord.Interaction, name: str) -> None:
        raise AssertionError(name)

    bot = await connect(pressing(press))
    message = await board(bot, "a", "b", disabled="b")
    assert (await ada.press(message.id, "b:c")).error == "The message has no such button or menu."
    assert (await ada.press(message.id, "b:b")).error == "It is disabled."
    assert (await ada.press(1, "b:a")).error == "Unknown Message"


async def test_deferred_update_is_edited_by_token(connect: Connect, ada: Person) -> None:
    async def press(interaction: discord.Interaction, name: str) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content=f"Took {name}")
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


async def test_first_follow_up_fills_the_thinking_message(
    connect: Connect, ada: Person, bruno: Person
) -> None:
    seen: list[list[dict[str, Any]]] = []

    async def press(interaction: discord.Interaction, name: str) -> None:
        await interaction.response.defer(thinking=True, ephemeral=name == "private")
        seen.append(ada.messages())
        await interaction.followup.send(f"Thought of {name}", ephemeral=True)

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


async def test_token_fetches_edits_and_deletes_messages(connect: Connect, ada: Person) -> None:
    done = asyncio.Event()

    async def press(interaction: discord.Interaction, name: str) -> None:
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
    async with asyncio.timeout(PATIENCE):
        await done.wait()
    assert [shown["content"] for shown in ada.messages()] == ["Board", "Two and a half"]


async def test_private_message_is_unknown_by_channel(connect: Connect, ada: Person) -> None:
    async def press(interaction: discord.Interaction, name: str) -> None:
        await interaction.response.send_message("Just for you", ephemeral=True)

    bot = await connect(pressing(press))
    answer = await ada.press((await board(bot, "a")).id, "b:a")
    assert answer.message is not None
    with pytest.raises(discord.NotFound) as caught:
        await bot.tavern.fetch_message(int(answer.message["id"]))
    assert caught.value.code == 10008
    ada.dismiss(answer.message)
    assert [shown["content"] for shown in ada.messages()] == ["Board"]


async def test_select_values_arrive_resolved(connect: Connect, ada: Person) -> None:
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
    assert heard[0] == ["a"]
    assert [user.id for user in heard[1]] == [seed.ADA_ID, seed.BRUNO_ID]
    assert heard[2][0].name == "Moderator"
    assert heard[3][0].id == seed.QUARRY_ID
    assert "'z' is not on offer" in ((await ada.select(message.id, "text", ["z"])).error or "")
    assert "Choose between 1 and 2" in ((await ada.select(message.id, "user", [])).error or "")
    assert "There is no user 1" in ((await ada.select(message.id, "user", ["1"])).error or "")
