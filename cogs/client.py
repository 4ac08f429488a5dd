"""The Discord client: knows the cogs and the desk, answers what nobody else does."""

import asyncio
import logging
from types import TracebackType

import discord
from discord import app_commands
from discord.ext import commands

from bot.match.limits import CoolDown
from bot.match.lobby import Lobby
from bot.match.matches import Matches
from bot.match.pacing import PaceService
from bot.match.people import People
from bot.match.planning import Planning
from bot.match.reminders import Reminders
from bot.match.service import MatchService
from bot.match.stores import Stores
from cogs.alarms import Alarms
from cogs.answers import private_words, tell
from cogs.bars import BarList
from cogs.chores import Chores
from cogs.desk import Desk
from cogs.form_routes import take
from cogs.habits import Habits
from cogs.hall.hall import Hall
from cogs.hall.honours import Honours
from cogs.icons import Icons
from cogs.lesson.tutor import Tutor
from cogs.me_desk import MeDesk
from cogs.messenger import Messenger
from cogs.mydata_desk import MyDataDesk
from cogs.names import NameBook
from cogs.notices import Notices
from cogs.overview import Overviews
from cogs.pace_desk import PaceDesk
from cogs.planner import Planner
from cogs.play import ids
from cogs.play.boards import Boards
from cogs.play.buttons import BUTTONS
from cogs.play.hosts import Hosts
from cogs.play.invitations import Invitations
from cogs.play.sketches import Sketches
from cogs.preferences import Preferences
from cogs.reminding import Reminding
from cogs.replay.desk import ReplayDesk
from cogs.report.desk import NoReports, ReportDesk, Reports
from cogs.report.presses import Presses
from cogs.round import TICK, Round
from cogs.scenes import Scenes
from cogs.second_thoughts import SecondThoughts
from cogs.server_desk import ServerDesk
from cogs.stopping import FALL_SILENT, FINISH, HURRY, LEAVE, ended
from cogs.translator import CatalogueTranslator
from cogs.trouble import Busy
from cogs.turns import Turns
from render.games.dice_miner.board import warming
from texts import Catalogue

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
    "cogs.verify",
    "cogs.luck",
    "cogs.report.cog",
    "cogs.moderation",
    "cogs.watch",
)


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
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            text = words.say("This command has changed. Type it anew, please.")
        elif isinstance(error, app_commands.NoPrivateMessage):
            text = words.say("Salud is played in servers, not in direct messages.")
        else:
            _log.error("A command went wrong", exc_info=error)
            text = words.say("Something went wrong here. `/board` shows what has counted.")
        await tell(interaction, text)


class SaludClient(commands.AutoShardedBot):
    """The bot on Discord. No privileged intents; nothing of a match is kept here."""

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
        )
        self.round = Round(self, tick)
        self.busy = Busy()
        self.limits = CoolDown() if limits is None else limits
        self.catalogue = catalogue
        self.matches = matches
        self.stores = stores
        self.service = MatchService(matches, stores.plans, take_back)
        self.planning = Planning(matches, stores.plans)
        self.lobby = Lobby(matches, self.service, game, servers=stores.servers)
        self.pace = PaceService(matches, self.service, stores.deadlines, servers=stores.servers)
        self.names = NameBook()
        self.icons = Icons()
        self.preferences = Preferences(matches.store, catalogue, self._locale_of)
        self.scenes = Scenes(self, self.names, self.icons, self.preferences)
        self.hosts = Hosts(self, matches, stores.servers, self.names, self.preferences)
        self.overviews = Overviews(self)
        self.server_desk = ServerDesk(self)
        self.bars = BarList(stores.servers, catalogue)
        self.invitations = Invitations(self, matches, self.names, self.preferences, stores.servers)
        automatic = self.service.automatic
        self.boards = Boards(
            self,
            matches,
            self.invitations,
            self.scenes,
            self.preferences,
            automatic,
            stores.servers,
            self.pace.keeper,
            Honours(self, stores.glory, self.names),
        )
        self.alarms = Alarms(matches.clock, automatic, self.round.ring)
        self.messenger = Messenger(self)
        self.me = MeDesk(matches, self.pace.rest, catalogue, self.messenger)
        self.notices = Notices(
            self,
            matches,
            stores.notices,
            self.boards,
            self.messenger,
            self.pace.keeper,
            self.preferences,
            self.names,
        )
        self.reminding = Reminding(
            Reminders(matches, stores.notices, stores.deadlines),
            self.boards,
            self.messenger,
            self.preferences,
            catalogue,
        )
        sketches = Sketches()
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
        )
        self.pace_desk = PaceDesk(
            self.pace,
            self.desk,
            self.boards,
            self.notices,
            self.messenger,
            self.preferences,
            catalogue,
        )
        self.me.watchers.append(self.pace_desk)
        planner = Planner(self.planning, self.scenes)
        self.second_thoughts = SecondThoughts(self.desk, planner)
        self.presses = Presses()
        kept = NoReports() if reports is None else reports
        self.reports = ReportDesk(matches, catalogue, self.presses, kept)
        self.replays = ReplayDesk(self, self.desk, self.preferences, catalogue)
        self.hall = Hall(
            self,
            glory=stores.glory,
            clock=matches.clock,
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
        self._ticking: asyncio.Task[None] | None = None
        self._preparing: asyncio.Task[None] | None = None
        self.chores = Chores(matches)
        self._left = False
        self.cut: set[int] = set()
        """Shards without a connection to Discord."""

    @property
    def connected(self) -> bool:
        """Whether all shards have a connection to Discord."""
        return not self.cut

    def _locale_of(self, guild: int) -> str | None:
        """The language in which a server says that it speaks, where it is known."""
        found = self.get_guild(guild)
        return None if found is None else str(found.preferred_locale)

    async def setup_hook(self) -> None:
        """Make buttons work, load the cogs, tell Discord the commands, prepare the pictures."""
        self.add_dynamic_items(*BUTTONS)
        await self.tree.set_translator(CatalogueTranslator(self.catalogue))
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        await self.tree.sync()
        self._preparing = asyncio.create_task(self._prepare(), name="salud-prepare")
        self._ticking = asyncio.create_task(self.round.run(), name="salud-tick")

    async def _prepare(self) -> None:
        """Make the first picture as fast as all others, and the dice faces emoji."""
        try:
            await asyncio.to_thread(self._warm)
            await self.icons.bring(self)
        except Exception:  # noqa: BLE001 - the bot plays without it, only slower and plainer
            _log.exception("Pictures and emoji could not be prepared")

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
        looking = [task for task in (self._ticking, self._preparing) if task is not None]
        for task in looking:
            task.cancel()
        deaf = [asyncio.create_task(shard.disconnect()) for shard in self.shards.values()]
        quiet = [*looking, *deaf, asyncio.create_task(self.alarms.close())]
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
        self.presses.remember(interaction)
        custom_id = str(dict(interaction.data or {}).get("custom_id", ""))
        if interaction.type is discord.InteractionType.modal_submit:
            await take(self, interaction)
        elif interaction.type is discord.InteractionType.component and not ids.is_button(custom_id):
            words = private_words(self.catalogue, interaction)
            await tell(
                interaction,
                words.say("This button is of another time. `/board` posts the current board."),
            )
