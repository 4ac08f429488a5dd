"""While a match runs, its card shows how it goes, with few requests and without a ping."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.match.people.messages import MessageKind
from cogs.invitations.kind import PAUSE as PROGRESS_EVERY
from cogs.invitations.kind import card_key
from cogs.posting.match_access import MatchAccess
from cogs.posting.posted_message import MessagePlace
from engine.core import driver
from tests.cogs.channels import Channels, Process, text_of
from tests.cogs.test_posted_messages import Stage, fresh_stage
from tests.match.world import ANN, BEN, GUILD


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with AsyncExitStack() as stack:
        stage = await fresh_stage(tmp_path / "one", stack)
        await stage.begun(ANN, BEN)
        yield stage


@pytest.fixture
def edits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the messages that were edited, in order."""
    edited: list[int] = []
    real = Channels.request

    async def request(self: Channels, route: discord.http.Route, **options: object) -> object:
        if route.method == "PATCH" and "/messages/" in route.url:
            edited.append(int(route.url.rpartition("/")[2]))
        return await real(self, route, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Channels, "request", request)
    return edited


async def card(stage: Stage) -> int:
    number = (await stage.world.matches.load(stage.match)).record.invitation
    assert number is not None
    return number


async def shown(stage: Stage) -> str:
    return text_of(stage.channels.messages[await card(stage)].components)


async def play(stage: Stage) -> None:
    """Make a legal move of the player in turn."""
    loaded = await stage.world.matches.load(stage.match)
    seat = loaded.seats_to_act[0]
    tokens = driver.legal_tokens(loaded.game, driver.Position(loaded.state), seat)
    await stage.world.do(stage.match, loaded.people_to_act[0], tokens[0])


async def move(stage: Stage, process: Process, after: int) -> None:
    """Make a move, and do the due work `after` that many seconds."""
    await play(stage)
    await process.services.kit.boards.show(stage.match)
    stage.world.clock.time += after
    await process.round()


async def test_card_follows_the_match(stage: Stage) -> None:
    assert "To move: **" in await shown(stage)
    process = await stage.process()
    before = await shown(stage)
    await move(stage, process, PROGRESS_EVERY)
    after = await shown(stage)
    assert after != before
    assert "**: 1" in after, "the score"
    assert after.count(":match:") == 1, "More is the only other button"
    assert "https://discord.com/channels/900/" in after, "Watch leads to the thread"


async def test_quick_moves_share_an_edit_and_unchanged_cards_need_none(
    stage: Stage, edits: list[int]
) -> None:
    process = await stage.process()
    for _ in range(6):
        await move(stage, process, PROGRESS_EVERY // 6)
    assert edits.count(await card(stage)) <= 2
    await stage.rounds(process, after=PROGRESS_EVERY)
    edits.clear()
    await stage.rounds(process, after=PROGRESS_EVERY)
    assert edits == []
    await stage.world.messages.want_again(MessageKind.CARD, GUILD)
    await stage.rounds(process)
    assert edits == [], "it already shows that"


async def test_card_that_may_show_something_else_is_edited_though_it_has_not_changed(
    stage: Stage, edits: list[int]
) -> None:
    """Another process can have edited it after this one."""
    process = await stage.process()
    await move(stage, process, PROGRESS_EVERY)
    edits.clear()
    await stage.world.messages.doubt(card_key(stage.match))
    await stage.rounds(process)
    assert edits == [await card(stage)]


async def test_progress_uploads_no_picture_again(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    uploads: list[bool] = []
    real = MessagePlace.edit

    async def edit(self: MessagePlace, *args: Any, **options: Any) -> bool:
        uploads.append(not options.get("keep_files"))
        return await real(self, *args, **options)

    monkeypatch.setattr(MessagePlace, "edit", edit)
    process = await stage.process()
    for _ in range(3):
        await play(stage)
        stage.world.clock.time += PROGRESS_EVERY
        await process.services.kit.boards.show(stage.match)
        uploads.clear()
        await process.services.kit.kit.projector.look_after()
        await process.services.queues.idle()
    assert uploads == [False]


async def test_card_never_pings(stage: Stage) -> None:
    process = await stage.process()
    await move(stage, process, PROGRESS_EVERY)
    assert "<@" not in await shown(stage)


async def test_killed_bot_lets_the_next_one_follow(stage: Stage) -> None:
    process = await stage.process()
    await play(stage)
    await process.services.kit.boards.show(stage.match)
    await stage.rounds(await stage.process(), after=PROGRESS_EVERY)
    assert "**: 1" in await shown(stage)


async def test_refused_edit_is_retried(stage: Stage) -> None:
    process = await stage.process()
    await play(stage)
    await process.services.kit.boards.show(stage.match)
    stage.world.clock.time += PROGRESS_EVERY
    stage.channels.refused_edits = 1
    await process.round()
    assert "**: 1" not in await shown(stage)
    await stage.rounds(process, after=3600)
    assert "**: 1" in await shown(stage)


async def test_deleted_card_is_left_alone(stage: Stage, edits: list[int]) -> None:
    process = await stage.process()
    number = await card(stage)
    del stage.channels.messages[number]
    await move(stage, process, PROGRESS_EVERY)
    await move(stage, process, PROGRESS_EVERY)
    assert edits.count(number) == 1, "the first edit finds out, and no other follows"
    assert number not in stage.channels.messages


async def test_card_says_nothing_about_a_place_that_its_readers_can_t_see(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def sees_not(*_: object) -> bool:
        return False

    monkeypatch.setattr(MatchAccess, "in_channel", sees_not)
    process = await stage.process()
    await move(stage, process, PROGRESS_EVERY)
    text = await shown(stage)
    assert "To move" not in text
    assert "**: 1" not in text
    assert "https://" not in text.replace("https://cdn.test", "")
    assert f":match:{stage.match}:watch" in text, "those who can see it are led there"
