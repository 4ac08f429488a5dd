"""Stand-ins for searches, which are slow in the bot's worker processes."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from bot.app import assembly as app
from bot.worker.tasks import (
    Advise,
    CheckLosses,
    FindDecisions,
    FindTurningPoints,
    PlayOn,
    PlayOpening,
    SearchDecisions,
)
from cogs.interactions import context
from cogs.replay import frames
from engine.core import driver
from engine.core.accuracy import Weighed, choices
from engine.core.advice import Advised
from engine.core.game import AnyGame
from engine.core.thinking import Assessed
from engine.core.turning import TurningPoint
from engine.core.turns import turns
from engine.core.types import Entry, Seat
from playground import person
from tests.patience import PATIENCE
from tests.sketches import SketchArtist
from tests.workers import answer_tasks


def search_nothing(patch: pytest.MonkeyPatch) -> None:
    """Answer searches from this module, and sketch or shorten pictures."""
    patch.setattr(app, "ThreadArtist", SketchArtist)
    patch.setattr(frames, "FRAMES", 2)
    answer_tasks(patch, some)
    # Discord's time does not pass here, so a busy machine gets all the time that it needs.
    patch.setattr(person, "PATIENCE", PATIENCE)
    patch.setattr(context, "FORM_PATIENCE", PATIENCE)


async def some(game: AnyGame, task: object) -> object:
    """Return the longest results of each task."""
    match task:
        case Advise(state, seat):
            return advice(game, state, seat)
        case FindDecisions():
            return task.run(game)
        case SearchDecisions(match, seqs):
            weighed = accuracy(game, match.seats, match.log)
            return tuple(decision for decision in weighed if decision.seq in seqs), 0.0
        case CheckLosses(_, losses):
            return losses, 0.0
        case FindTurningPoints(seats, log):
            return turning_points(game, seats, log)
        case PlayOpening() | PlayOn():
            return await asyncio.to_thread(task.run, game)
        case _:
            raise AssertionError(f"{task} has its own tests")


def turning_points(game: AnyGame, seats: int, log: Sequence[Entry]) -> tuple[TurningPoint, ...]:
    steps = len(turns(game, seats, tuple(driver.replay(game, seats, log))))
    before, after = (0.05, 0.25, 0.25, 0.45)[:seats], (0.9, 0.05, 0.05, 0.0)[:seats]
    return tuple(TurningPoint(step, before, after) for step in (2, 9, 20) if step <= steps)


def accuracy(game: AnyGame, seats: int, log: Sequence[Entry]) -> tuple[Weighed, ...]:
    decisions = choices(game, seats, tuple(driver.replay(game, seats, log)))
    return tuple(
        Weighed(c.seq, c.seat, c.token, c.token, 123.4, 0.1, 1.0, 234.5) for c in decisions[:60]
    )


def advice(game: AnyGame, state: Any, seat: Seat) -> tuple[Advised, ...]:
    """Return advice with the longest text: two moves of equal worth."""
    tokens = driver.legal_tokens(game, driver.Position(state), seat)
    return tuple(Advised(token, Assessed("", 0.5, 12.3, 45.6)) for token in tokens[:8])
