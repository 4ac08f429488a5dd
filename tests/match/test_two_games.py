"""Two games in one server with the same players, whose statistics are separate."""

import pytest

from bot.match.daily.standings import DAYS
from bot.match.lobby.lobby import Lobby
from bot.match.log.loaded import Loaded
from bot.match.rebuild.service import rebuild
from bot.match.rebuild.store import DerivedStore
from bot.match.statistics.profile import head_to_head, profile
from bot.match.statistics.projections import LeaderboardMeasure, rankings
from bot.match.statistics.results import own_end, results
from bot.match.values.players import UserId
from engine.core.game import Game
from engine.core.statistics import COMMON, RESERVED, Achievement, GameStatistics
from tests.match.solo import WITH_SOLO, SoloToy, played_alone
from tests.match.world import ANN, BEN, CAT, GAMES, GUILD, World
from tests.toy_game import ToyGame

PEOPLE = (ANN, BEN, CAT)


async def statistics_of(world: World, game: str) -> dict[str, object]:
    """Return all statistics of a game."""
    store = world.statistics
    answers: dict[str, object] = {}
    for ranking in rankings(GAMES.newest(game)):
        answers[f"leaderboard {ranking.key}"] = await store.leaderboard(
            GUILD, game, "all", ranking, start=0, most=9, asker=ANN
        )
    for user in PEOPLE:
        exchanges = await store.gifts(GUILD, game, user)
        answers |= {
            f"profile {user}": profile(await store.results(GUILD, game, user), exchanges),
            f"tally {user}": await store.tally(GUILD, game, user),
            f"achievements {user}": await store.achievements(GUILD, game, user),
            f"history {user}": await store.history(GUILD, game, user, start=0, most=9),
        }
    pairs = await store.between(GUILD, game, ANN, BEN)
    exchanges = await store.gifts(GUILD, game, ANN)
    answers["head to head"] = head_to_head(pairs, (ANN, BEN), exchanges)
    return answers


async def play_match(world: World, game: str, *people: UserId, taste: str) -> Loaded:
    lobby = {"toy": world.toys, "dice-miner": world.dice}[game]
    loaded = await world.begun(*people, lobby=lobby)
    world.clock.time += 3600
    return await world.play(loaded.record.id, taste)


@pytest.mark.parametrize(("game", "other"), [("toy", "dice-miner"), ("dice-miner", "toy")])
async def test_matches_of_another_game_change_no_statistics(
    world: World, game: str, other: str
) -> None:
    for taste in "ab":
        await play_match(world, game, ANN, BEN, CAT, taste=taste)
    before = await statistics_of(world, game)
    nothing = await statistics_of(world, other)
    await play_match(world, other, BEN, ANN, CAT, taste="c")
    world.clock.time -= 86_400
    await play_match(world, other, CAT, BEN, taste="behind")
    world.clock.time += 2 * 86_400
    assert await statistics_of(world, game) == before
    assert {
        key for key, value in (await statistics_of(world, other)).items() if value == nothing[key]
    } <= {f"achievements {user}" for user in PEOPLE}
    rows = world.rows()
    await rebuild(world.store, DerivedStore(world.database), GAMES)
    assert world.rows() == rows
    await world.people.forget(CAT)
    rows = world.rows()
    await rebuild(world.store, DerivedStore(world.database), GAMES)
    assert world.rows() == rows


async def test_declared_statistics_gifts_and_achievements_are_counted(world: World) -> None:
    loaded = await play_match(world, "toy", ANN, BEN, taste="declared")
    tokens = [(entry.actor, entry.token) for entry in loaded.entries]
    for seat, user in enumerate((ANN, BEN)):
        added = [int(token[4:]) for actor, token in tokens if actor == seat and "add" in token]
        tally = await world.statistics.tally(GUILD, "toy", user)
        assert tally is not None
        expected = {"added": sum(added), "pebble": added.count(3)}
        assert tally.counts == {name: count for name, count in expected.items() if count}
        (result,) = (item for item in results(loaded) if item.user == user)
        tireless = [("tireless", sum(added))] if sum(added) >= 4 else []
        assert list(result.earned) == tireless
        achieved = await world.statistics.achievements(GUILD, "toy", user)
        assert achieved == (tuple((name, loaded.record.id) for name, _ in tireless))
    ranking = next(item for item in rankings(loaded.game) if item.key == "added")
    board = await world.statistics.leaderboard(
        GUILD, "toy", "all", ranking, start=0, most=9, asker=ANN
    )
    assert board.total == 2


async def test_match_for_one_has_points_but_no_place_win_or_rating(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    scores = await played_alone(world, monkeypatch, 3)
    for number, score in enumerate(scores, 1):
        loaded = await world.matches.load(number)
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
    await rebuild(world.store, DerivedStore(world.database), WITH_SOLO)
    assert world.rows() == rows


async def test_playing_a_game_for_several_alone_is_practice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    (score,) = await played_alone(world, monkeypatch, 1, "duo")
    loaded = await world.matches.load(1)
    assert results(loaded) == ()
    own = own_end(loaded, ANN)
    assert own is not None
    assert (own.place, own.points) == (None, score)
    assert await world.statistics.tally(GUILD, "duo", ANN) is None


class Undeclared(ToyGame):
    statistics = Game.statistics


def test_game_without_declarations_has_the_common_statistics() -> None:
    assert ToyGame().statistics != COMMON
    keys = [ranking.key for ranking in rankings(Undeclared())]
    assert keys == ["rating", "wins", "rate", "mean", "best"]


def test_statistics_need_unique_unreserved_names() -> None:
    assert {DAYS, *(measure.value for measure in LeaderboardMeasure)} == RESERVED
    for name in RESERVED:
        with pytest.raises(ValueError, match=f"'{name}' is the name of a leaderboard"):
            GameStatistics(leaderboards=(name,))
        with pytest.raises(ValueError, match=f"'{name}' is the name of a leaderboard"):
            GameStatistics(gifts=(name,))
    tireless = Achievement("tireless", lambda _: None)
    with pytest.raises(ValueError, match="duplicate names: beer, beer"):
        GameStatistics(leaderboards=("beer", "beer"))
    with pytest.raises(ValueError, match="duplicate names: beer, beer"):
        GameStatistics(gifts=("beer", "beer"))
    with pytest.raises(ValueError, match="duplicate names: tireless, tireless"):
        GameStatistics(achievements=(tireless, tireless))


def test_invalid_statistic_name_is_rejected() -> None:
    """Names are parts of custom_ids."""
    for name in ("", "Beer", "two words", "b-e", "b" * 21):
        with pytest.raises(ValueError, match="must be 1 to 20 letters"):
            GameStatistics(leaderboards=(name,))
