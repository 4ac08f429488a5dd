"""Nonces, including those of messages that have been deleted.

Discord compares a nonce with all of the bot's messages of the past few minutes, in every channel
(API reference, "Create Message"). If the message with that nonce was deleted, Discord answers
10008, Unknown Message (discord-api-docs #6647). The same request then fails until Discord forgets
the nonce.
"""

import hashlib
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import discord

T = TypeVar("T")

UNKNOWN_MESSAGE = 10008
MOST_TRIES = 8
"""Maximum nonces for one message. Another is needed only if a copy is deleted while Discord
remembers the first, so this limit is hardly ever reached.
"""


def nonce_of(*values: object) -> str:
    """Return a nonce of 24 characters (Discord accepts 25) for these values.

    The values must identify the message among all messages of the bot, because Discord
    distinguishes nonces by author only, not by channel.
    """
    return hashlib.blake2b(repr(values).encode(), digest_size=12).hexdigest()


def was_deleted(error: BaseException) -> bool:
    return isinstance(error, discord.NotFound) and error.code == UNKNOWN_MESSAGE


@contextmanager
def posted_once() -> Iterator[None]:
    """Ignore the refusal of a message that has been posted and deleted: people have read it."""
    try:
        yield
    except discord.NotFound as error:
        if not was_deleted(error):
            raise


async def post_again_if_deleted(post: Callable[[str], Awaitable[T]], nonce: str) -> T:
    """Post with this nonce; if its message was deleted, with another nonce derived from it.

    All processes derive the same nonces, so a repeated request still posts one message.
    """
    *firsts, last = copies(nonce)
    for copy in firsts:
        try:
            return await post(copy)
        except discord.NotFound as error:
            if not was_deleted(error):
                raise
    return await post(last)


def copies(nonce: str) -> tuple[str, ...]:
    """Return the nonce and those derived from it, in the order in which they are tried."""
    return nonce, *(nonce_of(nonce, copy) for copy in range(1, MOST_TRIES))
