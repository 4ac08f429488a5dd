"""Mutants that ignore known faults of Discord."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import discord

import cogs.posting.posted_message as posted_message
from bot.match.values.players import UserId, is_person
from chaos.mutants.fairness import everywhere
from cogs.posting.match_threads import MatchThreads
from cogs.posting.nonces import post_again_if_deleted
from cogs.posting.posted_message import Content, MessagePlace
from cogs.ui.layouts import MessageLayout, files


def _in_channel() -> None:
    setattr(MatchThreads, "_may_wait", lambda *_: False)  # noqa: B010 - mypy forbids it otherwise


def _one_nonce() -> None:
    async def post_once(post: Callable[[str], Awaitable[Any]], nonce: str) -> Any:
        return await post(nonce)

    everywhere(post_again_if_deleted, post_once)


def _strangers() -> None:
    def allow_none(_: object) -> discord.AllowedMentions:
        return discord.AllowedMentions.none()

    setattr(posted_message, "_allowed", allow_none)  # noqa: B010 - as above


def _blank() -> None:
    allowed = posted_message._allowed  # noqa: SLF001 - the mutant needs it

    async def post(
        self: MessagePlace,
        content: Content,
        nonce: str,
        *,
        pings: Iterable[UserId] = (),
        silent: bool = False,
        **_: object,
    ) -> discord.Message:
        return await self._channel.send(
            view=content.layout,
            files=files(content.pictures),
            allowed_mentions=allowed([user for user in pings if is_person(user)]),
            nonce=nonce,
            silent=silent,
        )

    async def post_plain(
        self: MessagePlace,
        layout: MessageLayout,
        nonce: str,
        names: object,
        *,
        pings: Iterable[UserId] = (),
    ) -> discord.Message:
        del names
        return await post(self, Content(layout), nonce, pings=pings)

    setattr(MessagePlace, "post", post)  # noqa: B010 - as above
    setattr(MessagePlace, "post_plain", post_plain)  # noqa: B010 - as above


DISCORD: dict[str, Callable[[], None]] = {
    "in-channel": _in_channel,
    "one-nonce": _one_nonce,
    "strangers": _strangers,
    "blank": _blank,
}
