"""Query plans: no statement scans a growing table."""

import re
import sqlite3
from dataclasses import replace
from pathlib import Path

from bot.match.core.change import Change
from bot.match.core.store import Store
from bot.match.daily.standings import StandingsStore
from bot.match.daily.store import DayStore
from bot.match.forgetting.store import PeopleStore
from bot.match.lobby.challenges import RefusalStore
from bot.match.log.events import MatchEvent, MatchEventKind
from bot.match.log.records import Press, Status, TournamentTable
from bot.match.people.messages import MessageStore
from bot.match.people.pings import PingStore
from bot.match.people.role_pings import RolePingStore
from bot.match.people.servers import ServerStore
from bot.match.people.watching import WatchStore
from bot.match.playing.plans import Plans
from bot.match.puzzles.store import PuzzleStore
from bot.match.statistics.played import PlayedStore
from bot.match.statistics.store import StatisticsStore
from bot.match.timekeeping.absences import AbsenceNewsStore
from bot.match.timing.alert_store import TurnAlertStore
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.timing.deadlines import Deadline, DeadlineKind
from bot.match.timing.reminding import ReminderSchedule
from bot.match.tournaments.store import TournamentStore
from bot.match.values.caps import CapCheck, Caps
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.sqlite.writer import run
from tests.storage.samples import (
    ABSENCE_NEWS_PORTS,
    ASKED,
    DAY_PORTS,
    DEADLINE_PORTS,
    ENDED,
    GUILD,
    MESSAGE_PORTS,
    NEW,
    OF_A_DAY,
    PEOPLE_PORTS,
    PING_PORTS,
    PLAN_PORTS,
    PLAYED_PORTS,
    PUZZLE_PORTS,
    READS,
    REFUSAL_PORTS,
    RESULTS,
    ROLE_PING_PORTS,
    SERVER_PORTS,
    STANDINGS_PORTS,
    STATISTICS_PORTS,
    TOURNAMENT_PORTS,
    TURN_ALERT_PORTS,
    WATCH_PORTS,
    WRITES,
    create_running,
    end,
)

SMALL = (
    "match_card",
    "match_frozen",
    "match_table_unposted",
    "match_due",
    "plan_due",
    "absence_news_due",
    "message_due",
)
"""Indexes that contain only pending work or frozen matches, so that scanning them is cheap."""
NEUTRAL = {"BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "PRAGMA"}
"""Statements that neither read nor change rows."""
SMALL_TABLES = ("SCAN left_place", "SCAN numbering")
"""Small tables, which can be scanned: the second has one row."""

PUT_BACK = (
    "UPDATE deadline SET at = soonest",
    "UPDATE message SET wanted = wanted + 1 WHERE kind = 'reminder'",
)
"""Statements that change all pending work. They run only when the clock is set back, which
is rare.
"""


async def everything(database: SqliteDatabase, store: Store) -> list[str]:
    """Return all distinct SQL statements that the stores send, with their values."""
    match, earlier, frozen = [await create_running(store) for _ in range(3)]
    sent: list[str] = []
    connections = (database.reader, database.writer.connection)
    for connection in connections:
        await run(connection, lambda c: c.set_trace_callback(sent.append))
    await store.create(NEW, ASKED, Caps())
    cap_check = CapCheck((11, 12), 9)
    reminders = (ReminderSchedule(11, 1000, 1500), ReminderSchedule(12, 1000, 1500))
    await store.commit(
        Change(match, 1, 3, (), cap_check=cap_check, notices=(2,), reminders=reminders)
    )
    deadlines = (Deadline(DeadlineKind.LATE, 5, 11), Deadline(DeadlineKind.IDLE, 9))
    await store.commit(Change(match, 1, 3, deadlines=deadlines))
    for deadline_port in DEADLINE_PORTS.values():
        await deadline_port(DeadlineStore(database), match)
    for name, port in (WRITES | READS).items():
        # The other ports need a match that goes on.
        await port(store, frozen if "unread" in name else match)
    for turn_alert_port in TURN_ALERT_PORTS.values():
        await turn_alert_port(TurnAlertStore(database), match)
    for plan_port in PLAN_PORTS.values():
        await plan_port(Plans(database), match)
    for watch_port in WATCH_PORTS.values():
        await watch_port(WatchStore(database), match)
    for server_port in SERVER_PORTS.values():
        await server_port(ServerStore(database), match)
    for ping_port in PING_PORTS.values():
        await ping_port(PingStore(database), match)
    await store.create(OF_A_DAY, ASKED[:1])
    for day_port in DAY_PORTS.values():
        await day_port(DayStore(database), match)
    for standings_port in STANDINGS_PORTS.values():
        await standings_port(StandingsStore(database), match)
    for role_ping_port in ROLE_PING_PORTS.values():
        await role_ping_port(RolePingStore(database), match)
    for message_port in MESSAGE_PORTS.values():
        await message_port(MessageStore(database), match)
    for puzzle_port in PUZZLE_PORTS.values():
        await puzzle_port(PuzzleStore(database), match)
    for refusal_port in REFUSAL_PORTS.values():
        await refusal_port(RefusalStore(database), match)
    for news_port in ABSENCE_NEWS_PORTS.values():
        await news_port(AbsenceNewsStore(database), match)
    for tournament_port in TOURNAMENT_PORTS.values():
        await tournament_port(TournamentStore(database), match)
    (tournament,) = await TournamentStore(database).of_user(GUILD, 12)
    at_table = await create_running(store, table=TournamentTable(tournament.id, "1.0.1.1"))
    await store.create(replace(NEW, table=TournamentTable(tournament.id, "1.0.1.1")), ASKED)
    await store.commit(end(at_table))
    press = Press(9, match, 2, 0)
    await store.commit(Change(match, 2, 3, unplanned=(11,), to_act=(12,)))
    over = Change(match, 2, 3, (), (ENDED,), press, Status.OVER, ended=5, took_part=(11, 12))
    await store.commit(replace(over, results=RESULTS))
    later = MatchEvent(4, 2, MatchEventKind.REMATCH, 5, holder=11, detail=2)
    await store.commit(Change(match, 2, 4, (), (later,), status=Status.OVER))
    await store.commit(replace(end(earlier), ended=4))
    for statistics_port in STATISTICS_PORTS.values():
        await statistics_port(StatisticsStore(database), match)
    for played_port in PLAYED_PORTS.values():
        await played_port(PlayedStore(database), match)
    for people_port in PEOPLE_PORTS.values():
        await people_port(PeopleStore(database), match)
    for connection in connections:
        await run(connection, lambda c: c.set_trace_callback(None))
    return list(dict.fromkeys(sent))


def plan(connection: sqlite3.Connection, statement: str) -> list[str]:
    """Return SQLite's plan for a statement."""
    return [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}")]


async def test_each_statement_searches_by_a_key_or_index_without_sorting(
    database: SqliteDatabase, store: Store, path: Path
) -> None:
    statements = await everything(database, store)
    queries = [s for s in statements if re.match(r"SELECT|INSERT|UPDATE|DELETE", s)]
    assert len(queries) > 20, "the trace has the statements"
    assert {s.split()[0] for s in statements} - NEUTRAL == {
        "SELECT",
        "INSERT",
        "UPDATE",
        "DELETE",
    }
    connection = sqlite3.connect(path)
    steps = {query: plan(connection, query) for query in queries}
    connection.close()
    bad = {
        query: step
        for query, query_plan in steps.items()
        for step in query_plan
        if not query.startswith(PUT_BACK) and step not in SMALL_TABLES
        if "TEMP B-TREE" in step
        or (step.startswith("SCAN") and not any(f"INDEX {name}" in step for name in SMALL))
    }
    assert bad == {}
    assert sum(len(query_plan) for query_plan in steps.values()) > 15


def test_scan_of_an_unindexed_column_is_detected(path: Path, database: SqliteDatabase) -> None:
    connection = sqlite3.connect(path)
    assert plan(connection, "SELECT id FROM match WHERE channel = 5")[0].startswith("SCAN")
    connection.close()
