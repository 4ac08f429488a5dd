"""One run: a playground, the bot's processes, tables that play, weather that disturbs them."""

import asyncio
import contextlib
import time
from dataclasses import dataclass, field
from pathlib import Path

from chaos.clicks import clicks, commands
from chaos.fleet import Fleet
from chaos.ledger import Ledger
from chaos.plans import brief_plan, plan
from chaos.scene import newcomer, rooms
from chaos.shelf import Shelf
from chaos.stage import Stage
from chaos.table import Table
from chaos.transcript import Transcript
from chaos.weather import Weather
from playground import Playground
from playground.luck import Luck

NAMES = ("Anna", "Ben", "Cleo", "Dan")
FEW = 0.1
"""Which part of the tables plays on in good weather."""
QUIET, SETTLING = 0.5, 30.0
"""Real seconds: how long nothing must happen, and how long that is waited for."""


@dataclass(slots=True)
class Outcome:
    """What a run leaves behind for the checks."""

    transcript: Transcript
    database: Path
    log: Path
    token: str
    kills: int = 0
    faults: int = 0
    seconds: float = 0.0
    schedule: list[str] = field(default_factory=list)
    """What went wrong when."""
    season: bool = False
    """Whether it was a season (chaos.season), and no storm."""


@dataclass(frozen=True, slots=True)
class Order:
    """What to run."""

    matches: int
    seed: int
    wild: bool
    """Whether anything goes wrong."""
    patience: float
    """Real seconds for all matches together."""
    at_once: int = 50
    """How many matches are played at the same time."""
    plant: str | None = None
    brief: bool = False
    """Whether people resign early and one short storm, or a few rounds, are all."""
    season: bool = False
    """Whether weeks pass (chaos.season), instead of storms."""


async def run(order: Order, folder: Path) -> Outcome:
    """Play all matches; the databases and logs stay in `folder`."""
    began = time.monotonic()
    luck = Luck(order.seed)
    transcript = Transcript()
    playground = Playground()
    fleet = Fleet(playground, folder, transcript, order.plant)
    ledger = Ledger(fleet.database)
    shelf = Shelf(playground, ledger, transcript)
    await playground.start()
    try:
        halls = rooms(playground)
        stranger = newcomer(playground, "Stranger", halls[0])
        stage = Stage(playground, stranger, luck.child("stage"), wild=order.wild)
        tables = [_table(n, halls, stage, shelf, luck, order) for n in range(order.matches)]
        await fleet.start()
        weather = Weather(stage, fleet, shelf, ledger, luck.child("weather"))
        disturbing = asyncio.create_task(weather.rage(brief=order.brief)) if order.wild else None
        try:
            await _play_all(tables, order, began, weather, disturbing)
        finally:
            if disturbing is not None:
                await weather.end(disturbing)
                if not disturbing.cancelled():
                    disturbing.result()
        with contextlib.suppress(TimeoutError):
            await playground.settled(QUIET, SETTLING)
        _note_stuck(tables, ledger, transcript)
    finally:
        await fleet.close()
        await playground.stop()
        ledger.close()
    transcript.pings = list(playground.world.pings)
    transcript.clicks = clicks(playground.interactions.known)
    transcript.commands = commands(playground.interactions.known)
    outcome = Outcome(transcript, fleet.database, fleet.log, playground.token)
    outcome.kills, outcome.faults = fleet.kills, weather.faults
    outcome.schedule, outcome.seconds = weather.schedule, time.monotonic() - began
    return outcome


def _table(
    number: int, halls: list[int], stage: Stage, shelf: Shelf, luck: Luck, order: Order
) -> Table:
    own = luck.child("table", number)
    room = halls[number % len(halls)]
    what = brief_plan(own) if order.brief else plan(own)
    names = NAMES[: what.people]
    people = [newcomer(stage.playground, f"{name}{number}", room) for name in names]
    stage.people += people
    return Table(people, what, stage, shelf, own)


async def _play_all(
    tables: list[Table],
    order: Order,
    began: float,
    weather: Weather,
    disturbing: asyncio.Task[None] | None,
) -> None:
    seats = asyncio.Semaphore(order.at_once)
    left = len(tables)

    async def play(table: Table) -> None:
        nonlocal left
        async with seats:
            await table.play()
        left -= 1
        weather.enough = left <= len(tables) * FEW

    patience = began + order.patience - time.monotonic()
    tasks = [asyncio.create_task(play(table)) for table in tables]
    tasks.append(asyncio.create_task(_play_on(tables, tasks[:], weather)))

    def broke(weathering: asyncio.Task[None]) -> None:
        """Without weather nobody starts the bot again: nothing will come."""
        if not weathering.cancelled() and weathering.exception() is not None:
            for task in tasks:
                task.cancel()

    if disturbing is not None:
        disturbing.add_done_callback(broke)
    _, late = await asyncio.wait(tasks, timeout=patience)
    for task in late:
        task.cancel()
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    for table, end in zip(tables, ends[: len(tables)], strict=True):
        if isinstance(end, Exception):
            table.doing = f"gave up, as {end!r}"


async def _play_on(tables: list[Table], tasks: list[asyncio.Task[None]], weather: Weather) -> None:
    """Let them play what came about when they thought that they were done."""
    await asyncio.gather(*tasks, return_exceptions=True)
    await weather.clear()
    await asyncio.gather(*(table.play() for table in tables))


def _note_stuck(tables: list[Table], ledger: Ledger, transcript: Transcript) -> None:
    for table in tables:
        for match in sorted(table.matches):
            stored = ledger.stored(match)
            if stored is None or not stored.over:
                transcript.stuck[match] = f"{table.doing}; {ledger.describe(match)}"
        if not table.matches:
            transcript.stuck[0] = f"{table.people[0].id} {table.doing}"
