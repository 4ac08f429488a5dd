"""Real processes that share shards and a PostgreSQL server, while one or the server fails."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import yarl

from bot.storage.postgresql.connections import connect
from chaos.bot_main import SKEW
from chaos.fleet.link import DatabaseLink, DiscordLink
from chaos.postgresql_server import PostgresServer
from chaos.small_servers import SmallServer, founded, newcomer
from playground import Person, Playground
from tests.e2e.bot_process import BotProcess
from tests.e2e.later import later
from tests.e2e.players import Table
from tests.e2e.test_downtime import read
from tests.e2e.test_matches import practice
from tests.e2e.test_pace import begin
from tests.e2e.test_shards import SHARDS, connected
from tests.machine import need_postgresql
from tests.tiers import exhaustive

ALL = [*range(SHARDS)]
PROMPT = 8.0
"""Real seconds within which a player of a healthy process can move, on a busy machine."""


@dataclass
class Fleet:
    """Two processes, each with its own way to Discord and to the database."""

    playground: Playground
    server: PostgresServer
    folder: Path
    stack: AsyncExitStack
    processes: list[BotProcess] = field(default_factory=list)
    to_discord: list[DiscordLink] = field(default_factory=list)
    to_database: list[DatabaseLink] = field(default_factory=list)

    async def start(self, **settings: str) -> BotProcess:
        number = len(self.processes)
        folder = self.folder / str(number)
        folder.mkdir()
        port = yarl.URL(self.playground.url).port
        assert port is not None
        discord = await self.stack.enter_async_context(DiscordLink(port))
        database = await self.stack.enter_async_context(DatabaseLink(self.server.socket))
        process = BotProcess(self.playground, folder)
        process.settings = {
            "SALUD_SHARDS": "auto",
            "SALUD_DATABASE": self.server.address("salud", database.folder),
            "SALUD_PLAYGROUND": discord.url,
            **settings,
        }
        self.processes.append(process)
        self.to_discord.append(discord)
        self.to_database.append(database)
        await self.stack.enter_async_context(process)
        return process

    async def share(self, *shares: int) -> None:
        """Wait until all shards are connected, and shared like this."""
        wanted = sorted(share for share in shares if share)
        await self.until(lambda: self.shares() == wanted and connected(self.playground) == ALL)

    async def until(self, true: object, seconds: float = 120.0) -> None:
        await self.playground.wait_for(true, seconds)  # type: ignore[arg-type]

    def shares(self) -> list[int]:
        with connect(self.server.address("salud")) as session:
            rows = session.execute(
                "SELECT COUNT(*) FROM shard_lease WHERE connected = 1 GROUP BY process"
            ).fetchall()
        return sorted(int(count) for (count,) in rows)

    def holders(self) -> dict[int, str]:
        with connect(self.server.address("salud")) as session:
            rows = session.execute("SELECT shard, process FROM shard_lease").fetchall()
        return dict(rows)


@pytest.fixture
def server() -> Iterator[PostgresServer]:
    need_postgresql()
    with PostgresServer() as postgres:
        postgres.create("salud")
        yield postgres


@pytest.fixture
def places(playground: Playground) -> list[SmallServer]:
    playground.gateway.max_concurrency = playground.gateway.recommended_shards = SHARDS
    playground.gateway.identify_seconds = 5
    return founded(playground, SHARDS)


@pytest.fixture
async def fleet(
    playground: Playground, places: list[SmallServer], server: PostgresServer, tmp_path: Path
) -> AsyncIterator[Fleet]:
    assert len(places) == SHARDS
    async with AsyncExitStack() as stack:
        yield Fleet(playground, server, tmp_path, stack)


async def tables(playground: Playground, places: list[SmallServer]) -> list[Table]:
    """Begin a match in a server of each shard."""
    people = [newcomer(playground, place, number) for number, place in enumerate(places)]
    return [await practice(playground, person) for person in people]


def why(process: BotProcess) -> str:
    """Return the report for operators."""
    return (process._folder / "alive.why").read_text(encoding="utf-8")


@exhaustive
async def test_process_cut_from_discord_hands_over_its_shards_and_says_so(
    playground: Playground, places: list[SmallServer], fleet: Fleet
) -> None:
    await fleet.start()
    cut = await fleet.start()
    await fleet.share(2, 2)
    played = await tables(playground, places)
    fleet.to_discord[1].is_cut = True
    fleet.to_discord[1].cut()
    await fleet.share(0, SHARDS)
    for table in played:
        await table.turn()
    await fleet.until(lambda: "Discord" in why(cut))
    assert playground.gateway.hasty == 0


@exhaustive
async def test_process_with_a_wrong_clock_holds_no_shards_and_says_so(
    playground: Playground, places: list[SmallServer], fleet: Fleet
) -> None:
    await fleet.start()
    wrong = await fleet.start(**{SKEW: "-30"})
    await fleet.share(0, SHARDS)
    for table in await tables(playground, places):
        await table.turn()
    await fleet.until(lambda: "seconds behind the database's" in why(wrong))
    assert "this process holds no shards" in why(wrong)
    assert fleet.shares() == [SHARDS]


@exhaustive
async def test_stall_of_the_database_ends_no_session(
    playground: Playground, places: list[SmallServer], fleet: Fleet
) -> None:
    for _ in range(2):
        await fleet.start()
    await fleet.share(2, 2)
    played = await tables(playground, places)
    before, begun = fleet.holders(), playground.gateway.identifies
    fleet.server.suspend()
    try:
        await asyncio.sleep(22)
    finally:
        fleet.server.resume()
    await asyncio.sleep(8)
    for table in played:
        await table.turn()
    assert fleet.holders() == before
    assert playground.gateway.identifies == begun


@exhaustive
async def test_others_go_on_while_a_process_is_stopped_inside_a_transaction(
    playground: Playground, places: list[SmallServer], fleet: Fleet
) -> None:
    await fleet.start()
    paused = await fleet.start()
    await fleet.share(2, 2)
    played = await tables(playground, places)
    holders = fleet.holders()
    shares = [[s for s in holders if holders[s] == holder] for holder in set(holders.values())]
    fleet.to_database[1].delay = 0.05
    assert await stopped_inside(fleet.server, paused)
    served = [table for table in played if await moves(table)]
    assert len(served) == 2, shares
    until = time.monotonic() + 25
    while time.monotonic() < until:
        for table in served:
            began = time.monotonic()
            await table.turn()
            assert time.monotonic() - began < PROMPT
        await asyncio.sleep(1)
    await fleet.until(lambda: set(fleet.holders().values()) < set(holders.values()))
    fleet.to_database[1].delay = 0.0
    signalled(paused, signal.SIGCONT)
    await fleet.share(2, 2)
    for table in played:
        await table.turn()


async def moves(table: Table) -> bool:
    try:
        async with asyncio.timeout(PROMPT):
            await table.turn()
    except (AssertionError, TimeoutError):
        return False
    return True


async def stopped_inside(server: PostgresServer, process: BotProcess) -> bool:
    """Stop the process inside a transaction, and return whether that succeeded."""
    for _ in range(300):
        signalled(process, signal.SIGSTOP)
        await asyncio.sleep(0.2)
        if await asyncio.to_thread(server.has_open_transaction):
            return True
        signalled(process, signal.SIGCONT)
        await asyncio.sleep(0.05)
    return False


def signalled(process: BotProcess, number: signal.Signals) -> None:
    assert process._process is not None
    process._process.send(number)


@exhaustive
async def test_time_without_answered_requests_counts_for_no_player(
    playground: Playground, people: list[Person], tmp_path: Path
) -> None:
    """The gateway lives on. Most operators run one process with SQLite."""
    port = yarl.URL(playground.url).port
    assert port is not None
    async with DiscordLink(port) as link:
        process = BotProcess(playground, tmp_path)
        process.settings["SALUD_DISCORD_API"] = link.url
        async with process:
            thread = await begin(playground, people[:2], "day")
            assert thread
            await later(playground, hours=1)
            await playground.settled(due=True)
            link.is_cut = True
            link.cut()
            await playground.wait_for(
                lambda: "all requests to Discord have failed" in why(process), 120
            )
            heartbeat = (tmp_path / "alive").stat().st_mtime
            await playground.forward(hours=27)
            await asyncio.sleep(5)
            assert (tmp_path / "alive").stat().st_mtime == heartbeat, "it is not healthy"
            link.is_cut = False
            down = await playground.wait_for(
                lambda: read(process, "SELECT since, until FROM downtime"), 60
            )
            assert 27 * 3600 <= down[0][1] - down[0][0] < 27 * 3600 + 300
            late = "SELECT at FROM match_event WHERE kind = 'late'"
            await playground.settled(due=True)
            assert read(process, late) == []
