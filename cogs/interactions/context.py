"""The context of one interaction: user, language, server, match.

`handler` wraps every handler method: it acknowledges the interaction in time, runs the method, and
turns any error into one true, private sentence.
"""

import asyncio
import functools
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, TypeVar

import discord
from discord.ext import commands

from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId
from bot.match.values.errors import Refusal
from bot.match.values.places import NO_SERVER
from bot.observing.answer import current
from cogs.base import custom_id_families as families
from cogs.base.custom_ids import custom_id_of
from cogs.base.discord_errors import DISCORD_TROUBLE, clause
from cogs.base.incomplete import channel_of, guild_of, server_of
from cogs.interactions import answers
from cogs.interactions.answers import Interactions
from cogs.kit import Kit
from cogs.preferences.server_settings import ServerSettings

_log = logging.getLogger(__name__)

FORM_PATIENCE = 1.5
"""Seconds to wait for the database before a form. A form can't follow an acknowledgement, and
Discord waits for three seconds.
"""
PATIENCE = 2.0
"""Seconds after which a slow answer shows its progress."""
P = ParamSpec("P")
T = TypeVar("T")
Interaction = discord.Interaction[Any]


class Context:
    def __init__(self, interactions: Interactions, interaction: Interaction) -> None:
        self.interaction = interaction
        self.words = answers.private_words(interactions.kit.catalogue, interaction)
        self.user = interaction.user.id
        self._interactions = interactions
        self._edits = False
        """Whether `respond` edits a message: the promised one, or the pressed one."""
        self._form_by: float | None = None
        """Latest time for a form by the event loop's clock; None if no form is planned."""
        self._match: Loaded | None = None
        self._settings: ServerSettings | None = None

    @property
    def guild(self) -> int:
        """The server's id; raises NoServer or BotNotInServer."""
        return guild_of(self.interaction)

    @property
    def channel(self) -> int:
        """The channel's or thread's id; raises NoChannel."""
        return channel_of(self.interaction)

    @property
    def server(self) -> int | None:
        """The server's id; None outside servers that have the bot."""
        return server_of(self.interaction)

    @property
    def home(self) -> int:
        """The server to which private matches and results belong, or NO_SERVER."""
        return self.server or NO_SERVER

    @property
    def home_channel(self) -> int:
        """The channel in which a private match begins; NO_SERVER outside servers, because the
        number of a private channel would name its people. Raises NoChannel.
        """
        return self.channel if self.server is not None else NO_SERVER

    def check_server(self) -> None:
        """Raise NoServer or BotNotInServer outside servers that have the bot."""
        guild_of(self.interaction)

    @property
    def is_private(self) -> bool:
        return answers.is_private(self.interaction)

    @property
    def can_edit(self) -> bool:
        """Return whether the interaction has its own private answer."""
        return self._edits and not self.interaction.extras.get(answers.SHARED)

    @property
    def _in_session(self) -> bool:
        return custom_id_of(self.interaction).family is families.SESSION

    @property
    def data(self) -> Mapping[str, Any]:
        return dict(self.interaction.data or {})

    @property
    def values(self) -> list[str]:
        """The chosen values of a menu; [] for a button."""
        return [str(value) for value in self.data.get("values") or ()]

    @property
    def chosen(self) -> str:
        """The first chosen value of a menu; "" for a button."""
        return next(iter(self.values), "")

    def concern(self, subject: str) -> None:
        """Name a subject, as Markdown, in front of the answer to any error from now on."""
        self.interaction.extras[answers.SUBJECT] = subject

    def concerns(self, number: MatchId) -> None:
        answer = current()
        if answer is not None:
            answer.match = number

    async def match(self, number: MatchId) -> Loaded:
        """Return a match of this server, or a private match of the user, read once.

        Raise NoSuchMatch, UnseenMatch, SightUnknown, SecretUntilDayEnds for a running day,
        MatchGone if a restore has lost the match, or BeforeRestore if the message is older than a
        restore.
        """
        self.concerns(number)
        if self._match is None or self._match.record.id != number:
            self._match = await self._interactions.match(self.interaction, number)
        return self._match

    async def gone(self, number: int, refusal: Refusal) -> Refusal:
        return await self._interactions.gone(self.interaction, number, refusal)

    async def can_name(self, number: MatchId, *, shared: bool) -> bool:
        """Return whether the answer can name a match that the user or, if `shared`, the whole
        channel sees.
        """
        interactions = self._interactions
        try:
            loaded = await interactions.kit.matches.load(number)
        except Refusal:
            return False
        if shared:
            return await interactions.kit.access.in_channel(self.channel, loaded.record)
        return bool(
            await interactions.kit.access.sees(self.interaction, loaded.record, loaded.roster)
        )

    async def settings(self) -> ServerSettings:
        """Return the server's settings; the defaults outside servers."""
        if self._settings is None:
            self._settings = await self._interactions.kit.preferences.choices(self.home)
        return self._settings

    async def acknowledge(self, *, new_message: bool = False, shared: bool = False) -> None:
        await answers.acknowledge(self.interaction, new_message=new_message, shared=shared)
        promised = new_message or shared or not answers.is_from_message(self.interaction)
        self._edits = promised or self.is_private

    async def tell(
        self,
        text: str = "",
        layout: discord.ui.LayoutView | None = None,
        files: Sequence[discord.File] = (),
    ) -> None:
        await answers.tell(self.interaction, text, layout, files)

    async def respond(
        self, layout: discord.ui.LayoutView, files: Sequence[discord.File] = ()
    ) -> None:
        """Show this view with these files in the pressed private message, or in the promised
        answer.

        If neither exists, send a new private message. An edit needs the token of a press, which is
        valid for 15 minutes. Because each press brings a new token, a private message stays usable
        as long as it exists, in any process. Raise Discord's refusal of an edit; log that of a new
        message.
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

    async def patiently(self, work: Coroutine[Any, Any, T], progress: discord.ui.LayoutView) -> T:
        """Return the result of work that can take long; after PATIENCE seconds show `progress` in
        the promised answer, until `respond` replaces it. If the work fails, withdraw `progress`.
        """
        task = asyncio.ensure_future(work)
        shown = False
        try:
            done, _ = await asyncio.wait((task,), timeout=PATIENCE)
            shown = not done and await self._show_progress(progress)
            return await task
        except Exception:
            if shown:
                await self._withdraw_progress()
            raise
        finally:
            task.cancel()

    async def _show_progress(self, progress: discord.ui.LayoutView) -> bool:
        """Show it in the promised answer; return whether that was possible."""
        if not self._edits or answers.is_filled(self.interaction):
            return False
        try:
            await self.interaction.edit_original_response(view=progress)
        except DISCORD_TROUBLE as error:
            _log.info("Could not show the progress of an answer: %s", error)
            return False
        return True

    async def _withdraw_progress(self) -> None:
        """Delete the promised answer, so that the error becomes a message of its own."""
        try:
            await self.interaction.delete_original_response()
        except DISCORD_TROUBLE as error:
            _log.info("Could not withdraw the progress of an answer: %s", error)
        answers.promise_was_kept(self.interaction)

    async def edit(self, layout: discord.ui.LayoutView, files: Sequence[discord.File] = ()) -> None:
        """Change the message with which `respond` has answered, without a new press.

        Raise Discord's refusals, for example once the token of the interaction has expired.
        """
        assert self.can_edit, "the message could be public"
        await self.interaction.edit_original_response(
            view=layout, attachments=files, allowed_mentions=answers.NAMED
        )

    async def dismiss(self) -> None:
        """Delete the pressed private message, or the promised answer; log failures.

        Keep public messages, even if a private button was forged on one.
        """
        if answers.is_filled(self.interaction):
            return
        if not self.is_private and self.interaction.message is not None:
            return
        try:
            await self.interaction.delete_original_response()
        except DISCORD_TROUBLE as error:
            _log.info("Could not delete a private message: %s", error)

    def before_form(self) -> asyncio.Timeout:
        """Limit the total time of reads before a form, which must be the first answer; see
        FORM_PATIENCE.
        """
        if self._form_by is None:
            self._form_by = asyncio.get_running_loop().time() + FORM_PATIENCE
        return asyncio.timeout_at(self._form_by)

    def note_counted(self) -> None:
        answers.note_counted(self.interaction)

    async def show(self, number: MatchId) -> None:
        """Update the board, or the private message of a private match unless this press answers
        with it. If Discord refuses, tell the user that the move counted.
        """
        if self._match is not None and self._match.record.private and self._in_session:
            return
        try:
            await self._interactions.boards.show(number)
            answer = current()
            if answer is not None:
                answer.note_shown()
        except DISCORD_TROUBLE as error:
            _log.warning("Could not show match %d: %s", number, error)
            await self.tell(
                self.words.say(
                    "It counted, but I can't show the board in its place. {trouble}. "
                    "`/board` posts it elsewhere.",
                    trouble=clause(error, self.words),
                )
            )


H = TypeVar("H", bound="Handlers")
Handler = Callable[Concatenate[H, Interaction, P], Coroutine[Any, Any, None]]


@dataclass(eq=False)
class Handlers(commands.Cog):
    """Handlers of one topic, whose commands work in servers unless they are declared `anywhere`."""

    interactions: Interactions

    @property
    def is_offered(self) -> bool:
        return True

    @property
    def kit(self) -> Kit:
        return self.interactions.kit


def handler(
    *, acknowledge: bool = True
) -> Callable[[Callable[Concatenate[H, Context, P], Awaitable[None]]], Handler[H, P]]:
    """Turn a method that takes a Context into one that takes an interaction, and answer its errors.

    Methods that open a form, which must be the first answer, or that answer publicly, acknowledge
    the interaction themselves.
    """

    def decorate(method: Callable[Concatenate[H, Context, P], Awaitable[None]]) -> Handler[H, P]:
        @functools.wraps(method)
        async def answer(
            self: H, interaction: Interaction, /, *args: P.args, **kwargs: P.kwargs
        ) -> None:
            async with self.interactions.reporting_errors(interaction):
                self.interactions.admit(interaction)
                context = Context(self.interactions, interaction)
                if acknowledge:
                    await context.acknowledge()
                await method(self, context, *args, **kwargs)

        return answer

    return decorate
