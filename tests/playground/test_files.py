"""Files in messages: galleries, attachments, links and limits."""

import io

import aiohttp
import discord
import pytest
from discord import ui
from PIL import Image

from playground import seed
from tests.playground.conftest import Bot, Clock

TAVERN = f"/channels/{seed.TAVERN_ID}"


def picture(name: str, size: tuple[int, int] = (30, 20), kind: str = "PNG") -> discord.File:
    out = io.BytesIO()
    Image.new("RGB", size, "navy").save(out, kind)
    out.seek(0)
    return discord.File(out, name)


def gallery(*names: str, text: str = "Board") -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    items = [
        discord.MediaGalleryItem(f"attachment://{n}", description=f"Alt of {n}") for n in names
    ]
    view.add_item(ui.Container(ui.TextDisplay(text), ui.MediaGallery(*items)))
    return view


def shown_media(message: discord.Message) -> list[discord.UnfurledMediaItem]:
    for component in message.components:
        assert isinstance(component, discord.Container)
        for child in component.children:
            if isinstance(child, discord.MediaGalleryComponent):
                return [item.media for item in child.items]
    return []


async def test_gallery_file_is_no_attachment(bot: Bot) -> None:
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


async def test_attachment_links_expire_after_a_day(bot: Bot, clock: Clock) -> None:
    message = await bot.tavern.send(file=picture("a.gif", kind="GIF"))
    [attachment] = message.attachments
    assert (attachment.content_type, attachment.width) == ("image/gif", 30)
    clock.now += 24 * 3600 + 1
    async with aiohttp.ClientSession() as session, session.get(attachment.url) as answer:
        assert answer.status == 404
    [attachment] = (await bot.tavern.fetch_message(message.id)).attachments
    assert await attachment.read()


async def test_edit_replaces_files_only_if_it_lists_attachments(bot: Bot) -> None:
    message = await bot.tavern.send(view=gallery("one.png"), file=picture("one.png"))
    edited = await message.edit(view=gallery("one.png", text="Still there"))
    [kept] = shown_media(edited)
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


async def test_edit_keeps_only_listed_attachments(bot: Bot) -> None:
    message = await bot.tavern.send("Two", files=[picture("a.png"), picture("b.png")])
    assert [file.filename for file in message.attachments] == ["a.png", "b.png"]
    fewer = await message.edit(attachments=[message.attachments[1], picture("c.png")])
    assert [file.filename for file in fewer.attachments] == ["b.png", "c.png"]
    none = await fewer.edit(attachments=[])
    assert none.attachments == []
    with pytest.raises(discord.HTTPException) as caught:
        await none.edit(attachments=[message.attachments[0]])
    assert caught.value.code == 50035


async def test_file_name_is_cleaned_and_description_kept(bot: Bot) -> None:
    file = picture("Spiel brett ü.png")
    file.description = "A board"
    message = await bot.tavern.send(file=file)
    [attachment] = message.attachments
    assert attachment.filename == "Spiel_brett_.png"
    assert attachment.description == "A board"


async def test_files_are_limited_to_10_mib(bot: Bot) -> None:
    for size, fits in ((10 * 1024 * 1024, True), (10 * 1024 * 1024 + 1, False)):
        file = discord.File(io.BytesIO(bytes(size)), "big.bin")
        if fits:
            assert (await bot.tavern.send(file=file)).attachments[0].size == size
            continue
        with pytest.raises(discord.HTTPException) as caught:
            await bot.tavern.send(file=file)
        assert (caught.value.status, caught.value.code) == (413, 40005)


async def test_embeds_resolve_attachments_and_share_a_size_limit(bot: Bot) -> None:
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


async def test_request_size_is_limited(bot: Bot) -> None:
    files = [discord.File(io.BytesIO(bytes(9 * 1024 * 1024)), f"{n}.bin") for n in range(3)]
    with pytest.raises(discord.HTTPException) as caught:
        await bot.tavern.send(files=files)
    assert (caught.value.status, caught.value.code) == (413, 40005)
