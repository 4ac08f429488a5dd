"""Pinning."""

import discord
import pytest

from playground import Person, Playground, seed
from playground.permissions import Permission
from tests.playground.conftest import Bot


async def test_manage_messages_does_not_allow_pinning(bot: Bot, playground: Playground) -> None:
    message = await bot.tavern.send("Matches")
    role = playground.world.guild.roles[seed.BOT_ROLE_ID]
    others = role.permissions & ~Permission.PIN_MESSAGES | Permission.MANAGE_MESSAGES
    playground.world.change_role(role.id, permissions=others)
    with pytest.raises(discord.Forbidden) as caught:
        await message.pin()
    assert caught.value.code == 50013
    with pytest.raises(discord.Forbidden):
        await message.unpin()
    playground.world.change_role(role.id, permissions=others | Permission.PIN_MESSAGES)
    await message.pin()


async def test_pin_posts_note_that_pings_nobody(
    bot: Bot, playground: Playground, ada: Person
) -> None:
    message = await bot.tavern.send("Matches")
    await message.pin()
    await message.pin()
    note = ada.messages()[-1]
    assert [shown["type"] for shown in ada.messages()] == [0, 6]
    assert note["message_reference"]["message_id"] == str(message.id)
    assert playground.world.pushes == []
    await bot.tavern.get_partial_message(int(note["id"])).delete()
    assert [shown["type"] for shown in ada.messages()] == [0]
