"""A toy for one, and matches of it."""

from dataclasses import replace

import pytest

from bot.game_register import GameRegister
from bot.match.lobby.lobby import Lobby
from engine.core.statistics import GameStatistics, Statistic
from engine.core.types import Event, GameInfo
from tests.match.world import ANN, GAMES, World
from tests.toy_game import STATISTICS, ToyGame


class SoloToy(ToyGame):
    """The toy for one, in which fewer points are better."""

    @property
    def info(self) -> GameInfo:
        """One seat."""
        return replace(super().info, name="solo", seats=range(1, 2))

    @property
    def statistics(self) -> GameStatistics:
        """What was added; there is nobody to give anything to."""
        return GameStatistics(_added, fewest=True, leaderboards=("added",))


def _added(event: Event) -> tuple[Statistic, ...]:
    return tuple(one for one in STATISTICS.count(event) if one.receiver is None)


class DuoToy(SoloToy):
    """The same for one or two."""

    @property
    def info(self) -> GameInfo:
        """One seat or two."""
        return replace(super().info, name="duo", seats=range(1, 3))


WITH_SOLO = GameRegister({**GAMES.games, "solo": {1: SoloToy()}, "duo": {1: DuoToy()}})
"""The games of a world, and these."""


async def played_alone(
    world: World, monkeypatch: pytest.MonkeyPatch, count: int, game: str = "solo"
) -> list[int]:
    """Let Ann play it so often to the end; gives the points."""
    monkeypatch.setattr("tests.match.world.GAMES", WITH_SOLO)
    world.use(world.store)
    lobby = Lobby(world.matches, world.service, game)
    scores = []
    for number in range(count):
        match = (await lobby.practice(world.asked(ANN), 0)).record.id
        loaded = await world.play(match, f"alone {number}")
        scores.append(loaded.game.scores(loaded.state)[0])
    return scores
