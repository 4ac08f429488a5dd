"""Replaying stored matches before a new version begins to write."""

import asyncio
from collections.abc import Awaitable
from dataclasses import replace

import pytest

from bot.app.start_check import start_check
from bot.database_address import is_server
from bot.errors import OperatorError
from bot.game_register import GameRegister
from bot.match.core import match_rows
from bot.match.core.matches import replay_match
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Stored
from bot.match.rebuild import reading
from bot.storage.base.connection import Connection
from bot.storage.opening import open_database
from engine.core.game import AnyGame
from tests.match.world import ANN, BEN, GAMES, World


async def store_four(world: World) -> None:
    """Store four matches of two games: 1 and 2 are over, 3 and 4 run."""
    for number, lobby in enumerate((world.dice, world.dice, world.dice, world.toys), 1):
        loaded = await world.begun(ANN, BEN, lobby=lobby)
        assert loaded.record.id == number
        await world.play(number, "start", most=9)
    for number in (1, 2):
        await world.service.resign(number, BEN)


def counted_replays(monkeypatch: pytest.MonkeyPatch) -> list[MatchId]:
    """Return a list to which checks add the matches that they replay from now on."""
    counted: list[MatchId] = []

    def counting(match: Stored, game: AnyGame) -> Loaded:
        counted.append(match.record.id)
        return replay_match(match, game)

    monkeypatch.setattr(reading, "replay_match", counting)
    return counted


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[MatchId]:
    return counted_replays(monkeypatch)


def check(world: World, games: GameRegister = GAMES) -> Awaitable[None]:
    """Open the database as another process does at its start."""

    async def opened() -> None:
        await (await open_database(world.address, check=start_check(games))).close()

    return opened()


@pytest.mark.both_databases
async def test_of_two_games_the_one_that_cannot_be_read_is_named(world: World) -> None:
    await store_four(world)
    world.sql("DELETE FROM log WHERE match = 4 AND seq = 1")
    before = world.rows((*world.rows(), "derived"))
    with pytest.raises(OperatorError, match=r"can't read 1 of the 4 .*: Toy #4\. "):
        await check(world)
    assert world.rows(before) == before


@pytest.mark.both_databases
async def test_processes_that_start_together_on_a_server_replay_once(
    world: World, replays: list[MatchId]
) -> None:
    await store_four(world)
    await asyncio.gather(*(check(world) for _ in range(3)))
    if is_server(world.address):
        assert replays == [1, 2, 3, 4]
    assert {*replays} == {1, 2, 3, 4}
    replays.clear()
    await asyncio.gather(*(check(world) for _ in range(3)))
    assert replays == []


async def test_newest_finished_matches_and_all_others_are_replayed(
    world: World, monkeypatch: pytest.MonkeyPatch, replays: list[MatchId]
) -> None:
    monkeypatch.setattr(reading, "FINISHED", 2)
    for lobby in (world.toys, world.toys, world.dice, world.toys):
        await world.service.resign((await world.begun(ANN, BEN, lobby=lobby)).record.id, ANN)
    for _ in range(3):
        await world.begun(ANN, BEN)
    open_ = (await world.toys.challenge(world.asked(ANN), [BEN])).record.id
    called_off = (await world.toys.challenge(world.asked(BEN), [ANN])).record.id
    await world.toys.decline(called_off, ANN)
    world.sql("UPDATE log SET digest = 'x' WHERE match = 1")
    await check(world)
    assert replays == [2, 3, 4, 5, 6, 7, open_]


async def test_missing_rules_and_failing_rules_are_refused(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store_four(world)
    newer = {**GAMES.games, "toy": {2: GAMES.games["toy"][1]}}
    without = {name: games for name, games in GAMES.games.items() if name != "toy"}
    for games in (newer, without):
        with pytest.raises(OperatorError, match=r": Toy #4\. "):
            await check(world, GameRegister(games, GAMES.packages))

    def faulty(*_: object) -> Loaded:
        raise ZeroDivisionError

    monkeypatch.setattr(reading, "replay_match", faulty)
    with pytest.raises(OperatorError, match="can't read 4 of the 4"):
        await check(world)


@pytest.mark.sqlite
async def test_rows_that_no_version_can_read_do_not_prevent_a_start(world: World) -> None:
    await store_four(world)
    world.sql("UPDATE log SET token = CAST(x'ff' AS TEXT) WHERE match = 3 AND seq = 1")
    await check(world)


async def test_move_committed_between_two_reads_is_no_damage(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store_four(world)
    load, first = match_rows.load, True

    def torn(connection: Connection, match: MatchId) -> Stored | None:
        nonlocal first
        loaded = load(connection, match)
        if match != 3 or not first or loaded is None:
            return loaded
        first = False
        return replace(loaded, log=loaded.log[:-1])

    monkeypatch.setattr(match_rows, "load", torn)
    await check(world)
    assert not first
