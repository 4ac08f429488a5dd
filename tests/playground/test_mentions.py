"""Mentions and pings."""

from typing import Any

import discord
import pytest
from discord import ui

from playground import Person, Playground, seed
from playground.model import Role
from playground.permissions import Permission
from tests.playground.conftest import Bot, Rest

TAVERN = f"/channels/{seed.TAVERN_ID}"


@pytest.mark.parametrize(
    ("allowed", "pinged"),
    [
        (None, [seed.ADA_ID, seed.BRUNO_ID]),
        (discord.AllowedMentions.none(), []),
        (discord.AllowedMentions(users=[discord.Object(seed.BRUNO_ID)]), [seed.BRUNO_ID]),
        (discord.AllowedMentions(users=True), [seed.ADA_ID, seed.BRUNO_ID]),
    ],
)
async def test_allowed_mentions_limit_pings(
    bot: Bot, playground: Playground, allowed: Any, pinged: list[int]
) -> None:
    text = f"<@{seed.ADA_ID}> and <@!{seed.BRUNO_ID}>, not `<@{seed.CHLOE_ID}>` @everyone"
    message = await bot.tavern.send(text, allowed_mentions=allowed)
    assert [user.id for user in message.mentions] == pinged
    assert not message.mention_everyone
    assert playground.world.pings == [(message.id, user_id) for user_id in pinged]


async def test_text_displays_ping_but_edits_do_not(
    bot: Bot, playground: Playground, ada: Person
) -> None:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(ui.TextDisplay(f"Your turn, {ada.mention}")))
    message = await bot.tavern.send(view=view)
    assert ada.pings() == [message.id]
    view.add_item(ui.TextDisplay(f"<@{seed.BRUNO_ID}>"))
    edited = await message.edit(view=view)
    assert [user.id for user in edited.mentions] == [ada.id, seed.BRUNO_ID]
    assert playground.world.pings == [(message.id, ada.id)]


async def test_everyone_mention_needs_a_permission(bot: Bot, playground: Playground) -> None:
    playground.world.guild.members[seed.CHLOE_ID].roles.append(seed.MODERATOR_ROLE_ID)
    text = f"<@&{seed.MODERATOR_ROLE_ID}> @here"
    message = await bot.tavern.send(text)
    assert message.raw_role_mentions == [seed.MODERATOR_ROLE_ID]
    assert playground.world.pings == [(message.id, seed.CHLOE_ID)]
    allow = Permission.MENTION_EVERYONE
    playground.world.set_permissions(seed.TAVERN_ID, seed.BOT_ID, allow=allow)
    loud = await bot.tavern.send(text)
    assert loud.mention_everyone
    assert len(playground.world.pings) == 1 + len(seed.PEOPLE)


async def test_mention_does_not_ping_without_view_channel(
    bot: Bot, playground: Playground, ada: Person
) -> None:
    playground.world.set_permissions(seed.TAVERN_ID, ada.id, deny=Permission.VIEW_CHANNEL)
    await bot.tavern.send(ada.mention)
    assert ada.pings() == []
    assert ada.messages() == []


async def test_reply_pings_the_author_unless_disabled(
    bot: Bot, ada: Person, playground: Playground
) -> None:
    question = ada.write("Who plays?")
    message = await bot.tavern.get_partial_message(int(question["id"])).reply("I do")
    assert message.reference is not None
    assert message.reference.message_id == int(question["id"])
    assert ada.pings() == [message.id]
    quiet = await bot.tavern.get_partial_message(int(question["id"])).reply(
        "!", mention_author=False
    )
    assert ada.pings() == [message.id]
    assert quiet.type is discord.MessageType.reply
    with pytest.raises(discord.HTTPException, match="Unknown message"):
        await bot.tavern.get_partial_message(1).reply("To nobody")
    reference = discord.MessageReference(
        message_id=1, channel_id=seed.TAVERN_ID, fail_if_not_exists=False
    )
    assert (await bot.tavern.send("To nobody", reference=reference)).reference is None


@pytest.mark.parametrize(
    "allowed",
    [
        {"parse": ["users"], "users": [str(seed.ADA_ID)]},
        {"parse": ["people"]},
        {"users": [str(n) for n in range(101)]},
        {"users": ["ada"]},
        {"parse": "users"},
    ],
)
async def test_invalid_allowed_mentions_get_50035(rest: Rest, allowed: Any) -> None:
    body = {"content": "Hello", "allowed_mentions": allowed}
    status, answer = await rest("POST", TAVERN + "/messages", json=body)
    assert (status, answer["code"]) == (400, 50035)
    assert "allowed_mentions" in answer["errors"]


async def test_role_mention_needs_a_mentionable_role_and_permission_of_the_sender(
    bot: Bot, playground: Playground
) -> None:
    """Only members who see the channel are notified, edits notify no member, and a deleted role
    mentions nothing.
    """
    world = playground.world
    role = Role(world.snowflakes.new(), "Players", 0, 3, mentionable=True)
    world.add_role(role)
    for user in (seed.ADA_ID, seed.BRUNO_ID):
        world.set_roles(user, [role.id])
    hidden = Permission.VIEW_CHANNEL
    world.set_permissions(seed.TAVERN_ID, seed.BRUNO_ID, deny=hidden)
    text, only = f"A table is open <@&{role.id}>", discord.AllowedMentions(roles=[role])
    quiet = await bot.tavern.send(text, allowed_mentions=discord.AllowedMentions.none())
    assert (mentioned(playground, quiet), world.pushes) == ([], [])
    message = await bot.tavern.send(text, allowed_mentions=only)
    assert mentioned(playground, message) == [role.id]
    assert [(push.user_id, push.preview) for push in world.pushes] == [
        (seed.ADA_ID, "A table is open @Players")
    ]
    await message.edit(content=f"{text}!", allowed_mentions=only)
    role.mentionable = False
    silent = await bot.tavern.send(text, allowed_mentions=only)
    assert mentioned(playground, silent) == []
    role.mentionable = True
    world.delete_role(role.id)
    silent = await bot.tavern.send(text, allowed_mentions=only)
    assert mentioned(playground, silent) == []
    assert len(world.pushes) == 1


def mentioned(playground: Playground, message: discord.Message) -> list[int]:
    stored = playground.world.find_message(message.id)
    assert stored is not None
    return stored.mention_roles
