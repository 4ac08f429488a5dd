"""The Discord client: knows the cogs and the desk, answers what nobody else does."""

import asyncio
import contextlib
import logging
import re
from collections.abc import Collection, Mapping
from functools import partial
from types import TracebackType
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.match.glory import GloryStore
from bot.match.limits import CoolDown
from bot.match.lobby import Lobby
from bot.match.matches import Matches
from bot.match.notices import NoticeStore
from bot.match.pacing import PaceService
from bot.match.people import People, PeopleStore
from bot.match.planning import Planning
from bot.match.plans import Plans
from bot.match.ports import StoreTrouble
from bot.match.ports_pace import Deadlines
from bot.match.reminders import Reminders
from bot.match.servers import ServerStore
from bot.match.service import MatchService
from cogs.alarms import Alarms
from cogs.answers import private_words, tell
from cogs.chores import Chores
from cogs.desk import Desk
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
from cogs.scenes import Scenes
from cogs.second_thoughts import SecondThoughts
from cogs.server_desk import ServerDesk
from cogs.translator import CatalogueTranslator
from cogs.trouble import Busy
from cogs.turns import Turns
from render.games.dice_miner.board import warming
from texts import Catalogue

_log = logging.getLogger(__name__)

EXTENSIONS = (
    "cogs.matches",
    "cogs.table",
    "cogs.salud",
    "cogs.glory",
    "cogs.help",
    "cogs.tutorial",
    "cogs.mydata",
    "cogs.settings",
    "cogs.me",
    "cogs.pace",
    "cogs.replays",
    "cogs.verify",
    "cogs.luck",
    "cogs.report.cog",
    "cogs.moderation",
)
TICK, BREATH = 20.0, 0.2
"""Seconds between looks at what is due: usually, and at least."""


FALL_SILENT, FINISH, HURRY, LEAVE = 1.0, 2.5, 1.0, 1.0
"""Seconds of a stop: to hear no more, to finish what is being answered, the same with no new
boards, and to say goodbye."""


async def _ended(tasks: Collection[asyncio.Task[Any]], seconds: float, warning: str) -> bool:
    """Whether these end in time; those that don't are cancelled, and waited for no more."""
    if not tasks:
        return True
    _, late = await asyncio.wait(tasks, timeout=seconds)
    for task in late:
        task.cancel()
    if late:
        _log.warning("%s in %s seconds", warning, seconds)
    return not late


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
        servers: ServerStore,
        glory: GloryStore,
        deadlines: Deadlines,
        notices: NoticeStore,
        plans: Plans,
        people: PeopleStore,
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
        self._every = tick
        self._woken = asyncio.Event()
        self.busy = Busy()
        self.limits = CoolDown() if limits is None else limits
        self.catalogue = catalogue
        self.matches = matches
        self.servers = servers
        self.glory = glory
        self.plans = plans
        self.service = MatchService(matches, plans, take_back)
        self.planning = Planning(matches, plans)
        self.lobby = Lobby(matches, self.service, game, servers=servers)
        self.pace = PaceService(matches, self.service, deadlines, servers=servers)
        self.names = NameBook()
        self.icons = Icons()
        self.preferences = Preferences(matches.store, catalogue, self._locale_of)
        self.scenes = Scenes(self, self.names, self.icons, self.preferences)
        self.hosts = Hosts(self, matches, servers, self.names, self.preferences)
        self.overviews = Overviews(self)
        self.server_desk = ServerDesk(self)
        self.invitations = Invitations(self, matches, self.names, self.preferences, servers)
        automatic = self.service.automatic
        self.boards = Boards(
            self,
            matches,
            self.invitations,
            self.scenes,
            self.preferences,
            automatic,
            servers,
            self.pace.keeper,
            Honours(self, glory, self.names),
        )
        self.alarms = Alarms(matches.clock, automatic, self._rung)
        self.notice_store = notices
        self.messenger = Messenger(self)
        self.me = MeDesk(matches, self.pace.rest, catalogue, self.messenger)
        self.notices = Notices(
            self,
            matches,
            notices,
            self.boards,
            self.messenger,
            self.pace.keeper,
            self.preferences,
            self.names,
        )
        self.reminding = Reminding(
            Reminders(matches, notices, deadlines),
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
            glory=glory,
            clock=matches.clock,
            names=self.names,
            preferences=self.preferences,
            catalogue=catalogue,
        )
        self.people = People(matches, self.service, self.lobby, people)
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
        self._cut: set[int] = set()
        """Shards without a connection to Discord."""

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
        self._ticking = asyncio.create_task(self._tick(), name="salud-tick")

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
        await _ended(quiet, FALL_SILENT, "Not all has fallen silent")
        finished = asyncio.create_task(self.busy.idle())
        await asyncio.wait({finished}, timeout=FINISH)
        self.boards.stop()
        await _ended([finished], HURRY, "Some answers did not come to an end")
        leaving = asyncio.create_task(super().close())
        if not await _ended([leaving], LEAVE, "Discord did not say goodbye"):
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
        data: Mapping[str, object] = dict(interaction.data or {})
        custom_id = str(data.get("custom_id", ""))
        words = private_words(self.catalogue, interaction)
        if interaction.type is discord.InteractionType.modal_submit:
            found = re.fullmatch(ids.FORM, custom_id)
            own = re.fullmatch(ids.OWN, custom_id)
            planned = re.fullmatch(ids.PLAN_FORM, custom_id)
            reported = re.fullmatch(ids.REPORT_FORM, custom_id)
            if own is not None:
                await self.me.form(interaction, own["what"])
            elif found is not None:
                spot = ids.Spot(int(found["match"]), int(found["seq"]))
                await self.desk.form(interaction, spot, found["panel"])
            elif planned is not None:
                await self.second_thoughts.form(interaction, int(planned["match"]))
            elif reported is not None:
                spot = ids.Spot(int(reported["match"]), int(reported["seq"]))
                await self.reports.take(interaction, spot)
            else:
                await tell(interaction, words.say("This form is of another time. Open it anew."))
        elif interaction.type is discord.InteractionType.component and not ids.is_button(custom_id):
            await tell(
                interaction,
                words.say("This button is of another time. `/board` posts the current board."),
            )

    async def look_after(self) -> None:
        """Do what is due: close late invitations, let computers move, show what is not shown."""
        store, now = self.matches.store, self.matches.clock.now()
        await self.pace.keeper.tick(up=not self._cut)
        await self.chores.all(await store.expired(now), self._expire)
        await self.chores.all(await store.unposted(now), self._invite)
        await self.chores.all(await self.servers.untold(), self.hosts.tell)
        due = sorted({*await store.computers_due(), *await self.plans.due()})
        await self.chores.all(due, self._go_on)
        await self.chores.all(await store.unshown(), self.boards.mend)
        await self.chores.all(await self.notice_store.due(), self.notices.show)
        await self.reminding.look_after()
        await self.overviews.look_after()
        await self.mine.look_after()

    async def on_shard_disconnect(self, shard: int) -> None:
        """While people can't reach the bot it is down: their time does not run."""
        self._cut.add(shard)

    async def on_shard_connect(self, shard: int) -> None:
        """People can reach the bot."""
        self._cut.discard(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        """People can reach the bot again."""
        self._cut.discard(shard)

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """Draw a board again that somebody has deleted."""
        await self._deleted({event.message_id})

    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        """Draw boards again that somebody has deleted."""
        await self._deleted(event.message_ids)

    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """Go on elsewhere with the matches of a thread that somebody has deleted."""
        for match in await self.matches.store.of_place(event.thread_id):
            await self.chores.now(match, partial(self.boards.redraw, deleted=event.thread_id))

    async def _deleted(self, messages: set[int]) -> None:
        for message in messages:
            match = await self.matches.store.of_board(message)
            if match is not None:
                await self.chores.now(match, partial(self.boards.redraw, deleted=message))
            noticed = await self.notices.deleted(message)
            if noticed is not None:
                await self.chores.now(noticed, self.notices.show)

    async def on_ready(self) -> None:
        """All servers are known: those that are not among them were left while the bot was away."""
        await self.people.among([guild.id for guild in self.guilds])

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was thrown out: what is kept of the server is forgotten in a while."""
        await self.people.left(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot is back: nothing is forgotten; show what could not be shown."""
        await self.people.store.came(guild.id)
        self._mended(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Discord can reach the server again."""
        self._mended(guild)

    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        """Permissions may have been given back."""
        self._mended(role.guild)

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """Permissions may have been given back: before, the bot may not have seen the channel."""
        self._mended(channel.guild)

    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        """A thread may be open again."""
        if (before.archived, before.locked) != (after.archived, after.locked):
            self._mended(after.guild)

    def _mended(self, guild: discord.Guild) -> None:
        """Something has changed that may have kept matches from being shown: try again now."""
        self.chores.forgive(guild.id)
        self.wake()

    async def _expire(self, match: int) -> None:
        await self.lobby.expire(match)
        await self.invitations.refresh(match)

    async def _invite(self, match: int) -> None:
        loaded = await self.lobby.look(match)
        if loaded.record.invitation is None:
            await self.desk.begin(loaded)

    async def _go_on(self, match: int) -> None:
        await self.alarms.after(await self.service.go_on(match))

    async def _rung(self, match: int) -> None:
        """Go on with a match in which a wait has ended."""

        async def work(match: int) -> None:
            await self._go_on(match)
            await self.boards.show(match)

        with self.busy.working():
            await self.chores.now(match, work)

    def wake(self) -> None:
        """Look at what is due now, instead of after the usual pause."""
        self._woken.set()

    async def _tick(self) -> None:
        await self.wait_until_ready()
        while True:
            self._woken.clear()
            try:
                await self.look_after()
            except StoreTrouble:
                _log.exception("The store can't say what is due")
            await asyncio.sleep(min(self._every, BREATH))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._every):
                    await self._woken.wait()
