"""Notices on Discord: each is posted once, and none is lost."""

from collections.abc import AsyncIterator, Iterable, Mapping
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.match.values.times import DAY
from cogs.notices.publisher import NoticePublisher
from cogs.ui.layouts import MessageLayout
from tests.cogs.clocked import Clocked
from tests.cogs.test_papers import kit
from tests.match.world import ANN, BEN


def received(parts: Iterable[Mapping[str, Any]]) -> list[SimpleNamespace]:
    return [
        SimpleNamespace(**{**part, "children": received(part.get("components", ()))})
        for part in parts
    ]


class Wall:
    def __init__(self) -> None:
        self.posted: list[tuple[int, tuple[int, ...], str]] = []
        """Message, pinged users, nonce."""
        self.there: dict[int, MessageLayout] = {}
        self.broken = False
        self.user = SimpleNamespace(id=1)

    async def send(
        self, text: str = "", *, view: Any, allowed_mentions: Any, nonce: str, **_: object
    ) -> SimpleNamespace:
        if self.broken:
            raise ConnectionError("cut")
        message = 100 + len(self.posted)
        self.posted.append((message, tuple(user.id for user in allowed_mentions.users), nonce))
        self.there[message] = view
        return SimpleNamespace(id=message, content=text)

    def get_partial_message(self, message: int) -> SimpleNamespace:
        async def edit(view: MessageLayout, **_: object) -> None:
            if message not in self.there:
                response = cast("Any", SimpleNamespace(status=404, reason=""))
                raise discord.NotFound(response, {"code": 10008, "message": "Unknown"})
            self.there[message] = view

        return SimpleNamespace(edit=edit)

    def get_partial_messageable(self, place: int, guild_id: int) -> "Wall":
        del place, guild_id
        return self

    def get_guild(self, guild: int) -> None:
        """Return None, as for a server that Discord has not sent yet."""

    async def history(self, limit: int) -> AsyncIterator[Any]:
        del limit
        for message, layout in self.there.items():
            parts = received(layout.to_components())
            yield SimpleNamespace(id=message, author=self.user, components=parts, content="")

    async def exclusively(self, match: int, work: Any) -> None:
        await work(match)

    async def current(self, match: int) -> str:
        del match
        return "https://example.com"


def notices(clocked: Clocked, wall: Wall) -> NoticePublisher:
    anything = cast("Any", wall)
    return NoticePublisher(kit(clocked.world, anything), anything, clocked.pace.timekeeper)


async def test_notice_is_posted_once_and_edited_while_open(clocked: Clocked) -> None:
    wall = Wall()
    publisher = notices(clocked, wall)
    match = await clocked.begun(ANN, BEN)
    await clocked.later(DAY)
    assert await clocked.store.due() == (match,)
    await publisher.show(match)
    await publisher.show(match)
    assert [set(pings) for _, pings, _ in wall.posted] == [{ANN, BEN}]
    await clocked.world.toy(match, f"{ANN} add 1")
    assert await clocked.store.due() == (match,)
    await publisher.show(match)
    assert len(wall.posted) == 1
    assert "has moved" in str(wall.there[100].to_components())
    await clocked.world.toy(match, f"{BEN} add 1")
    assert await clocked.store.due() == ()


async def test_unrecorded_notice_is_found_again(clocked: Clocked) -> None:
    """The process was killed right after posting."""
    wall = Wall()
    match = await clocked.begun(ANN, BEN)
    await clocked.later(DAY)
    await notices(clocked, wall).show(match)
    clocked.world.sql("UPDATE notice SET message = NULL, place = NULL, told = 0")
    await notices(clocked, wall).show(match)
    assert len(wall.posted) == 1
    assert await clocked.store.due() == ()


async def test_notice_that_could_not_be_posted_stays_due(clocked: Clocked) -> None:
    wall = Wall()
    wall.broken = True
    match = await clocked.begun(ANN, BEN)
    await clocked.later(DAY)
    with pytest.raises(ConnectionError):
        await notices(clocked, wall).show(match)
    wall.broken = False
    assert await clocked.store.due() == (match,)
    await notices(clocked, wall).show(match)
    assert [set(pings) for _, pings, _ in wall.posted] == [{ANN, BEN}]


async def test_deleted_notice_returns_without_a_ping(clocked: Clocked) -> None:
    wall = Wall()
    publisher = notices(clocked, wall)
    match = await clocked.begun(ANN, BEN)
    await clocked.later(DAY)
    await publisher.show(match)
    del wall.there[100]
    assert await publisher.kit.stores.notices.note_lost(99) is None
    assert await publisher.kit.stores.notices.note_lost(100) == match
    await publisher.show(match)
    assert [pings for _, pings, _ in wall.posted][1:] == [()]
    assert len({nonce for _, _, nonce in wall.posted}) == 2


async def test_notice_settled_before_it_was_posted_is_dropped(clocked: Clocked) -> None:
    wall = Wall()
    match = await clocked.begun(ANN, BEN)
    await clocked.later(DAY)
    await clocked.world.toy(match, f"{ANN} add 1")
    await notices(clocked, wall).show(match)
    assert wall.posted == []
    assert await clocked.store.due() == ()
