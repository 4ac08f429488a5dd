"""A bot logs in, hears of the server and asks about it."""

import io

import aiohttp
import discord
import pytest
from PIL import Image

from playground import Fault, Playground, seed
from tests.playground.conftest import Bot, Rest


async def test_the_server_is_there(bot: Bot) -> None:
    """READY and GUILD_CREATE fill the client's cache."""
    [guild] = bot.guilds
    assert guild.id == seed.GUILD_ID
    assert guild.name == "The Three Mountains"
    assert [channel.name for channel in guild.text_channels] == ["tavern", "quarry"]
    assert guild.me.guild_permissions.send_messages
    assert not guild.me.guild_permissions.manage_messages
    assert bot.user is not None
    assert bot.user.id == bot.application_id == seed.BOT_ID


async def test_another_token_is_refused(playground: Playground, pointed: None) -> None:
    """401, which discord.py calls LoginFailure."""
    async with discord.Client(intents=discord.Intents.none()) as client:
        with pytest.raises(discord.LoginFailure):
            await client.login("some.other.token")


async def test_people_and_places_can_be_fetched(bot: Bot) -> None:
    """Members, users, channels, roles, the server, the application."""
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
    assert [found.id async for found in bot.fetch_guilds()] == [seed.GUILD_ID]
    assert (await bot.application_info()).owner.id == seed.OWNER_ID
    with pytest.raises(discord.Forbidden):
        await bot.http.get_members(guild.id, 10, None)
    bot.playground.world.privileged_intents = 1 << 1
    assert len(await bot.http.get_members(guild.id, 1000, None)) == len(seed.PEOPLE) + 1
    found = await guild.query_members(user_ids=[seed.ADA_ID])
    assert [member.name for member in found] == ["ada"]


async def test_servers_come_in_pages(bot: Bot, playground: Playground) -> None:
    """By id, from one on or up to one; those that the bot has left are not among them."""
    made = [playground.world.add_guild(f"server {number}").id for number in range(4)]
    everywhere = sorted([seed.GUILD_ID, *made])
    assert [found.id async for found in bot.fetch_guilds(limit=None)] == everywhere
    later = discord.Object(everywhere[1])
    assert [found.id async for found in bot.fetch_guilds(limit=2, after=later)] == everywhere[2:4]
    earlier = discord.Object(everywhere[3])
    found = [one.id async for one in bot.fetch_guilds(limit=2, before=earlier)]
    assert sorted(found) == everywhere[1:3]
    playground.world.set_bot_present(False)
    assert [found.id async for found in bot.fetch_guilds()] == sorted(made)


async def test_what_is_unknown_is_not_found(bot: Bot) -> None:
    """Each with its own code."""
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
    """Both kinds of avatars can be read."""
    user = await bot.fetch_user(seed.ADA_ID)
    for asset in (user.display_avatar, user.default_avatar):
        with Image.open(io.BytesIO(await asset.read())) as picture:
            assert picture.format == "PNG"


async def test_names_are_as_difficult_as_they_come(playground: Playground) -> None:
    """Within Discord's limits, one at the limit."""
    shown = [name for _, _, name in seed.PEOPLE]
    assert all(1 <= len(name) <= 32 for name in shown)
    assert any(len(name) == 32 for name in shown)
    usernames = [name for _, name, _ in seed.PEOPLE]
    assert all(name.isascii() and name == name.lower() for name in usernames)


async def test_emojis_are_made_once_and_used_everywhere(bot: Bot) -> None:
    """Made, listed, used in a button, renamed, deleted."""
    out = io.BytesIO()
    Image.new("RGBA", (16, 16), "gold").save(out, "PNG")
    made = await bot.create_application_emoji(name="beer_1", image=out.getvalue())
    [found] = await bot.fetch_application_emojis()
    assert found == made
    assert await found.read() == out.getvalue()
    for name, image in (("beer_1", out.getvalue()), ("no good", out.getvalue())):
        with pytest.raises(discord.HTTPException) as caught:
            await bot.create_application_emoji(name=name, image=image)
        assert caught.value.code == 50035
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(emoji=found, custom_id="x"))
    message = await bot.tavern.send("Your beer", view=view)
    [row] = message.components
    assert isinstance(row, discord.ActionRow)
    [button] = row.children
    assert isinstance(button, discord.Button)
    assert button.emoji is not None
    assert button.emoji.id == found.id
    await found.edit(name="beer_2")
    await found.delete()
    assert await bot.fetch_application_emojis() == []
    with pytest.raises(discord.HTTPException, match="Invalid emoji"):
        await bot.tavern.send("Another", view=view)


async def test_the_bot_may_be_thrown_out_and_come_back(bot: Bot, playground: Playground) -> None:
    """GUILD_DELETE, 50001, GUILD_CREATE."""
    playground.world.set_bot_present(False)
    await playground.wait_for(lambda: bot.events("guild_remove"))
    with pytest.raises(discord.Forbidden) as caught:
        await bot.http.get_guild(seed.GUILD_ID)
    assert caught.value.code == 50001
    playground.world.set_bot_present(True)
    await playground.wait_for(lambda: bot.events("guild_join"))
    assert bot.get_guild(seed.GUILD_ID)


async def test_a_rate_limit_is_waited_for(bot: Bot, playground: Playground) -> None:
    """discord.py waits and tries again."""
    route = "/channels/{channel_id}/messages"
    playground.faults.append(Fault("POST", route, status=429, retry_after=0.001))
    assert (await bot.tavern.send("later")).content == "later"


async def test_an_answer_may_be_lost(bot: Bot, playground: Playground) -> None:
    """The request is done although the bot hears of an error."""
    playground.faults.append(
        Fault("POST", "/channels/{channel_id}/messages", done=True, status=503)
    )
    with pytest.raises(discord.DiscordServerError):
        await bot.tavern.send("sent all the same")
    [message] = [message async for message in bot.tavern.history()]
    assert message.content == "sent all the same"


async def test_a_connection_may_be_cut(bot: Bot, playground: Playground) -> None:
    """The bot gets no answer at all."""
    playground.faults.append(Fault("POST", "/channels/{channel_id}/messages", cut=True))
    with pytest.raises(aiohttp.ClientError):
        await bot.tavern.send("gone")


async def test_unknown_routes_are_not_found(rest: Rest, playground: Playground) -> None:
    """They are remembered, so that tests notice them."""
    assert await rest("GET", "/nowhere") == (404, {"message": "404: Not Found", "code": 0})
    assert playground.unserved == [("GET", "/api/v10/nowhere")]
    playground.unserved.clear()


async def test_an_address_needs_ids(rest: Rest) -> None:
    """50035 for an id that is none."""
    status, body = await rest("GET", "/channels/tavern")
    assert (status, body["code"]) == (400, 50035)
    assert "channel_id" in body["errors"]


async def test_a_body_needs_to_be_json(rest: Rest) -> None:
    """50109."""
    path = f"/channels/{seed.TAVERN_ID}/messages"
    status, body = await rest("POST", path, data=b"{")
    assert (status, body["code"]) == (400, 50109)
