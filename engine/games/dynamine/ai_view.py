"""One seat's view of a match for planning its turn, in plain numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp
from typing import NamedTuple

from engine.core.types import Seat
from engine.games.dynamine import scoring
from engine.games.dynamine.ai_weights import Weights
from engine.games.dynamine.content import Card, CardName, Content, Reward, Well
from engine.games.dynamine.state import State

MOST = 80
"""Largest count of anything that a reward counts."""
FOSSILS, WELLS, ALTARS, DEPTH, VEINS, TILES = range(len(Reward))
"""Indexes of the rewards."""
_COUNTED = {
    CardName.RING: ALTARS,
    CardName.BARREL: WELLS,
    CardName.TORCHES: FOSSILS,
    CardName.BEAMS: DEPTH,
}


class TileNumbers(NamedTuple):
    openings: int
    cost: int
    veins: int
    altar: int
    well: int
    """Points of the well without its tunnel; 0 if there is no well."""
    fossil: int
    plus: int
    token: bool
    move: bool
    sapphire: bool


@lru_cache(16)
def facts(content: Content) -> tuple[TileNumbers, ...]:
    wells = {None: 0, Well.PLAIN: content.plain_well}
    return tuple(
        TileNumbers(
            int(tile.openings),
            tile.cost,
            tile.veins,
            tile.altar,
            wells.get(tile.well, content.rich_well),
            tile.fossil,
            int(tile.plus),
            tile.token,
            tile.move,
            tile.sapphire,
        )
        for tile in content.tiles
    )


def serves(mission: CardName, fact: TileNumbers) -> bool:
    match mission:
        case CardName.SAPPHIRE_1 | CardName.SAPPHIRE_2:
            return fact.sapphire
        case CardName.SKULL:
            return fact.fossil > 0
        case CardName.ALTAR:
            return fact.altar > 0
        case CardName.WELL:
            return fact.well > 0
        case _:
            return True


@dataclass(frozen=True, slots=True)
class View:
    content: Content
    facts: tuple[TileNumbers, ...]
    weights: Weights
    left: int
    worth: tuple[tuple[float, ...], ...]
    """For each reward, the points by count, including those of the seat's objects."""
    missions: tuple[Card, ...]
    time: float
    """Fraction of the prospects that can still be realised, 0 to 1."""
    crowd: tuple[float, ...]
    """Worth of n open ends on a level, relative to a single one."""


def view(content: Content, state: State, seat: Seat, weights: Weights) -> View:
    left = content.rounds - state.round
    counts = [scoring.worth(content, player.mine).counts for player in state.players]
    held = [content.cards[card] for card in state.players[seat].cards]
    per_thing = [0] * len(Reward)
    for card in held:
        if card.name in _COUNTED:
            per_thing[_COUNTED[card.name]] += card.points
    others = [seat_counts for other, seat_counts in enumerate(counts) if other != seat]
    worth = tuple(
        tuple(
            promised + per_thing[place] * count
            for count, promised in enumerate(
                _curve(
                    content,
                    place,
                    tuple(seat_counts[place] for seat_counts in others),
                    left,
                    weights,
                )
            )
        )
        for place in range(len(Reward))
    )
    crowd = [0.0]
    for count in range(MOST):
        crowd.append(crowd[-1] + weights.crowd**count)
    return View(
        content,
        facts(content),
        weights,
        left,
        worth,
        tuple(card for card in held if card.mission),
        1 - exp(-left / weights.horizon),
        tuple(crowd),
    )


@lru_cache(2048)
def _curve(
    content: Content, place: int, others: tuple[int, ...], left: int, weights: Weights
) -> tuple[float, ...]:
    return tuple(
        _reward_value(content, place, count, others, left, weights) for count in range(MOST)
    )


def _reward_value(
    content: Content, place: int, count: int, others: Sequence[int], left: int, weights: Weights
) -> float:
    reward = content.rewards[place]
    scale = weights.margin + weights.margin_round * left
    ranked = sorted(others, reverse=True)
    if len(others) == 1:
        ahead = _likely(count - ranked[0] - 0.5, scale)
        behind = _likely(ranked[0] - count - 0.5, scale)
        return reward.side_a * (ahead - weights.harm * behind)
    first, second = reward.side_b
    won = _likely(count - ranked[0] + 0.5, scale)
    placed = _likely(count - ranked[1] + 0.5, scale) if count else 0.0
    taken = _likely(count - ranked[0] - 0.5, scale)
    lost = weights.harm * taken * (first - second) / len(others)
    return (first - second) * won + second * placed + lost


def _likely(ahead: float, scale: float) -> float:
    x = ahead / scale
    return 1 / (1 + exp(-x)) if x > -30 else 0.0
