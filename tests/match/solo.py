"""Toy games with one seat, and matches of them."""

from dataclasses import replace

import pytest

from bot.game_register import GameRegister
from bot.match.lobby.lobby import Lobby
from engine.core.statistics import GameStatistics, Statistic
from engine.core.types import Event, GameInfo
from tests.match.world import ANN, GAMES, World
from tests.toy_game import STATISTICS, ToyGame


class SoloToy(ToyGame):
    """A toy game for one, in which fewer points are better."""

    @property
    def info(self) -> GameInfo:
        return replace(super().info, name="solo", seats=range(1, 2))

    @property
    def statistics(self) -> GameStatistics:
        """The points added, without gifts, because there are no opponents."""
        return GameStatistics(_added, fewest=True, leaderboards=("added",))


def _added(event: Event) -> tuple[Statistic, ...]:
    return tuple(statistic for statistic in STATISTICS.count(event) if statistic.receiver is None)


class DuoToy(SoloToy):
    """The same game for one or two players."""

    @property
    def info(self) -> GameInfo:
        return replace(super().info, name="duo", seats=range(1, 3))


WITH_SOLO = GameRegister({**GAMES.games, "solo": {1: SoloToy()}, "duo": {1: DuoToy()}})
"""The games of a world, plus both toys."""


async def played_alone(
    world: World, monkeypatch: pytest.MonkeyPatch, count: int, game: str = "solo"
) -> list[int]:
    """Play `count` matches as Ann to the end. Return their points."""
    monkeypatch.setattr("tests.match.world.GAMES", WITH_SOLO)
    world.use(world.store)
    lobby = Lobby(world.matches, world.service, game)
    scores = []
    for number in range(count):
        match = (await lobby.practice(world.asked(ANN), 0)).record.id
        loaded = await world.play(match, f"alone {number}")
        scores.append(loaded.game.scores(loaded.state)[0])
    return scores
