"""The present worth of a card, and the gain from a place."""

from dataclasses import replace

from cogs.screens.base import Scene
from engine.core.types import Seat
from engine.games.dynamine import scoring
from engine.games.dynamine.content import Card, CardName
from engine.games.dynamine.observation import SeenPlace
from games.dynamine.screens.content import content_of
from render.games.dynamine.alt import place_words
from texts import Words

USED = (CardName.RAVEN, CardName.PLAN)
"""Cards that have a use instead of points."""


def card_worth(scene: Scene, seat: Seat, card: Card) -> int | None:
    """Return the card's points for the seat if the match ended now; None for cards in USED."""
    if card.name in USED:
        return None
    content, player = content_of(scene), scene.state.players[seat]
    number = content.card(card.name)
    if card.mission:
        return card.points if scoring.mission_done(content, player.mine, number) else 0
    return scoring.object_points(content, replace(player, cards=(number,)))


def gain_words(words: Words, place: SeenPlace, letter: str) -> str:
    # Translators: A place by its letter, and what it joins and brings.
    return words.say("{letter}: {place}", letter=letter, place=place_words(place, words))
