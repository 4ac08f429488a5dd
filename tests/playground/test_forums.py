"""Tags of forums and posts, and who can change them."""

import io
from typing import Any

import discord
import pytest

from playground import Playground, seed
from playground.model import FORUM, MEDIA
from playground.permissions import Permission
from tests.playground.conftest import Bot, Rest

POST: dict[str, Any] = {"name": "Post", "message": {"content": "x"}}


async def test_tags_need_manage_channels(rest: Rest, playground: Playground) -> None:
    world = playground.world
    forum = world.new_channel("games", FORUM)
    body = {"available_tags": [{"name": "Open"}]}
    world.set_permissions(forum.id, seed.BOT_ID, deny=Permission.MANAGE_CHANNELS)
    status, answer = await rest("PATCH", f"/channels/{forum.id}", json=body)
    assert (status, answer["code"]) == (403, 50013)
    assert forum.tags == []
    world.set_permissions(forum.id, seed.BOT_ID, allow=Permission.MANAGE_CHANNELS)
    status, answer = await rest("PATCH", f"/channels/{forum.id}", json=body)
    assert (status, [tag["name"] for tag in answer["available_tags"]]) == (200, ["Open"])


async def test_client_adds_renames_and_deletes_tags(bot: Bot, playground: Playground) -> None:
    world = playground.world
    forum = world.new_channel("games", FORUM, tags=["Open", "Dice"])
    world.set_permissions(forum.id, seed.BOT_ID, allow=Permission.MANAGE_CHANNELS)
    await playground.wait_for(lambda: bot.get_channel(forum.id))
    place: Any = bot.get_channel(forum.id)
    post = await place.create_thread(name="Post", content="x", applied_tags=place.available_tags)
    dice = place.available_tags[1]
    await place.create_tag(name="Running")
    await playground.wait_for(lambda: len(place.available_tags) == 3)
    await place.edit(available_tags=[tag for tag in place.available_tags if tag.name != "Open"])
    await playground.wait_for(lambda: len(place.available_tags) == 2)
    assert [tag.name for tag in place.available_tags] == ["Dice", "Running"]
    assert world.guild.channels[post.thread.id].applied_tags == [dice.id], "a deleted tag is gone"


@pytest.mark.parametrize(
    "tags",
    [
        [{"name": "x" * 21}],
        [{"name": ""}],
        [{}],
        [{"name": "Open"}, {"name": "open"}],
        [{"name": "Open", "id": "1"}],
        [{"name": f"Tag {number}"} for number in range(21)],
    ],
)
async def test_bad_tags_change_nothing(
    rest: Rest, playground: Playground, tags: list[dict[str, str]]
) -> None:
    forum = playground.world.new_channel("games", FORUM, tags=["Old"])
    playground.world.set_permissions(forum.id, seed.BOT_ID, allow=Permission.MANAGE_CHANNELS)
    before = forum.tags
    status, answer = await rest("PATCH", f"/channels/{forum.id}", json={"available_tags": tags})
    assert (status, answer["code"]) == (400, 50035)
    assert forum.tags == before


async def test_moderated_tags_need_manage_threads(rest: Rest, playground: Playground) -> None:
    world = playground.world
    forum = world.new_channel("games", FORUM)
    allowed = Permission.MANAGE_CHANNELS | Permission.MANAGE_THREADS
    world.set_permissions(forum.id, seed.BOT_ID, allow=allowed)
    body = {"available_tags": [{"name": "Open"}, {"name": "Official", "moderated": True}]}
    _, answer = await rest("PATCH", f"/channels/{forum.id}", json=body)
    usual, official = (tag["id"] for tag in answer["available_tags"])
    path = f"/channels/{forum.id}/threads"
    _, marked = await rest("POST", path, json={**POST, "applied_tags": [official]})
    world.set_permissions(forum.id, seed.BOT_ID, deny=Permission.MANAGE_THREADS)
    status, answer = await rest("POST", path, json={**POST, "applied_tags": [official]})
    assert (status, answer["code"]) == (400, 50035)
    status, answer = await rest(
        "PATCH", f"/channels/{marked['id']}", json={"applied_tags": [usual]}
    )
    assert (status, answer["code"]) == (403, 50013), "it can't be removed either"
    keeping = {"applied_tags": [usual, official]}
    status, answer = await rest("PATCH", f"/channels/{marked['id']}", json=keeping)
    assert (status, answer["applied_tags"]) == (200, [usual, official])


async def test_creator_of_a_post_edits_it_while_allowed_to_create_posts(
    rest: Rest, playground: Playground
) -> None:
    world = playground.world
    forum = world.new_channel("games", FORUM, tags=["Open", "Closed"])
    world.set_permissions(forum.id, seed.BOT_ID, deny=Permission.MANAGE_THREADS)
    tags = [str(tag.id) for tag in forum.tags]
    _, post = await rest("POST", f"/channels/{forum.id}/threads", json=POST)
    path = f"/channels/{post['id']}"
    status, answer = await rest("PATCH", path, json={"applied_tags": tags[:1]})
    assert (status, answer["applied_tags"]) == (200, tags[:1])
    deny = Permission.MANAGE_THREADS | Permission.SEND_MESSAGES
    world.set_permissions(forum.id, seed.BOT_ID, deny=deny)
    for body in ({"applied_tags": tags[1:]}, {"archived": True}, {"name": "Other"}):
        status, answer = await rest("PATCH", path, json=body)
        assert (status, answer["code"]) == (403, 50013)


async def test_required_tag_can_not_be_removed(rest: Rest, playground: Playground) -> None:
    forum = playground.world.new_channel("games", FORUM, tags=["Open"], requires_tag=True)
    body = {**POST, "applied_tags": [str(forum.tags[0].id)]}
    _, post = await rest("POST", f"/channels/{forum.id}/threads", json=body)
    status, answer = await rest("PATCH", f"/channels/{post['id']}", json={"applied_tags": []})
    assert (status, answer["code"]) == (400, 40067)


async def test_archived_post_takes_new_tags_only_when_reopened(
    rest: Rest, playground: Playground
) -> None:
    forum = playground.world.new_channel("games", FORUM, tags=["Open"])
    _, post = await rest("POST", f"/channels/{forum.id}/threads", json=POST)
    path, tags = f"/channels/{post['id']}", [str(forum.tags[0].id)]
    await rest("PATCH", path, json={"archived": True})
    status, answer = await rest("PATCH", path, json={"applied_tags": tags})
    assert (status, answer["code"]) == (400, 50083)
    body = {"applied_tags": tags, "archived": False}
    status, answer = await rest("PATCH", path, json=body)
    assert (status, answer["applied_tags"]) == (200, tags)


@pytest.mark.parametrize("kind", [FORUM, MEDIA])
async def test_picture_in_a_new_post_needs_attach_files(
    bot: Bot, playground: Playground, kind: int
) -> None:
    forum = playground.world.new_channel("games", kind)
    playground.world.set_permissions(forum.id, seed.BOT_ID, deny=Permission.ATTACH_FILES)
    await playground.wait_for(lambda: bot.get_channel(forum.id))
    place: Any = bot.get_channel(forum.id)
    with pytest.raises(discord.Forbidden):
        await place.create_thread(
            name="Post", content="x", file=discord.File(io.BytesIO(b"x"), "board.png")
        )
    assert not [c for c in playground.world.guild.channels.values() if c.parent_id == forum.id]


async def test_limit_on_new_threads_counts_posts(rest: Rest, playground: Playground) -> None:
    forum = playground.world.new_channel("games", FORUM)
    playground.thread_limits.begin(forum.id, 60)
    status, answer = await rest("POST", f"/channels/{forum.id}/threads", json=POST)
    assert status == 429
    assert answer["retry_after"] > 0
