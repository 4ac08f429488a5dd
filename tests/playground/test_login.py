"""Login, and requests for users, servers, channels and emoji."""

import io

import aiohttp
import discord
import pytest
from PIL import Image

from playground import Fault, Playground, seed
from tests.playground.conftest import Bot, Rest


async def test_ready_fills_the_client_cache(bot: Bot) -> None:
    [guild] = bot.guilds
    assert guild.id == seed.GUILD_ID
    assert guild.name == "The Three Mountains"
    assert [channel.name for channel in guild.text_channels] == ["tavern", "quarry"]
    assert guild.me.guild_permissions.send_messages
    assert not guild.me.guild_permissions.manage_messages
    assert bot.user is not None
    assert bot.user.id == bot.application_id == seed.BOT_ID


async def test_wrong_token_is_refused(playground: Playground, pointed: None) -> None:
    async with discord.Client(intents=discord.Intents.none()) as client:
        with pytest.raises(discord.LoginFailure):
            await client.login("some.other.token")


async def test_members_channels_and_roles_can_be_fetched(bot: Bot) -> None:
    [guild] = bot.guilds
    member = await guild.fetch_member(seed.CHLOE_ID)
    assert member.display_name == "Chloé"
    assert (await bot.fetch_user(seed.DIMITRI_ID)).global_name == "Dimitri"
    assert (await bot.fetch_channel(seed.QUARRY_ID)).id == seed.QUARRY_ID
    fetched = await bot.fetch_guild(seed.GUILD_ID)
    assert fetched.owner_id == seed.OWNER_ID
    assert fetched.approximate_member_count == len(seed.PEOPLE) + 1
    assert [role.name for role in await guild.fetch_roles()] == ["@everyone", "Bot", "Moderator"]
    assert len(await guild.fetch_channels()) == 2
    assert [members.id async for members in bot.fetch_guilds()] == [seed.GUILD_ID]
    assert (await bot.application_info()).owner.id == seed.OWNER_ID
    with pytest.raises(discord.Forbidden):
        await bot.http.get_members(guild.id, 10, None)
    bot.playground.world.privileged_intents = 1 << 1
    assert len(await bot.http.get_members(guild.id, 1000, None)) == len(seed.PEOPLE) + 1
    members = await guild.query_members(user_ids=[seed.ADA_ID])
    assert [member.name for member in members] == ["ada"]


async def test_servers_are_paged_by_id(bot: Bot, playground: Playground) -> None:
    added = [playground.world.add_guild(f"server {number}").id for number in range(4)]
    everywhere = sorted([seed.GUILD_ID, *added])
    assert [earlier_ids.id async for earlier_ids in bot.fetch_guilds(limit=None)] == everywhere
    later = discord.Object(everywhere[1])
    assert [
        earlier_ids.id async for earlier_ids in bot.fetch_guilds(limit=2, after=later)
    ] == everywhere[2:4]
    earlier = discord.Object(everywhere[3])
    earlier_ids = [server.id async for server in bot.fetch_guilds(limit=2, before=earlier)]
    assert sorted(earlier_ids) == everywhere[1:3]
    playground.world.set_bot_present(False)
    assert [earlier_ids.id async for earlier_ids in bot.fetch_guilds()] == sorted(added)


async def test_unknown_ids_have_their_own_codes(bot: Bot) -> None:
    [guild] = bot.guilds
    for request, code in (
        (bot.fetch_user(1), 10013),
        (guild.fetch_member(1), 10013),
        (bot.fetch_channel(1), 10003),
        (bot.fetch_guild(1), 10004),
        (bot.tavern.fetch_message(1), 10008),
        (bot.fetch_application_emoji(1), 10014),
    ):
        with pytest.raises(discord.NotFound) as caught:
            await request
        assert caught.value.code == code


async def test_avatars_are_pictures(bot: Bot) -> None:
    user = await bot.fetch_user(seed.ADA_ID)
    for asset in (user.display_avatar, user.default_avatar):
        with Image.open(io.BytesIO(await asset.read())) as picture:
            assert picture.format == "PNG"


async def test_seeded_names_reach_discords_limits(playground: Playground) -> None:
    names = [name for _, _, name in seed.PEOPLE]
    assert all(1 <= len(name) <= 32 for name in names)
    assert any(len(name) == 32 for name in names)
    usernames = [name for _, name, _ in seed.PEOPLE]
    assert all(name.isascii() and name == name.lower() for name in usernames)


async def test_application_emoji_are_created_used_and_deleted(bot: Bot) -> None:
    out = io.BytesIO()
    Image.new("RGBA", (16, 16), "gold").save(out, "PNG")
    created = await bot.create_application_emoji(name="beer_1", image=out.getvalue())
    [emoji] = await bot.fetch_application_emojis()
    assert emoji == created
    assert await emoji.read() == out.getvalue()
    for name, image in (("beer_1", out.getvalue()), ("no good", out.getvalue())):
        with pytest.raises(discord.HTTPException) as caught:
            await bot.create_application_emoji(name=name, image=image)
        assert caught.value.code == 50035
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(emoji=emoji, custom_id="x"))
    message = await bot.tavern.send("Your beer", view=view)
    [row] = message.components
    assert isinstance(row, discord.ActionRow)
    [button] = row.children
    assert isinstance(button, discord.Button)
    assert button.emoji is not None
    assert button.emoji.id == emoji.id
    await emoji.edit(name="beer_2")
    await emoji.delete()
    assert await bot.fetch_application_emojis() == []
    with pytest.raises(discord.HTTPException, match="Invalid emoji"):
        await bot.tavern.send("Another", view=view)


async def test_bot_can_be_removed_and_return(bot: Bot, playground: Playground) -> None:
    playground.world.set_bot_present(False)
    await playground.wait_for(lambda: bot.events("guild_remove"))
    with pytest.raises(discord.Forbidden) as caught:
        await bot.http.get_guild(seed.GUILD_ID)
    assert caught.value.code == 50001
    playground.world.set_bot_present(True)
    await playground.wait_for(lambda: bot.events("guild_join"))
    assert bot.get_guild(seed.GUILD_ID)


async def test_client_retries_after_a_rate_limit(bot: Bot, playground: Playground) -> None:
    route = "/channels/{channel_id}/messages"
    playground.faults.append(Fault("POST", route, status=429, retry_after=0.001))
    assert (await bot.tavern.send("later")).content == "later"


async def test_lost_response_leaves_the_message(bot: Bot, playground: Playground) -> None:
    playground.faults.append(
        Fault("POST", "/channels/{channel_id}/messages", done=True, status=503)
    )
    with pytest.raises(discord.DiscordServerError):
        await bot.tavern.send("sent all the same")
    [message] = [message async for message in bot.tavern.history()]
    assert message.content == "sent all the same"


async def test_cut_connection_raises_client_error(bot: Bot, playground: Playground) -> None:
    playground.faults.append(Fault("POST", "/channels/{channel_id}/messages", cut=True))
    with pytest.raises(aiohttp.ClientError):
        await bot.tavern.send("gone")


async def test_unserved_route_is_recorded(rest: Rest, playground: Playground) -> None:
    assert await rest("GET", "/nowhere") == (404, {"message": "404: Not Found", "code": 0})
    assert playground.unserved == [("GET", "/api/v10/nowhere")]
    playground.unserved.clear()


async def test_invalid_id_in_a_path_gets_50035(rest: Rest) -> None:
    status, body = await rest("GET", "/channels/tavern")
    assert (status, body["code"]) == (400, 50035)
    assert "channel_id" in body["errors"]


async def test_invalid_json_gets_50109(rest: Rest) -> None:
    path = f"/channels/{seed.TAVERN_ID}/messages"
    status, body = await rest("POST", path, data=b"{")
    assert (status, body["code"]) == (400, 50109)
