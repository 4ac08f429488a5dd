"""Building and running the bot. Only this module knows all parts."""

import asyncio
import contextlib
import logging
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import discord

from bot.app import systemd
from bot.app.background import background, backups, leading, look_back, verify
from bot.app.commands.rebuild import bring_up_to_date
from bot.app.discord_address import RESTART_PROXY, connect_to, network_remedy, send_requests_to
from bot.app.games import load_games
from bot.app.observation import observers
from bot.app.playground_clock import following
from bot.app.puzzle_bundle import missing
from bot.app.puzzle_mining import PuzzleMining
from bot.app.report_folder import ReportFolder
from bot.app.settings import Settings
from bot.errors import OperatorError, error_text
from bot.game_register import GameRegister
from bot.health import sign
from bot.match.core.matches import Matches, new_seed
from bot.match.core.store import Store
from bot.match.people.limits import CoolDown
from bot.match.people.owner import OtherApplication
from bot.match.sharding.ownership import Ownership
from bot.match.stores import Stores
from bot.match.timing.common_clock import CommonClock
from bot.match.values.times import Clock, SystemClock
from bot.storage.base.connection import Check
from bot.storage.base.database import Database
from bot.storage.opening import open_for_bot
from bot.worker.forked import Forked
from bot.worker.mining import PoolMiner
from bot.worker.pool import Bounds, WorkerPool, cores, usual_number
from bot.worker.ports import PoolThinker
from cogs.app.client import READY, SaludClient
from cogs.app.options import Options
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.drawing.artist import Artist, ThreadArtist
from cogs.drawing.process import ProcessArtist
from cogs.games.installed import InstalledGames
from cogs.runtime.process import prepare
from cogs.runtime.shard_keeper import ShardKeeper
from texts import Catalogue

_log = logging.getLogger(__name__)

BEAT, LOOK = 15.0, 1.0
"""Seconds between two heartbeats of a bot in the same state, and between two looks at the state."""
REST = 60.0
EXPLAINED = (*DISCORD_TROUBLE, discord.ConnectionClosed, discord.PrivilegedIntentsRequired)
PLAYGROUND_READY = 0.1


@asynccontextmanager
async def build_client(
    settings: Settings,
    clock: Clock | None = None,
    seed: Callable[[], bytes] = new_seed,
    games: GameRegister | None = None,
    *,
    ready_after: float = READY,
    drawing: Forked | None = None,
    check: Check | None = None,
    database: Database | None = None,
) -> AsyncIterator[SaludClient]:
    """Build the client and all its parts; close them at the end. `drawing` draws boards.

    Open the database of the settings with `check`, unless it is open already, as `database`. Raise
    OperatorError (also StoreTrouble) or BadCatalogue.
    """
    games = games or load_games()
    catalogue, installed = Catalogue.load(), InstalledGames(games)
    here: Artist = ThreadArtist(installed.all_pictures)
    artist = animator = here
    if settings.salud_drawing == "process":
        artist = ProcessArtist(games, catalogue, here, first=drawing)
        # Animations are slow: in the same process they would hold up the boards.
        animator = ProcessArtist(games, catalogue, here, rest=REST)
    elif drawing is not None:  # the setting is in .env, which was not read before
        drawing.leave()
    observer, serving_metrics = observers(settings)
    bounds = Bounds(
        deciding=settings.salud_thinking_processes or usual_number(),
        sharing=cores(),
        memory=settings.salud_thinking_memory,
    )
    workers = WorkerPool(games, bounds)
    thinker = PoolThinker(workers, settings.salud_thinking_seconds, observer)
    is_shared = settings.salud_shards is not None
    database = database or await open_for_bot(
        settings.salud_database, settings.commits_file, check, is_shared=is_shared
    )
    for writer in (database.writer, database.urgent):
        writer.observer = observer
    try:
        clock = clock or SystemClock()
        matches = Matches(Store(database), games, clock, seed, observer=observer)
        common_clock = CommonClock(clock, database.time)
        stores, ownership = Stores(database, common_clock), Ownership(clock)
        shards = None
        if is_shared:
            ownership.share()
            shards = ShardKeeper(stores.shards, clock, ownership)
        else:
            await stores.shards.serve_all()
        tick = settings.salud_tick
        mining = PuzzleMining(matches, stores.puzzles, PoolMiner(workers))
        limits = CoolDown(per_second=settings.salud_acts_per_second)
        async with (
            SaludClient(
                matches,
                catalogue,
                installed,
                stores,
                Options(
                    tick=tick,
                    limits=limits,
                    take_back=settings.salud_take_back,
                    pause=settings.salud_computer_pause,
                    thinker=thinker.think,
                    workers=workers,
                    save_report=ReportFolder(settings.salud_reports).keep,
                    artist=artist,
                    animator=animator,
                    ownership=ownership,
                    puzzle_stock=partial(missing, games),
                ),
                ready_after=ready_after,
                shards=shards,
                shard_number=None if settings.salud_shards == "auto" else settings.salud_shards,
            ) as client,
            serving_metrics(client, database),
            background(
                client.services.supervisor,
                {
                    "rebuilding of what is derived": partial(
                        leading, ownership, partial(bring_up_to_date, database, games)
                    ),
                    "verifying of matches": partial(verify, matches, tick, ownership),
                    "look for lost commits": partial(look_back, database),
                    "mining of puzzles": partial(leading, ownership, mining.keep),
                    "making of backups": partial(leading, ownership, partial(backups, settings)),
                },
            ),
        ):
            yield client
    finally:
        await database.close()


async def run(
    settings: Settings,
    games: GameRegister | None = None,
    drawing: Forked | None = None,
    check: Check | None = None,
) -> None:
    prepare()
    if not settings.discord_token.get_secret_value():
        raise OperatorError(
            'There is no DISCORD_TOKEN: set it to your bot\'s token (README, "In a server"),'
            " or try `make play`, which needs no token."
        )
    if settings.salud_playground:
        connect_to(settings.salud_playground)
    if settings.salud_discord_api:
        send_requests_to(settings.salud_discord_api)
    if settings.salud_playground:
        await serve_playground(settings, settings.salud_playground, games, drawing, check)
    else:
        async with build_client(settings, games=games, drawing=drawing, check=check) as client:
            await serve(client, settings)


async def serve_playground(
    settings: Settings,
    playground: str,
    games: GameRegister | None = None,
    drawing: Forked | None = None,
    check: Check | None = None,
    database: Database | None = None,
) -> None:
    async with (
        following(playground) as clock,
        build_client(
            settings,
            clock,
            games=games,
            ready_after=PLAYGROUND_READY,
            drawing=drawing,
            check=check,
            database=database,
        ) as client,
    ):
        clock.moved, clock.is_busy, clock.heard = client.wake, client.is_busy, client.heard
        await serve(client, settings)


async def serve(client: SaludClient, settings: Settings) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stop.set)
    connected = asyncio.create_task(_connect(client, settings))
    beat = partial(_beat, client, Path(settings.salud_heartbeat))
    alive = client.services.supervisor.keep("sign of life", beat)
    stopping = asyncio.create_task(stop.wait())
    try:
        done, _ = await asyncio.wait({connected, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if connected in done:
            await connected
        _log.info("Stopping")
    finally:
        alive.cancel()
        systemd.stopping()
        stopping.cancel()
        await client.close()
        connected.cancel()  # it can still be waiting for Discord
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await connected


async def _connect(client: SaludClient, settings: Settings) -> None:
    try:
        await client.login(settings.discord_token.get_secret_value())
    except discord.LoginFailure as error:
        sentence = "Discord refuses the DISCORD_TOKEN: is it complete and current?"
        if settings.salud_discord_api:
            sentence += f" {RESTART_PROXY}"
        raise OperatorError(sentence) from error
    except (discord.HTTPException, discord.RateLimited, OSError) as error:
        sentence = f"Discord can't be reached: {error_text(error)}. {network_remedy(settings)}"
        raise OperatorError(sentence) from error
    except OtherApplication as other:
        raise OperatorError(_whose(other.owner, client.application_id)) from other
    try:
        await client.connect(reconnect=True)
    except Exception as error:
        if not isinstance(error, EXPLAINED):
            _log.exception("An error ended the connection to Discord")
        sentence = f"The connection to Discord ended: {error_text(error)}."
        raise OperatorError(f"{sentence} `python -m bot doctor` looks for the cause.") from error


def _whose(owner: int, application: int | None) -> str:
    return (
        f"The database belongs to another bot, the application {owner}, but the DISCORD_TOKEN to"
        f" the application {application}. Set SALUD_DATABASE to another file. Or, to continue its"
        " matches with this bot, stop the other one and run `python -m bot hand-over`."
    )


async def _beat(client: SaludClient, heartbeat: Path) -> None:
    last: tuple[str | None, ...] = ()
    due = time.monotonic()
    while True:
        trouble = client.trouble()
        remarks = client.remarks() if trouble is None else (trouble,)
        if (trouble, *remarks) != last or time.monotonic() >= due:
            last, due = (trouble, *remarks), time.monotonic() + BEAT
            well, failed = trouble is None, client.failure() is not None
            with contextlib.suppress(OSError):
                await asyncio.to_thread(sign, heartbeat, remarks, well=well, failed=failed)
            if trouble is None:
                systemd.well(remarks)
            else:
                systemd.unwell(trouble)
        await asyncio.sleep(LOOK)
