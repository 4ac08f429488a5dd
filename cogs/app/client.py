"""The Discord client: connects, loads the cogs, and answers what no handler takes."""

import asyncio
import logging
from functools import partial
from types import TracebackType

import discord
from discord import app_commands
from discord.ext import commands

from bot.match.core.matches import Matches
from bot.match.log.store_errors import StoreTrouble
from bot.match.stores import Stores
from bot.observing.answer import Outcome, working_for
from cogs.app.composition import Options, Services
from cogs.app.idleness import heard, is_busy
from cogs.base import custom_id_families as families
from cogs.base.discord_errors import PATIENCE
from cogs.base.incomplete import has_user
from cogs.games.installed import InstalledGames
from cogs.guide.mentioned import Mentioned
from cogs.interactions.answers import OutOfDate, private_words, sentence, tell
from cogs.interactions.command_errors import UnknownUser, expected
from cogs.interactions.observed import unhandled
from cogs.interactions.topics import TopicClient
from cogs.interactions.translator import CatalogueTranslator
from cogs.runtime.command_sync import CommandSync
from cogs.runtime.gateway_events import guard_parsers
from cogs.runtime.process import settle
from cogs.runtime.scheduler import NAME
from cogs.runtime.sessions import ShardSessions
from cogs.runtime.shard_keeper import ShardKeeper
from cogs.runtime.shutdown import FINISH, HURRY, LEAVE, STOP_INTAKE, ended
from cogs.runtime.traffic import measure_waits, traced
from cogs.ui.emoji_refusals import EmojiRefusals
from texts import Catalogue

_log = logging.getLogger(__name__)

EXTENSIONS = (
    "cogs.play.cog",
    "cogs.tournaments.cog",
    "cogs.app.guild_events",
)


COMMANDS = 10.0
"""Seconds that the start waits at most until Discord has accepted the commands."""
READY = 2.0
"""Seconds without another server after which Discord has sent all of them."""


class Tree(app_commands.CommandTree["SaludClient"]):
    """The slash commands; their errors are answered."""

    async def interaction_check(self, interaction: discord.Interaction["SaludClient"], /) -> bool:
        """Refuse commands of which Discord doesn't say whose they are: their methods read it."""
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
        """Tell the user."""
        words = private_words(interaction.client.services.catalogue, interaction)
        text = expected(error, words)
        outcome = Outcome.FAILED if text is None else Outcome.REFUSED
        answer = unhandled(interaction, outcome, type(error).__name__)
        with working_for(answer), interaction.client.services.in_flight.working():
            if text is None:
                _log.error("A command went wrong", exc_info=error)
                text = words.say("Something went wrong. `/board` shows what counted.")
            interaction.client.services.matches.observer.answered(answer)
            await tell(interaction, text)


class SaludClient(TopicClient):
    """The bot on Discord. It has no privileged intents, and keeps nothing of a match.

    It is ready `ready_after` seconds after Discord has sent the last of its servers. With `shards`
    it has sessions for those shards alone that these give it, of `shard_number`, or of as many as
    Discord recommends.
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
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True, guild_messages=True),
            tree_cls=Tree,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
            max_ratelimit_timeout=PATIENCE,
            guild_ready_timeout=ready_after,
            http_trace=traced(matches.observer),
        )
        measure_waits(self.http)
        guard_parsers(self)
        self._command_sync = CommandSync(self.tree)
        self.services: Services = Services(
            self, matches, catalogue, games, stores, options or Options()
        )
        self._mentioned = Mentioned(self, self.services.preferences)
        self._shard_keeper = shards
        self._shard_number = shard_number
        self._tasks: list[asyncio.Task[None]] = []
        self._left = False

    @property
    def extension_names(self) -> tuple[str, ...]:
        """The modules with commands and buttons: those of the installed games, then the others."""
        return (*self.services.games.extensions, *EXTENSIONS)

    def wake(self) -> None:
        """Look at once at what is due: the time was moved."""
        self.services.scheduler.wake()
        if self._shard_keeper is not None:
            self._shard_keeper.wake()

    def is_busy(self) -> bool:
        """Return whether anything is under way: see cogs/app/idleness.py."""
        return is_busy(self, self.services, self._shard_keeper)

    def heard(self) -> dict[str, int]:
        """Return the number of the latest event heard in each gateway session, by its id."""
        return heard(self)

    def trouble(self) -> str | None:
        """Why the bot is not well, as a sentence; None if it is."""
        return self.services.gateway.trouble() or self.services.supervisor.trouble()

    def remarks(self) -> tuple[str, ...]:
        """What an operator should know although the bot is well, as sentences."""
        keeper = self._shard_keeper
        shared = () if keeper is None or keeper.remark is None else (keeper.remark,)
        return (*self._command_sync.remarks, *self.services.supervisor.remarks(), *shared)

    async def setup_hook(self) -> None:
        """Load the cogs, sync the commands with Discord, and start the background tasks.

        Raises OtherApplication, before anything is done, if the database belongs to another bot.
        """
        assert self.application_id is not None, "the login tells it"
        await self.services.stores.owner.claim(self.application_id)
        await self.load_commands()
        EmojiRefusals(self, self.services.emoji).install()
        keep = self.services.supervisor.keep
        syncing = keep("list of commands", self._command_sync.run)
        self._tasks.append(syncing)
        await asyncio.wait([syncing], timeout=COMMANDS)
        # From here on a machine that sleeps is noticed, even before the first round.
        await self.services.timekeeper.beat()
        self._tasks.append(keep("preparation of pictures", self._prepare))
        emoji = partial(self.services.emoji.keep, self)
        self._tasks.append(keep("upload of missing emoji", emoji))
        scheduler = self.services.scheduler
        self._tasks.append(keep(NAME, self._schedule, vital=scheduler.patience))

    async def load_commands(self) -> None:
        """Add all commands, buttons and menus."""
        await self.tree.set_translator(CatalogueTranslator(self.services.catalogue))
        await self.services.presses.register(self)
        for extension in self.extension_names:
            await self.load_extension(extension)

    async def launch_shards(self) -> None:
        """Begin the sessions that Discord wants, or let them be begun one by one."""
        if self._shard_keeper is None:
            await super().launch_shards()
            return
        recommended, _, limits = await self.http.get_bot_gateway()
        number = self._shard_number or recommended
        self._shard_keeper.concurrency = max(limits["max_concurrency"], 1)
        services = self.services
        sessions = ShardSessions(self, services.ownership.owns, services.gateway.reaches)
        work = partial(self._shard_keeper.run, sessions, number)
        self._tasks.append(self.services.supervisor.keep("sharing of shards", work))

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until a session may begin."""
        if self._shard_keeper is None or shard_id is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self._shard_keeper.before_identify(shard_id)

    async def _schedule(self) -> None:
        """Run the scheduler once all servers are known."""
        await self.wait_until_ready()
        await self.services.scheduler.run()

    async def _prepare(self) -> None:
        """Make the first picture as fast as all others, and bring the games' emoji."""
        await self.services.artist.prepare()
        await self.services.emoji.bring(self)
        await asyncio.to_thread(settle)

    async def close(self) -> None:
        """Take nothing new, finish what is being answered, then disconnect; within some seconds."""
        if self._left:
            return
        self._left = True
        for task in self._tasks:
            task.cancel()
        disconnecting = [asyncio.create_task(shard.disconnect()) for shard in self.shards.values()]
        closing = (
            self.services.timers.close(),
            self.services.service.thoughts.close(),
            self.services.queues.close(),
            self.services.reminders.close(),
        )
        intake = [*self._tasks, *disconnecting, *map(asyncio.create_task, closing)]
        await ended(intake, STOP_INTAKE, "Some tasks did not stop")
        finished = asyncio.create_task(self.services.in_flight.idle())
        await asyncio.wait({finished}, timeout=FINISH)
        self.services.boards.stop()
        if not await ended([finished], HURRY, "Some answers were not finished"):
            await self.services.in_flight.cancel(LEAVE)
        services = self.services
        processes = (services.artist, services.animator, services.workers)
        await asyncio.gather(*(one.close() for one in processes))
        if self._shard_keeper is not None:
            releasing = asyncio.create_task(self._shard_keeper.leave())
            await ended([releasing], LEAVE, "The shards of this process were not released")
        leaving = asyncio.create_task(super().close())
        if not await ended([leaving], LEAVE, "The connection to Discord was not closed"):
            await self.http.close()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it, unless that is done."""
        await self.close()

    async def on_message(self, message: discord.Message, /) -> None:
        """Answer a message that speaks to the bot: it has no commands in text."""
        teaches = self.tree.get_command("tutorial") is not None
        with self.services.in_flight.working():
            await self._mentioned.answer(message, teaches=teaches)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Submitted forms, and buttons that this version doesn't know."""
        if interaction.guild_id is not None and has_user(interaction):
            self.services.names.learn(interaction.guild_id, interaction.user)
            if isinstance(interaction.user, discord.Member):
                self.services.visibility.learn(interaction.user)
        if has_user(interaction):
            self.services.recent_presses.remember(interaction)
        try:
            await self.services.restores.saw(interaction)
        except StoreTrouble as trouble:
            _log.warning("An interaction can't be noted: %s", trouble)
        custom_id = str(dict(interaction.data or {}).get("custom_id", ""))
        if interaction.type is discord.InteractionType.modal_submit:
            if not await self.services.presses.take(interaction):
                await self._refuse_form(interaction)
        elif interaction.type is discord.InteractionType.component and not families.is_button(
            custom_id
        ):
            words = private_words(self.services.catalogue, interaction)
            await self._refuse(interaction, sentence(OutOfDate(), words))

    async def _refuse_form(self, interaction: discord.Interaction) -> None:
        words = private_words(self.services.catalogue, interaction)
        await self._refuse(interaction, words.say("This form is out of date. Open it again."))

    async def _refuse(self, interaction: discord.Interaction, text: str) -> None:
        answer = unhandled(interaction, Outcome.REFUSED, OutOfDate.__name__)
        self.services.matches.observer.answered(answer)
        with self.services.in_flight.working():
            await tell(interaction, text)
