"""Pictures of every kind of state, from real matches, to look at and to compare."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core.chance import Stream
from engine.core.driver import advance, choose, start
from engine.core.types import Event
from engine.games.dice_miner.observation import Observation
from engine.games.dice_miner.rules import DiceMiner
from render.games.dice_miner.last import Last, last_moves


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after one decision, all luck answered."""

    view: Observation
    last: Last | None


def moments(game: DiceMiner, seats: int, seed: int) -> Iterator[Moment]:
    """A whole match between computer players, moment by moment."""
    stream = Stream(seed.to_bytes(32, "big"), "gallery")
    position = start(game, seats)
    events: list[Event] = []
    while True:
        for made in advance(game, position, stream):
            position = made.position
            events += made.events
        yield Moment(game.observe(position.state, None), last_moves(events[-30:], game.content))
        to_act = game.to_act(position.state)
        if not to_act:
            return
        seat = min(to_act)
        token = game.notation(game.suggest(position.state, seat))
        chosen = choose(game, position, seat, token)
        position = chosen.position
        events += chosen.events
