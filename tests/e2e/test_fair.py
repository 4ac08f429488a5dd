"""No player loses time because of a board that they could not see."""

from playground import Person, Playground
from playground.model import TEXT, Channel
from playground.permissions import Permission
from tests.e2e.bot_process import BotProcess
from tests.e2e.later import later
from tests.e2e.players import Json, boards, buttons, parts, text
from tests.e2e.test_downtime import read
from tests.e2e.test_pace import begin, latest, press_of, split, wait_for
from tests.tiers import exhaustive

SIGHT = Permission.VIEW_CHANNEL
SILENT = Permission.SEND_MESSAGES | Permission.SEND_MESSAGES_IN_THREADS


def channel_of(playground: Playground, thread: int) -> Channel:
    channel = playground.world.guild.channels[thread]
    assert channel.parent_id is not None
    return playground.world.guild.channels[channel.parent_id]


def hidden_channel(playground: Playground, *users: int) -> Channel:
    world = playground.world
    channel = Channel(world.snowflakes.new(), TEXT, "back-room", world.guild.id)
    world.add_channel(channel)
    for user in users:
        world.set_permissions(channel.id, user, deny=SIGHT)
    return channel


def events(bot: BotProcess, kind: str) -> list[tuple[str]]:
    return read(bot, f"SELECT detail FROM match_event WHERE kind = '{kind}' ORDER BY n")  # noqa: S608 - constant text


async def private_answer(playground: Playground, person: Person, channel: int, words: str) -> Json:
    return await wait_for(playground, person, channel, words)


@exhaustive
async def test_board_moves_only_to_a_channel_that_all_players_see(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    ann, ben, stranger = people[0], people[1], people[4]
    thread = await begin(playground, [ann, ben], "day")
    before = boards(ann, thread)[-1]
    back_room = hidden_channel(playground, ben.id)
    answer = await ann.command("board", {"match": 1}, channel=back_room.id)
    assert answer.ok, answer.error
    copy = await private_answer(
        playground, ann, back_room.id, "because not everyone in the match can see it"
    )
    assert f"<@{ben.id}>" in text(copy)
    assert f"/{before['id']}" in text(copy), "the copy links to the board"
    assert [part for part in parts(copy) if part["type"] == 12], "the copy has a picture"
    assert not buttons(copy, "2:move:")
    home = channel_of(playground, thread)
    answer = await stranger.command("board", {"match": 1}, channel=home.id)
    assert answer.ok, answer.error
    await private_answer(playground, stranger, home.id, "Only people in the match")
    await playground.settled(0.5)
    assert [b["id"] for b in boards(ann, thread)] == [before["id"]], "the board has not moved"
    assert boards(stranger, home.id) == []
    assert boards(ann, back_room.id) == []

    answer = await ann.command("board", {"match": 1}, channel=home.id)
    assert answer.ok, answer.error
    moved = await playground.wait_for(lambda: boards(ben, home.id))
    await wait_for(playground, ben, thread, "goes on here: https://discord.com/channels/")
    left = latest(ben, thread, "goes on here")
    assert left is not None
    assert f"/{moved[-1]['id']}" in text(left)


async def test_clock_starts_when_the_board_is_posted(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    pair = people[1:3]  # the first user owns the server and sees everything
    thread = await begin(playground, pair, "day")
    first, (second,) = split(pair, boards(pair[0], thread)[-1])
    world = playground.world
    home = channel_of(playground, thread)
    board = boards(first, thread)[-1]
    pings = len(second.pings())
    world.set_permissions(home.id, world.bot_id, deny=SILENT)
    await first.press(board["id"], next(iter(buttons(board, "2:move:"))))
    await wait_for(playground, first, thread, "It counted, but I can't show the board")
    for _ in range(6):
        await later(playground, hours=12)
        await playground.settled(0.3)
    assert latest(first, thread, "your time in match") is None
    assert len(second.pings()) == pings
    world.set_permissions(home.id, world.bot_id, allow=SILENT)
    await playground.wait_for(lambda: len(second.pings()) > pings)
    await later(playground, hours=23)
    await playground.settled(0.5)
    assert latest(first, thread, "your time in match") is None
    await later(playground, hours=2)
    await wait_for(playground, second, thread, "your time in match")


@exhaustive
async def test_player_who_cannot_see_the_match_is_not_late(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """A player can't see it while the channel is hidden, or after leaving the server."""
    pair = people[1:3]  # the first owns the server, and sees everything
    thread = await begin(playground, pair, "day")
    late, (other,) = split(pair, boards(pair[0], thread)[-1])
    world = playground.world
    home = channel_of(playground, thread)
    await later(playground, hours=20)
    world.set_permissions(home.id, late.id, deny=SIGHT)
    for _ in range(5):
        await later(playground, hours=9)
        await playground.settled(0.3)
    assert latest(other, thread, "your time in match") is None
    world.set_permissions(home.id, late.id, allow=SIGHT)
    await playground.settled(0.5)
    user = world.users[late.id]
    world.remove_member(late.id)
    for _ in range(5):
        await later(playground, hours=9)
        await playground.settled(0.3)
    assert latest(other, thread, "your time in match") is None
    world.add_member(user)
    await playground.settled(0.5)
    for _ in range(5):
        await later(playground, hours=9)
        await playground.settled(0.3)
    await wait_for(playground, other, thread, "your time in match")


@exhaustive
async def test_returning_player_is_pinged_by_a_new_board(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    pair = people[1:3]  # the first owns the server, and sees everything
    world = playground.world
    thread = await begin(playground, pair, "day")
    first, (second,) = split(pair, boards(pair[0], thread)[-1])
    user = world.users[second.id]
    world.remove_member(second.id)
    await later(playground, minutes=1)  # the bot trusts its cached members for some seconds
    board = boards(first, thread)[-1]
    answer = await first.press(board["id"], next(iter(buttons(board, "2:move:"))))
    assert answer.ok, answer.error
    await playground.wait_for(lambda: boards(first, thread)[-1]["id"] != board["id"])
    await later(playground, hours=30)
    gone = f"SELECT 1 FROM turn_alert WHERE user = {second.id} AND why = 'gone'"  # noqa: S608 - a number
    await playground.wait_for(lambda: read(bot, gone))
    await playground.settled(0.5)
    assert latest(first, thread, "your time in match") is None
    pings = len(second.pings())
    world.add_member(user)
    world.join_thread(world.guild.channels[thread], second.id)
    await later(playground, hours=1)
    await playground.wait_for(lambda: len(second.pings()) > pings)
    await playground.settled()  # the line that pings becomes a board
    assert second.pings()[-1] == int(boards(second, thread)[-1]["id"])


async def test_late_player_can_still_move_and_the_move_before_is_final(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    pair = people[1:3]  # the first owns the server, and sees everything
    thread = await begin(playground, pair, "day")
    board = boards(pair[0], thread)[-1]
    while not any(":take " in custom_id for custom_id in buttons(board, "2:move:")):
        first, _others = split(pair, board)
        assert (await first.press(board["id"], next(iter(buttons(board, "2:move:"))))).ok
        await _other_than(playground, pair, thread, board)
        board = _last(pair, thread)
    first, (second,) = split(pair, board)
    take = next(custom_id for custom_id in buttons(board, "2:move:") if ":take " in custom_id)
    assert (await first.press(board["id"], take)).ok
    await playground.wait_for(lambda: boards(first, thread)[-1]["id"] != board["id"])
    board = boards(first, thread)[-1]
    undo = next(iter(buttons(board, "2:undo:")))
    await later(playground, hours=25)
    await wait_for(playground, second, thread, "your time in match")
    assert (await first.press(board["id"], undo, unseen=True)).ok
    await wait_for(playground, first, thread, "Too late to take this back")
    take = next(custom_id for custom_id in buttons(board, "2:move:") if ":take " in custom_id)
    assert (await second.press(board["id"], take, unseen=True)).ok
    await _other_than(playground, pair, thread, board)


def _last(people: list[Person], thread: int) -> Json:
    return boards(people[0], thread)[-1]


async def _other_than(
    playground: Playground, people: list[Person], thread: int, before: Json
) -> None:
    offered = list(buttons(before))
    await playground.wait_for(lambda: list(buttons(_last(people, thread))) != offered)


async def test_late_player_who_could_not_read_the_notice_is_not_replaced(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """The player becomes late while the bot can't post, and loses sight of the channel before the
    bot can post again. The others can only vote to wait.
    """
    trio = people[1:4]  # the first owns the server, and sees everything
    thread = await begin(playground, trio, "day")
    late, others = split(trio, boards(trio[0], thread)[-1])
    world = playground.world
    home = channel_of(playground, thread)
    world.set_permissions(home.id, world.bot_id, deny=SILENT)
    await later(playground, hours=25)
    await playground.wait_for(lambda: events(bot, "late"))
    await playground.settled(0.2)
    assert latest(late, thread, "your time in match") is None
    world.set_permissions(home.id, late.id, deny=SIGHT)
    world.set_permissions(home.id, world.bot_id)
    notice = await wait_for(playground, others[0], thread, "your time in match")
    assert late.messages(thread) == []

    assert (await others[0].press(notice["id"], press_of(notice, "seat"))).ok
    refused = f"<@{late.id}> can't see the match and may not know that they're late."
    await wait_for(playground, others[0], thread, refused)
    assert events(bot, "voted") == []
    assert "🗳️" not in text(latest(others[0], thread, "your time in match") or {})

    assert (await others[0].press(notice["id"], press_of(notice, "wait"))).ok
    await wait_for(playground, others[0], thread, "Your choice counts.")
    assert events(bot, "voted") == [("wait",)]
    notice_with_vote = await playground.wait_for(lambda: latest(others[1], thread, "🗳️"))
    assert notice_with_vote["id"] == notice["id"]
