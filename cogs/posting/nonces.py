"""Nonces, also of messages that were posted and have been deleted since.

Discord compares a nonce with all messages of the bot in the past few minutes, in every channel
(API reference, "Create Message"). It answers 10008, Unknown Message, if the message with that nonce
was deleted (discord-api-docs #6647). The same request then fails until Discord forgets the nonce.
"""

import hashlib
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import discord

T = TypeVar("T")

UNKNOWN_MESSAGE = 10008
MOST_TRIES = 8
"""Nonces tried for one message: so many copies can be deleted within Discord's few minutes."""


def nonce_of(*what: object) -> str:
    """Return a nonce for exactly this: 24 characters, because Discord takes up to 25 and tells the
    nonces of all channels apart by their author alone."""
    return hashlib.blake2b(repr(what).encode(), digest_size=12).hexdigest()


def was_deleted(error: BaseException) -> bool:
    """Return whether Discord refused to post a message because it was posted and deleted before."""
    return isinstance(error, discord.NotFound) and error.code == UNKNOWN_MESSAGE


@contextmanager
def posted_once() -> Iterator[None]:
    """Ignore that the message to post was posted and deleted before: people have read it."""
    try:
        yield
    except discord.NotFound as error:
        if not was_deleted(error):
            raise


async def post_again_if_deleted(post: Callable[[str], Awaitable[T]], nonce: str) -> T:
    """Post with this nonce; if that message was deleted, post another with a nonce made from it.

    All processes make the same nonces, so a repeated request is still one message. Raises what
    Discord refuses.
    """
    for copy in range(MOST_TRIES):
        try:
            return await post(nonce_of(nonce, copy) if copy else nonce)
        except discord.NotFound as error:
            if not was_deleted(error) or copy == MOST_TRIES - 1:
                raise
    raise AssertionError("the last try returns or raises")
