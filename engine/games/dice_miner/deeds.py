"""What statistics count: points by kind, the hero, beers given, magic spent, dice rerolled."""

from engine.core.types import Deed, Event
from engine.games.dice_miner.events import (
    BeerShared,
    DiceRerolled,
    HeroChosen,
    MagicSpent,
    RoundScored,
    TiebreakBegan,
)

TUNNELS, TREASURE, HAZARDS = KINDS = ("tunnels", "treasure", "hazards")
"""The kinds of points, in the order of scoring."""
BEER = "beer"
"""A beer die was given to `friend`."""
HERO = "hero"
"""A hero was chosen: the `role`."""
MAGIC = "magic"
"""A source of magic was spent."""
REROLLED = "rerolled"
"""A die was rerolled by magic."""
TIEBREAK = "tiebreak"
"""The seat took part in a tie-break."""


def deeds(event: Event) -> tuple[Deed, ...]:
    """The Deeds of an Event; () of most."""
    match event:
        case HeroChosen(seat=seat, hero=hero):
            return (Deed(seat, HERO, role=hero.value),)
        case BeerShared(seat=seat, friend=friend):
            return (Deed(seat, BEER, friend=friend),)
        case MagicSpent(seat=seat):
            return (Deed(seat, MAGIC),)
        case DiceRerolled(seat=seat, before=before):
            return (Deed(seat, REROLLED, len(before)),)
        case TiebreakBegan(seats=seats):
            return tuple(Deed(seat, TIEBREAK) for seat in seats)
        case RoundScored(number=number, round=played):
            return tuple(
                Deed(seat, kind, points, number)
                for seat, score in enumerate(played.scores)
                for kind, points in zip(
                    KINDS, (score.tunnels, score.treasure, score.hazards), strict=True
                )
            )
        case _:
            return ()
