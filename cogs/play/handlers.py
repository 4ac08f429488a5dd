"""The desk answers every button and form: acknowledge, let it count, show it."""

import asyncio
import contextlib
import logging
from collections.abc import Coroutine, Sequence
from typing import Any

import discord

from bot.match.errors import (
    BeforeRestore,
    HostStays,
    IllegalMove,
    MatchGone,
    NoSuchMatch,
    NotStarted,
    Refusal,
)
from bot.match.loaded import Loaded
from bot.match.lobby.lobby import Lobby
from bot.match.lobby.opening import Asked
from bot.match.matches import Matches
from bot.match.playing.service import MatchService, Pressed, seat_to_act
from bot.match.ports import StoreTrouble
from bot.match.types import Status
from cogs.board.narration import recap
from cogs.board.private_pictures import PrivatePictures
from cogs.board.publisher import BoardPublisher
from cogs.board.scenes import Scenes
from cogs.fairness.proof import FairDice
from cogs.interactions import custom_ids
from cogs.interactions.answers import (
    acknowledge,
    answered,
    counted,
    instead,
    is_private,
    private_words,
    sentence,
    tell,
)
from cogs.interactions.discord_errors import DISCORD_TROUBLE, reason
from cogs.invitations.host_messages import HostMessages
from cogs.invitations.publisher import InvitationPublisher, host_layout
from cogs.play.more import more
from cogs.play.questions import MoveQuestions
from cogs.play.why_not import WhyNot
from cogs.posting.places import address, check_here
from cogs.runtime.restores import Restores
from cogs.runtime.timers import Timers
from cogs.screens import screens
from cogs.ui.layouts import compose, parts
from cogs.ui.modals import modal, values
from cogs.ui.names import NameBook
from games.dice_miner.tutorial.handlers import TutorialHandlers
from texts import Catalogue, Words

_log = logging.getLogger(__name__)

PATIENCE = 1.5
"""Seconds to wait for the database before a modal: it can't follow an acknowledgement."""


class PlayHandlers:
    """Maps presses onto the match service, and its answers onto messages."""

    def __init__(
        self,
        *,
        matches: Matches,
        service: MatchService,
        lobby: Lobby,
        boards: BoardPublisher,
        invitations: InvitationPublisher,
        host_messages: HostMessages,
        scenes: Scenes,
        names: NameBook,
        catalogue: Catalogue,
        turns: MoveQuestions,
        tutorial: TutorialHandlers,
        private_pictures: PrivatePictures,
        timers: Timers,
        fair_dice: FairDice,
    ) -> None:
        self.matches = matches
        self.service = service
        self.lobby_service = lobby
        self.boards = boards
        self.invitations = invitations
        self.host_messages = host_messages
        self.scenes = scenes
        self.names = names
        self.catalogue = catalogue
        self.private_pictures = private_pictures
        self._doubts = WhyNot(scenes, self.private_pictures)
        self.turns = turns
        self.lives = Restores(matches.store)
        self.tutorial = tutorial
        self.timers = timers
        self._fair_dice = fair_dice

    async def move(
        self,
        interaction: discord.Interaction,
        board_version: custom_ids.BoardVersion,
        tokens: tuple[str, ...],
    ) -> None:
        """A button that decides at once."""

        async def work() -> None:
            await acknowledge(interaction)
            await self.decide(interaction, board_version, tokens)

        await self.answered(interaction, work(), board_version.match)

    async def decide(
        self,
        interaction: discord.Interaction,
        board_version: custom_ids.BoardVersion,
        tokens: tuple[str, ...],
        label: str | None = None,
    ) -> bool:
        """Let an acknowledged move count, or ask its player first; gives whether it counted.

        `label` is what the question calls the move; None: as its button is called.
        """
        words = private_words(self.catalogue, interaction)
        loaded = await self.look(interaction, board_version.match)
        asked = await self.turns.question(
            interaction.user.id, loaded, board_version, tokens, words, label
        )
        if asked is None:
            await self.press(interaction, board_version, tokens)
            return True
        await tell(interaction, "", asked)
        return False

    async def panel(
        self, interaction: discord.Interaction, board_version: custom_ids.BoardVersion, panel: str
    ) -> None:
        """A button that opens a form, or decides where nothing is left to choose."""
        words = private_words(self.catalogue, interaction)

        async def work() -> None:
            async with asyncio.timeout(PATIENCE):
                loaded = await self.look(interaction, board_version.match)
                counted = await self.matches.store.press(interaction.id) is not None
            if counted:  # it came twice
                await acknowledge(interaction)
                return
            await self.open_form(interaction, loaded, board_version, panel, words)

        await self.answered(interaction, work(), board_version.match)

    async def open_form(
        self,
        interaction: discord.Interaction,
        loaded: Loaded,
        board_version: custom_ids.BoardVersion,
        panel: str,
        words: Words,
    ) -> None:
        """Show the form of a panel to the one who asked; raises a Refusal."""
        seat = seat_to_act(loaded, interaction.user.id, board_version.seq)
        scene = self.scenes.known(loaded, words)
        form = screens(loaded.record.game).form(scene, seat, panel)
        if form is None:
            raise IllegalMove
        if isinstance(form, tuple):
            await acknowledge(interaction)
            await self.decide(interaction, board_version, form)
        else:
            await interaction.response.send_modal(
                modal(custom_ids.form(board_version, panel), form)
            )

    async def form(
        self, interaction: discord.Interaction, board_version: custom_ids.BoardVersion, panel: str
    ) -> None:
        """A form that is handed in."""
        words = private_words(self.catalogue, interaction)
        chosen = values(dict(interaction.data or {}))

        async def work() -> None:
            await acknowledge(interaction)
            loaded = await self.look(interaction, board_version.match)
            if await self.matches.store.press(interaction.id) is not None:
                counted(interaction)  # it came twice
                await self.show(interaction, board_version.match)
                return
            seat = seat_to_act(loaded, interaction.user.id, board_version.seq)
            scene = self.scenes.known(loaded, words)
            tokens = screens(loaded.record.game).tokens(scene, seat, panel, chosen)
            await self.press(interaction, board_version, tokens)
            if interaction.message is None:
                await interaction.delete_original_response()

        await self.answered(interaction, work(), board_version.match)

    async def press(
        self,
        interaction: discord.Interaction,
        board_version: custom_ids.BoardVersion,
        tokens: tuple[str, ...],
    ) -> None:
        """Let an acknowledged press count, then show it."""
        await self.look(interaction, board_version.match)
        await self.let_count(interaction, board_version, tokens)

    async def let_count(
        self,
        interaction: discord.Interaction,
        board_version: custom_ids.BoardVersion,
        tokens: tuple[str, ...],
    ) -> Pressed:
        """Let an acknowledged press count, then show it to all; raises a Refusal."""
        pressed = await self.service.press(
            board_version.match, interaction.user.id, board_version.seq, tokens, interaction.id
        )
        counted(interaction)
        if pressed.again:
            _log.info("Interaction %d came twice and counted once", interaction.id)
        await self.timers.after(pressed.loaded)
        await self.show(interaction, board_version.match)
        return pressed

    async def show(self, interaction: discord.Interaction, match: int) -> None:
        """Show what has counted; where Discord won't, say so to the one who made it count."""
        try:
            await self.boards.show(match)
        except DISCORD_TROUBLE as error:
            _log.warning("Match %d can't be shown: %s", match, error)
            words = private_words(self.catalogue, interaction)
            await tell(
                interaction,
                words.say(
                    "It counted, but I can't show the board in its place: Discord says “{reason}”. "
                    "`/board` posts it elsewhere.",
                    reason=reason(error),
                ),
            )

    async def lobby(self, interaction: discord.Interaction, match: int, verb: str) -> None:
        """A button of an invitation."""
        user = interaction.user.id
        words = private_words(self.catalogue, interaction)

        async def work() -> None:
            await acknowledge(interaction)
            asked = await self.look(interaction, match)
            if not is_private(interaction):
                await self.invitations.pressed(asked, interaction)
            try:
                match verb:
                    case "accept" | "join":
                        loaded = await self.lobby_service.join(match, user, interaction.id)
                    case "decline":
                        loaded = await self.lobby_service.decline(match, user)
                    case "leave":
                        loaded = await self.lobby_service.leave(match, user)
                    case "start":
                        loaded = await self.lobby_service.start(match, user)
                    case _:
                        loaded = await self.lobby_service.cancel(match, user)
            except HostStays as refusal:
                text = sentence(refusal, words)
                await tell(interaction, "", host_layout(asked, text, words))
                return
            except Refusal:
                # It may offer what is no longer possible.
                with contextlib.suppress(StoreTrouble, Refusal):
                    await self.invitations.refresh(match)
                raise
            counted(interaction)
            await self.invitations.refresh(match)
            if verb == "cancel" and is_private(interaction):
                text = words.say("The invitation was called off.")
                await instead(interaction, compose(texts=[text]))
            if verb == "decline":
                await self.host_messages.tell(match)
            if loaded.status is Status.RUNNING:
                await self.show(interaction, match)

        await self.answered(interaction, work(), match)

    async def page(self, interaction: discord.Interaction, number: int, verb: str) -> None:
        """A button about a match as a whole."""
        words = private_words(self.catalogue, interaction)

        async def work() -> None:
            await acknowledge(interaction)
            if verb == "fair":  # also of a match that can't be replayed: then it says why
                layout, made = await self._fair_dice.proof(number, interaction.guild_id, words)
                await tell(interaction, "", layout, made)
                return
            loaded = await self.look(interaction, number)
            match verb:
                case "resign":
                    await self._resign(interaction, number)
                case "rematch" | "again":
                    await self._rematch(interaction, loaded)
                case "why":
                    await self._doubts.ask(interaction, loaded, words)
                case "more":
                    if loaded.position is None:
                        raise NotStarted
                    await tell(interaction, "", more(loaded, words))
                case "how":
                    await self.tutorial.explain(interaction, words)
                case _:
                    await self._read_out(interaction, loaded)

        await self.answered(interaction, work(), number)

    async def lesson(
        self,
        interaction: discord.Interaction,
        version: int,
        path: str,
        what: str,
        ticked: Sequence[str],
    ) -> None:
        """A button or a menu of the lesson."""
        await self.tutorial.press(interaction, version, path, what, ticked)

    async def why(self, interaction: discord.Interaction, match: int, question: str) -> None:
        """Something chosen among what can't be done."""

        async def work() -> None:
            await acknowledge(interaction)
            loaded = await self.look(interaction, match)
            words = private_words(self.catalogue, interaction)
            await self._doubts.answer(interaction, loaded, question, words)

        await self.answered(interaction, work(), match)

    async def _read_out(self, interaction: discord.Interaction, loaded: Loaded) -> None:
        """The whole board as text, for the one who asked."""
        words = private_words(self.catalogue, interaction)
        if loaded.position is None:
            raise NotStarted
        scene = await self.scenes.scene(loaded, words)
        told = await asyncio.to_thread(recap, scene, loaded, interaction.user.id)
        # What is drawn leaves out the unseen signs that keep a name from being a mention.
        text = discord.utils.escape_mentions(screens(loaded.record.game).text(scene.spoken))
        for part in parts("\n".join([*told, text])):
            await tell(interaction, "", compose(texts=[part]))

    async def _resign(self, interaction: discord.Interaction, match: int) -> None:
        words = private_words(self.catalogue, interaction)
        resigned = await self.service.resign(match, interaction.user.id)
        counted(interaction)
        await self.timers.after(resigned)
        await interaction.edit_original_response(view=compose(texts=[words.say("You resigned.")]))
        await self.show(interaction, match)

    async def _rematch(self, interaction: discord.Interaction, loaded: Loaded) -> None:
        record = loaded.record
        words = private_words(self.catalogue, interaction)
        choices = await self.scenes.preferences.choices(record.guild)
        check_here(interaction, choices, words, record.channel)
        asked = Asked(record.guild, record.channel, interaction.user.id, interaction.id)
        new = await self.lobby_service.rematch(record.id, asked)
        counted(interaction)
        url = await self.begin(new)
        await tell(interaction, words.say("Here it is: {url}", url=url))
        await self.show(interaction, record.id)

    async def begin(self, loaded: Loaded) -> str:
        """Post a new invitation, and the board where the match has begun; gives an address."""
        record = loaded.record
        if record.invitation is None:
            url = await self.invitations.post(loaded)
        else:  # the same command came twice
            url = address(record.guild, record.channel, record.invitation)
        if loaded.status is not Status.RUNNING:
            return url
        await self.boards.show(loaded.record.id)
        after = await self.matches.look(loaded.record.id)
        return address(after.record.guild, after.record.place or after.record.channel)

    async def look(self, interaction: discord.Interaction, match: int) -> Loaded:
        """A match of the server in which it is asked for.

        Raises NoSuchMatch, or BeforeRestore where a button is of another life of the database.
        """
        try:
            loaded = await self.service.look(match)
        except NoSuchMatch:
            if interaction.message is not None and await self.matches.store.head(match) is None:
                raise MatchGone from None
            raise
        if loaded.record.guild != interaction.guild_id:
            raise NoSuchMatch
        if await self.lives.is_of_another(loaded, interaction):
            raise BeforeRestore
        self.names.learn(loaded.record.guild, interaction.user)
        return loaded

    async def answered(
        self, interaction: discord.Interaction, work: Coroutine[Any, Any, None], match: int
    ) -> None:
        """Do the work of a press; whatever goes wrong, tell the one who pressed."""
        words = private_words(self.catalogue, interaction)
        await answered(interaction, words, work, lambda: self.boards.current(match))
