"""How one seat sees a match while it plans its turn: what things bring, in plain numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp

from engine.core.types import Seat
from engine.games.dynamine import scoring
from engine.games.dynamine.ai_weights import Weights
from engine.games.dynamine.content import CardName, Content, Reward, Well
from engine.games.dynamine.state import State

MOST = 80
"""No mine has more of anything that a reward counts."""
FOSSILS, WELLS, ALTARS, DEPTH, VEINS, TILES = range(len(Reward))
"""The places of the rewards."""
_COUNTED = {
    CardName.RING: ALTARS,
    CardName.BARREL: WELLS,
    CardName.TORCHES: FOSSILS,
    CardName.BEAMS: DEPTH,
}


@dataclass(frozen=True, slots=True)
class Fact:
    """A tile in plain numbers."""

    openings: int
    cost: int
    veins: int
    altar: int
    well: int
    """What it is worth without its tunnel; 0: none."""
    fossil: int
    plus: int
    token: bool
    move: bool
    sapphire: bool


@lru_cache(16)
def facts(content: Content) -> tuple[Fact, ...]:
    """All tiles."""
    figures = content.figures
    wells = {None: 0, Well.PLAIN: figures.plain_well}
    return tuple(
        Fact(
            int(tile.openings),
            tile.cost,
            tile.veins,
            tile.altar,
            wells.get(tile.well, figures.rich_well),
            tile.fossil,
            int(tile.plus),
            tile.token,
            tile.move,
            tile.sapphire,
        )
        for tile in content.tiles
    )


@dataclass(frozen=True, slots=True)
class Mission:
    """What a mission of the seat wants."""

    name: CardName
    level: int
    tiles: int
    points: int

    def serves(self, fact: Fact) -> bool:
        """Whether a tile on its level is of its kind."""
        match self.name:
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
    """How one seat sees the match: what does not change while it plans its turn."""

    content: Content
    facts: tuple[Fact, ...]
    weights: Weights
    left: int
    """Rounds after this one."""
    worth: tuple[tuple[float, ...], ...]
    """For each reward, what so many of its things bring, objects included."""
    missions: tuple[Mission, ...]
    time: float
    """How much of what is promised can still be had: 0 to 1."""
    crowd: tuple[float, ...]
    """What so many open ends of a level are worth beside one."""


def view(content: Content, state: State, seat: Seat, weights: Weights) -> View:
    """As the seat sees it now."""
    left = content.figures.rounds - state.round
    counts = [scoring.worth(content, player.mine).counts for player in state.players]
    held = [content.cards[card] for card in state.players[seat].cards]
    per_thing = [0] * len(Reward)
    for card in held:
        if card.name in _COUNTED:
            per_thing[_COUNTED[card.name]] += card.points
    others = [one for other, one in enumerate(counts) if other != seat]
    worth = tuple(
        tuple(
            promised + per_thing[place] * many
            for many, promised in enumerate(
                _curve(content, place, tuple(one[place] for one in others), left, weights)
            )
        )
        for place in range(len(Reward))
    )
    crowd = [0.0]
    for many in range(MOST):
        crowd.append(crowd[-1] + weights.crowd**many)
    return View(
        content,
        facts(content),
        weights,
        left,
        worth,
        tuple(
            Mission(card.name, card.level, card.tiles, card.points)
            for card in held
            if card.level is not None and card.tiles is not None
        ),
        1 - exp(-left / weights.horizon),
        tuple(crowd),
    )


@lru_cache(2048)
def _curve(
    content: Content, place: int, others: tuple[int, ...], left: int, weights: Weights
) -> tuple[float, ...]:
    """What a reward promises to who has 0, 1, 2 and so on of its things."""
    return tuple(_reward_value(content, place, many, others, left, weights) for many in range(MOST))


def _reward_value(
    content: Content, place: int, many: int, others: Sequence[int], left: int, weights: Weights
) -> float:
    """What a reward promises to who has so many of its things, beside what others then lose."""
    told = content.rewards[place]
    scale = weights.margin + weights.margin_round * left
    ranked = sorted(others, reverse=True)
    if len(others) == 1:
        ahead = _likely(many - ranked[0] - 0.5, scale)
        behind = _likely(ranked[0] - many - 0.5, scale)
        return told.side_a * (ahead - weights.harm * behind)
    first, second = told.side_b
    won = _likely(many - ranked[0] + 0.5, scale)
    placed = _likely(many - ranked[1] + 0.5, scale) if many else 0.0
    taken = _likely(many - ranked[0] - 0.5, scale)
    lost = weights.harm * taken * (first - second) / len(others)
    return (first - second) * won + second * placed + lost


def _likely(ahead: float, scale: float) -> float:
    x = ahead / scale
    return 1 / (1 + exp(-x)) if x > -30 else 0.0
