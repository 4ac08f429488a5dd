"""Forums, announcements, voice and stage channels."""

from functools import partial
from typing import Any

import discord
import pytest

from playground import ClientError, Person, Playground, seed
from playground.model import FORUM, MEDIA, NEWS, STAGE, VOICE
from playground.permissions import Permission
from tests.playground.conftest import Bot, Connect, Rest


async def test_client_knows_every_kind(bot: Bot, playground: Playground) -> None:
    kinds = {
        FORUM: discord.ForumChannel,
        MEDIA: discord.ForumChannel,
        NEWS: discord.TextChannel,
        VOICE: discord.VoiceChannel,
        STAGE: discord.StageChannel,
    }
    for kind, cls in kinds.items():
        channel = playground.world.new_channel("place", kind)
        await playground.wait_for(partial(bot.get_channel, channel.id))
        assert type(bot.get_channel(channel.id)) is cls


async def test_post_is_a_thread_with_its_first_message(
    bot: Bot, playground: Playground, ada: Person
) -> None:
    world = playground.world
    forum = world.new_channel("games", FORUM, tags=["Dice Miner", "DYNAMINE"])
    await playground.wait_for(lambda: bot.get_channel(forum.id))
    place: Any = bot.get_channel(forum.id)
    post = await place.create_thread(
        name="Match 17", content=f"Board, {ada.mention}", applied_tags=[place.available_tags[1]]
    )
    assert (post.thread.id, post.message.id) == (post.message.id, post.thread.id)
    assert post.thread.parent_id == forum.id
    assert [tag.name for tag in post.thread.applied_tags] == ["DYNAMINE"]
    assert [shown["type"] for shown in ada.messages(post.thread.id)] == [0]
    assert ada.pings() == [post.message.id]
    assert ada.id in {member.id for member in await post.thread.fetch_members()}
    changed = await post.thread.edit(applied_tags=[place.available_tags[0]])
    assert [tag.name for tag in changed.applied_tags] == ["Dice Miner"]
    await post.message.edit(content="Newer board")
    await post.thread.send("Another board")
    await playground.wait_for(lambda: bot.events("thread_create"))


async def test_forum_takes_no_messages_outside_posts(
    rest: Rest, playground: Playground, ada: Person
) -> None:
    forum = playground.world.new_channel("games", FORUM)
    status, body = await rest("POST", f"/channels/{forum.id}/messages", json={"content": "x"})
    assert (status, body["code"]) == (400, 50008)
    with pytest.raises(ClientError, match="posts only"):
        ada.write("Hello", channel=forum.id)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"name": "Post"}, 50035),
        ({"message": {"content": "x"}}, 50035),
        ({"name": "Post", "message": {}}, 50006),
        ({"name": "Post", "message": {"content": "x" * 2001}}, 50035),
        ({"name": "Post", "message": {"content": "x"}, "applied_tags": ["1"]}, 50035),
        ({"name": "Post", "message": {"content": "x"}}, 40067),
    ],
)
async def test_refused_post_changes_nothing(
    rest: Rest, playground: Playground, body: dict[str, Any], code: int
) -> None:
    forum = playground.world.new_channel("games", FORUM, tags=["Dice"], requires_tag=code == 40067)
    channels = len(playground.world.guild.channels)
    status, answer = await rest("POST", f"/channels/{forum.id}/threads", json=body)
    assert (status, answer["code"]) == (400, code)
    assert len(playground.world.guild.channels) == channels


async def test_post_needs_send_messages(rest: Rest, playground: Playground) -> None:
    forum = playground.world.new_channel("games", FORUM)
    deny = Permission.SEND_MESSAGES
    playground.world.set_permissions(forum.id, seed.BOT_ID, deny=deny)
    body = {"name": "Post", "message": {"content": "x"}}
    status, answer = await rest("POST", f"/channels/{forum.id}/threads", json=body)
    assert (status, answer["code"]) == (403, 50013)


async def test_commands_run_wherever_people_write(
    connect: Connect, ada: Person, playground: Playground
) -> None:
    kinds: list[str] = []

    def setup(bot: Bot) -> None:
        @bot.tree.command(description="Say where")
        async def where(interaction: discord.Interaction) -> None:
            assert interaction.channel is not None
            kinds.append(interaction.channel.type.name)
            await interaction.response.send_message("Here")

    await connect(setup)
    world = playground.world
    forum = world.new_channel("games", FORUM)
    post = playground.post(ada.id, forum.id, "Who plays?", "I do")
    news = world.new_channel("news", NEWS)
    places = [post.id, news.id]
    places += [world.new_channel("talk", kind).id for kind in (VOICE, STAGE)]
    for place in places:
        assert (await ada.command("where", channel=place)).ok
    assert kinds == ["public_thread", "news", "voice", "stage_voice"]
    answer = await ada.command("where", channel=forum.id)
    assert answer.error == "A forum has no commands, only its posts have."


async def test_people_need_a_tag_if_the_forum_requires_it(
    playground: Playground, ada: Person
) -> None:
    forum = playground.world.new_channel("games", FORUM, tags=["Dice"], requires_tag=True)
    with pytest.raises(ClientError, match="tag is required"):
        playground.post(ada.id, forum.id, "Who plays?", "I do")
    post = playground.post(ada.id, forum.id, "Who plays?", "I do", [forum.tags[0].id])
    assert [shown["id"] for shown in ada.messages(post.id)] == [str(post.id)]


async def test_announcement_channels_have_their_own_kind_of_threads(
    bot: Bot, playground: Playground, rest: Rest
) -> None:
    news = playground.world.new_channel("news", NEWS)
    await playground.wait_for(lambda: bot.get_channel(news.id))
    channel: Any = bot.get_channel(news.id)
    thread = await (await channel.send("Match")).create_thread(name="Match")
    assert thread.type is discord.ChannelType.news_thread
    await thread.send("Board")
    await thread.edit(archived=True)
    assert [archived.id async for archived in channel.archived_threads()] == [thread.id]
    path = f"/channels/{news.id}/threads"
    status, body = await rest("POST", path, json={"name": "x", "type": 11})
    assert (status, body["code"]) == (400, 50035)
    status, body = await rest("POST", path, json={"name": "x", "type": 10})
    assert (status, body["type"]) == (201, 10)


@pytest.mark.parametrize("kind", [VOICE, STAGE])
async def test_voice_chat_takes_messages_and_no_threads(
    rest: Rest, playground: Playground, kind: int
) -> None:
    place = playground.world.new_channel("talk", kind)
    path = f"/channels/{place.id}/messages"
    status, message = await rest("POST", path, json={"content": "Board"})
    assert status == 200
    status, body = await rest("POST", f"{path}/{message['id']}/threads", json={"name": "x"})
    assert (status, body["code"]) == (400, 50024)
    playground.world.set_permissions(place.id, seed.BOT_ID, deny=Permission.CONNECT)
    status, body = await rest("POST", path, json={"content": "Board"})
    assert (status, body["code"]) == (403, 50013)


async def test_server_has_a_limit_of_open_threads(bot: Bot, playground: Playground) -> None:
    playground.world.most_active_threads = 1
    thread = await (await bot.tavern.send("Match 1")).create_thread(name="Match 1")
    message = await bot.tavern.send("Match 2")
    with pytest.raises(discord.HTTPException) as caught:
        await message.create_thread(name="Match 2")
    assert (caught.value.status, caught.value.code) == (400, 160006)
    await thread.edit(archived=True)
    await message.create_thread(name="Match 2")


async def test_thread_has_a_limit_of_members(bot: Bot, playground: Playground, ada: Person) -> None:
    playground.world.most_thread_members = 2
    thread = await (await bot.tavern.send("Match")).create_thread(name="Match")
    await thread.add_user(discord.Object(ada.id))
    await thread.add_user(discord.Object(ada.id))
    with pytest.raises(discord.HTTPException) as caught:
        await thread.add_user(discord.Object(seed.BRUNO_ID))
    assert caught.value.code == 30033
