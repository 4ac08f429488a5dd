"""Due work, item by item: failures, back-off and freezing, in the kernel and in the loops."""

import ast
import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.core.due_work import BRIEF, FIRST, FROZEN_AFTER, LONGEST, SOON, DueWork
from bot.match.log.store_errors import StoreTrouble
from bot.match.values.times import Pace
from bot.observing.observer import Observer
from tests.match.hours import kinds, wait
from tests.match.machine import SetClock
from tests.match.world import ANN, BEN, CAT, DAN, World

ROOT = Path(__file__).parents[2]
LISTS_OF_DUE_WORK = re.compile(
    r"due$|^unfinished$|^left_before$|^untold|^unshown$|^unposted|^expired"
)
"""Names of methods that list items of due work."""


class Heard(Observer):
    """Remembers failures."""

    def __init__(self) -> None:
        self.outcomes: list[str] = []

    def item_failed(self, kind: str, outcome: str) -> None:
        assert kind == "things"
        self.outcomes.append(outcome)


class Told:
    """Due work that reports to a server."""

    def __init__(self) -> None:
        self.clock = SetClock()
        self.heard = Heard()
        self.told: list[tuple[int, bool]] = []
        self.work = DueWork[int]("things", self.clock, self.heard, tell=self._tell)

    async def _tell(self, item: int, is_frozen: bool) -> None:
        self.told.append((item, is_frozen))


def failing(*items: int, by: type[Exception] = RuntimeError) -> Callable[[int], Awaitable[int]]:
    """Work that fails for these items."""

    async def work(item: int) -> int:
        if item in items:
            raise by("out of order")
        return item

    return work


@given(
    st.lists(st.integers(0, 9), unique=True),
    st.frozensets(st.integers(0, 9)),
    st.frozensets(st.integers(0, 9)),
)
def test_failing_items_hold_up_no_other(
    items: list[int], broken: frozenset[int], unreadable: frozenset[int]
) -> None:
    async def work(item: int) -> int:
        if item in broken:
            raise RuntimeError("out of order")
        if item in unreadable:
            raise StoreTrouble("can't be read")
        return item

    async def run() -> None:
        told = Told()
        well = [item for item in items if item not in broken | unreadable]
        if items and not well and not broken & set(items):
            with pytest.raises(StoreTrouble):
                await told.work.each(items, work)
            assert not len(told.work.pauses), "the database is down: no item is to blame"
        else:
            assert await told.work.each(items, work) == well
            assert len(told.work.pauses) == len(items) - len(well)

    asyncio.run(run())


async def test_a_failed_item_waits_twice_as_long_each_time() -> None:
    told, tries = Told(), list[int]()

    async def work(item: int) -> None:
        tries.append(told.clock.now())
        raise RuntimeError("out of order")

    began = told.clock.time
    while told.clock.time < began + 3 * LONGEST:
        await told.work.each([1], work)
        told.clock.time += 1
    waits = [after - before for before, after in pairwise(tries)]
    assert waits[:9] == [min(FIRST * 2**n, LONGEST) for n in range(9)]
    assert set(waits[9:]) <= {LONGEST}


async def test_an_item_is_frozen_reported_and_thaws() -> None:
    told = Told()
    for _ in range(FROZEN_AFTER + 1):
        await told.work.each([1, 2], failing(1))
        told.clock.time += LONGEST
    frozen = ["failed"] * (FROZEN_AFTER - 1) + ["frozen"] * 2
    assert (told.heard.outcomes, told.told) == (frozen, [(1, True)] * 2)
    assert await told.work.each([1, 2], failing()) == [1, 2]
    assert (told.heard.outcomes[-1], told.told[-1]) == ("mended", (1, False))
    told.clock.time += LONGEST
    await told.work.each([1], failing(1))
    assert told.heard.outcomes[-1] == "failed", "it begins at the start again"


async def test_a_hopeless_item_is_frozen_at_its_first_failure() -> None:
    told = Told()
    told.work.hopeless = (ZeroDivisionError,)
    await told.work.each([1], failing(1, by=ZeroDivisionError))
    assert (told.heard.outcomes, told.told) == (["frozen"], [(1, True)])


async def test_trouble_that_passes_freezes_nothing() -> None:
    told = Told()
    told.work.passes = lambda error: isinstance(error, TimeoutError)
    for error in (StoreTrouble("locked"), TimeoutError()) * FROZEN_AFTER:

        async def work(error: Exception = error) -> None:
            raise error

        assert not await told.work.attempt(1, work)
        assert told.work.pauses.lasts(1)
        told.clock.time += SOON
        assert not told.work.pauses.lasts(1)
    assert told.heard.outcomes == []
    assert BRIEF < FIRST


async def test_an_unreadable_match_stops_no_other_clock(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    good = (await world.begun(CAT, DAN, pace=Pace.DAY)).record.id
    of_match = world.deadlines.of_match

    async def unreadable(match: int) -> object:
        if match == bad:
            raise StoreTrouble("a page of the file is damaged")
        return await of_match(match)

    keeper = world.pace.timekeeper
    monkeypatch.setattr(keeper.deadlines, "of_match", unreadable)
    assert await wait(world, days=1) == [good]
    assert kinds(await world.matches.look(bad)) == []
    monkeypatch.undo()
    assert await wait(world, hours=1) == [bad], "it goes on once it can be read"


async def test_a_person_who_cant_be_forgotten_keeps_no_other(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = world.people.store
    for user in (ANN, BEN):
        await store.begin(user, world.clock.now())
    await store.left(955, 0)
    finish = store.finish

    async def broken(user: int) -> bool:
        if user == ANN:
            raise RuntimeError("out of order")
        return await finish(user)

    monkeypatch.setattr(store, "finish", broken)
    await world.people.look_after()
    assert await store.unfinished() == (ANN,)
    assert await store.left_before(world.clock.now()) == ()
    monkeypatch.undo()
    world.clock.time += FIRST
    await world.people.look_after()
    assert await store.unfinished() == ()


def _loops(tree: ast.AST) -> Iterator[tuple[int, str, list[ast.AST]]]:
    """Yield loops over awaited lists: line, method that lists the items, and body."""
    for node in ast.walk(tree):
        match node:
            case ast.For(iter=found, body=body):
                parts: list[ast.AST] = list(body)
            case ast.ListComp(elt=done) | ast.SetComp(elt=done) | ast.GeneratorExp(elt=done):
                found, parts = node.generators[0].iter, [done]
            case _:
                continue
        match found:
            case ast.Await(value=ast.Call(func=ast.Attribute(attr=name))):
                yield node.lineno, name, parts
            case _:
                pass


def test_no_loop_over_due_work_can_be_stopped_by_an_item() -> None:
    """A loop that awaits something for each item has to use DueWork, or a task of a queue."""
    looked_at, found = 0, list[str]()
    for folder in ("bot", "cogs"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for line, name, parts in _loops(ast.parse(path.read_text(encoding="utf-8"))):
                if not LISTS_OF_DUE_WORK.search(name):
                    continue
                looked_at += 1
                if any(isinstance(one, ast.Await) for part in parts for one in ast.walk(part)):
                    found.append(f"{path.relative_to(ROOT)}:{line} awaits in a loop over {name}()")
    assert found == []
    assert looked_at
