"""Posts what people share with a channel: once for each thing, however often they press."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import discord

from bot.match.people.limits import ShareLimit
from cogs.base.discord_errors import DISCORD_TROUBLE, reason
from cogs.interactions.context import Context
from cogs.posting.messenger import nonce_of
from cogs.posting.nonces import post_again_if_deleted, was_deleted
from cogs.posting.places import address
from cogs.posting.posted_message import Content, MessagePlace, mentioned
from cogs.preferences.store import Preferences
from cogs.ui.layouts import compose
from cogs.ui.names import NameBook

_log = logging.getLogger(__name__)


@dataclass(eq=False)
class SharedPosts:
    """Posts within the limit of each person."""

    client: discord.Client
    limit: ShareLimit
    names: NameBook
    preferences: Preferences
    _in_progress: set[str] = field(default_factory=set, init=False)

    async def post(
        self,
        ctx: Context,
        place: int,
        what: object,
        build: Callable[[], Awaitable[Content]],
        posted: Callable[[str], str],
    ) -> None:
        """Post `what` there for an acknowledged press, and answer `posted` of its address.

        Until Discord forgets the message, another press for the same thing returns its address;
        one that a moderator has deleted is posted again. Raises SharedOften.
        """
        user, guild = ctx.user, ctx.guild
        nonce = nonce_of("share", user, place, what)
        if nonce in self._in_progress:
            return  # the earlier press is answered
        self._in_progress.add(nonce)
        try:
            answer = await self._post(ctx, place, nonce, build)
        except BaseException:
            self.limit.release(user, nonce)
            raise
        finally:
            self._in_progress.discard(nonce)
        if isinstance(answer, BaseException):
            _log.info("Something can't be shared: %s", answer)
            text = ctx.words.say(
                "Discord won't let me post there: “{reason}”.", reason=reason(answer)
            )
        else:
            text = posted(address(guild, place, answer.id))
        await ctx.respond(compose(texts=[text]))

    async def _post(
        self, ctx: Context, place: int, nonce: str, build: Callable[[], Awaitable[Content]]
    ) -> discord.Message | BaseException:
        self.limit.claim(ctx.user, nonce)  # before anything is drawn
        content = await build()
        words = await self.preferences.words(ctx.guild)
        people = mentioned(content.layout)
        names = await self.names.names(self.client, ctx.guild, people, words)
        here = MessagePlace(self.client, ctx.guild, place)

        async def send(attempt: str) -> discord.Message:
            self.limit.claim(ctx.user, attempt)  # a deleted post counts against the limit
            try:
                return await here.post(content, attempt, names=names)
            except DISCORD_TROUBLE as error:
                if not was_deleted(error):
                    self.limit.release(ctx.user, attempt)
                raise

        try:
            return await post_again_if_deleted(send, nonce)
        except DISCORD_TROUBLE as error:
            return error
