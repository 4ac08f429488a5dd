"""Failures of Discord and interventions of moderators: the match continues, shown
exactly once."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from playground import Fault, Person, Playground
from playground.interaction import ANSWER_WITHIN
from playground.known_faults import proxy_limit, proxy_timeout
from playground.model import Channel
from playground.permissions import Permission
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import Table, buttons
from tests.e2e.sight import Visibility
from tests.e2e.test_matches import challenge
from tests.patience import ANSWER_WITHIN as SLOW_MACHINE
from tests.tiers import exhaustive

POST = Fault("POST", "/channels/{channel_id}/messages")
HISTORY = Fault("GET", "/channels/{channel_id}/messages")
PATCH = Fault("PATCH", "/channels/{channel_id}/messages/{message_id}")
CALLBACK = Fault("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
ACCIDENTS = (
    replace(POST, status=429, retry_after=0.1),
    replace(POST, status=502),
    replace(POST, status=504, done=True),
    replace(POST, cut=True),
    replace(POST, cut=True, done=True),
    replace(PATCH, status=502),
    replace(PATCH, cut=True, done=True),
    replace(CALLBACK, status=502),
    replace(CALLBACK, cut=True),
    replace(CALLBACK, cut=True, done=True),
    replace(CALLBACK, status=0, delay=ANSWER_WITHIN + 0.2),
    proxy_timeout(POST.method, POST.route),
    proxy_timeout(POST.method, POST.route, done=True),
    proxy_timeout(PATCH.method, PATCH.route, done=True),
    proxy_timeout(CALLBACK.method, CALLBACK.route),
    proxy_limit(POST.method, POST.route),
    proxy_limit(CALLBACK.method, CALLBACK.route),
)
"""Failures before the request took effect, after it, and an answer that comes too late."""


@pytest.fixture
async def sight(playground: Playground, bot: BotProcess, people: list[Person]) -> Visibility:
    table = await challenge(playground, people[:2])
    await playground.wait_for(table.board)
    visibility = Visibility(playground, bot.database, table)
    await visibility.clears()
    return visibility


@exhaustive
async def test_match_survives_failed_and_lost_requests(sight: Visibility) -> None:
    interactions = sight.playground.interactions
    for accident in ACCIDENTS:
        is_unanswered = accident.delay or (accident.cut and accident.route == CALLBACK.route)
        interactions.answer_within = ANSWER_WITHIN if is_unanswered else SLOW_MACHINE
        sight.playground.faults.append(replace(accident))
        await sight.turn()
        await sight.clears()
        sight.playground.faults.clear()
    assert sight.pinged_twice() == []


async def test_match_survives_lost_gateway_sessions(sight: Visibility) -> None:
    """A resumed session, a forgotten one, and two ended by Discord."""
    gateway = sight.playground.gateway
    drops: tuple[Callable[[], None], ...] = (
        gateway.drop,
        lambda: gateway.drop(resumable=False),
        gateway.ask_reconnect,
        gateway.invalidate,
    )
    for drop in drops:
        drop()
        await sight.playground.wait_for(lambda: gateway.online)
        await sight.turn()
        await sight.clears()


async def test_match_survives_deleted_boards_and_threads(
    sight: Visibility, people: list[Person]
) -> None:
    world = sight.playground.world

    def place() -> Channel:
        (board,) = sight.live()
        return world.guild.channels[int(board["channel_id"])]

    (board,) = sight.live()
    world.delete(place().messages[int(board["id"])])
    await sight.clears()
    await sight.turn()
    await sight.clears()

    world.set_archived(place(), True)
    await sight.turn()
    await sight.clears()

    world.delete_channel(place())
    await sight.clears()
    assert place().thread is None, "the match continues in the channel"
    await sight.turn()
    await sight.clears()
    assert sight.pinged_twice() == []


async def test_edit_whose_answer_was_lost_is_not_reposted(sight: Visibility) -> None:
    """The thread was archived before the bot could repeat the edit."""
    playground, world = sight.playground, sight.playground.world
    heard, edited, refused = playground.on_exchange, list[str](), list[int]()
    boards_before = set[str]()  # excludes boards that only now get their layout

    def archive(method: str, route: str, sent: Any, status: int, answer: Any) -> None:
        if heard is not None:
            heard(method, route, sent, status, answer)
        if (method, route) != (PATCH.method, PATCH.route):
            return
        if status != 200:
            refused.append(status)
        elif buttons(answer, "2:move:") and answer["id"] in boards_before:
            edited.append(answer["id"])
            world.set_archived(world.guild.channels[sight.table.channel], True)

    playground.on_exchange = archive
    while not edited:
        boards_before.update(board["id"] for board in sight.live())
        playground.faults[:] = [replace(PATCH, cut=True, done=True)]
        await sight.table.turn("salud")
        await sight.clears()
    await playground.wait_for(lambda: refused)
    await sight.clears()
    playground.on_exchange = heard
    assert [board["id"] for board in sight.live()] == edited, "nothing was posted beside it"
    thread = world.guild.channels[sight.table.channel].thread
    assert thread is not None
    assert not thread.archived, "the thread is open again"
    await sight.turn()
    await sight.clears()
    assert sight.pinged_twice() == []


@exhaustive
async def test_locked_thread_is_left_alone_and_the_match_moves_to_the_channel(
    sight: Visibility, people: list[Person]
) -> None:
    """No one can press in a locked thread; /board moves the match."""
    world = sight.playground.world
    (board,) = sight.live()
    thread = world.guild.channels[int(board["channel_id"])]
    world.set_archived(thread, True)
    world.set_locked(thread, True)
    answer = await people[0].command("board", channel=thread.parent_id)
    assert answer.ok, answer.error
    await sight.clears()
    assert [int(board["channel_id"]) for board in sight.live()] == [thread.parent_id]
    await sight.turn()
    await sight.clears()
    assert thread.thread is not None
    assert thread.thread.archived
    assert thread.thread.locked, "the thread stays as the moderators left it"


@exhaustive
async def test_board_left_behind_is_stripped(sight: Visibility, people: list[Person]) -> None:
    """The board was posted, the answer was lost, and the match moved before the bot could look for
    it.
    """
    playground, posted = sight.playground, asyncio.Event()

    def played_in(place: int) -> bool:
        return any(buttons(message, "2:move:") for message in people[0].messages(place))

    thread = playground.world.guild.channels[sight.table.channel]
    playground.faults += [
        replace(POST, cut=True, done=True, strike=posted.set),
        replace(POST, status=503, times=1000),
        replace(HISTORY, status=503, times=1000),
    ]
    await sight.turn()
    await posted.wait()
    playground.faults[:] = [fault for fault in playground.faults if fault.method == "GET"]
    answer = await people[0].command("board", channel=thread.parent_id)
    assert answer.ok, answer.error
    await playground.wait_for(
        lambda: [int(board["channel_id"]) for board in sight.live()] == [thread.parent_id]
    )
    assert played_in(thread.id), "a line is left behind, with the buttons of its board"
    playground.faults.clear()
    await sight.clears()
    await playground.wait_for(lambda: not played_in(thread.id))
    assert [int(board["channel_id"]) for board in sight.live()] == [thread.parent_id]
    await sight.turn()
    await sight.clears()


@exhaustive
async def test_lost_permissions_or_members_delay_boards_only(sight: Visibility) -> None:
    world = sight.playground.world
    place = next(c for c in world.guild.channels.values() if c.thread is not None)
    assert place.parent_id is not None
    hall = place.parent_id

    def deny(permission: Permission) -> None:
        world.set_permissions(hall, world.bot_id, deny=int(permission))

    def told() -> int:
        return sum(len(dm.messages) for dm in world.dms.values())

    def more_than(before: int) -> Callable[[], bool]:
        return lambda: told() > before

    losses = (
        Permission.SEND_MESSAGES_IN_THREADS,
        Permission.ATTACH_FILES,
        Permission.VIEW_CHANNEL,
    )
    for before, permission in enumerate(losses):
        deny(permission)
        await sight.turn()
        await sight.playground.wait_for(more_than(before))
        world.set_permissions(hall, world.bot_id)
        await sight.clears()
    assert told() == len(losses), "the owner was told of each loss once"

    world.set_bot_present(False)
    await sight.playground.settled(0.2)
    world.set_bot_present(True)
    await sight.turn()
    await sight.clears()

    (board,) = sight.live()
    gone = world.users[sight.table.to_act(board)[0].id]
    world.remove_member(gone.id)
    await sight.playground.settled(0.2)
    world.add_member(gone)
    await sight.turn()
    await sight.clears()
    assert sight.pinged_twice() == []


async def test_board_moves_a_match_out_of_a_deleted_channel(
    sight: Visibility, people: list[Person]
) -> None:
    world = sight.playground.world
    place = next(c for c in world.guild.channels.values() if c.thread is not None)
    home = world.channel(place.parent_id or 0)
    assert home is not None
    elsewhere = next(
        c for c in world.guild.channels.values() if c.thread is None and c.id != home.id
    )
    world.delete_channel(home)
    await sight.playground.settled(0.2)
    answer = await people[0].command("board", channel=elsewhere.id)
    assert answer.ok, answer.error
    await sight.clears()
    assert [int(board["channel_id"]) for board in sight.live()] == [elsewhere.id]
    await sight.turn()
    await sight.clears()


async def test_stale_invitation_is_corrected_by_a_press(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """The bot could not edit the invitation when the match began."""
    await people[0].command("challenge", {"opponent": str(people[1].id)})
    invitation = next(m for m in people[1].messages() if buttons(m, "2:invitation:"))
    only = f"/messages/{invitation['id']}"
    playground.faults.append(replace(PATCH, status=403, code=50013, times=9, within=only))
    await people[1].press(invitation["id"], "2:invitation:1:accept")
    thread = int(invitation["id"])
    await playground.wait_for(lambda: thread in playground.world.guild.channels)
    visibility = Visibility(playground, bot.database, Table(playground, people[:2], thread))
    await playground.wait_for(visibility.is_current)
    playground.faults.clear()
    assert any(buttons(m, "2:invitation:") for m in people[1].messages())
    await people[1].press(invitation["id"], "2:invitation:1:accept")
    await playground.wait_for(
        lambda: not any(buttons(m, "2:invitation:") for m in people[1].messages())
    )
