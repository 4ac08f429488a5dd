import discord
import pytest

from playground import Person, Playground, seed
from playground.model import Message, Reaction
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


async def test_pin_posts_a_note_without_pings(
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


async def test_channel_holds_250_pins(bot: Bot, playground: Playground) -> None:
    message = await bot.tavern.send("Matches")
    channel = playground.world.guild.channels[seed.TAVERN_ID]
    for number in range(250):
        channel.messages[number] = Message(number, channel.id, seed.ADA_ID, 0.0, pinned_at=1.0)
    with pytest.raises(discord.HTTPException) as caught:
        await message.pin()
    assert (caught.value.status, caught.value.code) == (400, 30003)


async def test_message_holds_20_kinds_of_reactions(bot: Bot, playground: Playground) -> None:
    message = await bot.tavern.send("Matches")
    stored = playground.world.find_message(message.id)
    assert stored is not None
    stored.reactions = [Reaction({"id": None, "name": chr(0x1F600 + n)}) for n in range(20)]
    with pytest.raises(discord.HTTPException) as caught:
        await message.add_reaction("🎲")
    assert (caught.value.status, caught.value.code) == (400, 30010)
