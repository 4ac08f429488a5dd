"""The Discord client: knows the cogs and the desk, answers what nobody else does."""

import asyncio
import contextlib
import logging
import re
from collections.abc import Awaitable, Callable, Mapping

import discord
from discord import app_commands
from discord.ext import commands

from bot.match.lobby import Lobby
from bot.match.matches import Matches
from bot.match.ports import StoreTrouble
from bot.match.service import MatchService
from cogs.answers import private_words, tell
from cogs.desk import Desk
from cogs.names import NameBook
from cogs.play import ids
from cogs.play.boards import Boards
from cogs.play.buttons import BUTTONS
from cogs.play.invitations import Invitations
from cogs.scenes import Scenes
from cogs.translator import CatalogueTranslator
from cogs.trouble import DISCORD_TROUBLE, Busy
from render.games.dice_miner.board import warm
from texts import Catalogue

_log = logging.getLogger(__name__)

EXTENSIONS = ("cogs.matches", "cogs.table", "cogs.salud", "cogs.glory", "cogs.help")
TICK = 20.0
"""Seconds between looks at what is due."""


FINISH = 8.0
"""Seconds that a stop waits for what is being answered."""


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

    def __init__(self, matches: Matches, catalogue: Catalogue, game: str) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            tree_cls=Tree,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        public = catalogue.words()
        self.busy = Busy()
        self.catalogue = catalogue
        self.matches = matches
        self.service = MatchService(matches)
        self.lobby = Lobby(matches, self.service, game)
        self.names = NameBook()
        self.scenes = Scenes(self, self.names)
        self.invitations = Invitations(self, matches, self.names, public)
        self.boards = Boards(self, matches, self.invitations, self.scenes, public)
        self.desk = Desk(
            matches=matches,
            service=self.service,
            lobby=self.lobby,
            boards=self.boards,
            invitations=self.invitations,
            scenes=self.scenes,
            names=self.names,
            catalogue=catalogue,
        )
        self._ticking: asyncio.Task[None] | None = None
        self._warming: asyncio.Task[None] | None = None

    async def setup_hook(self) -> None:
        """Make buttons work, load the cogs, tell Discord the commands, prepare the pictures."""
        self.add_dynamic_items(*BUTTONS)
        await self.tree.set_translator(CatalogueTranslator(self.catalogue))
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        await self.tree.sync()
        self._warming = asyncio.create_task(asyncio.to_thread(warm), name="salud-warm")
        self._ticking = asyncio.create_task(self._tick(), name="salud-tick")

    async def close(self) -> None:
        """Stop looking for what is due, finish what is being answered, then leave Discord."""
        if self._ticking is not None:
            self._ticking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._ticking
        try:
            async with asyncio.timeout(FINISH):
                await self.busy.idle()
        except TimeoutError:
            _log.warning("Some answers did not come to an end in %s seconds", FINISH)
        await super().close()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Forms, and what no button or command of this version knows."""
        if interaction.guild_id is not None:
            self.names.learn(interaction.guild_id, interaction.user)
        data: Mapping[str, object] = dict(interaction.data or {})
        custom_id = str(data.get("custom_id", ""))
        words = private_words(self.catalogue, interaction)
        if interaction.type is discord.InteractionType.modal_submit:
            found = re.fullmatch(ids.FORM, custom_id)
            if found is not None:
                spot = ids.Spot(int(found["match"]), int(found["seq"]))
                await self.desk.form(interaction, spot, found["panel"])
            else:
                await tell(interaction, words.say("This form is of another time. Open it anew."))
        elif interaction.type is discord.InteractionType.component and not ids.is_button(custom_id):
            await tell(
                interaction,
                words.say("This button is of another time. `/board` posts the current board."),
            )

    async def look_after(self) -> None:
        """Do what is due: close late invitations, let computers move, show what is not shown."""
        store = self.matches.store
        for match in await store.expired(self.matches.clock.now()):
            await self._carefully(match, self._expire)
        for match in await store.computers_due():
            await self._carefully(match, self._go_on)
        for match in await store.unshown():
            await self._carefully(match, self.boards.show)

    async def _expire(self, match: int) -> None:
        await self.lobby.expire(match)
        await self.invitations.refresh(match)

    async def _go_on(self, match: int) -> None:
        await self.service.go_on(match)

    async def _carefully(self, match: int, work: Callable[[int], Awaitable[None]]) -> None:
        """One match's trouble must not keep the others waiting."""
        try:
            await work(match)
        except DISCORD_TROUBLE as error:
            _log.warning("Discord refuses what is due in match %d: %s", match, error)
        except Exception:  # noqa: BLE001 - logged, and tried again
            _log.exception("What is due in match %d went wrong", match)

    async def _tick(self) -> None:
        await self.wait_until_ready()
        while True:
            try:
                await self.look_after()
            except StoreTrouble:
                _log.exception("The store can't say what is due")
            await asyncio.sleep(TICK)
