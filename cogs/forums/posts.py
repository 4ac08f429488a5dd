"""Posts of matches in a forum: creation, tags, title, end.

Discord takes no nonce for a post. A request that is repeated, because its answer was lost, makes a
second post, and discord.py repeats some requests automatically. So one process at a time makes the
post of a match, under the match's lease, and looks for an earlier one unless there can be none.
Copies that appear nevertheless are closed.

The title of each post contains the match's number, so few posts have to be read. Only the first
message of a post proves that it is the match's: a title also contains names that people choose,
such as “#12”.
"""

import logging
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import discord

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.people.troubles import TroubleKind
from bot.match.tournaments.loaded import Tournaments
from cogs.base.discord_errors import DISCORD_TROUBLE, is_passing
from cogs.base.markup import harmless
from cogs.base.text_limits import THREAD
from cogs.forums.choice import find_forum, forum_tags, lacks_tag, missing_in
from cogs.forums.tags import tags_of_post
from cogs.kit import Kit
from cogs.posting.match_threads import TRIED_FOR
from cogs.posting.new_post import NewPost
from cogs.posting.permissions import IN_FORUM
from cogs.posting.places import address, fetch_channel
from cogs.posting.posted_message import Content, MessagePlace
from cogs.posting.restores import first_message
from cogs.scenes.scenes import Scenes
from cogs.scenes.table_titles import tournament_name
from cogs.scenes.thread_titles import post_title, table_title
from cogs.ui.layouts import compose

_log = logging.getLogger(__name__)

LATE = 3600
"""Seconds by which the clocks of this machine and of Discord can differ."""
CLOSED = (Status.OVER, Status.CALLED_OFF)

Belongs = Callable[[discord.Message], bool]
"""Return whether a message is the first one of the match's post."""


class NoPost(Exception):
    """The forum takes no post of this match, and waiting changes nothing."""


@dataclass(eq=False)
class ForumPosts:
    kit: Kit
    scenes: Scenes
    tournaments: Tournaments | None = None

    async def place(self, loaded: Loaded) -> NewPost:
        """Return the place for the first message of a match's post; raise NoPost."""
        record = loaded.record
        forum = self._forum(loaded)
        if forum is None:
            raise NoPost("there is no such forum")
        if missing_in(forum):
            allowed = forum.permissions_for(forum.guild.me)
            kind = TroubleKind.FORUMS
            await self.kit.troubles.report_lacking(record.guild, kind, forum.id, allowed, IN_FORUM)
            raise NoPost("permissions are missing")
        tags = await self._tags(loaded, forum)
        if lacks_tag(forum, self.kit.games, tags):
            raise NoPost("the forum wants a tag")
        title = await self._title(loaded)
        return NewPost(self.kit.client, forum, title, tags_of_post(tags, record, loaded.status))

    async def report_refusal(self, loaded: Loaded, error: BaseException) -> None:
        """Report that Discord refuses a match's post."""
        record = loaded.record
        assert record.forum is not None, "the match wants a post"
        await self.kit.troubles.report_refusal(
            record.guild, TroubleKind.FORUMS, record.forum, error, IN_FORUM
        )

    def may_wait(self, loaded: Loaded, error: BaseException) -> bool:
        """Return whether a later attempt can succeed, before the players have waited too long."""
        since = loaded.record.created
        return is_passing(error) and 0 <= self.kit.clock.now() - since < TRIED_FOR

    async def find(self, loaded: Loaded, belongs: Belongs) -> discord.Message | None:
        """Return the first message of the match's oldest post, for an unrecorded one."""
        forum = self._forum(loaded)
        if forum is None:
            return None
        threads = [
            *await forum.guild.active_threads(),
            *[thread async for thread in forum.archived_threads(limit=100)],
        ]
        async for _, message in self._own(loaded, threads, belongs):
            return message
        return None

    async def note_post(self, loaded: Loaded, post: int, belongs: Belongs) -> None:
        """Note that the match has this post, and close its other posts; log failures."""
        forum = self._forum(loaded)
        if forum is None:
            return
        self.kit.troubles.works(TroubleKind.FORUMS, forum.id)
        others = [thread for thread in forum.threads if thread.id != post and not thread.archived]
        try:
            async for thread, message in self._own(loaded, others, belongs):
                await self._close_copy(loaded, forum, thread, message.id, post)
        except DISCORD_TROUBLE as error:
            _log.info("A copy of the post of match %d stays open: %s", loaded.record.id, error)

    async def _close_copy(
        self,
        loaded: Loaded,
        forum: discord.ForumChannel,
        copy: discord.Thread,
        message: int,
        post: int,
    ) -> None:
        guild = forum.guild.id
        words = await self.kit.preferences.words(guild)
        text = words.say("This is a copy. The match is here: {url}", url=address(guild, post))
        tags = tags_of_post(await self._tags(loaded, forum), loaded.record, Status.OVER)
        content = Content(compose(texts=[text]))
        await MessagePlace(self.kit.client, guild, copy.id).edit(message, content)
        await copy.edit(applied_tags=tags, archived=True)

    async def update(self, loaded: Loaded) -> None:
        """Bring tags and title of a match's post up to date, and close it after the end.

        Log permanent refusals, and raise others.
        """
        record = loaded.record
        if not record.is_post or (forum := self._forum(loaded)) is None:
            return
        post = await fetch_channel(self.kit.client, record.home)
        if not isinstance(post, discord.Thread) or post.locked:
            return
        closes = loaded.status in CLOSED
        try:
            changes = await self._changes(loaded, forum, post)
            if changes and post.archived:
                await post.edit(archived=False, **changes)
                await post.edit(archived=True)
            elif changes and closes:
                await post.edit(archived=True, **changes)
            elif changes:
                await post.edit(**changes)
            elif closes and not post.archived:
                await post.edit(archived=True)
        except discord.HTTPException as error:
            if is_passing(error):
                raise
            _log.warning("The post of match %d keeps its tags: %s", record.id, error)

    async def _changes(
        self, loaded: Loaded, forum: discord.ForumChannel, post: discord.Thread
    ) -> dict[str, Any]:
        changes: dict[str, Any] = {}
        tags = tags_of_post(
            await self._tags(loaded, forum), loaded.record, loaded.status, post.applied_tags
        )
        same = {tag.id for tag in tags} == {tag.id for tag in post.applied_tags}
        if not same and (tags or not forum.flags.require_tag):
            changes["applied_tags"] = tags
        if loaded.roster.original:
            title = await self._title(loaded)
            # People may have renamed the post, so only replace the title of the invitation.
            if post.name != title and post.name == await self._title(loaded, as_invited=True):
                changes["name"] = title
        return changes

    async def _tags(
        self, loaded: Loaded, forum: discord.ForumChannel
    ) -> dict[str, discord.ForumTag]:
        settings = await self.kit.preferences.choices(loaded.record.guild)
        return await forum_tags(self.kit, forum, settings)

    async def _title(self, loaded: Loaded, *, as_invited: bool = False) -> str:
        record, roster = loaded.record, loaded.roster
        words = await self.kit.preferences.words(record.guild)
        if roster.original and not as_invited:
            scene = await self.scenes.scene(loaded, words)
            players: Sequence[str] = [player.name for player in scene.players]
        else:
            people = dict.fromkeys((roster.host, *roster.invited))
            names = await self.kit.names.names(self.kit.client, record.guild, people, words)
            players = [names[user] for user in people]
        game, emoji = self.kit.games.title(record.game), self.scenes.emoji(loaded)
        title = post_title(players, game, record.id, words, emoji)
        if self.tournaments is not None:
            tournament = await tournament_name(self.tournaments, loaded)
            title = title if tournament is None else table_title(title, tournament, words)
        return harmless(title, THREAD)

    async def _own(
        self, loaded: Loaded, threads: Iterable[discord.Thread], belongs: Belongs
    ) -> AsyncIterator[tuple[discord.Thread, discord.Message]]:
        """Yield the bot's posts for this match among these threads with their first messages, the
        oldest first.
        """
        record, bot = loaded.record, self.kit.client.user
        created = datetime.fromtimestamp(record.created - LATE, UTC)
        since = max(
            discord.utils.time_snowflake(created),
            await first_message(self.kit.matches.store, loaded),
        )
        posts = {
            thread.id: thread
            for thread in threads
            if thread.parent_id == record.forum
            and bot is not None
            and thread.owner_id == bot.id
            and thread.id >= since
            and f"#{record.id}" in thread.name.split()
        }
        for number in sorted(posts):
            place = MessagePlace(self.kit.client, record.guild, number)
            try:
                message = await place.fetch(number)
            except discord.NotFound:
                continue
            if belongs(message):
                yield posts[number], message

    def _forum(self, loaded: Loaded) -> discord.ForumChannel | None:
        return find_forum(self.kit.client.get_guild(loaded.record.guild), loaded.record.forum)
