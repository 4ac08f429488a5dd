"""A match's card is right in the end, even if the bot can't edit it immediately.

The bot is killed at any request after a commit, or Discord refuses exactly one edit.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bot.match.forgetting.service import ForgettingService
from bot.match.log.events import MatchEventKind
from bot.match.log.records import Status
from bot.match.tournaments.records import TournamentRequest
from bot.match.tournaments.terms import Format, Terms
from cogs.base import custom_id_families as families
from cogs.posting import leases
from tests.cards import card, cards_due
from tests.cogs.channels import Process, text_of
from tests.cogs.offline import press
from tests.cogs.test_posted_messages import Stage, fresh_stage
from tests.match.world import ANN, BEN, CAT, CHANNEL, DAN, GUILD
from tests.tiers import sampled


@dataclass(frozen=True)
class Change:
    name: str
    prepare: Callable[[Stage], Awaitable[object]]
    """Post the card before the change."""
    act: Callable[[Stage, Process], Awaitable[object]]
    """Make the change, in a process of the bot."""
    says: str
    says_no_more: str = "is not there anyway"
    """A text that the card must have lost."""

    def __str__(self) -> str:
        return self.name


async def table(stage: Stage) -> None:
    loaded = await stage.world.toys.open_table(stage.world.asked(ANN), 3)
    stage.match = loaded.record.id
    process = await stage.process()
    await process.services.kit.opener.post(loaded)
    await stage.world.toys.join(stage.match, BEN, stage.world.interaction())
    await stage.rounds(process)


async def challenge(stage: Stage) -> None:
    loaded = await stage.world.toys.challenge(stage.world.asked(ANN), [BEN, CAT])
    stage.match = loaded.record.id
    process = await stage.process()
    await process.services.kit.opener.post(loaded)
    await stage.rounds(process)


async def cup(stage: Stage, seats: int = 2) -> None:
    """Start a tournament with two tables, and a day for each round."""
    process = await stage.process()
    service = process.services.domain.tournaments
    terms = Terms("Cup", "toy", Format.SWISS, seats, days=1, rounds=1)
    tournament = await service.create(TournamentRequest(GUILD, CHANNEL, DAN, 5), terms)
    for user in range(ANN, ANN + 2 * seats):
        await service.join(tournament.row.id, user)
    tournament = await service.start(tournament.row.id, DAN)
    stage.match = min(tournament.matches.values())
    await stage.rounds(process)


def pressed(user: int, verb: str) -> Callable[[Stage, Process], Awaitable[object]]:
    async def act(stage: Stage, process: Process) -> None:
        custom_id = families.INVITATION.spell(stage.match, verb)
        await press(process.client, user, custom_id, stage.world.interaction())

    return act


async def expire(stage: Stage, process: Process) -> None:
    expires = (await stage.world.matches.load(stage.match)).record.expires
    assert expires is not None
    stage.world.clock.time = expires
    await process.round()


async def extend(stage: Stage, process: Process) -> None:
    del stage
    await process.services.domain.tournaments.extend(1, DAN, 5)
    await process.round()


async def rename(stage: Stage, process: Process) -> None:
    del stage
    service = process.services.domain.tournaments
    terms = (await service.load(1)).state.terms
    await service.edit(1, DAN, replace(terms, name="Bowl"))
    await process.round()


async def forget(stage: Stage, process: Process) -> None:
    forgetting: ForgettingService = process.services.domain.forgetting
    await forgetting.forget(ANN)
    await process.round()


CHANGES = [
    Change("cancelled", table, pressed(ANN, "cancel"), "was called off", ":invitation:"),
    Change("joined", table, pressed(CAT, "join"), "To move: ", ":invitation:"),
    Change("left", table, pressed(BEN, "leave"), "Open until", "2 of 3"),
    Change("started", table, pressed(ANN, "start"), "To move: ", ":invitation:"),
    Change("declined", challenge, pressed(BEN, "decline"), "❌", "is not there"),
    Change("expired", challenge, expire, "Nobody started it in time", ":invitation:"),
    Change("forgotten", table, forget, "was called off", ":invitation:"),
    Change("tournament renamed", cup, rename, "🏆 Bowl", "🏆 Cup"),
]
every_change = pytest.mark.parametrize("change", CHANGES, ids=str)
some_changes = pytest.mark.parametrize("change", sampled(CHANGES, 3), ids=str)


@pytest.fixture(autouse=True)
def dead_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop killed processes from renewing their leases, and shorten all waits."""
    monkeypatch.setattr(leases, "RENEWED", 10**6)
    monkeypatch.setattr(leases, "PAUSE", 0.001)


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as opened:
        yield opened


async def check(stage: Stage, change: Change) -> None:
    record = (await stage.world.matches.load(stage.match)).record
    assert record.invitation is not None
    text = text_of(stage.channels.messages[record.invitation].components)
    assert change.says in text
    assert change.says_no_more not in text
    assert await cards_due(stage.world.store, stage.world.clock.now()) == ()


@some_changes
async def test_killed_at_any_request_still_corrects_the_card(
    tmp_path: Path, stack: AsyncExitStack, change: Change
) -> None:
    at, counted = 0, 0
    while True:
        for served in (False, True):
            stage = await fresh_stage(tmp_path / f"{at} {served}", stack)
            await change.prepare(stage)
            before = await card(stage.world.store, stage.match)
            assert before.shown == before.wanted, "the card is as posted"
            process = await stage.process()
            if not await process.killed(change.act(stage, process), at, served=served):
                await check(stage, change)
                assert counted, "the bot was killed after the commit at least once"
                return
            after = await card(stage.world.store, stage.match)
            await stage.rounds(await stage.process(), after=10)
            if after.wanted != before.wanted:
                counted += 1
                await check(stage, change)
        at += 1


@every_change
async def test_refused_edit_is_tried_again_without_a_press(
    tmp_path: Path, stack: AsyncExitStack, change: Change
) -> None:
    stage = await fresh_stage(tmp_path / "one", stack)
    await change.prepare(stage)
    process = await stage.process()
    stage.channels.refused_edits = 1
    await change.act(stage, process)
    assert stage.channels.refused_edits == 0
    await stage.rounds(process, after=3600)
    await check(stage, change)


async def test_extended_round_moves_its_end_on_card_and_board(
    tmp_path: Path, stack: AsyncExitStack
) -> None:
    stage = await fresh_stage(tmp_path / "one", stack)
    await cup(stage)
    process = await stage.process()
    service = process.services.domain.tournaments
    before = (await service.load(1)).state.round_until(1, 1)
    await extend(stage, process)
    after = (await service.load(1)).state.round_until(1, 1)
    assert after != before
    await stage.rounds(process)
    record = (await stage.world.matches.load(stage.match)).record
    on_card = text_of(stage.channels.messages[record.invitation or 0].components)
    shown_state = await stage.world.store.progress(stage.match)
    board = text_of(stage.channels.messages[shown_state.message or 0].components)
    for text in (on_card, board):
        assert f"until <t:{after}:f>" in text
        assert f"until <t:{before}:f>" not in text


async def resigned(stage: Stage, process: Process) -> MatchEventKind:
    """Let a player of a running match resign."""
    user = (await stage.world.matches.load(stage.match)).people_to_act[0]
    await process.services.domain.play.resign(stage.match, user)
    return MatchEventKind.RESIGNED


async def dropped(stage: Stage, process: Process) -> MatchEventKind:
    """Drop a player's plan, and then let that player be the last to bid."""
    first, second = await in_turn(stage)
    await stage.world.planning.plan(stage.match, second, ["add 1"])
    await stage.world.toy(stage.match, f"{first} add 3")
    await stage.rounds(process)
    await stage.world.toy(stage.match, f"{second} add 1")
    await stage.rounds(process)
    await stage.world.toy(stage.match, f"{first} bid 1")
    return MatchEventKind.PLAN_DROPPED


async def in_turn(stage: Stage) -> list[int]:
    loaded = await stage.world.matches.load(stage.match)
    return sorted(loaded.roster.people, key=lambda user: user not in loaded.people_to_act)


@pytest.mark.parametrize(
    ("happen", "seats"), [(resigned, 3), (dropped, 2)], ids=["resigned", "plan dropped"]
)
async def test_renamed_tournament_announces_no_event_of_its_matches_again(
    tmp_path: Path,
    stack: AsyncExitStack,
    happen: Callable[[Stage, Process], Awaitable[MatchEventKind]],
    seats: int,
) -> None:
    stage = await fresh_stage(tmp_path / "one", stack)
    await cup(stage, seats)
    process = await stage.process()
    kind = await happen(stage, process)
    await stage.rounds(process)
    loaded = await stage.world.matches.load(stage.match)
    assert loaded.status is Status.RUNNING
    assert kind in {event.kind for event in loaded.events}
    before = await stage.world.store.progress(stage.match)
    posts = len(stage.channels.posts)
    await rename(stage, process)
    await stage.rounds(process)
    after = await stage.world.store.progress(stage.match)
    assert after.message == before.message
    assert "🏆 Bowl" in stage.channels.messages[after.message or 0].text
    new = stage.channels.posts[posts:]
    assert [post.pings for post in new if post.pings] == []
    assert [post for post in new if post.place == after.place] == []


async def test_deleted_card_is_given_up(tmp_path: Path, stack: AsyncExitStack) -> None:
    """A deleted invitation is neither reposted nor edited again."""
    stage = await fresh_stage(tmp_path / "one", stack)
    await table(stage)
    stage.channels.messages.clear()
    process = await stage.process()
    await pressed(ANN, "cancel")(stage, process)
    await stage.rounds(process)
    assert (await stage.world.matches.load(stage.match)).status is Status.CALLED_OFF
    assert await cards_due(stage.world.store, stage.world.clock.now()) == ()
    assert stage.channels.messages == {}
