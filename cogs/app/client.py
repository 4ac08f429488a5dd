"""The Discord client: connects, loads the cogs, and answers interactions without a handler."""

import asyncio
import logging
from functools import partial
from types import TracebackType
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.ext import commands

from bot.match.core.matches import Matches
from bot.match.log.store_errors import StoreTrouble
from bot.match.stores import Stores
from bot.match.values.places import NO_SERVER
from bot.observing.answer import AnswerOutcome, working_for
from cogs.app.composition import Services
from cogs.app.guild_events import GuildEvents
from cogs.app.idleness import heard, is_busy
from cogs.app.options import Options
from cogs.base.discord_errors import DISCORD_TROUBLE, PATIENCE
from cogs.base.incomplete import has_user, server_of
from cogs.games.installed import InstalledGames
from cogs.guide.mentioned import answer_mention, mention_limits
from cogs.interactions.answers import OutOfDate, private_words, sentence, tell
from cogs.interactions.command_errors import UnknownUser, error_text
from cogs.interactions.observed import unhandled_answer
from cogs.interactions.translator import CatalogueTranslator
from cogs.runtime.command_sync import CommandSync
from cogs.runtime.foreign_answers import ForeignAnswers
from cogs.runtime.gateway_events import guard_parsers
from cogs.runtime.process import settle, trim
from cogs.runtime.rest_health import RestHealth
from cogs.runtime.scheduler import NAME
from cogs.runtime.sessions import ShardSessions, SteadyBackoff
from cogs.runtime.shard_keeper import ShardKeeper
from cogs.runtime.shutdown import FINISH, HURRY, LEAVE, STOP_INTAKE, wait_for_end
from cogs.runtime.traffic import measure_waits, trace_config
from cogs.topics.client import TopicClient
from cogs.ui.emoji_refusals import install_emoji_refusals
from texts import Catalogue

_log = logging.getLogger(__name__)

COMMANDS = 10.0
"""Maximum seconds that startup waits for Discord to accept the commands."""
TRIMMED = 60.0
"""Seconds between two returns of spare memory to the system."""
LOOK, ASKED = 2.5, 10.0
"""Seconds between two looks whether Discord answers requests, and until one has failed."""
STATUS = "🎲 /help to start"
"""The text below the bot's name in lists of members; it has one language for everyone. Each shard
sends it when it identifies itself, and Discord keeps it for resumed sessions.
"""
READY = 2.0
"""Seconds without another server after which the list of servers is complete."""


async def _keep_trimmed() -> None:
    """Return spare memory every minute: after busy minutes that is some 4 MiB."""
    while True:
        await asyncio.sleep(TRIMMED)
        await asyncio.to_thread(trim)


class SaludCommandTree(app_commands.CommandTree["SaludClient"]):
    async def interaction_check(self, interaction: discord.Interaction["SaludClient"], /) -> bool:
        """Refuse commands without a user, because their handlers need one."""
        if has_user(interaction):
            return True
        if interaction.type is discord.InteractionType.application_command:
            raise UnknownUser
        return False

    async def on_error(
        self,
        interaction: discord.Interaction["SaludClient"],
        error: app_commands.AppCommandError,
        /,
    ) -> None:
        words = private_words(interaction.client.services.catalogue, interaction)
        text = error_text(error, words)
        outcome = AnswerOutcome.FAILED if text is None else AnswerOutcome.REFUSED
        answer = unhandled_answer(interaction, outcome, type(error).__name__)
        with working_for(answer), interaction.client.services.kit.in_flight.working():
            if text is None:
                _log.error("A command went wrong", exc_info=error)
                text = words.say("Something went wrong. `/board` shows what counted.")
            interaction.client.services.matches.observer.answered(answer)
            await tell(interaction, text)


class SaludClient(TopicClient):
    """The bot on Discord, without privileged intents and without a cache of messages or members.

    It is ready `ready_after` seconds after Discord has sent the last server. With `shards`, it
    shares its shards with other processes; `shard_number` is their total, by default Discord's
    recommendation.
    """

    def __init__(
        self,
        matches: Matches,
        catalogue: Catalogue,
        games: InstalledGames,
        stores: Stores,
        options: Options | None = None,
        *,
        ready_after: float = READY,
        shards: ShardKeeper | None = None,
        shard_number: int | None = None,
    ) -> None:
        rest = RestHealth()
        self._foreign_answers = ForeignAnswers(self._is_counted_by_sibling)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True, guild_messages=True),
            tree_cls=SaludCommandTree,
            allowed_mentions=discord.AllowedMentions.none(),
            activity=discord.CustomActivity(STATUS),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
            max_ratelimit_timeout=PATIENCE,
            guild_ready_timeout=ready_after,
            http_trace=trace_config(matches.observer, rest, self._foreign_answers),
        )
        measure_waits(self.http)
        guard_parsers(self)
        self._command_sync = CommandSync(self.tree)
        self.services: Services = Services(
            self, matches, catalogue, games, stores, options or Options(), rest
        )
        self.topic_kit, self.presses = self.services.kit, self.services.presses
        self._mention_limits = mention_limits()
        self._shard_keeper = shards
        self._shard_number = shard_number
        self._tasks: list[asyncio.Task[None]] = []
        self._left = False

    def wake(self) -> None:
        """Check for due work immediately, because the clock was moved."""
        if self._shard_keeper is None:
            self.services.scheduler.wake()
        else:
            self._shard_keeper.wake(self.services.scheduler.wake)

    def is_busy(self) -> bool:
        return is_busy(self, self.services, self._shard_keeper)

    def heard(self) -> dict[str, int]:
        return heard(self)

    def trouble(self) -> str | None:
        """Return a sentence about why the bot is unhealthy, or None."""
        keeper = self._shard_keeper
        cut = None if keeper is None else keeper.trouble
        return self.services.gateway.trouble() or cut or self.failure()

    def failure(self) -> str | None:
        """Return a trouble of the bot's own, or None. Unlike a lost connection to Discord, it does
        not pass within seconds.
        """
        return self.services.stores.trouble or self.services.supervisor.trouble()

    def remarks(self) -> tuple[str, ...]:
        """Return warnings for the operator that don't make the bot unhealthy."""
        keeper = self._shard_keeper
        remarks = (*self.services.stores.remarks, self._foreign_answers.remark)
        return (
            *self._command_sync.remarks,
            *self.services.supervisor.remarks(),
            *(remark for remark in remarks if remark is not None),
            *(() if keeper is None else keeper.remarks),
        )

    async def _is_counted_by_sibling(self, interaction: int) -> bool:
        services = self.services
        return services.ownership.is_shared and await services.matches.store.has_counted(
            interaction
        )

    async def setup_hook(self) -> None:
        """Load the cogs, sync the commands with Discord, and start the background tasks.

        Raise OtherApplication, before doing anything, if the database belongs to another bot.
        """
        assert self.application_id is not None, "the login sets it"
        await self.services.stores.owner.claim(self.application_id)
        await self.load_commands()
        install_emoji_refusals(self, self.services.kit.emoji)
        keep = self.services.supervisor.keep
        syncing = keep("list of commands", self._command_sync.run)
        self._tasks.append(syncing)
        await asyncio.wait([syncing], timeout=COMMANDS)
        # From now on the bot notices if the machine sleeps, even before the first round.
        await self.services.domain.timing.timekeeper.beat()
        self._tasks.append(keep("preparation of pictures", self._prepare))
        emoji = partial(self.services.kit.emoji.keep, self)
        self._tasks.append(keep("upload of missing emoji", emoji))
        self._tasks.append(keep("return of spare memory", _keep_trimmed))
        self._tasks.append(keep("check of requests", self._ask))
        scheduler = self.services.scheduler
        self._tasks.append(keep(NAME, self._schedule, vital=scheduler.patience))

    async def load_commands(self) -> None:
        await self.tree.set_translator(CatalogueTranslator(self.services.catalogue))
        await self.presses.register(self)
        self.add_listener(self.answer_press, "on_interaction")
        await self.add_cog(GuildEvents(self, self.services))

    async def launch_shards(self) -> None:
        if self._shard_keeper is None:
            await super().launch_shards()
            return
        recommended, _, limits = await self.http.get_bot_gateway()
        number = self._shard_number or recommended
        self._shard_keeper.concurrency = max(limits["max_concurrency"], 1)
        services = self.services
        sessions = ShardSessions(self, services.ownership.owns, services.gateway.reaches)
        self._shard_keeper.rest_silence = services.gateway.rest.silence
        work = partial(self._shard_keeper.run, sessions, number)
        self._tasks.append(self.services.supervisor.keep("sharing of shards", work))

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        await super().launch_shard(gateway, shard_id, initial=initial)
        shards: dict[int, Any] = self._AutoShardedClient__shards  # type: ignore[attr-defined]
        shards[shard_id]._backoff = SteadyBackoff()  # noqa: SLF001 - see sessions.py

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        if self._shard_keeper is None or shard_id is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self._shard_keeper.before_identify(shard_id)

    async def _ask(self) -> None:
        """Make a request whenever nothing else shows whether Discord answers requests."""
        rest = self.services.gateway.rest
        while True:
            await asyncio.sleep(LOOK)
            if not rest.should_ask:
                continue
            try:
                async with asyncio.timeout(ASKED):
                    await self.http.get_bot_gateway()
            except TimeoutError:
                rest.note_failure("gateway/bot")
            except (*DISCORD_TROUBLE, discord.GatewayNotFound) as error:
                _log.debug("Discord does not answer requests: %r", error)

    async def _schedule(self) -> None:
        await self.wait_until_ready()
        await self.services.scheduler.run()

    async def _prepare(self) -> None:
        await self.services.artist.prepare()
        await asyncio.to_thread(settle)
        # A new application uploads its emoji for a minute, while people can already play.
        await self.services.kit.emoji.bring(self)
        await asyncio.to_thread(settle)

    async def close(self) -> None:
        if self._left:
            return
        self._left = True
        for task in self._tasks:
            task.cancel()
        disconnecting = [asyncio.create_task(shard.disconnect()) for shard in self.shards.values()]
        closing = (
            self.services.kit.match_jobs.timers.close(),
            self.services.kit.boards.interludes.close(),
            self.services.service.thoughts.close(),
            self.services.queues.close(),
        )
        intake = [*self._tasks, *disconnecting, *map(asyncio.create_task, closing)]
        await wait_for_end(intake, STOP_INTAKE, "Some tasks did not stop")
        finished = asyncio.create_task(self.services.kit.in_flight.idle())
        await asyncio.wait({finished}, timeout=FINISH)
        self.services.kit.boards.stop()
        if not await wait_for_end([finished], HURRY, "Some answers were not finished"):
            await self.services.kit.in_flight.cancel(LEAVE)
        services = self.services
        processes = (services.artist, services.animator, services.workers)
        await asyncio.gather(*(process.close() for process in processes))
        if self._shard_keeper is not None:
            releasing = asyncio.create_task(self._shard_keeper.leave())
            await wait_for_end([releasing], LEAVE, "The shards of this process were not released")
        leaving = asyncio.create_task(super().close())
        if not await wait_for_end([leaving], LEAVE, "The connection to Discord was not closed"):
            await self.http.close()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def on_message(self, message: discord.Message, /) -> None:
        teaches = self.tree.get_command("tutorial") is not None
        with self.services.kit.in_flight.working():
            await answer_mention(
                self,
                self.services.preferences,
                self._mention_limits,
                message,
                teaches=teaches,
            )

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if has_user(interaction):
            server = server_of(interaction)
            self.services.names.learn(server or NO_SERVER, interaction.user)
            if server is not None and isinstance(interaction.user, discord.Member):
                self.services.visibility.learn(interaction.user)
            self.services.topics.recent_presses.remember(interaction)
        try:
            await self.services.kit.restores.saw(interaction)
        except StoreTrouble as trouble:
            _log.warning("An interaction can't be recorded: %s", trouble)

    async def answer_press(self, interaction: discord.Interaction) -> None:
        """Answer a button, menu or form, while `on_interaction` records it."""
        form = interaction.type is discord.InteractionType.modal_submit
        if not form and interaction.type is not discord.InteractionType.component:
            return
        answer = self.presses.handler_of(interaction)
        if answer is not None:
            await answer(interaction)
            return
        words = private_words(self.services.catalogue, interaction)
        if form:
            text = words.say("This form is out of date. Open it again.")
        else:
            text = sentence(OutOfDate(), words)
        await self._refuse(interaction, text)

    async def _refuse(self, interaction: discord.Interaction, text: str) -> None:
        answer = unhandled_answer(interaction, AnswerOutcome.REFUSED, OutOfDate.__name__)
        self.services.matches.observer.answered(answer)
        with self.services.kit.in_flight.working():
            await tell(interaction, text)
