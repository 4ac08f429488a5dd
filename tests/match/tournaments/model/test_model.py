"""Random tournaments of every format follow the documented rules.

Each is played through the real services on a database of its own, with downtimes, restores, days
off, bars and actions of players and moderators at random moments. After every step the model
(referee.py) checks each event, whether anything due was left out, which actions were refused, the
standings, trophies, and at the end the file.
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
"""Short stories with much in them."""
SWEEP = 5
"""Stories of each format and size of tables in the large sweep."""


@pytest.mark.parametrize(("number", "chosen", "seats"), QUICK)
def test_tournaments_follow_the_rules(
    number: int, chosen: Format, seats: int, tmp_path: Path
) -> None:
    story = asyncio.run(tell(tmp_path, number, chosen, seats))
    assert story.done, "people have done something"


@exhaustive
@pytest.mark.parametrize("number", range(100, 100 + SWEEP))
def test_sweep(number: int, tmp_path: Path) -> None:
    for chosen, seats in STORIES:
        folder = tmp_path / f"{chosen.value}-{seats}"
        folder.mkdir()
        asyncio.run(tell(folder, number, chosen, seats))
