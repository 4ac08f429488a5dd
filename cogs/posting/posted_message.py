"""The bot's own messages in channels and threads: posted once, edited, found again, stripped.

A message that pings must arrive exactly once, although processes can die between any two steps,
Discord can lose answers, and two processes can do the same work. All kinds of messages follow these
rules:

- A post pings the given people only, and a role at most. An edit pings nobody.
- A lock screen shows a message's text (`content`), and nothing of a layout: discord-api-docs #7854.
  So a message that pings is posted as one line of text with its buttons, and an edit replaces that
  line with the layout.
- A message that names people without pinging them also takes two steps: clients show @unknown-user
  for people missing from `mentions`, and only an edit adds people there without a ping (#1479,
  discord-needle #107).
- If Discord permanently refuses the edit, the layout is posted and the line deleted.
- A bot that is killed between the two requests leaves the line (`is_bare`), which is found like any
  other message, and then edited.
- A post carries a nonce derived from its content. For about a minute Discord answers the same nonce
  with the existing message, whichever process asks. The id of the first component is also derived
  from the nonce and lasts until an edit, so a message without buttons can be found later, too.
- A message is recorded after it is posted. If the bot is killed in between, it finds the message in
  the recent history.
- A message that replaces another is posted before the other is stripped: an archived thread accepts
  new messages, which reopen it, but no edits.
"""

import hashlib
import logging
import re
from collections.abc import (
    AsyncIterator,
    Callable,
    Container,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, NamedTuple

import discord
from discord import ui

from bot.match.values.players import UserId, is_person
from cogs.base.command_mentions import MENTIONS
from cogs.base.custom_id_families import Family, read
from cogs.base.discord_errors import DISCORD_TROUBLE, is_archived, is_passing
from cogs.base.markup import escaped
from cogs.base.text_limits import CONTENT, cut_markup
from cogs.posting.nonces import copies, post_again_if_deleted
from cogs.posting.places import address, reopen, temporarily_open
from cogs.ui.layouts import MessageLayout, files
from cogs.ui.widgets import link_button
from render.picture import Picture

_log = logging.getLogger(__name__)

Pictures = Sequence[tuple[str, Picture]]

LOOKED_AT = 100
"""Number of recent messages to search: as many as one request returns."""
MOST_NAMED = 100
"""Discord's limit of users in `allowed_mentions`."""
LINE = 150
ROWS = 5
MARKS = 2**30
"""Smallest component id derived from a nonce; Discord's own ids are small."""

_UNTOLD = re.compile(r"<@!?\d+>|<t:-?\d+(?::\w)?>")
_MENTION = re.compile(r"<@!?(\d+)>")


class Content(NamedTuple):
    layout: MessageLayout
    pictures: Pictures = ()


class Link(NamedTuple):
    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Line:
    """A text without a layout, which is sent once and never edited."""

    text: str
    link: Link
    """Its row identifies the message, as long as the message exists."""
    place: int | None
    """A channel or thread; None for a direct message to the receiver."""
    pings: Sequence[UserId] = ()
    beside: Sequence[ui.Item[Any]] = ()
    """Buttons beside the link."""
    otherwise: "Line | None" = None
    """What is sent if Discord refuses this line."""


class Postponed(Exception):
    """Discord does not allow something now, so it stays recorded for a later attempt."""


class MessagePlace:
    """A channel or thread, known by its id alone. All methods raise Discord's refusals."""

    _can_repost = True
    """Whether a message whose edit is refused can be replaced by another."""

    def __init__(self, client: discord.Client, guild: int, place: int) -> None:
        self._client = client
        self._guild = guild
        self._move(place)

    def _move(self, place: int) -> None:
        self.place = place
        self._channel = self._client.get_partial_messageable(place, guild_id=self._guild)

    async def post(
        self,
        content: Content,
        nonce: str,
        *,
        push: str = "",
        pings: Iterable[UserId] = (),
        silent: bool = False,
        early: bool = True,
        names: Mapping[UserId, str] | None = None,
        role: int | None = None,
    ) -> discord.Message:
        """Post a message that pings these people, or the members of a role. A nonce has at most 25
        characters.

        Lock screens show `push`, or else the layout's first line, followed by mentions. `early`
        buttons work before the layout arrives. `names` replace mentions of other people. If Discord
        knows the nonce, return the existing message in its current state.
        """
        identify(content, nonce)
        people = [user for user in pings if is_person(user)]
        if names is not None:
            for part in _text_displays(content.layout):
                part.content = _named(part.content, people, names)
        if not people and role is None and not mentioned_users(content.layout):
            return await self._send(
                view=content.layout,
                files=files(content.pictures),
                allowed_mentions=_allowed(()),
                nonce=nonce,
                silent=silent,
            )
        assert push or not (people or role), "a lock screen has something to show"
        message = await self._send(
            content=with_mentions(push or _first_line(content.layout), people, role),
            view=_RawRows(self._rows(content.layout, nonce, early=early)),
            allowed_mentions=_allowed(people, role),
            nonce=nonce,
            silent=silent,
        )
        if not is_bare(message):
            return message
        try:
            await self._complete(message.id, content)
        except discord.HTTPException as error:
            if is_passing(error) or is_archived(error) or not self._can_repost:
                raise
            _log.warning("Reposting message %d, which can't be edited: %s", message.id, error)
            return await self._replace(message.id, content, nonce)
        return message

    async def post_plain(
        self,
        layout: MessageLayout,
        nonce: str,
        names: Mapping[UserId, str],
        *,
        pings: Iterable[UserId] = (),
    ) -> discord.Message:
        """Post the texts, buttons and menus of a layout as a plain message, in one request.

        `names` replace mentions of people who aren't pinged, because clients would show
        @unknown-user.
        """
        people = [user for user in pings if is_person(user)]
        return await self._channel.send(
            MENTIONS.with_links(
                cut_markup(_named("\n".join(_texts(layout)), people, names), CONTENT), CONTENT
            ),
            view=_RawRows(self._rows(layout, nonce, early=True)),
            allowed_mentions=_allowed(people),
            nonce=nonce,
        )

    async def post_text(
        self,
        text: str,
        nonce: str,
        link: Link | None = None,
        *beside: ui.Item[Any],
        pings: Iterable[UserId] = (),
    ) -> discord.Message:
        """Post a text without a layout; it can be found again only if it has a link."""
        return await self._channel.send(
            MENTIONS.with_links(text, CONTENT),
            view=discord.utils.MISSING if link is None else link_rows(link, nonce, *beside),
            allowed_mentions=_allowed([user for user in pings if is_person(user)]),
            nonce=nonce,
        )

    async def post_quietly(self, content: Content, nonce: str) -> int:
        return (await post_again_if_deleted(partial(self.post, content, silent=True), nonce)).id

    async def keep(
        self,
        message: int | None,
        content: Content,
        nonce: str,
        belongs: Callable[[discord.Message], bool],
    ) -> int:
        """Make a message show this content without a ping; return its id.

        Edit the recorded message, or else the newest that `belongs` accepts, or else post a new
        one.
        """
        if message is not None and await self.edit(message, content):
            return message
        existing = await self.find(belongs)
        if existing is not None and await self.edit(existing.id, content):
            return existing.id
        return await self.post_quietly(content, nonce)

    async def edit(
        self, message: int, content: Content, *, reopen: bool = False, keep_files: bool = False
    ) -> bool:
        """Edit a message; return False if it, its channel or its thread was deleted.

        With `reopen`, open an archived thread for the edit. With `keep_files`, leave the message's
        files, which already have the names of the content's pictures, instead of uploading them.
        """
        try:
            try:
                await self._edit(message, content, keep_files=keep_files)
            except discord.HTTPException as error:
                if not (reopen and is_archived(error)):
                    raise
                async with temporarily_open(self._client, self.place):
                    await self._edit(message, content, keep_files=keep_files)
        except discord.NotFound as error:
            _log.info("Message %d was deleted: %s", message, error)
            return False
        return True

    async def strip(self, message: int, layout: MessageLayout) -> None:
        await self.edit(message, Content(layout), reopen=True)

    async def fetch(self, message: int) -> discord.Message:
        return await self._channel.get_partial_message(message).fetch()

    async def delete(self, message: int) -> None:
        await self._channel.get_partial_message(message).delete()

    async def pin(self, message: int) -> None:
        await self._channel.get_partial_message(message).pin()

    async def recent(self) -> AsyncIterator[discord.Message]:
        bot = self._client.user
        async for message in self._channel.history(limit=LOOKED_AT):
            if bot is not None and message.author.id == bot.id:
                yield message

    async def find(
        self,
        belongs: Callable[[discord.Message], bool],
        *,
        since: int = 0,
        strict: bool = False,
    ) -> discord.Message | None:
        """Return the bot's newest message that `belongs` accepts, with an id of at least `since`.

        Return None if there is none, or, unless `strict`, if the bot can't see the channel. Without
        the permission to read the history, Discord returns no messages.
        """
        try:
            async for message in self.recent():
                if message.id >= since and belongs(message):
                    return message
        except (discord.Forbidden, discord.NotFound) as error:
            if strict:
                raise
            _log.info("Could not read the history of channel %d: %s", self.place, error)
        return None

    async def _send(self, **message: Any) -> discord.Message:
        return await self._channel.send(**message)

    async def _complete(self, message: int, content: Content) -> None:
        """Replace a new message's line with its layout; an archived thread is reopened and stays
        open.
        """
        try:
            await self.edit(message, content)
        except discord.HTTPException as error:
            if not (is_archived(error) and await reopen(self._client, self.place)):
                raise
            await self.edit(message, content)

    async def _replace(self, line: int, content: Content, nonce: str) -> discord.Message:
        """Post a layout whose edit Discord refuses permanently, and delete the line that has
        pinged.

        The post mentions people silently, because no edit can add them.
        """
        message = await self._channel.send(
            view=content.layout,
            files=files(content.pictures),
            allowed_mentions=_allowed(mentioned_users(content.layout)),
            nonce=f"r{_mark(nonce)}",
            silent=True,
        )
        try:
            await self.delete(line)
        except DISCORD_TROUBLE as error:
            _log.info("Could not delete line %d beside its message: %s", line, error)
        return message

    async def _edit(self, message: int, content: Content, *, keep_files: bool) -> None:
        await self._channel.get_partial_message(message).edit(
            content=None,
            view=content.layout,
            attachments=discord.utils.MISSING if keep_files else files(content.pictures),
            allowed_mentions=_allowed(mentioned_users(content.layout)),
        )

    def _rows(self, layout: MessageLayout, nonce: str, *, early: bool) -> list[dict[str, Any]]:
        rows = list(_action_rows(layout.to_components()))
        rows = rows if early else []
        if len(rows) > ROWS:
            rows = [*rows[: ROWS - 1], rows[-1]]
        if not rows:
            rows = [_link_row(Link("➡️", address(self._guild, self.place)))]
        return [{**rows[0], "id": _mark(nonce)}, *rows[1:]]


def identify(content: Content, nonce: str) -> None:
    """Mark a content, so that its message can be found by a nonce."""
    content.layout.children[0].id = _mark(nonce)


def was_posted_as(message: discord.Message, nonce: str) -> bool:
    """Return whether a message was posted with this nonce, or one derived from it because people
    had deleted an earlier copy, and has kept its mark since.
    """
    return any(getattr(part, "id", None) in _marks(nonce) for part in message.components[:1])


def is_bare(message: discord.Message) -> bool:
    return bool(message.content)


def with_mentions(line: str, people: Iterable[UserId], role: int | None = None) -> str:
    """Return a line for lock screens with mentions at its end, where a cut does no harm."""
    roles = [] if role is None else [f"<@&{role}>"]
    return " ".join([line, *roles, *(f"<@{user}>" for user in people)])


def mentioned_users(layout: ui.LayoutView) -> list[UserId]:
    return [int(user) for user in dict.fromkeys(_MENTION.findall("\n".join(_texts(layout))))]


def link_rows(link: Link, nonce: str, *beside: ui.Item[Any]) -> ui.View:
    """Return a row with the link and the buttons `beside` it, for a message without a layout."""
    return _RawRows([{**_link_row(link, *beside), "id": _mark(nonce)}])


def components(message: discord.Message) -> Iterator[Any]:
    return _walk(message.components)


def controls(message: discord.Message, but: str = "") -> list[tuple[Family, re.Match[str]]]:
    custom_ids = (getattr(part, "custom_id", None) or "" for part in components(message))
    pairs = (read(custom_id) for custom_id in custom_ids if custom_id != but)
    return [pair for pair in pairs if pair is not None]


class _RawRows(ui.View):
    """Rows of a message without a layout, as raw data, because discord.py accepts a layout's rows
    only in layouts.
    """

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        super().__init__(timeout=None)
        self._raw = rows
        self.stop()

    def to_components(self) -> list[dict[str, Any]]:
        return self._raw


def _link_row(link: Link, *beside: ui.Item[Any]) -> dict[str, Any]:
    row: ui.ActionRow[MessageLayout] = ui.ActionRow(link_button(*link), *beside)
    return row.to_component_dict()


def _action_rows(parts: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in parts:
        if part["type"] == discord.ComponentType.action_row.value:
            yield dict(part)
        else:
            yield from _action_rows(part.get("components", ()))


def _allowed(people: Iterable[UserId], role: int | None = None) -> discord.AllowedMentions:
    return discord.AllowedMentions(
        everyone=False,
        roles=False if role is None else [discord.Object(role)],
        replied_user=False,
        users=[discord.Object(user) for user in people][:MOST_NAMED],
    )


def _first_line(layout: ui.LayoutView) -> str:
    return cut_markup(_UNTOLD.sub("…", next(_texts(layout), "…").partition("\n")[0]), LINE)


def _texts(layout: ui.LayoutView) -> Iterator[str]:
    return (part.content for part in _text_displays(layout))


def _text_displays(layout: ui.LayoutView) -> Iterator[ui.TextDisplay[Any]]:
    return (part for part in layout.walk_children() if isinstance(part, ui.TextDisplay))


def _named(text: str, people: Container[UserId], names: Mapping[UserId, str]) -> str:
    """Replace mentions of all but these people with names."""

    def called_or_named(mention: re.Match[str]) -> str:
        user = int(mention[1])
        return mention[0] if user in people else escaped(names.get(user, "…"))

    return _MENTION.sub(called_or_named, text)


def _mark(nonce: str) -> int:
    digest = hashlib.blake2b(nonce.encode(), digest_size=4).digest()
    return MARKS + int.from_bytes(digest) % MARKS


@lru_cache(maxsize=16)
def _marks(nonce: str) -> frozenset[int]:
    return frozenset(map(_mark, copies(nonce)))


def _walk(parts: Iterable[Any]) -> Iterator[Any]:
    for part in parts:
        yield part
        yield from _walk(getattr(part, "children", ()))
