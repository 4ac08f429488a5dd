"""Messages by channel: sending, editing, files, mentions, pins, and who may."""

import io
from typing import Any

import aiohttp
import discord
import pytest
from discord import ui
from PIL import Image

from playground import Person, Playground, seed
from playground.permissions import Permission
from tests.playground.conftest import Bot, Clock, Rest

TAVERN = f"/channels/{seed.TAVERN_ID}"


def picture(name: str, size: tuple[int, int] = (30, 20), kind: str = "PNG") -> discord.File:
    """A small picture."""
    out = io.BytesIO()
    Image.new("RGB", size, "navy").save(out, kind)
    out.seek(0)
    return discord.File(out, name)


def gallery(*names: str, text: str = "Board") -> ui.LayoutView:
    """A V2 layout that shows pictures."""
    view = ui.LayoutView(timeout=None)
    items = [
        discord.MediaGalleryItem(f"attachment://{n}", description=f"Alt of {n}") for n in names
    ]
    view.add_item(ui.Container(ui.TextDisplay(text), ui.MediaGallery(*items)))
    return view


def shown_media(message: discord.Message) -> list[discord.UnfurledMediaItem]:
    """The media of the first gallery."""
    for component in message.components:
        assert isinstance(component, discord.Container)
        for child in component.children:
            if isinstance(child, discord.MediaGalleryComponent):
                return [item.media for item in child.items]
    return []


async def test_send_edit_delete(bot: Bot, playground: Playground) -> None:
    """The life of a message."""
    message = await bot.tavern.send("First", silent=True)
    assert message.flags.suppress_notifications
    edited = await message.edit(content="Second")
    assert edited.content == "Second"
    assert edited.edited_at is not None
    await playground.wait_for(lambda: bot.events("message_edit") or bot.events("raw_message_edit"))
    assert (await bot.tavern.fetch_message(message.id)).content == "Second"
    await message.delete()
    with pytest.raises(discord.NotFound):
        await bot.tavern.fetch_message(message.id)


async def test_a_file_in_a_gallery_is_not_among_the_attachments(bot: Bot) -> None:
    """It is in the component, measured and with an address."""
    message = await bot.tavern.send(view=gallery("board-1.png"), file=picture("board-1.png"))
    assert message.flags.components_v2
    assert message.attachments == []
    [media] = shown_media(message)
    assert (media.width, media.height, media.content_type) == (30, 20, "image/png")
    assert "/cdn/attachments/" in media.url
    assert media.attachment_id is not None
    async with aiohttp.ClientSession() as session, session.get(media.url) as answer:
        assert answer.status == 200
        assert (await answer.read()).startswith(b"\x89PNG")


async def test_links_expire(bot: Bot, clock: Clock) -> None:
    """Only a fresh message object has a working address."""
    message = await bot.tavern.send(file=picture("a.gif", kind="GIF"))
    [attachment] = message.attachments
    assert (attachment.content_type, attachment.width) == ("image/gif", 30)
    clock.now += 24 * 3600 + 1
    async with aiohttp.ClientSession() as session, session.get(attachment.url) as answer:
        assert answer.status == 404
    [attachment] = (await bot.tavern.fetch_message(message.id)).attachments
    assert await attachment.read()


async def test_editing_with_attachments_replaces_the_files(bot: Bot) -> None:
    """Without attachments, the old files stay."""
    message = await bot.tavern.send(view=gallery("one.png"), file=picture("one.png"))
    again = await message.edit(view=gallery("one.png", text="Still there"))
    [kept] = shown_media(again)
    [first] = shown_media(message)
    assert kept.attachment_id == first.attachment_id
    replaced = await message.edit(
        view=gallery("two.webp"), attachments=[picture("two.webp", (7, 9), "WEBP")]
    )
    [media] = shown_media(replaced)
    assert (media.width, media.height, media.content_type) == (7, 9, "image/webp")
    with pytest.raises(discord.HTTPException, match="referenced attachment was not found"):
        await message.edit(view=gallery("one.png"))
    assert replaced.attachments == []


async def test_kept_files_are_named_by_id(bot: Bot) -> None:
    """The list says what stays; unknown ids are refused."""
    message = await bot.tavern.send("Two", files=[picture("a.png"), picture("b.png")])
    assert [file.filename for file in message.attachments] == ["a.png", "b.png"]
    fewer = await message.edit(attachments=[message.attachments[1], picture("c.png")])
    assert [file.filename for file in fewer.attachments] == ["b.png", "c.png"]
    none = await fewer.edit(attachments=[])
    assert none.attachments == []
    with pytest.raises(discord.HTTPException) as caught:
        await none.edit(attachments=[message.attachments[0]])
    assert caught.value.code == 50035


async def test_names_and_alt_texts_of_files(bot: Bot) -> None:
    """Names are cleaned, descriptions kept."""
    file = picture("Spiel brett ü.png")
    file.description = "A board"
    message = await bot.tavern.send(file=file)
    [attachment] = message.attachments
    assert attachment.filename == "Spiel_brett_.png"
    assert attachment.description == "A board"


async def test_a_message_may_become_v2_but_not_go_back(bot: Bot) -> None:
    """Content has to go in the same edit, for good."""
    message = await bot.tavern.send("Plain")
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay("New"))
    with pytest.raises(discord.HTTPException, match="IS_COMPONENTS_V2") as caught:
        await message.edit(view=view)
    assert caught.value.code == 50035
    changed = await message.edit(content=None, view=view)
    assert changed.flags.components_v2
    with pytest.raises(discord.HTTPException, match="IS_COMPONENTS_V2"):
        await message.edit(content="Back")
    again = await bot.tavern.fetch_message(message.id)
    assert again.flags.components_v2
    assert again.content == ""


async def test_too_large_a_file(bot: Bot) -> None:
    """10 MiB fit, one byte more does not."""
    for size, fits in ((10 * 1024 * 1024, True), (10 * 1024 * 1024 + 1, False)):
        file = discord.File(io.BytesIO(bytes(size)), "big.bin")
        if fits:
            assert (await bot.tavern.send(file=file)).attachments[0].size == size
            continue
        with pytest.raises(discord.HTTPException) as caught:
            await bot.tavern.send(file=file)
        assert (caught.value.status, caught.value.code) == (413, 40005)


async def test_an_enforced_nonce_sends_once(bot: Bot, clock: Clock) -> None:
    """For some minutes; longer nonces are refused."""
    first = await bot.tavern.send("Board", nonce="m1-17")
    second = await bot.tavern.send("Board", nonce="m1-17")
    assert first.id == second.id
    assert first.nonce == "m1-17"
    clock.now += 10 * 60
    assert (await bot.tavern.send("Board", nonce="m1-17")).id != first.id
    with pytest.raises(discord.HTTPException) as caught:
        await bot.tavern.send("Board", nonce="n" * 26)
    assert caught.value.code == 50035


# ---------------------------------------------------------------------- mentions


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


# ---------------------------------------------------------------------- permissions

EMBED = {"embeds": [{"title": "Beer"}]}


@pytest.mark.parametrize(
    ("denied", "method", "body", "code"),
    [
        (Permission.VIEW_CHANNEL, "POST", {"content": "x"}, 50001),
        (Permission.SEND_MESSAGES, "POST", {"content": "x"}, 50013),
        (Permission.EMBED_LINKS, "POST", EMBED, 50013),
        (Permission.VIEW_CHANNEL, "PATCH", {"content": "x"}, 50001),
        (Permission.SEND_MESSAGES, "PATCH", {"content": "x"}, 50013),
        (Permission.READ_MESSAGE_HISTORY, "GET", None, 50013),
        (Permission.VIEW_CHANNEL, "DELETE", None, 50001),
    ],
)
async def test_what_the_bot_may_not(
    bot: Bot, playground: Playground, rest: Rest, denied: int, method: str, body: Any, code: int
) -> None:
    """50001 for what it can't see, 50013 for what it may not do."""
    message = await bot.tavern.send("Mine")
    playground.world.set_permissions(seed.TAVERN_ID, seed.BOT_ID, deny=denied)
    path = f"{TAVERN}/messages" if method == "POST" else f"{TAVERN}/messages/{message.id}"
    status, answer = await rest(method, path, json=body)
    assert (status, answer["code"]) == (403, code)


async def test_files_need_a_right(bot: Bot, playground: Playground) -> None:
    """ATTACH_FILES, taken from everyone."""
    deny = Permission.ATTACH_FILES
    playground.world.set_permissions(seed.TAVERN_ID, seed.GUILD_ID, deny=deny)
    with pytest.raises(discord.Forbidden) as caught:
        await bot.tavern.send(file=picture("a.png"))
    assert caught.value.code == 50013


async def test_messages_of_others(bot: Bot, ada: Person, playground: Playground) -> None:
    """No edits; deleting needs a right."""
    theirs = bot.tavern.get_partial_message(int(ada.write("Mine!")["id"]))
    with pytest.raises(discord.Forbidden) as caught:
        await theirs.edit(content="Mine now")
    assert caught.value.code == 50005
    with pytest.raises(discord.Forbidden) as caught:
        await theirs.delete()
    assert caught.value.code == 50013
    allow = Permission.MANAGE_MESSAGES
    playground.world.set_permissions(seed.TAVERN_ID, seed.BOT_ROLE_ID, allow=allow)
    await theirs.delete()
    assert ada.messages() == []


async def test_people_have_rights_too(playground: Playground, ada: Person) -> None:
    """Their clients keep to them."""
    deny = Permission.SEND_MESSAGES
    playground.world.set_permissions(seed.TAVERN_ID, seed.GUILD_ID, deny=deny)
    with pytest.raises(Exception, match="You do not have permission to send messages"):
        ada.write("Hello?")


# ---------------------------------------------------------------------- the rest


async def test_history_goes_both_ways(bot: Bot, ada: Person) -> None:
    """before, after and around; others' texts are hidden from the bot."""
    ids = [(await bot.tavern.send(str(n))).id for n in range(5)]
    ada.write("unread")
    found = [message async for message in bot.tavern.history(limit=3)]
    assert [message.content for message in found] == ["", "4", "3"]
    before = bot.tavern.history(before=discord.Object(ids[2]))
    assert [message.id async for message in before] == [ids[1], ids[0]]
    after = bot.tavern.history(after=discord.Object(ids[2]), limit=2)
    assert [message.id async for message in after][:2] == ids[3:]
    around = bot.tavern.history(around=discord.Object(ids[2]), limit=3)
    assert sorted([message.id async for message in around]) == ids[1:4]


async def test_pins(bot: Bot, playground: Playground) -> None:
    """Pinned, listed, announced by a message that can't be edited, unpinned."""
    message = await bot.tavern.send("Rules")
    await message.pin()
    assert [pinned.id async for pinned in bot.tavern.pins()] == [message.id]
    await playground.wait_for(lambda: bot.events("guild_channel_pins_update"))
    [note] = [m async for m in bot.tavern.history() if m.type is discord.MessageType.pins_add]
    with pytest.raises(discord.Forbidden) as caught:
        await note.edit(content="No")
    assert caught.value.code == 50021
    await message.unpin()
    assert [pinned.id async for pinned in bot.tavern.pins()] == []


async def test_reactions(bot: Bot) -> None:
    """Added, counted, removed."""
    message = await bot.tavern.send("Cheers")
    await message.add_reaction("🍺")
    [reaction] = (await bot.tavern.fetch_message(message.id)).reactions
    assert (reaction.emoji, reaction.count, reaction.me) == ("🍺", 1, True)
    assert bot.user is not None
    await message.remove_reaction("🍺", bot.user)
    assert (await bot.tavern.fetch_message(message.id)).reactions == []
    with pytest.raises(discord.NotFound) as caught:
        await message.add_reaction("beer")
    assert caught.value.code == 10014


async def test_direct_messages(bot: Bot, playground: Playground, ada: Person) -> None:
    """Between two only, unless the person wants none."""
    user = await bot.fetch_user(ada.id)
    message = await user.send("Psst")
    assert isinstance(message.channel, discord.DMChannel)
    assert [shown["content"] for shown in ada.messages(message.channel.id)] == ["Psst"]
    assert Person(playground, seed.BRUNO_ID).messages(message.channel.id) == []
    ada.write("Yes?", channel=message.channel.id)
    await playground.wait_for(lambda: len(bot.events("message")) == 2)
    assert bot.events("message")[1][0].content == "Yes?"
    playground.world.closed_dms.add(ada.id)
    with pytest.raises(discord.Forbidden) as caught:
        await user.send("Hello?")
    assert caught.value.code == 50007


async def test_a_channel_may_be_gone(bot: Bot, playground: Playground) -> None:
    """10003."""
    channel = bot.tavern
    playground.world.delete_channel(playground.world.guild.channels[seed.TAVERN_ID])
    with pytest.raises(discord.NotFound) as caught:
        await channel.send("Anybody?")
    assert caught.value.code == 10003


async def test_embeds(bot: Bot) -> None:
    """Pictures in embeds are resolved, sizes are limited."""
    embed = discord.Embed(title="Beer", description="Ten kinds", colour=0xFFAA00)
    embed.add_field(name="Stout", value="Dark").set_footer(text="Prost")
    embed.set_image(url="attachment://beer.png")
    message = await bot.tavern.send(embed=embed, file=picture("beer.png"))
    [shown] = message.embeds
    assert (shown.title, shown.image.width) == ("Beer", 30)
    assert message.attachments == []
    long = [discord.Embed(description="x" * 3001), discord.Embed(description="x" * 3000)]
    with pytest.raises(discord.HTTPException, match="maximum size of 6000"):
        await bot.tavern.send(embeds=long)
