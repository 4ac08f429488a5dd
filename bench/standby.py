"""``python -m bench.standby [COMMITS]``: the cost of a commit that waits for a standby.

Prints the median of each setting, and its ratio to a server whose commits wait for no standby. The
servers are on one machine, so a network's latency has to be added. The settings alternate within
one run, so that a busy moment of the machine harms them equally. "no mark" leaves out the number
with which a commit is marked.
"""

import asyncio
import statistics
import sys
import time
from unittest import mock

from bot.storage.base.connection import Connection
from bot.storage.base.database import Database
from bot.storage.opening import open_database
from bot.storage.postgresql.continuity import Continuity
from chaos.postgresql_server import STANDBY, PostgresServer

COMMITS = 400
ROUNDS = 10


def _work(connection: Connection) -> None:
    connection.execute("UPDATE sweep SET wanted = wanted + 1")


async def _times(database: Database, number: int) -> list[float]:
    """Return the seconds of each commit."""
    times = []
    for _ in range(number):
        began = time.perf_counter()
        await database.writer.write(_work)
        times.append(time.perf_counter() - began)
    return times


def _unmarked(_: Continuity) -> tuple[int, bytes]:
    return 0, b"SELECT 1"


def _wait_for(primary: PostgresServer, standby: str, how: str) -> None:
    primary.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{standby}'")
    primary.execute(f"ALTER SYSTEM SET synchronous_commit = '{how}'")
    primary.execute("SELECT pg_reload_conf()")
    time.sleep(0.5)  # sessions read it between two statements


async def _measured(commits: int) -> None:
    names = ("no mark", "alone", "remote_write", "on", "remote_apply")
    times: dict[str, list[float]] = {name: [] for name in names}
    with PostgresServer(quick=False) as primary:
        address = primary.create("salud")
        with primary.standby():
            database = await open_database(address)
            try:
                await _times(database, 50)
                for _ in range(ROUNDS):
                    for name in names:
                        waits = name not in names[:2]
                        _wait_for(primary, STANDBY if waits else "", name if waits else "on")
                        if name == names[0]:
                            with mock.patch.object(Continuity, "next_mark", _unmarked):
                                times[name] += await _times(database, commits // ROUNDS)
                        else:
                            times[name] += await _times(database, commits // ROUNDS)
            finally:
                _wait_for(primary, "", "on")
                await database.close()
    middle = {name: statistics.median(seconds) * 1000 for name, seconds in times.items()}
    for name, milliseconds in middle.items():
        ratio = milliseconds / middle["alone"]
        sys.stdout.write(f"{name:14}{milliseconds:8.2f} ms{ratio:8.2f}\n")


if __name__ == "__main__":
    asyncio.run(_measured(int(sys.argv[1]) if len(sys.argv) > 1 else COMMITS))
