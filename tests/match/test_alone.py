"""Matches of a game for one seat, without invitations, opponents or votes."""

import pytest

from bot.match.lobby.errors import WrongSeats
from bot.match.lobby.lobby import Lobby, MatchRequest
from bot.match.log.events import MatchEventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.playing.errors import NothingToTakeBack
from engine.core.driver import UNDO
from tests.match.world import ANN, CHANNEL, GUILD, World


def solos(world: World) -> Lobby:
    return Lobby(world.matches, world.service, "solitaire", servers=world.servers)


SEATS = ((2, 4), (2, 2), (1, 1))


async def test_game_for_one_starts_immediately_with_the_first_roll(world: World) -> None:
    for loaded in (
        await solos(world).alone(world.asked(ANN)),
        await solos(world).open_table(world.asked(ANN), 1),
    ):
        assert loaded.status is Status.RUNNING
        assert loaded.people_to_act == (ANN,)
        assert loaded.entries[0].token.startswith("roll")
        assert not [e for e in loaded.events if e.kind is MatchEventKind.INVITED]


async def test_lobby_rejects_a_number_of_players_outside_the_games_range(world: World) -> None:
    refused = await world.refused(WrongSeats, world.toys.alone(world.asked(ANN)))
    assert refused.values == {"low": 2, "high": 4}
    refused = await world.refused(WrongSeats, solos(world).practice(world.asked(ANN), 1))
    assert refused.sentence == "This game is for one player. `/practice` starts it."


def test_number_of_players_is_a_range_or_an_exact_number() -> None:
    sentences = [WrongSeats(low, high).sentence.format(low=low, high=high) for low, high in SEATS]
    assert sentences == [
        "This game is for 2 to 4 players.",
        "This game is for exactly 2 players.",
        "This game is for one player. `/practice` starts it.",
    ]


async def test_rematch_of_a_game_for_one_starts_immediately(world: World) -> None:
    first = await solos(world).alone(world.asked(ANN))
    over = await world.play(first.record.id, "alone")
    assert over.status is Status.OVER
    assert over.outcome is not None
    assert over.outcome.places == (1,)
    asked = MatchRequest(GUILD, CHANNEL, ANN, world.interaction())
    again = await solos(world).rematch(first.record.id, asked)
    assert again.status is Status.RUNNING
    assert again.people_to_act == (ANN,)
    assert again.roster.follows == first.record.id


async def test_closed_number_can_be_taken_back_until_the_next_roll(world: World) -> None:
    loaded = await solos(world).alone(world.asked(ANN))
    match = loaded.record.id
    while True:
        roll = loaded.state.stage.left
        first = next((n for n in range(1, roll) if f"close {n}" in _legal(loaded)), None)
        if first is not None:
            break
        loaded = (await world.do(match, ANN, f"close {roll}")).loaded
    closed = (await world.do(match, ANN, f"close {first}")).loaded
    undone = (await world.service.take_back(match, ANN, closed.seq, world.interaction())).loaded
    assert undone.state == loaded.state
    assert undone.entries[-1].token == UNDO
    await world.do(match, ANN, f"close {first}")
    complete = (await world.do(match, ANN, f"close {roll - first}")).loaded
    take_back = world.service.take_back(match, ANN, complete.seq, world.interaction())
    await world.refused(NothingToTakeBack, take_back)


async def test_taking_back_undoes_every_action_of_one_press(world: World) -> None:
    """It also works in a process that has not cached the match."""
    grids = Lobby(world.matches, world.service, "dice-grid", servers=world.servers)
    match = (await grids.alone(world.asked(ANN))).record.id
    await world.do(match, ANN, "at c4")
    both = (await world.do(match, ANN, "write d8", "cross 8")).loaded
    world.matches.drop_cached(match)
    undone = (await world.service.take_back(match, ANN, both.seq, world.interaction())).loaded
    assert _legal(undone)[0].startswith("write")
    empty = (await world.service.take_back(match, ANN, undone.seq, world.interaction())).loaded
    assert len(_legal(empty)) == 36
    await world.refused(
        NothingToTakeBack,
        world.service.take_back(match, ANN, empty.seq, world.interaction()),
    )


def _legal(loaded: Loaded) -> list[str]:
    legal = loaded.game.legal_actions(loaded.state, 0)
    return [loaded.game.notation(action) for action in legal]


async def test_resigning_from_a_match_for_one_ends_it(world: World) -> None:
    loaded = await solos(world).alone(world.asked(ANN))
    resigned = await world.service.resign(loaded.record.id, ANN)
    assert resigned.status is Status.OVER
    assert resigned.outcome is None


async def test_match_interrupted_before_its_start_starts_on_the_next_look(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot stopped between creating the match and its first roll."""

    async def stopped(*_: object, **__: object) -> Loaded:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Lobby, "_start_at_once", stopped)
        with pytest.raises(KeyboardInterrupt):
            await solos(world).alone(world.asked(ANN))
    (match,) = await world.store.of_user(GUILD, ANN)
    assert (await solos(world).load(match)).status is Status.RUNNING
