"""A stub of Discord's messages, and the parts of the bot that notify other players."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, cast

import discord

from bot.match.people.messages import MessageKind
from cogs.forums.posts import ForumPosts
from cogs.invitations.contents import InvitationContents
from cogs.invitations.host_messages import HostMessages
from cogs.invitations.kind import Cards
from cogs.notices.kind import Notices
from cogs.scenes.scenes import Scenes
from cogs.timing.absences import AbsenceMessages, Absences
from cogs.ui.emoji import GameEmoji
from cogs.ui.layouts import MessageLayout
from tests.cogs.drawn import queue
from tests.cogs.test_layout import TEXT, check
from tests.cogs.test_papers import kit
from tests.match.world import CHANNEL, World


@dataclass
class Message:
    at: int
    place: int
    nonce: str
    text: str
    pings: tuple[int, ...]
    silent: bool


class Town:
    """A stub of Discord's messages, and the parts of the bot that write them."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.posted: list[Message] = []
        self.edited: set[int] = set()
        self.renewed: list[int] = []
        self.use(world)

    def use(self, world: World) -> None:
        here = cast("Any", self)
        collaborators = kit(world, here)
        scenes = Scenes(collaborators, GameEmoji(()))
        contents = InvitationContents(collaborators, queue(), scenes)
        posts = ForumPosts(collaborators, scenes)
        self.cards = Cards(collaborators, world.challenges, contents, posts, world.toys.load)
        collaborators.projector.register(self.cards)
        self.host_messages = HostMessages(collaborators)
        collaborators.projector.register(self.host_messages)
        self.messages = collaborators.stores.messages
        self.notices = Notices(collaborators, world.pace.timekeeper)
        collaborators.projector.register(self.notices)
        self.absences = Absences(collaborators, world.pace.absences, here)
        collaborators.projector.register(AbsenceMessages(collaborators, world.pace.absences))
        self.projector = collaborators.projector
        self.user = SimpleNamespace(id=1)

    def get_partial_messageable(self, place: int, guild_id: int) -> Any:
        del guild_id
        return Channel(self, place)

    def get_channel(self, channel: int) -> None: ...

    def get_guild(self, guild: int) -> None: ...

    async def exclusively(self, match: int, work: Callable[[int], Awaitable[None]]) -> None:
        await work(match)

    async def current(self, match: int) -> None: ...

    async def refresh(self, match: int) -> None:
        self.renewed.append(match)

    async def round(self) -> None:
        """Do the work that the bot repeats in the background."""
        await self.world.pace.timekeeper.tick()
        for match in await self.world.store.expired_invitations(self.world.clock.time):
            await self.world.toys.expire(match)
        for match in await self.untold():
            await self.host_messages.tell(match)
        for row in await self.messages.due(self.world.clock.time):
            if row.key.kind is MessageKind.NOTICE:
                await self.notices.show(row.key.subject)
        await self.absences.look_after()
        for row in await self.messages.due(self.world.clock.time):
            if row.key.kind is MessageKind.ABSENCE:
                await self.projector.show(row.key)

    async def untold(self) -> list[int]:
        """Return the matches whose host must hear something now."""
        due = await self.messages.due(self.world.clock.time)
        return [row.key.subject for row in due if row.key.kind is MessageKind.HOST]

    async def later(self, seconds: int) -> None:
        for _ in range(min(seconds // 20, 4)):
            self.world.clock.time += 20
            await self.round()
        self.world.clock.time += max(0, seconds - 80)
        await self.round()

    async def challenge(self, host: int, *invited: int) -> int:
        loaded = await self.world.toys.challenge(self.world.asked(host), invited)
        await self.cards.show(loaded.record.id)
        return loaded.record.id

    async def begun(self, *users: int) -> int:
        """Begin a match in its own thread, without any message yet."""
        match = (await self.world.begun(*users)).record.id
        await self.world.store.set_place(match, CHANNEL + match)
        return match

    def pings(self, user: int) -> list[Message]:
        return [message for message in self.posted if user in message.pings]


@dataclass
class Channel:
    town: Town
    place: int

    async def send(
        self,
        content: str = "",
        *,
        nonce: str,
        view: MessageLayout | None = None,
        allowed_mentions: Any = None,
        silent: bool = False,
        files: Sequence[discord.File] = (),
    ) -> Any:
        del files
        users = allowed_mentions.users if allowed_mentions is not None else ()
        parts = [] if content or view is None else check(view)
        text = content or "\n".join(part["content"] for part in parts if part["type"] == TEXT)
        pinged = tuple(user.id for user in users)
        assert all(f"<@{user}>" in text for user in pinged), (
            "only users named in the text are pinged"
        )
        at = self.town.world.clock.time
        self.town.posted.append(Message(at, self.place, nonce, text, pinged, silent))
        number = len(self.town.posted)
        place = SimpleNamespace(id=self.place)
        return SimpleNamespace(id=number, channel=place, jump_url="", content=content)

    async def history(self, limit: int) -> AsyncIterator[Any]:
        del limit
        nothing: tuple[Any, ...] = ()
        for message in nothing:
            yield message

    def get_partial_message(self, message: int) -> Any:
        async def edit(
            content: None, view: MessageLayout, allowed_mentions: Any, attachments: Any = ()
        ) -> Any:
            del content, attachments, allowed_mentions
            posted = self.town.posted[message - 1]
            parts = [part["content"] for part in check(view) if part["type"] == TEXT]
            if not self.town.edited & {message}:
                self.town.posted[message - 1] = replace(posted, text="\n".join(parts))
            self.town.edited.add(message)
            place = SimpleNamespace(id=self.place)
            return SimpleNamespace(id=message, channel=place, jump_url="")

        return SimpleNamespace(edit=edit)
