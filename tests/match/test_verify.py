"""Background verification of matches, which freezes each one that does not replay."""

import logging

import pytest

from bot.match.core.change import Change
from bot.match.core.matches import Matches
from bot.match.core.store import Store
from bot.match.log.records import Status
from bot.match.log.store_errors import StoreTrouble
from bot.match.values.errors import Frozen, NoSuchMatch
from tests.match.world import ANN, BEN, GAMES, World

HARM = "UPDATE log SET digest = 'ffff' WHERE match = 2 AND seq = 1"


async def start_three(world: World) -> list[int]:
    """Start three matches with some moves; the second is damaged."""
    matches = []
    for _ in range(3):
        match = (await world.begun(ANN, BEN)).record.id
        await world.toy(match, "11 add 1", "12 add 2")
        matches.append(match)
    world.sql(HARM)
    return matches


async def is_frozen(world: World, match: int) -> bool:
    head = await world.store.head(match)
    assert head is not None
    return head.frozen


async def test_verifier_checks_a_few_matches_per_call_and_logs_a_difference(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await start_three(world)
    seen: list[int] = []
    verify = world.matches.verify

    async def watched(match: int) -> bool:
        seen.append(match)
        return await verify(match)

    world.matches.verify = watched  # type: ignore[method-assign]
    last = 0
    for calls in ([1, 2], [3], [], [1, 2]):
        seen.clear()
        last = await world.matches.verify_after(last, 2)
        assert seen == calls
    lines = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert [record.getMessage() for record in lines] == [
        "Match 2 is frozen: match 2: entry 1 leads elsewhere"
    ]
    assert await is_frozen(world, 2)


async def test_frozen_match_is_refused_everywhere_and_others_continue(world: World) -> None:
    first, second, third = await start_three(world)
    other = await world.another()
    await other.matches.verify_after(0, 10)
    for work in (
        world.matches.load(second),
        world.do(second, ANN, "bid 1", seq=3),
        world.service.resign(second, ANN),
        world.service.go_on(second),
        world.toys.join(second, ANN, 9),
    ):
        await world.refused(Frozen, work)
    assert await world.store.of_user(900, ANN) == (third, first)
    for match in (first, third):
        assert (await world.play(match)).status is Status.OVER


async def test_press_in_a_match_frozen_before_its_commit_does_not_count(world: World) -> None:
    _, second, _ = await start_three(world)
    loaded = await world.matches.load(second)

    class Late(Store):
        """A store that freezes just before a commit."""

        async def commit(self, change: Change) -> None:
            await self.freeze(second, frozen=True)
            await super().commit(change)

    before = len(world.rows()["log"])
    world.matches.store = Late(world.database)
    with pytest.raises(Frozen):
        await world.service.press(second, ANN, loaded.seq, ("bid 1",), 70_000)
    assert len(world.rows()["log"]) == before


async def test_repaired_match_is_thawed(world: World, caplog: pytest.LogCaptureFixture) -> None:
    _, second, _ = await start_three(world)
    digest = (await world.matches.load(second)).log[1].digest
    other = await world.another()
    await other.matches.verify_after(0, 10)
    await world.refused(Frozen, world.matches.load(second))
    world.sql("UPDATE log SET digest = ? WHERE match = 2 AND seq = 1", digest)
    await world.refused(Frozen, world.matches.load(second))
    for _ in range(2):
        await other.matches.verify_after(0, 10)
    assert "Match 2 replays again and is no longer frozen" in caplog.text
    assert (await world.play(second)).status is Status.OVER


async def test_verifier_skips_matches_of_unknown_rules(world: World) -> None:
    await start_three(world)
    world.sql("UPDATE match SET rules = 99 WHERE id = 2")
    await world.matches.verify_after(0, 10)
    assert not await is_frozen(world, 2)
    with pytest.raises(NoSuchMatch):
        await (await world.another()).matches.load(2)


async def test_damaged_match_is_refused_even_if_freezing_fails(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await start_three(world)

    async def full(*_: object, **__: object) -> None:
        raise StoreTrouble("database or disk is full")

    monkeypatch.setattr(type(world.store), "freeze", full)
    matches = Matches(world.store, GAMES, world.clock, world.seeds)
    with pytest.raises(Frozen):
        await matches.load(2)
    assert "could not be stored: database or disk is full" in caplog.text


async def test_unreadable_match_is_verified_later(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_three(world)
    load = type(world.store).load

    async def locked(*_: object) -> None:
        raise StoreTrouble("database is locked")

    monkeypatch.setattr(type(world.store), "load", locked)
    with pytest.raises(StoreTrouble):
        await world.matches.verify_after(0, 10)
    monkeypatch.setattr(type(world.store), "load", load)
    await world.matches.verify_after(0, 10)
    assert await is_frozen(world, 2)
