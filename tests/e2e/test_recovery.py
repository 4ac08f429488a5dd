"""Refused work is retried after changes that may have removed the cause, and no others."""

from collections.abc import Callable
from typing import Any

import pytest

from cogs.app.client import SaludClient
from playground import Person, Playground, seed
from playground.model import Channel, Role
from playground.permissions import Permission
from tests.e2e import in_process
from tests.e2e.players import boards
from tests.e2e.test_lobby import deny, invitation
from tests.e2e.test_nonces import brought
from tests.e2e.test_servers import begin, overviews
from tests.match.machine import SetClock
from tests.tiers import every, exhaustive

bot = in_process.bot

HELPER_ROLE = 830_000_000_000_000_150
MESSAGES = "/channels/{channel_id}/messages"


@pytest.fixture
def refused(playground: Playground) -> list[str]:
    """Return the requests for messages that Discord has refused."""
    refusals: list[str] = []
    listener = playground.on_exchange

    def note(method: str, route: str, sent: Any, status: int, answer: Any) -> None:
        if listener is not None:
            listener(method, route, sent, status, answer)
        if route.startswith(MESSAGES) and status == 403:
            refusals.append(f"{method} {route}")

    playground.on_exchange = note
    return refusals


async def lose_board(
    playground: Playground,
    bot: SaludClient,
    people: list[Person],
    refused: list[str],
    forbid: Callable[[], None],
) -> Channel:
    """Begin a match; delete its board while the bot can't repost it. Return its thread."""
    await begin(bot, people[0], people[1])
    thread = playground.world.guild.channels[int(invitation(people[0])["id"])]
    (board,) = boards(people[0], thread.id)
    forbid()
    message = playground.world.find_message(int(board["id"]))
    assert message is not None
    playground.world.delete(message)
    await playground.wait_for(lambda: refused)
    await brought(bot)
    await brought(bot)
    assert boards(people[0], thread.id) == []
    return thread


async def test_board_comes_when_bot_gets_a_role(
    playground: Playground, bot: SaludClient, people: list[Person], refused: list[str]
) -> None:
    world = playground.world
    role = world.guild.roles[seed.BOT_ROLE_ID]
    world.add_role(Role(HELPER_ROLE, "Helpers", role.permissions, 2))
    weak = role.permissions & ~int(Permission.SEND_MESSAGES_IN_THREADS)
    everyone = world.guild.roles[world.guild.id].permissions

    def forbid() -> None:
        world.change_role(seed.BOT_ROLE_ID, permissions=weak)
        world.change_role(
            world.guild.id, permissions=everyone & ~int(Permission.SEND_MESSAGES_IN_THREADS)
        )

    thread = await lose_board(playground, bot, people, refused, forbid)
    world.set_roles(seed.BOT_ID, [seed.BOT_ROLE_ID, HELPER_ROLE])
    await playground.wait_for(lambda: boards(people[0], thread.id))


async def test_overview_comes_when_channel_allows(
    playground: Playground,
    bot: SaludClient,
    people: list[Person],
    clock: SetClock,
    refused: list[str],
) -> None:
    world = playground.world
    boss = next(person for person in people if person.id == seed.OWNER_ID)
    await boss.command("settings", {"overview": True})
    await brought(bot)
    (overview,) = overviews(boss)
    world.set_permissions(seed.TAVERN_ID, seed.BOT_ID, deny=int(Permission.SEND_MESSAGES))
    message = world.find_message(int(overview["id"]))
    assert message is not None
    world.delete(message)
    await playground.wait_for(lambda: refused)
    await brought(bot)
    assert overviews(boss) == []
    world.set_permissions(seed.TAVERN_ID, seed.BOT_ID)
    await playground.settled()
    clock.time += 60
    await brought(bot)
    assert len(overviews(boss)) == 1


@exhaustive
async def test_board_comes_when_role_or_channel_allows(
    playground: Playground, bot: SaludClient, people: list[Person], refused: list[str]
) -> None:
    world = playground.world
    denied = int(Permission.SEND_MESSAGES_IN_THREADS)

    def forbid() -> None:
        world.set_permissions(seed.TAVERN_ID, seed.BOT_ID, deny=denied)

    thread = await lose_board(playground, bot, people, refused, forbid)
    world.set_permissions(seed.TAVERN_ID, seed.BOT_ID)
    await playground.wait_for(lambda: boards(people[0], thread.id))


@exhaustive
async def test_unrelated_changes_bring_no_new_try(
    playground: Playground, bot: SaludClient, people: list[Person], refused: list[str]
) -> None:
    """Some bots rename channels to count members, others change the colours of roles."""
    world = playground.world
    denied = int(Permission.SEND_MESSAGES_IN_THREADS)

    def forbid() -> None:
        world.set_permissions(seed.TAVERN_ID, seed.BOT_ID, deny=denied)

    await lose_board(playground, bot, people, refused, forbid)
    before = len(refused)
    quarry = world.guild.channels[seed.QUARRY_ID]
    for number in range(10):
        quarry.name = f"members-{number}"
        world.channel_changed(quarry)
        world.change_role(seed.MODERATOR_ROLE_ID, name=f"Colour {number}")
        world.set_permissions(seed.QUARRY_ID, people[0].id, deny=number)
        await playground.settled()
        await brought(bot)
    assert len(refused) == before


async def test_old_board_is_stripped_when_thread_opens_again(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    """discord.py forgets an archived thread, and dispatches no thread_update for it."""
    world = playground.world
    await begin(bot, people[0], people[1])
    thread = world.guild.channels[int(invitation(people[0])["id"])]
    deny(playground, Permission.MANAGE_THREADS)
    world.set_locked(thread, True)
    world.set_archived(thread, True)
    answer = await people[0].command("board", {"match": 1})
    assert answer.ok, answer.error
    await playground.wait_for(lambda: boards(people[0], seed.TAVERN_ID))
    await brought(bot)
    await brought(bot)
    assert boards(people[0], thread.id), "Discord refuses edits in a locked thread"
    world.set_locked(thread, False)
    await playground.settled()
    await playground.wait_for(lambda: not boards(people[0], thread.id))


@pytest.mark.parametrize("meanwhile", every(["written", "nothing", "opened"]))
async def test_stripping_old_board_leaves_thread_as_others_want_it(
    playground: Playground, bot: SaludClient, people: list[Person], meanwhile: str
) -> None:
    world, listener = playground.world, playground.on_exchange
    await begin(bot, people[0], people[1])
    thread = world.guild.channels[int(invitation(people[0])["id"])]
    assert thread.thread is not None

    def act(method: str, route: str, sent: Any, status: int, answer: Any) -> None:
        if listener is not None:
            listener(method, route, sent, status, answer)
        if method != "PATCH":
            return
        if meanwhile == "opened" and route.startswith(MESSAGES) and status == 400:
            world.set_archived(thread, False)
        if meanwhile == "written" and (sent or {}).get("archived") is False:
            playground.write(people[1].id, thread.id, "Where is it?")

    world.set_archived(thread, True)
    playground.on_exchange = act
    answer = await people[0].command("board", {"match": 1})
    assert answer.ok, answer.error
    await playground.wait_for(lambda: not boards(people[0], thread.id))
    await playground.settled()
    assert thread.thread.archived is (meanwhile == "nothing")
