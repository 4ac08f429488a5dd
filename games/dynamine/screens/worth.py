"""What a card would bring now, and what a place would."""

from dataclasses import replace

from cogs.screens.base import Scene
from engine.core.types import Seat
from engine.games.dynamine import scoring
from engine.games.dynamine.content import Card, CardName
from engine.games.dynamine.observation import SeenPlace
from engine.games.dynamine.state import ENTRANCE
from games.dynamine.screens.content import content_of
from render.games.dynamine.words import score_words
from render.words import points
from texts import Words

USED = (CardName.RAVEN, CardName.PLAN)
"""The cards that bring no points, but are used once."""


def card_worth(scene: Scene, seat: Seat, card: Card) -> int | None:
    """The points that a card would bring the seat if the match ended now; None for those USED."""
    if card.name in USED:
        return None
    content, player = content_of(scene), scene.state.players[seat]
    number = content.card(card.name)
    if card.mission:
        return card.points if scoring.mission_done(content, player.mine, number) else 0
    return scoring.object_points(content, replace(player, cards=(number,)))


def gain_words(words: Words, place: SeenPlace, letter: str) -> str:
    """What a place joins, scores and brings, in a line that begins with its letter."""
    parts = [
        # Translators: The letter of a place, and its level.
        words.say("{letter}: level {level}", letter=letter, level=place.cell[0]),
        _joined(words, place),
        _scored(words, place),
    ]
    if place.bonus:
        parts.append(
            # Translators: Building points that a place brings by +1 openings.
            words.count("{count} more to spend", "{count} more to spend", place.bonus)
        )
    return " · ".join(parts)


def _joined(words: Words, place: SeenPlace) -> str:
    """What a place is open to."""
    tiles = len(place.joins) - (ENTRANCE in place.joins)
    if not tiles:
        return words.say("joins the entrance")
    if tiles < len(place.joins):
        return words.count(
            "joins the entrance and {count} tile", "joins the entrance and {count} tiles", tiles
        )
    return words.count("joins {count} tile", "joins {count} tiles", tiles)


def _scored(words: Words, place: SeenPlace) -> str:
    """The points that a place brings, with their parts."""
    total, parts = points(words, place.gained.total), score_words(words, place.gained)
    # Translators: Points and, in brackets, what they are for.
    return words.say("{points} ({parts})", points=total, parts=parts) if parts else total
