"""The Discord client: knows the cogs and the desk, answers what nobody else does."""

import asyncio
import logging
from collections.abc import Collection, Mapping
from functools import partial
from types import TracebackType

import discord
from discord import app_commands
from discord.ext import commands

from bot.match.challenges import Challenges
from bot.match.errors import TooFast
from bot.match.limits import CoolDown
from bot.match.lobby import Lobby
from bot.match.matches import Matches
from bot.match.pacing import PaceService
from bot.match.people import People
from bot.match.pings import PingBudget
from bot.match.planning import Planning
from bot.match.ports import StoreTrouble
from bot.match.reminders import Reminders
from bot.match.service import MatchService
from bot.match.sight import Calls
from bot.match.stores import Stores
from cogs.absences import Absences
from cogs.alarms import Alarms
from cogs.answers import private_words, sentence, tell
from cogs.bars import BarList
from cogs.board_menus import BoardMenus
from cogs.chores import Chores
from cogs.contributions import Contributions
from cogs.desk import Desk
from cogs.form_routes import take
from cogs.gateway import Gateway
from cogs.guide.guide import Guide
from cogs.habits import Habits
from cogs.hall.hall import Hall
from cogs.hall.honours import Honours
from cogs.icons import Icons
from cogs.lanes import Lanes
from cogs.lesson.tutor import Tutor
from cogs.me_desk import MeDesk
from cogs.messenger import Messenger
from cogs.mydata_desk import MyDataDesk
from cogs.names import NameBook
from cogs.notices import Notices
from cogs.openings import Openings
from cogs.overview import Overviews
from cogs.pace_desk import PaceDesk
from cogs.planner import Planner
from cogs.play import ids
from cogs.play.boards import Boards
from cogs.play.buttons import BUTTONS
from cogs.play.hosts import Hosts
from cogs.play.invitations import Invitations
from cogs.play.sight import DiscordSight
from cogs.play.sketches import Sketches
from cogs.preferences import Preferences
from cogs.reminding import Reminding
from cogs.replay.desk import ReplayDesk
from cogs.report.desk import NoReports, ReportDesk, Reports
from cogs.report.presses import Presses
from cogs.round import NAME, TICK, Round
from cogs.scenes import Scenes
from cogs.second_thoughts import SecondThoughts
from cogs.server_desk import ServerDesk
from cogs.share.desk import ShareDesk
from cogs.stopping import FALL_SILENT, FINISH, HURRY, LEAVE, ended
from cogs.supervisor import Supervisor
from cogs.translator import CatalogueTranslator
from cogs.trouble import PATIENCE, Busy
from cogs.turns import Turns
from cogs.verify import FairDice
from render.games.dice_miner.board import warming
from texts import Catalogue, Words

_log = logging.getLogger(__name__)

EXTENSIONS = (
    "cogs.tutorial",
    "cogs.matches",
    "cogs.table",
    "cogs.salud",
    "cogs.glory",
    "cogs.help",
    "cogs.mydata",
    "cogs.settings",
    "cogs.me",
    "cogs.pace",
    "cogs.replays",
    "cogs.verify_command",
    "cogs.luck",
    "cogs.report.cog",
    "cogs.moderation",
    "cogs.watch",
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
        self.lanes = Lanes()
        self.round = Round(self, tick)
        self.busy = Busy()
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
        self.sight = DiscordSight(self, matches.clock)
        self.calls = Calls(matches, stores.calls, self.sight)
        self.pace = PaceService(
            matches, self.service, stores.deadlines, stores.calls, servers=stores.servers
        )
        self.names = NameBook()
        self.icons = Icons()
        self.preferences = Preferences(matches.store, catalogue, self._locale_of)
        self.scenes = Scenes(self, self.names, self.icons, self.preferences)
        self.hosts = Hosts(self, matches, stores.servers, self.names, self.preferences, self.pings)
        self.overviews = Overviews(self)
        self.server_desk = ServerDesk(self)
        self.bars = BarList(stores.servers, catalogue)
        self.invitations = Invitations(
            self,
            matches,
            self.names,
            self.preferences,
            stores.servers,
            self.pings,
            self.challenges,
        )
        automatic = self.service.automatic
        self.boards = Boards(
            self,
            matches,
            self.invitations,
            self.scenes,
            self.preferences,
            automatic,
            stores.servers,
            stores.left_places,
            self.pace.keeper,
            Honours(self, stores.glory, self.names),
            self.calls,
            self.pings,
        )
        self.alarms = Alarms(matches.clock, automatic, self.round.ring)
        self.messenger = Messenger(self)
        self.me = MeDesk(
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
            stores.rest_news,
            self.boards,
            self.messenger,
            self.preferences,
        )
        self.notices = Notices(
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
        self.reminding = Reminding(
            Reminders(matches, stores.notices, stores.deadlines, stores.calls),
            self.boards,
            self.messenger,
            self.preferences,
            catalogue,
            self._guilds,
        )
        self.chores = Chores(matches, self.lanes, self.round.works)
        sketches = Sketches()
        self.fair_dice = FairDice(self, matches, catalogue)
        self.desk = Desk(
            matches=matches,
            service=self.service,
            lobby=self.lobby,
            boards=self.boards,
            invitations=self.invitations,
            hosts=self.hosts,
            scenes=self.scenes,
            names=self.names,
            catalogue=catalogue,
            turns=Turns(self.scenes, Habits(matches.store)),
            tutor=Tutor(matches.games, self.icons, self.preferences, sketches, catalogue),
            sketches=sketches,
            alarms=self.alarms,
            fair_dice=self.fair_dice,
        )
        self.pace_desk = PaceDesk(
            self.pace,
            self.desk,
            self.boards,
            self.notices,
            catalogue,
        )
        self.contributions = Contributions(self.desk)
        planner = Planner(self.planning, self.scenes)
        self.second_thoughts = SecondThoughts(self.desk, planner)
        self.board_menus = BoardMenus(self.desk)
        self.openings = Openings(self.desk, self.lobby, self.preferences)
        self.presses = Presses()
        kept = NoReports() if reports is None else reports
        self.reports = ReportDesk(matches, catalogue, self.presses, kept)
        self.guide = Guide(self.tree, self.lobby, self.preferences, catalogue)
        self.sharing = ShareDesk(self, self.desk, self.preferences, stores.servers, catalogue)
        self.replays = ReplayDesk(self.desk, self.sharing, catalogue)
        self.hall = Hall(
            self,
            glory=stores.glory,
            matches=matches,
            names=self.names,
            preferences=self.preferences,
            catalogue=catalogue,
        )
        self.people = People(matches, self.service, self.lobby, stores.people)
        self.mine = MyDataDesk(
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
        return await self.chores.guilds(matches)

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
        begun = (self.alarms.close(), self.lanes.close(), self.reminding.close())
        quiet = [*self._kept, *deaf, *map(asyncio.create_task, begun)]
        await ended(quiet, FALL_SILENT, "Not all has fallen silent")
        finished = asyncio.create_task(self.busy.idle())
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
            await self.desk.lives.saw(interaction)
        except StoreTrouble as trouble:
            _log.warning("An interaction can't be noted: %s", trouble)
        custom_id = str(dict(interaction.data or {}).get("custom_id", ""))
        if interaction.type is discord.InteractionType.modal_submit:
            await take(self, interaction)
        elif interaction.type is discord.InteractionType.component and not ids.is_button(custom_id):
            words = private_words(self.catalogue, interaction)
            await tell(
                interaction,
                words.say("This button is out of date. `/board` posts the current board."),
            )
