"""A standby takes over while people play: lost moves are announced, refused and never mixed up."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.storage.base.setbacks import SENTENCE
from bot.storage.postgresql.connections import connect
from chaos.postgresql_server import PostgresServer
from playground import Person, Playground
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import Json, Table, boards, buttons, moves, tells_winner, text
from tests.e2e.test_matches import challenge
from tests.e2e.test_restore import refused
from tests.machine import need_postgresql
from tests.tiers import exhaustive

LOSS = "latest moves of this match are lost"
GONE = "match is gone"
OUTDATED = "went back to an earlier state"

pytestmark = exhaustive


class Pair:
    """A primary and its standby, which the bot reaches by one address."""

    def __init__(self, primary: PostgresServer, standby: PostgresServer) -> None:
        self.primary, self.standby = primary, standby
        folders = (server.socket.parent for server in (primary, standby))
        self.address = f"postgresql://salud@/salud?host={','.join(map(str, folders))}"

    def column(self, sql: str) -> list[object]:
        with connect(self.address) as session:
            return [value for (value,) in session.execute(sql.encode()).fetchall()]

    async def fail_over(self, how: str) -> None:
        await asyncio.to_thread(self.primary.crash)
        await asyncio.to_thread(getattr(self.standby, how))


@pytest.fixture
def pair() -> Iterator[Pair]:
    need_postgresql()
    with PostgresServer() as primary:
        primary.create("salud")
        with primary.standby() as standby:
            yield Pair(primary, standby)


@pytest.fixture
def number() -> int:
    """How many processes the bot has."""
    return 1


@pytest.fixture
async def processes(
    playground: Playground, tmp_path: Path, pair: Pair, number: int
) -> AsyncIterator[list[BotProcess]]:
    started: list[BotProcess] = []
    async with AsyncExitStack() as stack:
        for name in range(number):
            folder = tmp_path / str(name)
            folder.mkdir()
            process = BotProcess(playground, folder)
            process.settings["SALUD_DATABASE"] = pair.address
            if number > 1:
                process.settings["SALUD_SHARDS"] = str(number)
            started.append(await stack.enter_async_context(process))
        await playground.settled()
        yield started


def logs(processes: list[BotProcess]) -> str:
    return "".join(process.log.read_text(encoding="utf-8") for process in processes)


def losses(person: Person, channel: int) -> list[Json]:
    return [message for message in person.messages(channel) if LOSS in text(message)]


async def reposted(playground: Playground, person: Person, old: Json, channel: int) -> Json:
    """Wait until the match has exactly one board, which is newer than this one."""

    def only_new() -> Json | None:
        shown = boards(person, channel)
        return shown[0] if len(shown) == 1 and int(shown[0]["id"]) > int(old["id"]) else None

    board: Json = await playground.wait_for(only_new)
    return board


@pytest.mark.parametrize(("how", "number"), [("promote", 1), ("make_primary", 1), ("promote", 2)])
async def test_match_continues_when_a_standby_that_lags_takes_over(
    playground: Playground,
    pair: Pair,
    processes: list[BotProcess],
    people: list[Person],
    how: str,
) -> None:
    table = await challenge(playground, people[:2])
    for _ in range(3):
        await table.turn()
    await playground.settled()
    pair.standby.catch_up(pair.primary)
    kept = pair.column("SELECT seq FROM log WHERE match = 1")
    pair.standby.cut_off()
    for _ in range(5):
        await table.turn()
    cat, dan = people[2:4]
    await cat.command("open", {"seats": 2})
    lost = next(m for m in reversed(cat.messages()) if buttons(m, "2:invitation:2:join"))
    old = await table.ready()
    await pair.fail_over(how)
    board = await reposted(playground, people[0], old, table.channel)
    assert pair.column("SELECT seq FROM log WHERE match = 1") == kept
    assert any(f":1:{len(kept)}:" in custom_id for custom_id in buttons(board))
    (loss,) = losses(people[0], table.channel)
    assert int(old["id"]) < int(loss["id"]) < int(board["id"])
    assert not loss["mentions"]
    for person in table.people:
        await refused_unseen(playground, person, old, next(iter(moves(old))))
    await refused(playground, dan, lost, "2:invitation:2:join", GONE)
    gone = await playground.wait_for(lambda: now(cat, lost, GONE))
    assert not buttons(gone), "everyone reads it, and presses no more"
    await cat.command("open", {"seats": 2})
    new = await playground.wait_for(lambda: newest_invitation(cat, lost))
    assert not buttons(new, "2:invitation:2:")
    another = Table(playground, people[:2], table.channel, taste="another life")
    assert tells_winner(await another.play())
    await playground.settled()
    assert pair.column("SELECT lost FROM generation") == [1]
    assert losses(people[0], table.channel) == [loss]
    assert logs(processes).count(SENTENCE) == 1
    assert "Traceback" not in logs(processes)


def now(person: Person, message: Json, saying: str) -> Json | None:
    """Return the present state of a message once it says this."""
    here = (m for m in person.messages() if m["id"] == message["id"])
    return next((m for m in here if saying in text(m)), None)


def newest_invitation(person: Person, after: Json) -> Json | None:
    newer = (m for m in person.messages() if int(m["id"]) > int(after["id"]))
    return next((m for m in newer if not m["content"] and buttons(m, "2:invitation:")), None)


async def refused_unseen(
    playground: Playground, person: Person, message: Json, custom_id: str
) -> None:
    """Press a button that the message has lost, and check that the refusal says why."""
    answer = await person.press(message["id"], custom_id, unseen=True)
    assert answer.ok, answer.error
    await playground.wait_for(
        lambda: any(
            m["flags"] & 64 and OUTDATED in text(m)
            for m in person.messages(int(message["channel_id"]))
        )
    )


@pytest.mark.parametrize("remembers", [True, False])
async def test_bot_that_starts_again_with_the_standby_notices_the_loss(
    playground: Playground,
    pair: Pair,
    processes: list[BotProcess],
    people: list[Person],
    remembers: bool,
) -> None:
    """The file beside its heartbeat names the newest commits. Without it, on another machine, the
    bot learns of the loss from a newer board: when it finds one, or when someone presses it.
    """
    (bot,) = processes
    table = await challenge(playground, people[:2])
    await table.turn()
    await playground.settled()
    pair.standby.catch_up(pair.primary)
    pair.standby.cut_off()
    for _ in range(3):
        await table.turn()
    old = await table.ready()
    await bot.kill()
    await pair.fail_over("promote")
    if not remembers:
        Path(bot.environment()["SALUD_HEARTBEAT"] + ".commits").unlink()
    await bot.start()
    if not remembers:
        await playground.settled()
        take = next(iter(buttons(old, "2:move:")))
        await refused_unseen(playground, table.to_act(old)[0], old, take)
    await reposted(playground, people[0], old, table.channel)
    assert len(losses(people[0], table.channel)) == 1
    assert pair.column("SELECT lost FROM generation") == [1]
    await Table(playground, people[:2], table.channel, taste="another life").turn()


async def test_standby_that_lacks_nothing_takes_over_unnoticed(
    playground: Playground, pair: Pair, processes: list[BotProcess], people: list[Person]
) -> None:
    table = await challenge(playground, people[:2])
    for _ in range(3):
        await table.turn()
    pair.primary.kill_sessions()
    await table.turn()
    await playground.settled()
    pair.standby.catch_up(pair.primary)
    await pair.fail_over("promote")
    assert tells_winner(await table.play())
    assert losses(people[0], table.channel) == []
    assert pair.column("SELECT n FROM generation") == []
    assert SENTENCE not in logs(processes)
