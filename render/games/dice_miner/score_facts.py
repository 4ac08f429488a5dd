"""Scores as sentences, for the score sheet and for alt text."""

from collections.abc import Sequence

from engine.core.types import Seat
from engine.games.dice_miner.observation import Observation
from engine.games.dice_miner.state import Score
from render.names import plain_name
from render.players import Player
from texts import Words


def round_facts(
    view: Observation, number: int, players: Sequence[Player], words: Words
) -> list[str]:
    """Return a sentence per seat about a round, counted from 0."""
    return [
        words.say(
            "Round {number}, {name}: tunnels {tunnels}, treasure {treasure}, hazards {hazards}, "
            "total {total}.",
            number=number + 1,
            **_parts(words, players, seat, score),
        )
        for seat, score in enumerate(view.scored[number].scores)
    ]


def tiebreak_facts(
    view: Observation, number: int, players: Sequence[Player], words: Words
) -> list[str]:
    tiebreak = view.tiebreaks[number]
    return [
        words.say(
            "Tie-break {number}, {name}: tunnels {tunnels}, treasure {treasure}, hazards "
            "{hazards}, total {total}.",
            number=number + 1,
            **_parts(words, players, seat, score),
        )
        for seat, score in zip(tiebreak.seats, tiebreak.scores, strict=True)
    ]


def _parts(words: Words, players: Sequence[Player], seat: Seat, score: Score) -> dict[str, object]:
    return {
        "name": plain_name(words, players, seat),
        "tunnels": score.tunnels,
        "treasure": score.treasure,
        "hazards": score.hazards,
        "total": score.total,
    }
