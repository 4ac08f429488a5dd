"""Players and matches for sample pictures."""

from collections.abc import Iterator
from typing import Any

from engine.core.chance import Stream
from engine.core.driver import Position, advance, choose, start
from engine.core.game import AnyGame
from engine.core.types import Event
from render.players import Player

PLAYERS = (Player("Ana"), Player("Benjamín 🦊"), Player("Χρυσάνθη"), Player("Salud", computer=True))


def playout(
    game: AnyGame, seats: int, seed: int
) -> Iterator[tuple[Position[Any], tuple[Event, ...]]]:
    """Play a whole match between computer players, decision by decision.

    Yields each position after its dice have been rolled, with all events so far, oldest first.
    """
    stream = Stream(seed.to_bytes(32, "big"), "gallery")
    position = start(game, seats)
    events: list[Event] = []
    while True:
        for step in advance(game, position, stream):
            position = step.position
            events += step.events
        yield position, tuple(events)
        to_act = game.to_act(position.state)
        if not to_act:
            return
        seat = min(to_act)
        step = choose(game, position, seat, game.notation(game.suggest(position.state, seat)))
        position = step.position
        events += step.events
