"""Matches played by the computers, for the gallery, tests and benchmarks."""

from functools import lru_cache

from engine.games.dynamine.rules import Dynamine
from render.games.dynamine.scene import TableScene
from render.players import Player
from render.samples import PLAYERS, playout


@lru_cache(maxsize=8)
def scenes(game: Dynamine, seats: int, seed: int) -> tuple[TableScene, ...]:
    return tuple(
        TableScene(game.observe(position.state), PLAYERS[:seats], None, game.content.entrance)
        for position, _ in playout(game, seats, seed)
    )


def with_players(scene: TableScene, players: tuple[Player, ...]) -> TableScene:
    return TableScene(scene.view, players, scene.reader, scene.entrance)
