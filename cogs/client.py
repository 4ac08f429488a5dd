"""The Discord client: knows the cogs and the desk, answers what nobody else does."""

import asyncio
import logging
from collections.abc import Collection, Mapping
from functools import partial
from types import TracebackType

import discord
from discord import app_commands
from discord.ext import commands

from bot.match.errors import TooFast
from bot.match.lobby.challenges import Challenges
from bot.match.lobby.lobby import Lobby
from bot.match.matches import Matches
from bot.match.people.cooldown import CoolDown
from bot.match.people.people import People
from bot.match.people.pings import PingBudget
from bot.match.playing.planning import Planning
from bot.match.playing.service import MatchService
from bot.match.ports import StoreTrouble
from bot.match.stores import Stores
from bot.match.timing.reminders import Reminders
from bot.match.timing.services import TimingServices
from bot.match.timing.visibility import TurnAlerts
from cogs.board.private_pictures import PrivatePictures
from cogs.board.publisher import BoardPublisher
from cogs.board.scenes import Scenes
from cogs.fairness.proof import FairDice
from cogs.guide.handlers import Guide
from cogs.interactions import custom_ids
from cogs.interactions.answers import private_words, sentence, tell
from cogs.interactions.discord_errors import PATIENCE, InFlight
from cogs.interactions.items import BUTTONS
from cogs.interactions.modal_routes import take
from cogs.interactions.translator import CatalogueTranslator
from cogs.invitations.contributions import Contributions
from cogs.invitations.host_messages import HostMessages
from cogs.invitations.opening import MatchOpener
from cogs.invitations.publisher import InvitationPublisher
from cogs.me.handlers import MeHandlers
from cogs.moderation.bars import BarList
from cogs.notices.publisher import NoticePublisher
from cogs.overview.publisher import OverviewPublisher
from cogs.play.confirmations import Confirmations
from cogs.play.handlers import PlayHandlers
from cogs.play.menus import MenuHandlers
from cogs.play.move_preferences import MovePreferences
from cogs.play.planner import Planner
from cogs.play.questions import MoveQuestions
from cogs.posting.messenger import Messenger
from cogs.posting.visibility import DiscordVisibility
from cogs.privacy.handlers import PrivacyHandlers
from cogs.replay.handlers import ReplayHandlers
from cogs.report.handlers import NoReports, ReportHandlers, Reports
from cogs.report.recent_presses import RecentPresses
from cogs.runtime.gateway import Gateway
from cogs.runtime.guild_queues import GuildQueues
from cogs.runtime.jobs import Jobs
from cogs.runtime.scheduler import NAME, TICK, Scheduler
from cogs.runtime.shutdown import FALL_SILENT, FINISH, HURRY, LEAVE, ended
from cogs.runtime.supervisor import Supervisor
from cogs.runtime.timers import Timers
from cogs.server.handlers import ServerHandlers
from cogs.server.preferences import Preferences
from cogs.share.handlers import ShareHandlers
from cogs.statistics.after_match import AfterMatch
from cogs.statistics.handlers import StatisticsHandlers
from cogs.timing.absences import Absences
from cogs.timing.handlers import TimingHandlers
from cogs.timing.reminders import ReminderSender
from cogs.ui.emoji import GameEmoji
from cogs.ui.names import NameBook
from games.dice_miner.tutorial.handlers import TutorialHandlers
from render.games.dice_miner.board import warming
from texts import Catalogue, Words

_log = logging.getLogger(__name__)

EXTENSIONS = (
    "games.dice_miner.tutorial.cog",
    "cogs.invitations.cog",
    "cogs.play.cog",
    "games.dice_miner.salud",
    "cogs.statistics.cog",
    "cogs.guide.cog",
    "cogs.privacy.cog",
    "cogs.server.cog",
    "cogs.me.cog",
    "cogs.timing.cog",
    "cogs.replay.cog",
    "cogs.fairness.cog",
    "cogs.fairness.luck",
    "cogs.report.cog",
    "cogs.moderation.cog",
    "cogs.server.events",
)


READY = 2.0
"""Seconds without news of another server after which Discord has named all of them."""


class Tree(app_commands.CommandTree["SaludClient"]):
    """The slash commands; an error in one is answered."""

    async def on_error(
        self,
        interaction: discord.Interaction["SaludClient"],
        error: app_commands.AppCommandError,
        /,
    ) -> None:
        """Tell the one who asked."""
        words = private_words(interaction.client.catalogue, interaction)
        text = expected(error, words)
        if text is None:
            _log.error("A command went wrong", exc_info=error)
            text = words.say("Something went wrong. `/board` shows what counted.")
        else:
            _log.info("A command was not done: %s", error)
        await tell(interaction, text)


def expected(error: app_commands.AppCommandError, words: Words) -> str | None:
    """What is said of a failure that people bring about; None where it is the bot's own."""
    match error:
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return words.say("This command has changed. Please type it again.")
        case app_commands.NoPrivateMessage():
            return words.say("Salud is played in servers, not in direct messages.")
        case app_commands.TransformerError(value=discord.User() as user):
            return words.say(
                "{user} is no longer in this server. Nothing changed.", user=user.mention
            )
        case app_commands.TransformerError():
            return words.say("One of your options isn't possible. Nothing changed.")
        case app_commands.CommandOnCooldown():
            return sentence(TooFast(), words)
        case app_commands.CheckFailure():
            return words.say("You can't use this command here. Nothing changed.")
        case _:
            return None


class SaludClient(commands.AutoShardedBot):
    """The bot on Discord. No privileged intents; nothing of a match is kept here.

    It is ready `ready_after` seconds after Discord has named the last of its servers.
    """

    def __init__(
        self,
        matches: Matches,
        catalogue: Catalogue,
        game: str,
        stores: Stores,
        *,
        tick: float = TICK,
        limits: CoolDown | None = None,
        take_back: int = 0,
        reports: Reports | None = None,
        ready_after: float = READY,
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
        )
        self.gateway = Gateway(self)
        self.supervisor = Supervisor()
        self.guild_queues = GuildQueues()
        self.round = Scheduler(self, tick)
        self.in_flight = InFlight()
        self.limits = CoolDown() if limits is None else limits
        self.catalogue = catalogue
        self.matches = matches
        self.stores = stores
        self.service = MatchService(matches, stores.plans, take_back)
        self.planning = Planning(matches, stores.plans)
        self.pings = PingBudget(stores.pings, matches.clock)
        self.challenges = Challenges(matches.store, stores.refusals)
        self.lobby = Lobby(
            matches, self.service, game, servers=stores.servers, challenges=self.challenges
        )
        self.sight = DiscordVisibility(self, matches.clock)
        self.calls = TurnAlerts(matches, stores.calls, self.sight)
        self.pace = TimingServices(
            matches, self.service, stores.deadlines, stores.calls, servers=stores.servers
        )
        self.names = NameBook()
        self.icons = GameEmoji()
        self.preferences = Preferences(matches.store, catalogue, self._locale_of)
        self.scenes = Scenes(self, self.names, self.icons, self.preferences)
        self.host_messages = HostMessages(
            self, matches, stores.servers, self.names, self.preferences, self.pings
        )
        self.overviews = OverviewPublisher(self)
        self.server_desk = ServerHandlers(self)
        self.bars = BarList(stores.servers, catalogue)
        self.invitations = InvitationPublisher(
            self,
            matches,
            self.names,
            self.preferences,
            stores.servers,
            self.pings,
            self.challenges,
        )
        automatic = self.service.automatic
        self.boards = BoardPublisher(
            self,
            matches,
            self.invitations,
            self.scenes,
            self.preferences,
            automatic,
            stores.servers,
            stores.left_places,
            self.pace.keeper,
            AfterMatch(self, stores.glory, self.names),
            self.calls,
            self.pings,
        )
        self.timers = Timers(matches.clock, automatic, self.round.ring)
        self.messenger = Messenger(self)
        self.me = MeHandlers(
            matches,
            self.pace.rest,
            catalogue,
            self.messenger,
            stores.refusals,
            self.pings,
        )
        self.absences = Absences(
            matches,
            self.pace.rest,
            stores.absence_news,
            self.boards,
            self.messenger,
            self.preferences,
        )
        self.notices = NoticePublisher(
            self,
            matches,
            stores.notices,
            self.boards,
            self.messenger,
            self.pace.keeper,
            self.preferences,
            self.names,
            self.pings,
        )
        self.reminding = ReminderSender(
            Reminders(matches, stores.notices, stores.deadlines, stores.calls),
            self.boards,
            self.messenger,
            self.preferences,
            catalogue,
            self._guilds,
        )
        self.jobs = Jobs(matches, self.guild_queues, self.round.works)
        private_pictures = PrivatePictures()
        self.fair_dice = FairDice(self, matches, catalogue)
        self.handlers = PlayHandlers(
            matches=matches,
            service=self.service,
            lobby=self.lobby,
            boards=self.boards,
            invitations=self.invitations,
            host_messages=self.host_messages,
            scenes=self.scenes,
            names=self.names,
            catalogue=catalogue,
            turns=MoveQuestions(self.scenes, MovePreferences(matches.store)),
            tutorial=TutorialHandlers(
                matches.games, self.icons, self.preferences, private_pictures, catalogue
            ),
            private_pictures=private_pictures,
            timers=self.timers,
            fair_dice=self.fair_dice,
        )
        self.pace_desk = TimingHandlers(
            self.pace,
            self.handlers,
            self.boards,
            self.notices,
            catalogue,
        )
        self.contributions = Contributions(self.handlers)
        planner = Planner(self.planning, self.scenes)
        self.confirmations = Confirmations(self.handlers, planner)
        self.menu_handlers = MenuHandlers(self.handlers)
        self.match_opener = MatchOpener(self.handlers, self.lobby, self.preferences)
        self.presses = RecentPresses()
        kept = NoReports() if reports is None else reports
        self.reports = ReportHandlers(matches, catalogue, self.presses, kept)
        self.guide = Guide(self.tree, self.lobby, self.preferences, catalogue)
        self.sharing = ShareHandlers(
            self, self.handlers, self.preferences, stores.servers, catalogue
        )
        self.replays = ReplayHandlers(self.handlers, self.sharing, catalogue)
        self.hall = StatisticsHandlers(
            self,
            glory=stores.glory,
            matches=matches,
            names=self.names,
            preferences=self.preferences,
            catalogue=catalogue,
        )
        self.people = People(matches, self.service, self.lobby, stores.people)
        self.mine = PrivacyHandlers(
            self.people,
            (self.names, self.presses),
            self.boards,
            self.invitations,
            catalogue,
        )
        self._kept: list[asyncio.Task[None]] = []
        self._left = False

    @property
    def connected(self) -> bool:
        """Whether people can reach the bot, in all servers."""
        return self.gateway.trouble() is None

    def trouble(self) -> str | None:
        """Why the bot is not well, in a sentence; None where it is."""
        return self.gateway.trouble() or self.supervisor.trouble()

    def _locale_of(self, guild: int) -> str | None:
        """The language in which a server says that it speaks, where it is known."""
        found = self.get_guild(guild)
        return None if found is None else str(found.preferred_locale)

    async def setup_hook(self) -> None:
        """Make buttons work, load the cogs, tell Discord the commands, prepare the pictures.

        Raises OtherApplication, before anything is done, on the database of another bot.
        """
        assert self.application_id is not None, "the login tells it"
        await self.stores.owner.claim(self.application_id)
        self.add_dynamic_items(*BUTTONS)
        await self.tree.set_translator(CatalogueTranslator(self.catalogue))
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        keep = self.supervisor.keep
        try:
            await self.tree.sync()
        except discord.RateLimited as limited:
            _log.warning("Discord takes the commands later: %s", limited)
            self._kept.append(keep("list of commands", partial(self._sync, limited.retry_after)))
        # From here on a machine that sleeps is noticed, also before the first round.
        await self.pace.keeper.beat()
        self._kept.append(keep("preparation of pictures", self._prepare))
        self._kept.append(keep(NAME, self.round.run, vital=self.round.patience))

    async def _sync(self, wait: float) -> None:
        """Tell Discord the commands after so many seconds, or when it lets the bot."""
        while True:
            await asyncio.sleep(wait)
            try:
                await self.tree.sync()
            except discord.RateLimited as limited:
                wait = limited.retry_after
            else:
                return

    async def _prepare(self) -> None:
        """Make the first picture as fast as all others, and the dice faces emoji."""
        await asyncio.to_thread(self._warm)
        await self.icons.bring(self)

    async def _guilds(self, matches: Collection[int]) -> Mapping[int, int]:
        """The servers of these matches."""
        return await self.jobs.guilds(matches)

    def _warm(self) -> None:
        """In a thread, which a stop would wait for."""
        for _ in warming():
            if self._left:
                return

    async def close(self) -> None:
        """Take no more, finish what is being answered, then leave Discord; some seconds at most."""
        if self._left:
            return
        self._left = True
        for task in self._kept:
            task.cancel()
        deaf = [asyncio.create_task(shard.disconnect()) for shard in self.shards.values()]
        begun = (self.timers.close(), self.guild_queues.close(), self.reminding.close())
        quiet = [*self._kept, *deaf, *map(asyncio.create_task, begun)]
        await ended(quiet, FALL_SILENT, "Not all has fallen silent")
        finished = asyncio.create_task(self.in_flight.idle())
        await asyncio.wait({finished}, timeout=FINISH)
        self.boards.stop()
        await ended([finished], HURRY, "Some answers did not come to an end")
        leaving = asyncio.create_task(super().close())
        if not await ended([leaving], LEAVE, "Discord did not say goodbye"):
            await self.http.close()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """The same, where it has not been done."""
        await self.close()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Forms, and what no button or command of this version knows."""
        if interaction.guild_id is not None:
            self.names.learn(interaction.guild_id, interaction.user)
            if isinstance(interaction.user, discord.Member):
                self.sight.learn(interaction.user)
        self.presses.remember(interaction)
        try:
            await self.handlers.lives.saw(interaction)
        except StoreTrouble as trouble:
            _log.warning("An interaction can't be noted: %s", trouble)
        custom_id = str(dict(interaction.data or {}).get("custom_id", ""))
        if interaction.type is discord.InteractionType.modal_submit:
            await take(self, interaction)
        elif interaction.type is discord.InteractionType.component and not custom_ids.is_button(
            custom_id
        ):
            words = private_words(self.catalogue, interaction)
            await tell(
                interaction,
                words.say("This button is out of date. `/board` posts the current board."),
            )
