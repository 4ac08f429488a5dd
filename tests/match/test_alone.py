"""Matches of a game for one seat: nobody is invited, waited for or asked."""

import pytest

from bot.match.lobby.errors import WrongSeats
from bot.match.lobby.lobby import Lobby, MatchRequest
from bot.match.log.events import EventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.playing.errors import NothingToTakeBack
from engine.core.driver import UNDO
from tests.match.world import ANN, CHANNEL, GUILD, World


def solos(world: World) -> Lobby:
    """Where Solitaire begins."""
    return Lobby(world.matches, world.service, "solitaire", servers=world.servers)


SEATS = ((2, 4), (2, 2), (1, 1))


async def test_it_begins_at_once(world: World) -> None:
    """With the first roll, and the one who asked for it to act; a table of one seat does, too."""
    for loaded in (
        await solos(world).alone(world.asked(ANN)),
        await solos(world).open_table(world.asked(ANN), 1),
    ):
        assert loaded.status is Status.RUNNING
        assert loaded.people_to_act == (ANN,)
        assert loaded.entries[0].token.startswith("roll")
        assert not [e for e in loaded.events if e.kind is EventKind.INVITED]


async def test_a_game_for_several_is_not_played_alone(world: World) -> None:
    """And Solitaire not by two."""
    refused = await world.refused(WrongSeats, world.toys.alone(world.asked(ANN)))
    assert refused.values == {"low": 2, "high": 4}
    refused = await world.refused(WrongSeats, solos(world).practice(world.asked(ANN), 1))
    assert refused.sentence == "This game is for one player. `/practice` starts it."


def test_how_many_play() -> None:
    """A range, unless the game takes one number of players."""
    told = [WrongSeats(low, high).sentence.format(low=low, high=high) for low, high in SEATS]
    assert told == [
        "This game is for 2 to 4 players.",
        "This game is for exactly 2 players.",
        "This game is for one player. `/practice` starts it.",
    ]


async def test_it_is_played_to_its_end_and_again(world: World) -> None:
    """A rematch is a new match at once; the file of the first proves its dice."""
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


async def test_a_number_is_taken_back_until_the_next_roll(world: World) -> None:
    """As its game says; once the dice have rolled it stands."""
    loaded = await solos(world).alone(world.asked(ANN))
    match = loaded.record.id
    while True:
        roll = loaded.state.stage.left
        first = next((n for n in range(1, roll) if f"close {n}" in _legal(loaded)), None)
        if first is not None:
            break
        loaded = (await world.do(match, ANN, f"close {roll}")).loaded
    made = (await world.do(match, ANN, f"close {first}")).loaded
    back = (await world.service.take_back(match, ANN, made.seq, world.interaction())).loaded
    assert back.state == loaded.state
    assert back.entries[-1].token == UNDO
    await world.do(match, ANN, f"close {first}")
    done = (await world.do(match, ANN, f"close {roll - first}")).loaded
    take_back = world.service.take_back(match, ANN, done.seq, world.interaction())
    await world.refused(NothingToTakeBack, take_back)


async def test_a_whole_press_is_taken_back(world: World) -> None:
    """One press takes back all that one press did, in a process that did not see it, too."""
    grids = Lobby(world.matches, world.service, "dice-grid", servers=world.servers)
    match = (await grids.alone(world.asked(ANN))).record.id
    await world.do(match, ANN, "at c4")
    both = (await world.do(match, ANN, "write d8", "cross 8")).loaded
    world.matches.drop_cached(match)
    back = (await world.service.take_back(match, ANN, both.seq, world.interaction())).loaded
    assert _legal(back)[0].startswith("write")
    empty = (await world.service.take_back(match, ANN, back.seq, world.interaction())).loaded
    assert len(_legal(empty)) == 36
    await world.refused(
        NothingToTakeBack,
        world.service.take_back(match, ANN, empty.seq, world.interaction()),
    )


def _legal(loaded: Loaded) -> list[str]:
    legal = loaded.game.legal_actions(loaded.state, 0)
    return [loaded.game.notation(action) for action in legal]


async def test_resigning_ends_it(world: World) -> None:
    """No computer plays on for nobody."""
    loaded = await solos(world).alone(world.asked(ANN))
    resigned = await world.service.resign(loaded.record.id, ANN)
    assert resigned.status is Status.OVER
    assert resigned.outcome is None


async def test_one_that_could_not_begin_begins_later(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot stopped between making it and its first roll."""

    async def stopped(*_: object, **__: object) -> Loaded:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Lobby, "_start_at_once", stopped)
        with pytest.raises(KeyboardInterrupt):
            await solos(world).alone(world.asked(ANN))
    (match,) = await world.store.of_user(GUILD, ANN)
    assert (await solos(world).look(match)).status is Status.RUNNING
