"""The button below a hint plays the recommended move, as the board's own button would."""

from typing import Any

import pytest

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from cogs.app.client import SaludClient
from cogs.base import custom_id_families as families
from cogs.base.custom_ids import BoardVersion
from cogs.preferences.moves import MovePreference
from engine.core import driver
from engine.core.advice import Advised
from engine.core.game import AnyGame
from tests.cogs import offline as offline_client
from tests.cogs.offline import Asking, command, offline, press
from tests.cogs.test_private_session import offers
from tests.match.world import ANN, BEN, World
from tests.sketches import SketchArtist
from tests.tiers import every, full_or
from tests.workers import answer_tasks, find


@pytest.fixture(autouse=True)
def sketched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offline_client, "TravellingArtist", SketchArtist)


GAMES = {"dice-miner": 1, "dice-grid": 0, "dynamine": 1}
"""Opponents in practice, by game."""


async def begun(world: World, game: str) -> Loaded:
    return await world._lobby(game).practice(world.asked(ANN), GAMES.get(game, 1))


def advise_the_foreman_s_move(patch: pytest.MonkeyPatch) -> None:
    async def advised(game: AnyGame, task: Any) -> tuple[Advised, ...]:
        return (Advised(game.notation(game.suggest(task.state, task.seat))),)

    answer_tasks(patch, advised)


async def hint(client: SaludClient, loaded: Loaded, number: int) -> Asking:
    board = BoardVersion(loaded.record.id, loaded.seq)
    return await press(client, ANN, families.HINT.spell(board), number)


def moves_of(advice: Asking) -> dict[str, str]:
    return {label: id_ for label, id_ in offers(advice).items() if id_.startswith("2:move:")}


def first_legal(loaded: Loaded) -> str:
    position = driver.Position(loaded.state)
    return driver.legal_tokens(loaded.game, position, loaded.seats_to_act[0])[0]


@pytest.mark.parametrize("game", every(list(GAMES), 1))
async def test_match_can_be_played_with_nothing_but_hints(
    world: World, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    advise_the_foreman_s_move(monkeypatch)
    match = (await begun(world, game)).record.id
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        for number in range(1, 2 * full_or(500, 3), 2):
            before = await client.services.matches.load(match)
            if before.status is Status.OVER:
                break
            advice = await hint(client, before, number)
            ((label, custom_id), *others) = moves_of(advice).items()
            assert others == []
            assert label
            assert not {*"*`<\\"} & {*label}, "a label shows markup as it is"
            pressed = await press(client, ANN, custom_id, number + 1, private=True)
            assert pressed.answers == []
            assert pressed.removed, "the hint has been followed, so its message goes"
            after = await client.services.matches.load(match)
            played = after.entries[before.seq]
            assert custom_id.endswith(f":{played.token}")
            assert played.actor == before.seats_to_act[0]
            assert after.status is Status.OVER or after.people_to_act == (ANN,)


async def test_button_of_a_stale_hint_says_so_and_changes_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = await begun(world, "toy")
    find(monkeypatch, (Advised("add 3"),))
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        advice = await command(client, ANN, "hint", 1, {})
        await world.do(loaded.record.id, ANN, "add 1")
        before = await client.services.matches.load(loaded.record.id)
        late = await press(client, ANN, moves_of(advice)["add 3"], 2, private=True)
        stranger = await press(client, BEN, moves_of(advice)["add 3"], 3, private=True)
        after = await client.services.matches.load(loaded.record.id)
    assert "The board has moved on" in late.answers[0]
    assert not late.removed
    assert "You're not in this match" in stranger.answers[0]
    assert after.seq == before.seq


async def test_hint_about_a_past_decision_offers_no_move(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = await world.begun(ANN, BEN)
    loaded = await world.play(loaded.record.id, "past")
    first = next(entry for entry in loaded.entries if entry.actor is not None)
    find(monkeypatch, (Advised("add 3"),))
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        board = BoardVersion(loaded.record.id, first.seq)
        advice = await press(client, BEN, families.HINT.spell(board), 1)
    assert "`add 3`" in advice.answers[0]
    assert offers(advice) == {}


async def test_player_who_is_asked_before_each_move_is_asked_below_a_hint_too(
    world: World,
) -> None:
    """The board offers these moves in a menu, so the question can't use a button's label."""
    loaded = await begun(world, "dice-grid")
    await world.store.set_user_settings(ANN, {MovePreference.CONFIRM.value: "on"})
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        board = BoardVersion(loaded.record.id, loaded.seq)
        custom_id = families.MOVE.spell(board, (first_legal(loaded),))
        asked = await press(client, ANN, custom_id, 1, private=True)
        after = await client.services.matches.load(loaded.record.id)
    assert asked.answers == ["**Mark a1**: is that your move?"]
    assert after.seq == loaded.seq
