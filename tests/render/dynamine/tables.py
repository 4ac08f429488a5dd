"""Tables of matches played by the easy computer, which is fast."""

from functools import lru_cache

from engine.core.chance import Stream
from engine.core.driver import advance, choose, start
from engine.core.types import Level
from render.games.dynamine.scene import TableScene
from render.samples import PLAYERS
from tests.engine.dynamine.table import CONTENT, GAME
from texts import Catalogue

WORDS = Catalogue.load().words("en")


@lru_cache(maxsize=4)
def match(seats: int, seed: int = 1) -> tuple[TableScene, ...]:
    """Return a whole match, decision by decision."""
    stream = Stream(seed.to_bytes(32, "big"), "tables")
    position = start(GAME, seats)
    scenes = []
    while True:
        for step in advance(GAME, position, stream):
            position = step.position
        view = GAME.observe(position.state)
        scenes.append(TableScene(view, PLAYERS[:seats], None, CONTENT.entrance))
        if not view.to_act:
            return tuple(scenes)
        action = GAME.suggest(position.state, view.to_act[0], Level.APPRENTICE)
        position = choose(GAME, position, view.to_act[0], GAME.notation(action)).position
