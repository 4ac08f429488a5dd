"""The bot's own messages in channels and threads: posted once, edited, found again, stripped.

Every kind of message follows the same rules, and says itself what it shows, where, and where it is
noted:

- A post pings the people it is given and nobody else. An edit pings nobody.
- A post carries a nonce of what it tells. For about a minute Discord answers the same nonce with
  the message that is there, whichever process asks. The id of its first component is made of the
  nonce as well and lasts until an edit, so that a message without buttons can be found later, too.
- A message is noted after it is posted. If the bot is killed in between, the recent history has it.
- Where a new message takes the place of an old one, it is posted first, and the old one is stripped
  after that: an archived thread takes new messages, which reopen it, and no edits.
"""

import hashlib
import logging
import re
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import discord

from bot.match.holders import UserId, is_person
from cogs.interactions.custom_id_families import Family, read
from cogs.interactions.discord_errors import is_archived
from cogs.posting.places import opened
from cogs.ui.layouts import MessageLayout, files
from render.picture import Picture

_log = logging.getLogger(__name__)

Pictures = Sequence[tuple[str, Picture]]
"""By file name."""

LOOKED_AT = 100
"""Messages of the recent history that are looked at: as many as one request gives."""
MARKS = 2**30
"""From here on ids of components are made of nonces; Discord's own are small."""


class Content(NamedTuple):
    """What a message shows."""

    layout: MessageLayout
    pictures: Pictures = ()


class Postponed(Exception):
    """Discord does not allow something now. It stays noted, so that a later look tries again; the
    cause is what Discord said, if that is known."""


class MessagePlace:
    """A channel or thread, known by its id alone: nothing is asked of Discord to begin with.

    All methods raise what Discord refuses, where they don't say otherwise.
    """

    def __init__(self, client: discord.Client, guild: int, place: int) -> None:
        self._client = client
        self.place = place
        self._channel = client.get_partial_messageable(place, guild_id=guild)

    async def post(
        self, content: Content, nonce: str, *, pings: Iterable[UserId] = (), silent: bool = False
    ) -> discord.Message:
        """Post a message that pings these people; a nonce has at most 25 characters.

        Where Discord knows the nonce, it gives that message as it is by now.
        """
        content.layout.children[0].id = _mark(nonce)
        return await self._channel.send(
            view=content.layout,
            files=files(content.pictures),
            allowed_mentions=discord.AllowedMentions(
                everyone=False,
                roles=False,
                replied_user=False,
                users=[discord.Object(user) for user in pings if is_person(user)],
            ),
            nonce=nonce,
            silent=silent,
        )

    async def edit(self, message: int, content: Content, *, reopen: bool = False) -> bool:
        """Let a message show this; False where it was deleted, or its channel or thread was.

        `reopen`: an archived thread is opened for the edit and archived again.
        """
        try:
            try:
                await self._edit(message, content)
            except discord.HTTPException as error:
                if not (reopen and is_archived(error)):
                    raise
                async with opened(self._client, self.place):
                    await self._edit(message, content)
        except discord.NotFound as error:
            _log.info("Message %d is gone: %s", message, error)
            return False
        return True

    async def strip(self, message: int, layout: MessageLayout) -> None:
        """Take pictures and buttons from an old message, if it is still there, and leave this."""
        await self.edit(message, Content(layout), reopen=True)

    async def fetch(self, message: int) -> discord.Message:
        """A message as it is."""
        return await self._channel.get_partial_message(message).fetch()

    async def delete(self, message: int) -> None:
        """Delete a message."""
        await self._channel.get_partial_message(message).delete()

    async def recent(self) -> AsyncIterator[discord.Message]:
        """The bot's own messages in the recent history, newest first."""
        bot = self._client.user
        async for message in self._channel.history(limit=LOOKED_AT):
            if bot is not None and message.author.id == bot.id:
                yield message

    async def find(
        self, belongs: Callable[[discord.Message], bool], *, since: int = 0
    ) -> discord.Message | None:
        """The newest of them that `belongs` accepts, from the message id `since` on.

        None if there is none, or the bot may not read the history.
        """
        try:
            async for message in self.recent():
                if message.id >= since and belongs(message):
                    return message
        except (discord.Forbidden, discord.NotFound) as error:
            _log.info("The history of channel %d can't be read: %s", self.place, error)
        return None

    async def _edit(self, message: int, content: Content) -> None:
        await self._channel.get_partial_message(message).edit(
            view=content.layout,
            attachments=files(content.pictures),
            allowed_mentions=discord.AllowedMentions.none(),
        )


def was_posted_as(message: discord.Message, nonce: str) -> bool:
    """Whether a message was posted with this nonce, and not edited since."""
    return any(getattr(part, "id", None) == _mark(nonce) for part in message.components[:1])


def components(message: discord.Message) -> Iterator[Any]:
    """All components of a message, those inside others too."""
    return _walk(message.components)


def controls(message: discord.Message, but: str = "") -> list[tuple[Family, re.Match[str]]]:
    """The families and fields of all buttons and menus of a message but the custom_id `but`."""
    custom_ids = (getattr(part, "custom_id", None) or "" for part in components(message))
    found = (read(custom_id) for custom_id in custom_ids if custom_id != but)
    return [one for one in found if one is not None]


def _mark(nonce: str) -> int:
    digest = hashlib.blake2b(nonce.encode(), digest_size=4).digest()
    return MARKS + int.from_bytes(digest) % MARKS


def _walk(parts: Iterable[Any]) -> Iterator[Any]:
    for part in parts:
        yield part
        yield from _walk(getattr(part, "children", ()))
