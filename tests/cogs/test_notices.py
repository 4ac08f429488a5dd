"""Notices on Discord: each is posted once, and none is lost."""

from collections.abc import AsyncIterator, Iterable, Mapping
from types import SimpleNamespace
from typing import Any, cast

import discord

from bot.match.log.events import MatchEventKind
from bot.match.values.times import DAY
from cogs.notices.kind import Notices
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


def notices(clocked: Clocked, wall: Wall) -> Notices:
    collaborators = kit(clocked.world, cast("Any", wall))
    kind = Notices(collaborators, clocked.pace.timekeeper)
    collaborators.projector.register(kind)
    return kind


async def test_closed_notice_is_not_edited_again(clocked: Clocked) -> None:
    wall = Wall()
    kind = notices(clocked, wall)
    match = await clocked.begun(ANN, BEN)
    await clocked.later(DAY)
    await kind.show(match)
    await kind.show(match)
    assert [set(pings) for _, pings, _ in wall.posted] == [{ANN, BEN}]
    await clocked.world.toy(match, f"{ANN} add 1")
    await kind.show(match)
    assert len(wall.posted) == 1
    assert "has moved" in str(wall.there[100].to_components())
    wall.there.clear()
    await clocked.world.toy(match, f"{BEN} add 1")
    await kind.show(match)
    assert wall.there == {}


async def test_second_warning_comes_even_if_the_late_player_took_a_move_back(
    clocked: Clocked,
) -> None:
    """The move closes the notice, and taking it back makes the player late again."""
    wall = Wall()
    kind = notices(clocked, wall)
    match = await clocked.begun(ANN, BEN)
    await clocked.later(DAY)
    await kind.show(match)
    await clocked.world.toy(match, f"{ANN} add 1")
    await kind.show(match)
    moved = await clocked.world.matches.load(match)
    await clocked.world.service.take_back(match, ANN, moved.seq, clocked.world.interaction())
    await clocked.later(DAY)
    loaded = await clocked.world.matches.load(match)
    assert loaded.events[-1].kind is MatchEventKind.WARNED


async def test_notice_settled_before_it_was_posted_is_dropped(clocked: Clocked) -> None:
    wall = Wall()
    kind = notices(clocked, wall)
    match = await clocked.begun(ANN, BEN)
    await clocked.later(DAY)
    await clocked.world.toy(match, f"{ANN} add 1")
    await kind.show(match)
    assert wall.posted == []
    (row,) = await kind.kit.stores.messages.of_subject(kind.name, match)
    assert not row.is_due


async def test_notice_of_a_frozen_match_is_tried_once_an_hour(clocked: Clocked) -> None:
    wall = Wall()
    kind = notices(clocked, wall)
    match = await clocked.begun(ANN, BEN)
    await clocked.later(DAY)
    await clocked.world.store.freeze(match, frozen=True)
    await kind.show(match)
    (row,) = await kind.kit.stores.messages.of_subject(kind.name, match)
    assert row.due == clocked.world.clock.time + 3600
