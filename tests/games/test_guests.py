"""Each guest game works in every layer without a change to it: register, service, storage, match
files, screens, boards, replays, results.
"""

import io
from typing import Any

import pytest
from PIL import Image

from bot.match.core.boards import BoardProgress
from bot.match.lobby.lobby import Lobby
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.playing.proof import match_file
from bot.match.statistics.profile import profile
from bot.match.statistics.projections import rankings
from cogs.board.result_cards import result_card
from cogs.board.updates import compare
from cogs.replay.frames import FrameRenderer
from engine.core import driver
from engine.core.chance import Stream
from engine.core.game import AnyGame
from engine.core.matchfile import open_match, verify
from engine.core.types import Level
from tests.cogs.drawn import board_layouts, queue
from tests.cogs.moments import WORDS, screens
from tests.cogs.test_layout import check
from tests.cogs.test_papers import called_by_name, scenes
from tests.games import GUESTS
from tests.match.world import ANN, BEN, CAT, DAN, GAMES, GUILD, World

EACH = [(game, seats) for game in GUESTS for seats in game.info.seats]
each = pytest.mark.parametrize(
    ("game", "seats"), EACH, ids=[f"{game.info.name}-{seats}" for game, seats in EACH]
)


async def begun(world: World, game: AnyGame, seats: int) -> Loaded:
    lobby = Lobby(world.matches, world.service, game.info.name)
    if seats == 1:
        return await lobby.alone(world.asked(ANN))
    return await world.begun(*(ANN, BEN, CAT, DAN)[:seats], lobby=lobby)


@each
async def test_match_played_by_presses_is_stored_and_its_file_verifies(
    world: World, game: AnyGame, seats: int
) -> None:
    loaded = await begun(world, game, seats)
    loaded = await world.play(loaded.record.id, f"{game.info.name} {seats}")
    assert loaded.status is Status.OVER
    assert loaded.outcome is not None
    side = await world.another()
    assert (await side.matches.load(loaded.record.id)).state == loaded.state
    text = match_file(loaded, world.clock.now())
    opened = open_match(text.encode(), GAMES.game)
    verify(opened)
    *_, (_, last) = opened.advances()
    assert last.position.state == loaded.state


@each
async def test_computer_replaces_a_player_who_resigns(
    world: World, game: AnyGame, seats: int
) -> None:
    """A match for one ends instead."""
    loaded = await begun(world, game, seats)
    resigned = await world.service.resign(loaded.record.id, ANN)
    assert (resigned.status is Status.OVER) == (seats <= 2)
    over = await world.play(loaded.record.id, "without ANN")
    assert over.status is Status.OVER


@each
async def test_statistics_appear_on_leaderboards_and_profiles(
    world: World, game: AnyGame, seats: int
) -> None:
    """A match for one has points, but no place or rating."""
    loaded = await begun(world, game, seats)
    loaded = await world.play(loaded.record.id, f"statistics {seats}")
    assert loaded.outcome is not None
    store, name = world.statistics, game.info.name
    tally = await store.tally(GUILD, name, ANN)
    assert tally is not None
    assert (tally.matches, tally.best) == (
        1,
        loaded.outcome.scores[loaded.roster.seat_of(ANN) or 0],
    )
    assert (tally.rated, tally.placed) == ((0, 0) if seats == 1 else (1, 1))
    assert await store.tally(GUILD, "dice-miner", ANN) is None
    for ranking in rankings(game):
        board = await store.leaderboard(GUILD, name, "all", ranking, start=0, most=9, asker=ANN)
        assert board.own_tally == tally
        assert (board.own is not None) == tally.enough(ranking)
    (result,) = await store.results(GUILD, name, ANN)
    assert profile((result,), ()).matches == 1


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("game", GUESTS, ids=lambda game: game.info.name)
def test_computers_of_each_level_finish_matches(game: AnyGame, level: Level) -> None:
    position: driver.Position[Any] = driver.start(game, min(game.info.seats))
    stream = Stream(bytes(32), level.value)
    while game.outcome(position.state) is None:
        for advance in driver.advance(game, position, stream):
            position = advance.position
        for seat in sorted(game.to_act(position.state)):
            token = game.notation(game.suggest(position.state, seat, level))
            position = driver.choose(game, position, seat, token).position


@each
async def test_every_message_fits_discord(world: World, game: AnyGame, seats: int) -> None:
    loaded = await begun(world, game, seats)
    match, messages = loaded.record.id, board_layouts()
    made = scenes(world, called_by_name())
    while True:
        scene = await made.scene(loaded, WORDS)
        update = await compare(loaded, BoardProgress(-1, 0, 0, 0, None, None), scene, [])
        content = await messages.board(update, 0)
        check(content.layout)
        assert all(_drawn(picture.data) and picture.alt for _, picture in content.pictures)
        assert screens(game.info.name).text(scene)
        if loaded.status is Status.OVER:
            break
        loaded = await world.play(match, f"{loaded.seq}", most=3)
    end = await messages.end(scene, "")
    check(result_card(scene, loaded, [("end.png", end)], ["over"]))
    if seats == 1:
        assert "won" not in end.alt, "there is no opponent"
    frames = FrameRenderer(made, queue(), queue())
    timeline = await frames.timeline(loaded)
    for step in (1, len(timeline.turns)):
        _, picture = await frames.frame(timeline, step, WORDS)
        assert _drawn(picture.data)


def _drawn(data: bytes) -> bool:
    with Image.open(io.BytesIO(data)) as image:
        return image.width != image.height
