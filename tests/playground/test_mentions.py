"""Who is mentioned, and who is pinged."""

from typing import Any

import discord
import pytest
from discord import ui

from playground import Person, Playground, seed
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
async def test_who_is_pinged(
    bot: Bot, playground: Playground, allowed: Any, pinged: list[int]
) -> None:
    """allowed_mentions decide, code doesn't count, everyone needs a right."""
    text = f"<@{seed.ADA_ID}> and <@!{seed.BRUNO_ID}>, not `<@{seed.CHLOE_ID}>` @everyone"
    message = await bot.tavern.send(text, allowed_mentions=allowed)
    assert [user.id for user in message.mentions] == pinged
    assert not message.mention_everyone
    assert playground.world.pings == [(message.id, user_id) for user_id in pinged]


async def test_mentions_in_text_displays_ping_and_edits_do_not(
    bot: Bot, playground: Playground, ada: Person
) -> None:
    """Edits change who is mentioned only."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(ui.TextDisplay(f"Your turn, {ada.mention}")))
    message = await bot.tavern.send(view=view)
    assert ada.pings() == [message.id]
    view.add_item(ui.TextDisplay(f"<@{seed.BRUNO_ID}>"))
    edited = await message.edit(view=view)
    assert [user.id for user in edited.mentions] == [ada.id, seed.BRUNO_ID]
    assert playground.world.pings == [(message.id, ada.id)]


async def test_roles_and_everyone_need_a_right(bot: Bot, playground: Playground) -> None:
    """A mentionable role pings its members; everyone only with the right."""
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


async def test_who_cant_see_the_channel_is_not_pinged(
    bot: Bot, playground: Playground, ada: Person
) -> None:
    """Nor sees its messages."""
    playground.world.set_permissions(seed.TAVERN_ID, ada.id, deny=Permission.VIEW_CHANNEL)
    await bot.tavern.send(ada.mention)
    assert ada.pings() == []
    assert ada.messages() == []


async def test_a_reply_names_its_message(bot: Bot, ada: Person, playground: Playground) -> None:
    """And pings its author unless told otherwise."""
    said = ada.write("Who plays?")
    message = await bot.tavern.get_partial_message(int(said["id"])).reply("I do")
    assert message.reference is not None
    assert message.reference.message_id == int(said["id"])
    assert ada.pings() == [message.id]
    quiet = await bot.tavern.get_partial_message(int(said["id"])).reply("!", mention_author=False)
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
async def test_allowed_mentions_of_a_wrong_shape(rest: Rest, allowed: Any) -> None:
    """50035 at allowed_mentions."""
    body = {"content": "Hello", "allowed_mentions": allowed}
    status, answer = await rest("POST", TAVERN + "/messages", json=body)
    assert (status, answer["code"]) == (400, 50035)
    assert "allowed_mentions" in answer["errors"]
