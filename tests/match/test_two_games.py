"""Two games in one server, played by the same people: nothing of one is told of the other."""

from dataclasses import astuple
from types import SimpleNamespace
from typing import cast

import pytest

from bot.match.daily.standings import DAYS
from bot.match.lobby.lobby import Lobby
from bot.match.log.loaded import Loaded
from bot.match.rebuild import rebuild
from bot.match.statistics.profile import head_to_head, profile
from bot.match.statistics.projections import Measure, rankings
from bot.match.statistics.results import own_end, results
from bot.match.values.players import UserId
from bot.storage.tables.statistics_rebuild import SqlStatisticsRebuild
from engine.core.game import AnyGame
from engine.core.statistics import COMMON, RESERVED, Achievement, GameStatistics, declared
from tests.match.solo import WITH_SOLO, SoloToy, played_alone
from tests.match.world import ANN, BEN, CAT, GAMES, GUILD, World

PEOPLE = (ANN, BEN, CAT)


async def told(world: World, game: str) -> dict[str, object]:
    """All that is told of one game."""
    store = world.statistics
    found: dict[str, object] = {}
    for ranking in rankings(GAMES.newest(game)):
        found[f"leaderboard {ranking.key}"] = await store.leaderboard(
            GUILD, game, "all", ranking, start=0, most=9, asker=ANN
        )
    for user in PEOPLE:
        exchanges = await store.gifts(GUILD, game, user)
        found |= {
            f"profile {user}": profile(await store.results(GUILD, game, user), exchanges),
            f"tally {user}": await store.tally(GUILD, game, user),
            f"achievements {user}": await store.achievements(GUILD, game, user),
            f"history {user}": await store.history(GUILD, game, user, start=0, most=9),
        }
    pairs = await store.between(GUILD, game, ANN, BEN)
    exchanges = await store.gifts(GUILD, game, ANN)
    found["head to head"] = head_to_head(pairs, (ANN, BEN), exchanges)
    return found


async def played(world: World, game: str, *people: UserId, taste: str) -> Loaded:
    """A match to its end."""
    lobby = {"toy": world.toys, "dice-miner": world.dice}[game]
    loaded = await world.begun(*people, lobby=lobby)
    world.clock.time += 3600
    return await world.play(loaded.record.id, taste)


@pytest.mark.parametrize(("game", "other"), [("toy", "dice-miner"), ("dice-miner", "toy")])
async def test_nothing_is_mixed(world: World, game: str, other: str) -> None:
    """Matches of another game change nothing; a rebuild makes both again as they were."""
    for taste in "ab":
        await played(world, game, ANN, BEN, CAT, taste=taste)
    before = await told(world, game)
    nothing = await told(world, other)
    await played(world, other, BEN, ANN, CAT, taste="c")
    world.clock.time -= 86_400
    await played(world, other, CAT, BEN, taste="behind")
    world.clock.time += 2 * 86_400
    assert await told(world, game) == before
    assert {key for key, value in (await told(world, other)).items() if value == nothing[key]} <= {
        f"achievements {user}" for user in PEOPLE
    }
    rows = world.rows()
    await rebuild(world.store, SqlStatisticsRebuild(world.database), GAMES)
    assert world.rows() == rows
    await world.people.forget(CAT)
    rows = world.rows()
    await rebuild(world.store, SqlStatisticsRebuild(world.database), GAMES)
    assert world.rows() == rows


async def test_what_a_game_declares(world: World) -> None:
    """Its own statistic, gift, leaderboard and achievement are counted and told."""
    loaded = await played(world, "toy", ANN, BEN, taste="declared")
    tokens = [(entry.actor, entry.token) for entry in loaded.entries]
    for seat, user in enumerate((ANN, BEN)):
        added = [int(token[4:]) for actor, token in tokens if actor == seat and "add" in token]
        tally = await world.statistics.tally(GUILD, "toy", user)
        assert tally is not None
        expected = {"added": sum(added), "pebble": added.count(3)}
        assert tally.counts == {name: count for name, count in expected.items() if count}
        (result,) = (one for one in results(loaded) if one.user == user)
        tireless = [("tireless", sum(added))] if sum(added) >= 4 else []
        assert [astuple(one) for one in result.earned] == tireless
        achieved = await world.statistics.achievements(GUILD, "toy", user)
        assert achieved == (tuple((name, loaded.record.id) for name, _ in tireless))
    ranking = next(one for one in rankings(loaded.game) if one.key == "added")
    board = await world.statistics.leaderboard(
        GUILD, "toy", "all", ranking, start=0, most=9, asker=ANN
    )
    assert board.total == 2


async def test_alone(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match for one has points and what the game counts, but no place, win or rating."""
    scores = await played_alone(world, monkeypatch, 3)
    for number, score in enumerate(scores, 1):
        loaded = await world.matches.look(number)
        (result,) = results(loaded)
        assert (result.place, result.points, result.rated) == (None, score, False)
        own = own_end(loaded, ANN)
        assert own is not None
        assert (own.place, own.points) == (None, score)
    lobby = Lobby(world.matches, world.service, "solo")
    left = (await lobby.practice(world.asked(ANN), 0)).record.id
    assert results(await world.service.resign(left, ANN)) == ()
    tally = await world.statistics.tally(GUILD, "solo", ANN)
    assert tally is not None
    assert (tally.matches, tally.whole, tally.placed, tally.wins, tally.rated) == (3, 3, 0, 0, 0)
    assert (tally.best, tally.points, tally.rating) == (min(scores), sum(scores), None)
    keys = [ranking.key for ranking in rankings(SoloToy())]
    assert keys == ["mean", "best", "matches", "added"]
    for ranking in rankings(SoloToy()):
        board = await world.statistics.leaderboard(
            GUILD, "solo", "all", ranking, start=0, most=9, asker=ANN
        )
        assert board.own_tally == tally
        assert (board.own is not None) == tally.enough(ranking) == (board.total == 1)
    rows = world.rows()
    await rebuild(world.store, SqlStatisticsRebuild(world.database), WITH_SOLO)
    assert world.rows() == rows


async def test_alone_where_others_can_play(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """That is practice: it has points of its own, and nobody's average and best know of it."""
    (score,) = await played_alone(world, monkeypatch, 1, "duo")
    loaded = await world.matches.look(1)
    assert results(loaded) == ()
    own = own_end(loaded, ANN)
    assert own is not None
    assert (own.place, own.points) == (None, score)
    assert await world.statistics.tally(GUILD, "duo", ANN) is None


def test_a_game_that_declares_nothing() -> None:
    """It has the statistics that games have in common."""
    assert declared(GAMES.newest("toy")) != COMMON
    bare = SimpleNamespace(info=GAMES.newest("toy").info)
    assert [one.key for one in rankings(cast("AnyGame", bare))] == [
        *("rating", "wins", "rate", "mean", "best")
    ]


def test_names_are_told_apart() -> None:
    """No statistic is named like a leaderboard that games have in common, and none twice."""
    assert {DAYS, *(one.value for one in Measure)} == RESERVED
    for name in RESERVED:
        with pytest.raises(ValueError, match=f"'{name}' is the name of a leaderboard"):
            GameStatistics(leaderboards=(name,))
        with pytest.raises(ValueError, match=f"'{name}' is the name of a leaderboard"):
            GameStatistics(gifts=(name,))
    tireless = Achievement("tireless", lambda _: None)
    with pytest.raises(ValueError, match="a name is there twice: beer, beer"):
        GameStatistics(leaderboards=("beer", "beer"))
    with pytest.raises(ValueError, match="a name is there twice: beer, beer"):
        GameStatistics(gifts=("beer", "beer"))
    with pytest.raises(ValueError, match="a name is there twice: tireless, tireless"):
        GameStatistics(achievements=(tireless, tireless))


def test_misspelled_names() -> None:
    """What can't be part of a custom_id is refused at once."""
    for name in ("", "Beer", "two words", "b-e", "b" * 21):
        with pytest.raises(ValueError, match="is not 1 to 20 letters"):
            GameStatistics(leaderboards=(name,))
