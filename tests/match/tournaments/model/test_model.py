"""Random tournaments of every format follow the documented rules.

Each is played through the real services on its own database, with downtimes, restores, days off,
bars and actions at random moments. After every step the model (referee.py) checks each event,
missing work, refused actions, standings and trophies, and finally the file.
"""

import asyncio
from itertools import product
from pathlib import Path

import pytest

from bot.match.tournaments.terms import Format
from tests.match.tournaments.model.telling import tell
from tests.tiers import exhaustive

STORIES = tuple(product(Format, (2, 3, 4)))
QUICK = (
    (5, Format.KNOCKOUT, 4),
    (1, Format.SWISS, 2),
    (4, Format.GROUPS, 2),
    (5, Format.ROUND_ROBIN, 3),
    (6, Format.LEAGUE, 2),
)
"""Short but eventful stories."""
SWEEP = 5
"""Stories of each format and table size in the exhaustive sweep."""


@pytest.mark.parametrize(("number", "chosen", "seats"), QUICK)
def test_tournaments_follow_the_rules(
    number: int, chosen: Format, seats: int, tmp_path: Path
) -> None:
    story = asyncio.run(tell(tmp_path, number, chosen, seats))
    assert story.done, "the story has actions"


@exhaustive
@pytest.mark.parametrize("number", range(100, 100 + SWEEP))
def test_many_tournaments_of_every_format_and_size_follow_the_rules(
    number: int, tmp_path: Path
) -> None:
    for chosen, seats in STORIES:
        folder = tmp_path / f"{chosen.value}-{seats}"
        folder.mkdir()
        asyncio.run(tell(folder, number, chosen, seats))
