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
    """Components as they come back from Discord."""
    return [
        SimpleNamespace(**{**part, "children": received(part.get("components", ()))})
        for part in parts
    ]


class Wall:
    """Discord, as far as notices need it: what was posted, and what is there."""

    def __init__(self) -> None:
        self.posted: list[tuple[int, tuple[int, ...], str]] = []
        """Message, whom it pinged, nonce."""
        self.there: dict[int, MessageLayout] = {}
        self.broken = False
        self.user = SimpleNamespace(id=1)

    async def send(
        self, text: str = "", *, view: Any, allowed_mentions: Any, nonce: str, **_: object
    ) -> SimpleNamespace:
        """Messageable.send."""
        if self.broken:
            raise ConnectionError("cut")
        message = 100 + len(self.posted)
        self.posted.append((message, tuple(user.id for user in allowed_mentions.users), nonce))
        self.there[message] = view
        return SimpleNamespace(id=message, content=text)

    def get_partial_message(self, message: int) -> SimpleNamespace:
        """Messageable.get_partial_message."""

        async def edit(view: MessageLayout, **_: object) -> None:
            if message not in self.there:
                response = cast("Any", SimpleNamespace(status=404, reason=""))
                raise discord.NotFound(response, {"code": 10008, "message": "Unknown"})
            self.there[message] = view

        return SimpleNamespace(edit=edit)

    def get_partial_messageable(self, place: int, guild_id: int) -> "Wall":
        """Client.get_partial_messageable."""
        del place, guild_id
        return self

    async def history(self, limit: int) -> AsyncIterator[Any]:
        """Messageable.history."""
        del limit
        for message, layout in self.there.items():
            parts = received(layout.to_components())  # type: ignore[no-untyped-call]
            yield SimpleNamespace(id=message, author=self.user, components=parts, content="")

    async def exclusively(self, match: int, work: Any) -> None:
        """BoardPublisher.exclusively."""
        await work(match)

    async def current(self, match: int) -> str:
        """BoardPublisher.current."""
        del match
        return "https://example.com"


def notices(clocked: Clocked, wall: Wall) -> NoticePublisher:
    """Those of a process."""
    anything = cast("Any", wall)
    return NoticePublisher(kit(clocked.world, anything), anything, clocked.pace.timekeeper)


async def test_each_is_posted_once(clocked: Clocked) -> None:
    """And written again while it is open; afterwards nothing is due."""
    wall = Wall()
    shown = notices(clocked, wall)
    match = await clocked.begun(ANN, BEN)
    await clocked.later(DAY)
    assert await clocked.store.due() == (match,)
    await shown.show(match)
    await shown.show(match)
    assert [set(pings) for _, pings, _ in wall.posted] == [{ANN, BEN}]
    await clocked.world.toy(match, f"{ANN} add 1")
    assert await clocked.store.due() == (match,)
    await shown.show(match)
    assert len(wall.posted) == 1
    assert "has moved" in str(wall.there[100].to_components())  # type: ignore[no-untyped-call]
    await clocked.world.toy(match, f"{BEN} add 1")
    assert await clocked.store.due() == ()


async def test_one_that_was_not_noted_is_found_again(clocked: Clocked) -> None:
    """A process that was killed after it had posted leaves no second one behind."""
    wall = Wall()
    match = await clocked.begun(ANN, BEN)
    await clocked.later(DAY)
    await notices(clocked, wall).show(match)
    clocked.world.sql("UPDATE notice SET message = NULL, place = NULL, told = 0")
    await notices(clocked, wall).show(match)
    assert len(wall.posted) == 1
    assert await clocked.store.due() == ()


async def test_one_that_could_not_be_posted_is_not_lost(clocked: Clocked) -> None:
    """It is due until it is up."""
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


async def test_one_that_is_deleted_comes_back(clocked: Clocked) -> None:
    """With another nonce, and without another ping."""
    wall = Wall()
    shown = notices(clocked, wall)
    match = await clocked.begun(ANN, BEN)
    await clocked.later(DAY)
    await shown.show(match)
    del wall.there[100]
    assert await shown.kit.stores.notices.lost(99) is None
    assert await shown.kit.stores.notices.lost(100) == match
    await shown.show(match)
    assert [pings for _, pings, _ in wall.posted][1:] == [()]
    assert len({nonce for _, _, nonce in wall.posted}) == 2


async def test_what_is_over_before_it_was_told_stays_untold(clocked: Clocked) -> None:
    """Who moved while the bot could not post is called by nothing."""
    wall = Wall()
    match = await clocked.begun(ANN, BEN)
    await clocked.later(DAY)
    await clocked.world.toy(match, f"{ANN} add 1")
    await notices(clocked, wall).show(match)
    assert wall.posted == []
    assert await clocked.store.due() == ()
