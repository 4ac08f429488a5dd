"""Matches in posts of the forum that a server has chosen."""

from copy import deepcopy
from pathlib import Path

import pytest

from cogs.app.client import SaludClient
from playground import Person, Playground, seed
from playground.faults import Fault
from playground.known_faults import THREADS
from playground.message_objects import message_json
from playground.model import FORUM, MEDIA, Channel, Tag
from playground.permissions import Permission
from playground.world import thread_of
from tests.e2e import in_process
from tests.e2e.in_process import bot_here
from tests.e2e.players import Json, answered, boards, buttons, moves, promises, text
from tests.e2e.test_nonces import brought
from tests.e2e.test_servers import answer_to, selected, use_control
from tests.match.machine import SetClock
from tests.tiers import exhaustive

bot = in_process.bot

FREE = Permission.MANAGE_CHANNELS
GAMES = ["Dice Miner", "Isegrim's dice grid", "DYNAMINE"]
TAGS = ["Open", "Running", "Finished", *GAMES]


@pytest.fixture
def boss(people: list[Person]) -> Person:
    return next(person for person in people if person.id == seed.OWNER_ID)


@pytest.fixture
def guest(people: list[Person]) -> Person:
    return next(person for person in people if person.id == seed.ADA_ID)


async def known_forum(playground: Playground, bot: SaludClient, **options: object) -> Channel:
    forum = playground.world.new_channel("matches", FORUM, **options)  # type: ignore[arg-type]
    await playground.wait_for(lambda: bot.get_channel(forum.id))
    return forum


async def set_permissions(
    playground: Playground, bot: SaludClient, forum: Channel, *, allow: int = 0, deny: int = 0
) -> None:
    playground.world.set_permissions(forum.id, seed.BOT_ID, allow=allow, deny=deny)
    await playground.settled()


async def chosen(bot: SaludClient, boss: Person, forum: Channel | None) -> Json:
    panel = await answer_to(boss, "settings")
    values = [] if forum is None else [str(forum.id)]
    return await use_control(bot, boss, panel, "2:setting:forum", values)


@pytest.fixture
async def forum(playground: Playground, bot: SaludClient, boss: Person) -> Channel:
    """The forum that the server has chosen."""
    place = await known_forum(playground, bot)
    await set_permissions(playground, bot, place, allow=FREE)
    await chosen(bot, boss, place)
    return place


def posts(playground: Playground, forum: Channel) -> list[Channel]:
    channels = playground.world.guild.channels.values()
    return sorted((c for c in channels if c.parent_id == forum.id), key=lambda post: post.id)


def tags(forum: Channel, post: Channel) -> list[str]:
    names = {tag.id: tag.name for tag in forum.tags}
    return sorted(names[tag] for tag in post.applied_tags)


def card(playground: Playground, post: Channel) -> Json:
    return message_json(playground.world, post.messages[post.id])


async def challenge(
    playground: Playground, forum: Channel, host: Person, opponent: Person, **options: object
) -> Channel:
    """Return the new post of a challenge."""
    before = posts(playground, forum)
    answer = await host.command("challenge", {"opponent": str(opponent.id), **options})
    assert answer.ok, answer.error
    (post,) = (post for post in posts(playground, forum) if post not in before)
    return post


async def test_match_lives_in_its_post_from_invitation_to_result(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person, forum: Channel
) -> None:
    assert sorted(tag.name for tag in forum.tags) == sorted(TAGS)
    post = await challenge(playground, forum, guest, boss, game="dynamine")
    assert tags(forum, post) == ["DYNAMINE", "Open"]
    assert "DYNAMINE: Ada" in post.name
    assert post.name.endswith("#1")
    assert f"/{seed.GUILD_ID}/{post.id}" in text(answered(guest)[-1]), "the host gets a link"
    assert not [m for m in guest.messages(seed.TAVERN_ID) if promises(m)]
    assert boss.pings() == [post.id]
    invitation = card(playground, post)
    assert promises(invitation)

    await boss.press(invitation, "2:invitation:1:accept")
    await brought(bot)
    assert tags(forum, post) == ["DYNAMINE", "Running"]
    assert boards(guest, post.id)
    assert len(posts(playground, forum)) == 1, "no second thread"
    assert not [
        c for c in playground.world.guild.channels.values() if c.parent_id == seed.TAVERN_ID
    ]
    assert {guest.id, boss.id} <= thread_of(post).members.keys()

    await resign(guest, post, 1)
    await brought(bot)
    assert tags(forum, post) == ["DYNAMINE", "Finished"]
    assert thread_of(post).archived
    assert not thread_of(post).locked, "its buttons stay usable"
    result = card(playground, post)
    assert any("again" in custom_id for custom_id in buttons(result))

    await guest.press(result, next(c for c in buttons(result) if c.endswith(":again")))
    await brought(bot)
    _, rematch = posts(playground, forum)
    assert tags(forum, rematch) == ["DYNAMINE", "Open"]
    assert thread_of(post).archived
    assert not thread_of(rematch).archived


async def resign(person: Person, post: Channel, match: int) -> None:
    board = boards(person, post.id)[-1]
    answer = await person.press(board, f"2:match:{match}:resign", unseen=True)
    assert answer.ok, answer.error


@exhaustive
@pytest.mark.parametrize("verb", ["decline", "cancel"])
async def test_withdrawn_invitation_is_finished_and_closed(
    playground: Playground,
    bot: SaludClient,
    boss: Person,
    guest: Person,
    forum: Channel,
    clock: SetClock,
    verb: str,
) -> None:
    post = await challenge(playground, forum, guest, boss)
    presser = boss if verb == "decline" else guest
    unseen = verb == "cancel"
    await presser.press(card(playground, post), f"2:invitation:1:{verb}", unseen=unseen)
    await brought(bot)
    clock.time += 3600
    await brought(bot)
    assert tags(forum, post) == ["Dice Miner", "Finished"]
    assert thread_of(post).archived
    assert f"#{1}" in post.name


@exhaustive
async def test_expired_invitation_is_finished_and_closed(
    playground: Playground,
    bot: SaludClient,
    boss: Person,
    guest: Person,
    forum: Channel,
    clock: SetClock,
) -> None:
    post = await challenge(playground, forum, guest, boss)
    clock.time += 40 * 86400
    await brought(bot)
    await brought(bot)
    assert "has run out" in "\n".join(m.content for m in post.messages.values())
    assert tags(forum, post) == ["Dice Miner", "Finished"]
    assert thread_of(post).archived, "the message to the host opened it, and it was closed again"


@exhaustive
async def test_host_reads_in_the_channel_that_an_invitation_without_its_post_has_expired(
    playground: Playground,
    bot: SaludClient,
    boss: Person,
    guest: Person,
    forum: Channel,
    clock: SetClock,
) -> None:
    playground.world.delete_channel(await challenge(playground, forum, guest, boss))
    await playground.settled()
    clock.time += 40 * 86400
    await brought(bot)
    await brought(bot)
    written = [message["content"] for message in guest.messages(seed.TAVERN_ID)]
    assert any("has run out" in content for content in written)


@exhaustive
async def test_open_table_gets_the_names_of_its_players(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person, forum: Channel
) -> None:
    await guest.command("open", {"seats": 2})
    (post,) = posts(playground, forum)
    assert tags(forum, post) == ["Dice Miner", "Open"]
    before = post.name
    await boss.press(card(playground, post), "2:invitation:1:join")
    await brought(bot)
    assert "Ada" in before
    assert "Eleni" not in before
    assert "Ada" in post.name
    assert "Eleni" in post.name
    assert tags(forum, post) == ["Dice Miner", "Running"]


@exhaustive
async def test_title_of_a_renamed_post_stays(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person, forum: Channel
) -> None:
    await guest.command("open", {"seats": 2})
    (post,) = posts(playground, forum)
    post.name = "Our evening"
    playground.world.channel_changed(post)
    await playground.settled()
    await boss.press(card(playground, post), "2:invitation:1:join")
    await brought(bot)
    assert post.name == "Our evening"
    assert tags(forum, post) == ["Dice Miner", "Running"]


@exhaustive
async def test_public_practice_is_running_at_once(
    playground: Playground, bot: SaludClient, guest: Person, forum: Channel
) -> None:
    await answer_to(guest, "practice", public=True)
    await brought(bot)
    (post,) = posts(playground, forum)
    assert tags(forum, post) == ["Dice Miner", "Running"]
    assert boards(guest, post.id)
    assert not boards(guest, seed.TAVERN_ID)
    await answer_to(guest, "practice")
    assert len(posts(playground, forum)) == 1, "private practice posts nothing"


@exhaustive
async def test_no_forum_is_used_unless_one_is_chosen(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person, forum: Channel
) -> None:
    post = await challenge(playground, forum, guest, boss)
    panel = await chosen(bot, boss, None)
    assert selected(panel, "forum") == []
    await guest.command("challenge", {"opponent": str(boss.id)})
    assert [m for m in guest.messages(seed.TAVERN_ID) if promises(m)]
    await boss.press(card(playground, post), "2:invitation:1:accept")
    await brought(bot)
    assert tags(forum, post) == ["Dice Miner", "Running"], "existing posts keep up to date"


@exhaustive
@pytest.mark.parametrize(
    ("permission", "name"),
    [
        (Permission.SEND_MESSAGES, "Create Posts"),
        (Permission.SEND_MESSAGES_IN_THREADS, "Send Messages in Threads"),
        (Permission.ATTACH_FILES, "Attach Files"),
        (Permission.READ_MESSAGE_HISTORY, "Read Message History"),
        (Permission.VIEW_CHANNEL, "View Channel"),
    ],
)
async def test_missing_permission_is_named_and_nothing_changes(
    playground: Playground, bot: SaludClient, boss: Person, permission: int, name: str
) -> None:
    place = await known_forum(playground, bot)
    await set_permissions(playground, bot, place, deny=permission)
    panel = await answer_to(boss, "settings")
    await boss.select(panel, "2:setting:forum", [str(place.id)])
    await brought(bot)
    assert name in text(answered(boss)[-1])
    assert (await bot.services.preferences.choices(seed.GUILD_ID)).forum is None


@exhaustive
async def test_media_channel_is_no_forum(
    playground: Playground, bot: SaludClient, boss: Person
) -> None:
    place = playground.world.new_channel("films", MEDIA)
    await playground.wait_for(lambda: bot.get_channel(place.id))
    panel = await answer_to(boss, "settings")
    await boss.forge(panel, "2:setting:forum", values=[str(place.id)])
    await brought(bot)
    assert "can't see such a forum" in text(answered(boss)[-1])
    assert (await bot.services.preferences.choices(seed.GUILD_ID)).forum is None


@exhaustive
async def test_tags_that_can_not_be_made_are_named(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person
) -> None:
    place = await known_forum(playground, bot, tags=["open", "Rules"])
    panel = await chosen(bot, boss, place)
    assert "“Running”, “Finished”, “Dice Miner”" in text(panel)
    assert "Manage Channels" in text(panel)
    post = await challenge(playground, place, guest, boss)
    assert tags(place, post) == ["open"]
    await boss.press(card(playground, post), "2:invitation:1:accept")
    await brought(bot)
    assert tags(place, post) == []


@exhaustive
async def test_forum_with_twenty_tags_uses_those_that_exist(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person
) -> None:
    names = ["Dice Miner", *(f"Tag {n}" for n in range(19))]
    place = await known_forum(playground, bot, tags=names)
    await set_permissions(playground, bot, place, allow=FREE)
    panel = await chosen(bot, boss, place)
    assert [tag.name for tag in place.tags] == names
    assert "20 tags, Discord's limit" in text(panel)
    assert tags(place, await challenge(playground, place, guest, boss)) == ["Dice Miner"]


@exhaustive
async def test_renamed_tag_stays_in_use_and_a_deleted_one_is_left_out(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person, forum: Channel
) -> None:
    kept = [tag for tag in forum.tags if tag.name not in ("Open", "Dice Miner")]
    (is_open,) = (tag for tag in forum.tags if tag.name == "Open")
    forum.tags = [Tag(is_open.id, "Join us"), *kept]
    playground.world.channel_changed(forum)
    await playground.settled()
    post = await challenge(playground, forum, guest, boss)
    assert tags(forum, post) == ["Join us"]
    panel = await answer_to(boss, "settings")
    assert "without this tag: “Dice Miner”" in text(panel)


@exhaustive
async def test_tags_of_moderators_stay_on_the_post(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person
) -> None:
    place = await known_forum(playground, bot, tags=[*TAGS, "Cup"])
    await chosen(bot, boss, place)
    post = await challenge(playground, place, guest, boss)
    post.applied_tags.append(place.tags[-1].id)
    playground.world.channel_changed(post)
    await playground.settled()
    await boss.press(card(playground, post), "2:invitation:1:accept")
    await brought(bot)
    assert tags(place, post) == ["Cup", "Dice Miner", "Running"]


@exhaustive
async def test_forum_that_wants_tags_and_has_none_is_refused(
    playground: Playground, bot: SaludClient, boss: Person
) -> None:
    place = await known_forum(playground, bot, tags=["Rules"], requires_tag=True)
    panel = await answer_to(boss, "settings")
    await boss.select(panel, "2:setting:forum", [str(place.id)])
    await brought(bot)
    assert "wants a tag on each post" in text(answered(boss)[-1])
    assert (await bot.services.preferences.choices(seed.GUILD_ID)).forum is None


@exhaustive
async def test_deleted_forum_leaves_matches_in_the_channel_with_a_notice(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person, forum: Channel
) -> None:
    post = await challenge(playground, forum, guest, boss)
    await boss.press(card(playground, post), "2:invitation:1:accept")
    await brought(bot)
    playground.world.delete_channel(forum)
    await playground.wait_for(lambda: boards(guest, seed.TAVERN_ID))
    answer = await answer_to(guest, "challenge", opponent=str(boss.id))
    assert "forum for matches is gone" in text(answer)
    assert "in the channel where it was started" in text(answer)
    assert [m for m in guest.messages(seed.TAVERN_ID) if promises(m)]
    panel = await answer_to(boss, "settings")
    assert "forum for matches is gone" in text(panel)


async def test_lost_permission_leaves_new_matches_in_the_channel_with_a_notice(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person, forum: Channel
) -> None:
    await set_permissions(playground, bot, forum, deny=Permission.SEND_MESSAGES)
    answer = await answer_to(guest, "challenge", opponent=str(boss.id))
    assert "**Create Posts**: no posts for matches" in text(answer)
    assert posts(playground, forum) == []
    assert [m for m in guest.messages(seed.TAVERN_ID) if promises(m)]


@exhaustive
async def test_refused_post_leaves_the_match_in_the_channel_with_a_notice(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person, forum: Channel
) -> None:
    playground.faults.append(Fault("POST", THREADS, 403, code=50013, message="Missing Permissions"))
    answer = await answer_to(guest, "challenge", opponent=str(boss.id))
    assert "Discord takes no post" in text(answer)
    assert posts(playground, forum) == []
    assert [m for m in guest.messages(seed.TAVERN_ID) if promises(m)]


@exhaustive
async def test_opponent_who_can_not_see_the_forum_is_not_challenged(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person, forum: Channel
) -> None:
    playground.world.set_permissions(forum.id, guest.id, deny=Permission.VIEW_CHANNEL)
    await playground.settled()
    for person, opponent in ((boss, guest), (guest, boss)):
        answer = await answer_to(person, "challenge", opponent=str(opponent.id))
        assert f"<#{forum.id}>, which {guest.mention} can't see" in text(answer)
    assert posts(playground, forum) == []


@exhaustive
async def test_limit_on_new_posts_delays_the_invitation(
    playground: Playground,
    bot: SaludClient,
    boss: Person,
    guest: Person,
    forum: Channel,
    clock: SetClock,
) -> None:
    playground.thread_limits.begin(forum.id, 200)
    answer = await answer_to(guest, "challenge", opponent=str(boss.id))
    assert "waits for its post" in text(answer)
    assert posts(playground, forum) == []
    playground.thread_limits.begin(forum.id, 0)
    clock.time += 400
    await brought(bot)
    (post,) = posts(playground, forum)
    assert tags(forum, post) == ["Dice Miner", "Open"]
    assert boss.pings() == [post.id]


@exhaustive
async def test_post_with_a_lost_answer_is_found_again(
    playground: Playground,
    bot: SaludClient,
    boss: Person,
    guest: Person,
    forum: Channel,
    clock: SetClock,
) -> None:
    playground.faults.append(Fault("POST", THREADS, done=True, cut=True))
    await guest.command("challenge", {"opponent": str(boss.id)})
    clock.time += 60
    await brought(bot)
    await brought(bot)
    (post,) = posts(playground, forum)
    assert (await bot.services.matches.load(1)).record.invitation == post.id
    assert not post.messages[post.id].content, "it has its layout"
    assert boss.pings() == [post.id]


@exhaustive
async def test_copy_of_a_post_is_closed(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person, forum: Channel
) -> None:
    playground.faults.append(Fault("POST", THREADS, 502, done=True))  # discord.py repeats it
    await guest.command("challenge", {"opponent": str(boss.id)})
    await brought(bot)
    copy, post = posts(playground, forum)
    assert (await bot.services.matches.load(1)).record.invitation == post.id
    assert f"/{post.id}" in text(card(playground, copy))
    assert thread_of(copy).archived
    assert not thread_of(post).archived


async def test_posts_of_other_matches_named_in_a_title_stay_as_they_are(
    playground: Playground, bot: SaludClient, boss: Person, people: list[Person], forum: Channel
) -> None:
    """Post titles contain the players' names."""
    named, *others = (person for person in people if person is not boss)
    playground.world.guild.members[named.id].nick = "#2 #3 #4"
    earlier = []
    for host in others[:2]:
        earlier.append(await challenge(playground, forum, host, named))
        assert "#2 #3" in earlier[-1].name
    await named.press(card(playground, earlier[0]), "2:invitation:1:accept")
    await brought(bot)
    before = deepcopy([post.messages for post in earlier])
    await challenge(playground, forum, others[2], named)
    await brought(bot)
    assert [post.messages for post in earlier] == before
    assert not any(thread_of(post).archived for post in earlier)
    assert tags(forum, earlier[0]) == ["Dice Miner", "Running"]


@exhaustive
async def test_tables_of_a_tournament_get_posts_if_it_was_made_with_a_forum(
    playground: Playground,
    bot: SaludClient,
    boss: Person,
    people: list[Person],
    forum: Channel,
    clock: SetClock,
) -> None:
    terms = {"name": "Cup", "format": "knockout", "starts_in": 3, "seats": 2}
    answer = await answer_to(boss, "tournament create", **terms)
    assert f"Its matches get posts in <#{forum.id}>" in text(answer)
    await chosen(bot, boss, None)  # the tournament keeps its forum
    await brought(bot)
    for person in people[:4]:
        assert (await person.command("tournament join", {})).ok
    assert (await boss.command("tournament start", {})).ok
    for _ in range(3):
        clock.time += 60
        await brought(bot)
    first, second = posts(playground, forum)
    for post in (first, second):
        assert tags(forum, post) == ["Dice Miner", "Running"]
        assert post.name.endswith("· Cup")
        assert boards(boss, post.id)
    board = boards(boss, first.id)[-1]
    match = next(c.split(":")[2] for c in buttons(board) if c.startswith("2:move:"))
    player = next(person for person in people if f"<@{person.id}>" in text(board))
    assert (await player.press(board, f"2:match:{match}:resign", unseen=True)).ok
    await brought(bot)
    assert tags(forum, first) == ["Dice Miner", "Finished"]
    assert thread_of(first).archived


@exhaustive
async def test_deleted_post_of_a_running_match_moves_it_to_the_channel(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person, forum: Channel
) -> None:
    post = await challenge(playground, forum, guest, boss)
    await boss.press(card(playground, post), "2:invitation:1:accept")
    await brought(bot)
    playground.world.delete_channel(post)
    await playground.wait_for(lambda: boards(guest, seed.TAVERN_ID))
    await brought(bot)
    assert len(boards(guest, seed.TAVERN_ID)) == 1


@exhaustive
async def test_post_without_its_first_message_is_closed_with_its_tags(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person, forum: Channel
) -> None:
    post = await challenge(playground, forum, guest, boss)
    await boss.press(card(playground, post), "2:invitation:1:accept")
    await brought(bot)
    playground.world.delete(post.messages[post.id])
    await playground.settled()
    await resign(guest, post, 1)
    await brought(bot)
    assert tags(forum, post) == ["Dice Miner", "Finished"]
    assert thread_of(post).archived


@exhaustive
async def test_archived_post_is_reopened_by_the_next_board_and_keeps_its_tags(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person, forum: Channel
) -> None:
    post = await challenge(playground, forum, guest, boss)
    playground.world.set_archived(post, True)
    await playground.settled()
    await boss.press(card(playground, post), "2:invitation:1:accept")
    await brought(bot)
    assert not thread_of(post).archived
    assert boards(guest, post.id)
    assert tags(forum, post) == ["Dice Miner", "Running"]


@exhaustive
async def test_commands_in_a_post_start_a_post_of_their_own(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person, forum: Channel
) -> None:
    post = await challenge(playground, forum, guest, boss)
    await guest.command("challenge", {"opponent": str(boss.id)}, channel=post.id)
    await brought(bot)
    assert len(posts(playground, forum)) == 2
    record = (await bot.services.matches.load(2)).record
    assert record.channel == seed.TAVERN_ID, "it would continue in the first match's channel"
    fitting = await guest.command("tutorial", {}, channel=post.id)
    assert fitting.ok, "private sessions work in posts"


@exhaustive
async def test_match_that_was_running_before_the_choice_stays_in_its_thread(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person
) -> None:
    await guest.command("challenge", {"opponent": str(boss.id)})
    (invitation,) = [m for m in guest.messages(seed.TAVERN_ID) if promises(m)]
    place = await known_forum(playground, bot)
    await chosen(bot, boss, place)
    await boss.press(invitation, "2:invitation:1:accept")
    await brought(bot)
    assert posts(playground, place) == []
    assert boards(guest, int(invitation["id"]))


@exhaustive
@pytest.mark.parametrize("place", ["forum", "channel"])
async def test_restart_keeps_card_and_board_apart(
    playground: Playground,
    boss: Person,
    guest: Person,
    clock: SetClock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    place: str,
) -> None:
    """Both are in one place, and both have the button “More”."""
    async with bot_here(playground, tmp_path, monkeypatch, clock) as bot:
        home = playground.world.guild.channels[seed.TAVERN_ID]
        await answer_to(boss, "settings", place="channel")
        if place == "forum":
            forum = await known_forum(playground, bot)
            await chosen(bot, boss, forum)
        await guest.command("challenge", {"opponent": str(boss.id)})
        if place == "forum":
            (home,) = posts(playground, forum)
        (invitation,) = [m for m in guest.messages(home.id) if promises(m)]
        await boss.press(invitation, "2:invitation:1:accept")
        await brought(bot)
    async with bot_here(playground, tmp_path, monkeypatch, clock) as bot:
        board = boards(guest, home.id)[-1]
        mover = next(person for person in (boss, guest) if person.mention in text(board))
        await mover.press(board, next(iter(moves(board))))
        await brought(bot)
        message = message_json(playground.world, home.messages[int(invitation["id"])])
        assert promises(message), "the card has kept its picture"
        assert any(custom_id.endswith(":more") for custom_id in buttons(message))
        assert boards(guest, home.id)


@exhaustive
async def test_post_without_a_record_is_found_after_a_restart(
    playground: Playground,
    boss: Person,
    guest: Person,
    clock: SetClock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with bot_here(playground, tmp_path, monkeypatch, clock) as bot:
        forum = await known_forum(playground, bot)
        await chosen(bot, boss, forum)
        playground.faults.append(Fault("POST", THREADS, done=True, cut=True))
        await guest.command("challenge", {"opponent": str(boss.id)})
        assert (await bot.services.matches.load(1)).record.invitation is None
    clock.time += 60
    async with bot_here(playground, tmp_path, monkeypatch, clock) as bot:
        await brought(bot)
        await brought(bot)
        (post,) = posts(playground, forum)
        assert (await bot.services.matches.load(1)).record.invitation == post.id
        assert promises(card(playground, post)), "it has its layout"


@exhaustive
async def test_lost_permission_is_reported_in_the_channel_for_problems(
    playground: Playground,
    bot: SaludClient,
    boss: Person,
    guest: Person,
    forum: Channel,
    clock: SetClock,
) -> None:
    panel = await answer_to(boss, "settings")
    await use_control(bot, boss, panel, "2:setting:troubles", [str(seed.QUARRY_ID)])
    await set_permissions(playground, bot, forum, deny=Permission.SEND_MESSAGES_IN_THREADS)
    await answer_to(guest, "challenge", opponent=str(boss.id))

    async def reported() -> str:
        for _ in range(6):
            clock.time += 60
            await brought(bot)
        return "\n".join(text(message) for message in boss.messages(seed.QUARRY_ID))

    assert f"Posts for new matches in <#{forum.id}>" in await reported()
    assert "Send Messages in Threads" in await reported()
    await set_permissions(playground, bot, forum)
    assert "✅" in await reported()
