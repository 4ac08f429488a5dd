"""Metrics: numbers of matches by state, and due work."""

import re

import pytest

from bot.app.metrics import figures
from bot.app.metrics.figures import BEHIND, DUE, OPEN, OTHERS, RUNNING, FigureStore
from bot.match.values.errors import Frozen
from bot.observing.observer import Observer
from bot.storage.base.connection import Connection
from tests.match.world import ANN, BEN, CAT, World


@pytest.mark.both_databases
async def test_figures_count_matches_by_state(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Matches that are over or frozen are counted in slices, one at each look."""
    counts = FigureStore(world.database)
    empty = await counts.read()
    assert empty.matches == {"open": 0, "running": 0, "over": 0, "frozen": 0}
    assert empty.due == {}
    await world.toys.open_table(world.asked(ANN), 3)
    for number in range(5):
        loaded = await world.begun(ANN, BEN)
        if number < 2:
            await world.service.resign(loaded.record.id, ANN)
        if number == 2:
            await world.store.freeze(loaded.record.id, frozen=True)
    figures_now = await counts.read()
    assert figures_now.matches == {"open": 1, "running": 2, "over": 2, "frozen": 1}
    assert figures_now.boards_behind == 4, "nothing has been shown"
    assert figures_now.due["invitation"] > world.clock.now()
    monkeypatch.setattr(figures, "SLICE", 3)
    await world.begun(ANN, CAT)
    slow = FigureStore(world.database)
    first, second, third = [(await slow.read()).matches for _ in range(3)]
    assert first == second == {"open": 1, "running": 3}, "the other states are not all counted yet"
    assert third == {"open": 1, "running": 3, "over": 2, "frozen": 1}
    assert (await slow.read()).matches == third, "totals stay until the next pass is complete"


@pytest.mark.both_databases
async def test_figures_report_when_the_oldest_item_of_each_kind_is_due(world: World) -> None:
    await world.toys.open_table(world.asked(ANN), 3)
    expires = (await FigureStore(world.database).read()).due["invitation"]
    assert expires > world.clock.now()
    world.clock.time = expires + 5
    await world.toys.open_table(world.asked(BEN), 3)
    assert (await FigureStore(world.database).read()).due["invitation"] == expires


@pytest.mark.sqlite
async def test_figures_use_indexes_or_slices(world: World) -> None:
    def plans(connection: Connection) -> list[str]:
        return [
            row[3]
            for sql in (OPEN, RUNNING, BEHIND, *DUE.values(), OTHERS)
            for row in connection.execute(
                f"EXPLAIN QUERY PLAN {sql}", (0, 9) if sql == OTHERS else ()
            ).fetchall()
        ]

    for plan in await world.database.read(plans):
        assert re.search(r"USING|^SCAN slice|^CO-ROUTINE|^CORRELATED|count\(DISTINCT\)", plan), plan


class ChangeObserver(Observer):
    def __init__(self) -> None:
        self.changes: list[str] = []
        self.late: list[tuple[str, float]] = []

    def match_changed(self, match: int, server: int, game: str, what: str) -> None:  # noqa: ARG002
        self.changes.append(f"{match} {what}")

    def deadline_passed(self, match: int, server: int, kind: str, late: float) -> None:  # noqa: ARG002
        self.late.append((kind, late))


async def test_each_change_of_a_match_is_observed_once(world: World) -> None:
    observer = world.matches.observer = ChangeObserver()
    asked = world.asked(ANN)
    loaded = await world.toys.open_table(asked, 3)
    await world.toys.open_table(asked, 3)
    await world.service.call_off(loaded.record.id, ANN)
    begun = (await world.begun(ANN, BEN)).record.id
    await world.toy(begun, "11 add 1")
    await world.service.resign(begun, ANN)
    assert observer.changes == ["1 opened", "1 called off", "2 opened", "2 begun", "2 ended"]
    broken = (await world.begun(ANN, BEN)).record.id
    world.sql("UPDATE log SET token = 'rain' WHERE match = 3 AND seq = 0")
    world.matches.drop_cached(broken)
    for _ in range(2):
        with pytest.raises(Frozen):
            await world.matches.load(broken)
    assert observer.changes[5:] == ["3 opened", "3 begun", "3 frozen"]


async def test_delay_of_a_deadline_is_observed_in_seconds(world: World) -> None:
    observer = world.matches.observer = ChangeObserver()
    await world.begun(ANN, BEN)
    await world.pace.timekeeper.tick()
    due = (await FigureStore(world.database).read()).due["deadline"]
    world.clock.time = due + 7
    await world.pace.timekeeper.beat(up=True)
    await world.pace.timekeeper.tick()
    assert observer.late == [("idle", 7)]
