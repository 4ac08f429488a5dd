"""A forum's post that is created by its first message.

Discord takes no nonce for a post, so a repeated request makes a second one: see
cogs/forums/posts.py.
"""

from collections.abc import Sequence
from typing import Any

import discord

from cogs.posting.match_threads import A_WEEK
from cogs.posting.posted_message import MessagePlace


class NewPost(MessagePlace):
    """The place of a message that creates its post; afterwards, the post itself."""

    _can_repost = False  # the first message belongs to the post and has its id

    def __init__(
        self,
        client: discord.Client,
        forum: discord.ForumChannel,
        title: str,
        tags: Sequence[discord.ForumTag],
    ) -> None:
        super().__init__(client, forum.guild.id, forum.id)
        self._forum, self._title, self._tags = forum, title, tags

    @property
    def exists(self) -> bool:
        return self.place != self._forum.id

    async def _send(self, **message: Any) -> discord.Message:
        message.pop("nonce", None)
        created = await self._forum.create_thread(
            name=self._title,
            auto_archive_duration=A_WEEK,
            applied_tags=self._tags,
            **message,
        )
        self._move(created.thread.id)
        return created.message
