"""The context of one interaction: who asks, in which language, about which match.

Every handler is a method that `handler` wraps: the interaction is acknowledged in time, the work is
done, and whatever goes wrong becomes one true sentence, in private.
"""

import asyncio
import functools
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import discord
from discord.ext import commands

from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId
from bot.match.values.errors import BeforeRestore, MatchGone, NoSuchMatch, Refusal
from bot.observing.answer import current
from cogs.base.discord_errors import DISCORD_TROUBLE, clause
from cogs.base.incomplete import channel_of, guild_of
from cogs.interactions import answers
from cogs.kit import Kit
from cogs.posting.restores import Restores
from cogs.preferences.server_settings import ServerSettings

_log = logging.getLogger(__name__)

FORM_PATIENCE = 1.5
"""Seconds to wait for the database before a form: it can't follow an acknowledgement, and Discord
waits for three."""
P = ParamSpec("P")
Interaction = discord.Interaction[Any]


class Context:
    """One interaction, and what handlers need to answer it; match and settings are read once."""

    def __init__(self, interactions: "Interactions", interaction: Interaction) -> None:
        self.interaction = interaction
        self.words = answers.private_words(interactions.kit.catalogue, interaction)
        """The language of the user who asks."""
        self.user = interaction.user.id
        self._interactions = interactions
        self._edits = False
        """Whether `respond` edits a message: the one that was promised, or that was pressed."""
        self._form_by: float | None = None
        """When a form must have been sent, by the clock of the event loop; None: nobody asked."""
        self._match: Loaded | None = None
        self._settings: ServerSettings | None = None

    @property
    def guild(self) -> int:
        """The server in which it is asked; raises NoServer."""
        return guild_of(self.interaction)

    @property
    def channel(self) -> int:
        """The channel or thread in which it is asked; raises NoChannel."""
        return channel_of(self.interaction)

    @property
    def is_private(self) -> bool:
        """Whether it comes from a message that only its sender sees."""
        return answers.is_private(self.interaction)

    @property
    def data(self) -> Mapping[str, Any]:
        """The data of a component or a form, as Discord sends it."""
        return dict(self.interaction.data or {})

    @property
    def values(self) -> list[str]:
        """What was chosen in a menu; [] for a button."""
        return [str(value) for value in self.data.get("values") or ()]

    @property
    def chosen(self) -> str:
        """The one value that was chosen in a menu; empty for a button."""
        return next(iter(self.values), "")

    def concerns(self, number: MatchId) -> None:
        """Note which match the interaction is about."""
        answer = current()
        if answer is not None:
            answer.match = number

    async def match(self, number: MatchId) -> Loaded:
        """A match of this server, read once; one of a day is its player's, in all servers.

        Raises NoSuchMatch; UnseenMatch or SightUnknown if the user is no player and isn't known to
        see its place; SecretUntilDayEnds if it is of a day that goes on; MatchGone if a
        restore of the database has lost it; BeforeRestore if the message was posted before one.
        """
        self.concerns(number)
        if self._match is None or self._match.record.id != number:
            self._match = await self._interactions.match(self.interaction, number)
        return self._match

    async def can_name(self, number: MatchId, *, shared: bool) -> bool:
        """Return whether the answer can name a match.

        A private one can if the user is a player or sees the match's place, a shared one if
        everyone in the channel does. Both name no match that can't be read.
        """
        interactions = self._interactions
        try:
            loaded = await interactions.kit.matches.look(number)
        except Refusal:
            return False
        if shared:
            return await interactions.kit.access.in_channel(self.channel, loaded.record)
        return bool(
            await interactions.kit.access.sees(self.interaction, loaded.record, loaded.roster)
        )

    async def settings(self) -> ServerSettings:
        """What the server has chosen, read once."""
        if self._settings is None:
            self._settings = await self._interactions.kit.preferences.choices(self.guild)
        return self._settings

    async def acknowledge(self, *, new_message: bool = False, shared: bool = False) -> None:
        """Tell Discord in time that an answer will come; see answers.acknowledge."""
        await answers.acknowledge(self.interaction, new_message=new_message, shared=shared)
        promised = new_message or shared or not answers.is_from_message(self.interaction)
        self._edits = promised or self.is_private

    async def tell(
        self,
        text: str = "",
        layout: discord.ui.LayoutView | None = None,
        files: Sequence[discord.File] = (),
    ) -> None:
        """Send a private message to the user."""
        await answers.tell(self.interaction, text, layout, files)

    async def respond(
        self, layout: discord.ui.LayoutView, files: Sequence[discord.File] = ()
    ) -> None:
        """Show this with these files in place of the private message that was pressed, and in a
        new private message if there is none, if it has been deleted, or if `tell` has taken its
        place.

        What was acknowledged as a new or a shared message becomes this. An edit needs the token
        of a press, which is valid for 15 minutes: as each press brings its own, a private message
        can be used for as long as it stands, by any process. Raises what Discord refuses of an
        edit; that a new message is refused is only logged.
        """
        if self._edits and not answers.is_filled(self.interaction):
            try:
                shared = self.interaction.extras.get(answers.SHARED)
                await self.interaction.edit_original_response(
                    view=layout,
                    attachments=files,
                    allowed_mentions=discord.AllowedMentions.none() if shared else answers.NAMED,
                )
            except discord.NotFound as error:
                # The connection may have been cut before the acknowledgement arrived.
                unknown = error.code == answers.UNKNOWN_WEBHOOK
                lost = unknown and not self.interaction.response.is_done()
                if error.code != answers.UNKNOWN_MESSAGE and not lost:
                    raise
                for file in files:
                    file.reset()
            else:
                answers.promise_was_kept(self.interaction)
                return
        await self.tell(layout=layout, files=files)

    async def dismiss(self) -> None:
        """Delete the private message that was pressed, or the answer that was promised.

        Failures are logged, not raised, because the request itself has counted. A public message
        stays, even if a private button was forged on it. So does an answer that `tell` replaced
        with text that the user has to read.
        """
        if answers.is_filled(self.interaction):
            return
        if not self.is_private and self.interaction.message is not None:
            return
        try:
            await self.interaction.delete_original_response()
        except DISCORD_TROUBLE as error:
            _log.info("A private message could not be deleted: %s", error)

    def before_form(self) -> asyncio.Timeout:
        """Bounds what is read before a form, which must be the first answer; see FORM_PATIENCE.

        All that is read of one interaction has that time together.
        """
        if self._form_by is None:
            self._form_by = asyncio.get_running_loop().time() + FORM_PATIENCE
        return asyncio.timeout_at(self._form_by)

    def counted(self) -> None:
        """Note that what was asked for is on disk: errors from here on say that it counted."""
        answers.counted(self.interaction)

    async def show(self, number: MatchId) -> None:
        """Show everybody what has counted; if Discord refuses, tell the user that it counted.

        A match of a day is nobody else's to see.
        """
        if self._match is not None and self._match.record.day is not None:
            return
        try:
            await self._interactions.answering.boards.show(number)
            answer = current()
            if answer is not None:
                answer.note_shown()
        except DISCORD_TROUBLE as error:
            _log.warning("Match %d can't be shown: %s", number, error)
            await self.tell(
                self.words.say(
                    "It counted, but I can't show the board in its place. {trouble}. "
                    "`/board` posts it elsewhere.",
                    trouble=clause(error, self.words),
                )
            )


@dataclass(eq=False)
class Interactions:
    """Makes a Context for each interaction, and answers what goes wrong in it."""

    kit: Kit
    restores: Restores
    answering: answers.Answering

    async def match(self, interaction: Interaction, number: MatchId) -> Loaded:
        """See Context.match."""
        try:
            loaded = await self.kit.matches.look(number)
        except NoSuchMatch:
            if (
                interaction.message is not None
                and await self.kit.matches.store.head(number) is None
            ):
                raise MatchGone from None
            raise
        await self.kit.access.check(interaction, loaded.record, loaded.roster)
        if await self.restores.is_of_another(loaded, interaction):
            raise BeforeRestore
        if interaction.guild_id is not None:
            self.kit.names.learn(interaction.guild_id, interaction.user)
        return loaded


class HasInteractions(Protocol):
    """A class with handlers: Handlers or a cog."""

    @property
    def interactions(self) -> Interactions:
        """Makes their contexts."""


H = TypeVar("H", bound=HasInteractions)
Handler = Callable[Concatenate[H, Interaction, P], Coroutine[Any, Any, None]]


@dataclass(eq=False)
class Handlers(commands.Cog):
    """Answers the interactions of one topic; its commands are for servers only."""

    interactions: Interactions

    @property
    def is_offered(self) -> bool:
        """Whether its commands are useful with the installed games."""
        return True

    @property
    def kit(self) -> Kit:
        """The collaborators of all topics."""
        return self.interactions.kit


def handler(
    *, acknowledge: bool = True
) -> Callable[[Callable[Concatenate[H, Context, P], Awaitable[None]]], Handler[H, P]]:
    """Turns a method that takes a Context into one that takes an interaction, and answers errors.

    The interaction is acknowledged first, as a private one. Methods that open a form, which must be
    the first answer, or that answer for everybody, do that themselves.
    """

    def decorate(method: Callable[Concatenate[H, Context, P], Awaitable[None]]) -> Handler[H, P]:
        @functools.wraps(method)
        async def answer(
            self: H, interaction: Interaction, /, *args: P.args, **kwargs: P.kwargs
        ) -> None:
            answering = self.interactions.answering
            async with answering.answered(interaction):
                answering.admit(interaction)
                context = Context(self.interactions, interaction)
                if acknowledge:
                    await context.acknowledge()
                await method(self, context, *args, **kwargs)

        return answer

    return decorate
