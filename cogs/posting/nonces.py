"""Nonces, including those of messages that were posted and deleted.

Discord compares a nonce with all of the bot's messages of the past few minutes, in every channel
(API reference, "Create Message"). If the message with that nonce was deleted, it answers 10008,
Unknown Message (discord-api-docs #6647). The same request then fails until Discord forgets the
nonce.
"""

import hashlib
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import discord

T = TypeVar("T")

UNKNOWN_MESSAGE = 10008
MOST_TRIES = 8
"""Maximum nonces for one message: as many copies can be deleted within Discord's few minutes."""


def nonce_of(*what: object) -> str:
    """Return a nonce for exactly these values.

    It has 24 characters, because Discord accepts up to 25, and contains the channel, because
    Discord distinguishes nonces by author only.
    """
    return hashlib.blake2b(repr(what).encode(), digest_size=12).hexdigest()


def was_deleted(error: BaseException) -> bool:
    """Return whether Discord refused a message because it was posted and deleted before."""
    return isinstance(error, discord.NotFound) and error.code == UNKNOWN_MESSAGE


@contextmanager
def posted_once() -> Iterator[None]:
    """Ignore that the message was posted and deleted before: people have read it."""
    try:
        yield
    except discord.NotFound as error:
        if not was_deleted(error):
            raise


async def post_again_if_deleted(post: Callable[[str], Awaitable[T]], nonce: str) -> T:
    """Post with this nonce; if that message was deleted, post with another nonce derived from it.

    All processes derive the same nonces, so a repeated request is still one message. Raise
    Discord's refusals.
    """
    for copy in range(MOST_TRIES):
        try:
            return await post(nonce_of(nonce, copy) if copy else nonce)
        except discord.NotFound as error:
            if not was_deleted(error) or copy == MOST_TRIES - 1:
                raise
    raise AssertionError("the last try returns or raises")
