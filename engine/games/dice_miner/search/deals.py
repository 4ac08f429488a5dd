"""Choices before a round (heroes, dice to keep), compared on sampled rounds.

The luck of a mountain matters far more than such a choice. If each choice had its own luck, most of
the samples would only average that luck out. So all choices get the same luck: the same dice show
the same faces, and most of the noise cancels out. Clearly inferior choices are dropped along the
way, and the time goes to the others.
"""

from collections.abc import Callable, Sequence
from math import sqrt

from engine.games.dice_miner.content import FACES
from engine.games.dice_miner.fast import luck
from engine.games.dice_miner.fast.state import EXCAVATION, LOT, RECOVERING, FastState
from engine.games.dice_miner.search.dig import Dig
from engine.games.dice_miner.search.found import Found
from engine.games.dice_miner.search.tree import margin, shares
from engine.games.dice_miner.search.worth import HoardWorth

FEWEST = 24
"""Samples between two attempts to drop clearly inferior choices."""
SURE = 3.0
"""Standard errors behind the best at which a choice is dropped."""


class Deals:
    def __init__(
        self, states: Sequence[FastState], seat: int, worth: HoardWorth, random: Callable[[], float]
    ) -> None:
        """Store the State after each choice, before dice roll and the mountain is filled."""
        self._states = states
        self._seat = seat
        self._worth = worth
        self._random = random
        self.found = [Found() for _ in states]
        self._tried = list(range(len(states)))

    def look(self) -> None:
        # Faces and mountain are drawn before any choice is tried: all choices get the same luck,
        # even those that need fewer numbers.
        random = self._random
        first = self._states[0]
        faces = [int(random() * FACES) for _ in range(first.tables.dice)]
        lot = random()
        bag = len(first.bag)
        fill = [
            int(random() * below)
            for drawn in range(first.tables.places)
            for below in (bag - drawn, FACES)
        ]
        for number in self._tried:
            state = self._states[number].copy()
            if state.stage == RECOVERING:
                luck.resolve(state, [faces[die] for die in luck.rolling(state)])
            if state.stage == LOT:
                luck.resolve(state, [int(lot * len(state.queue))])
            luck.resolve(state, fill)
            assert state.stage == EXCAVATION, "the excavation follows a filled mountain"
            points = Dig(state, self._worth).play_on(random)
            uncertain = self._worth.rounds[self._worth.number(state)].uncertain
            won = shares(points, uncertain)
            self.found[number].add(won[self._seat], margin(points, self._seat))
        if len(self._tried) > 1 and self.found[self._tried[0]].looks % FEWEST == 0:
            self._drop()

    def _drop(self) -> None:
        best = max((self.found[number] for number in self._tried), key=lambda result: result.points)
        self._tried = [
            number
            for number in self._tried
            if best.points - self.found[number].points
            <= SURE * sqrt(best.error**2 + self.found[number].error ** 2)
        ]
