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
QUICK = ((Format.KNOCKOUT, 2), (Format.SWISS, 3), (Format.GROUPS, 2), (Format.LEAGUE, 2))
SWEEP = 6
"""Stories of each format and size of tables in the large sweep."""


def cases() -> list[object]:
    """A few stories for every day; all others are left to the sweep."""
    found: list[object] = []
    for chosen, seats in STORIES:
        marks = () if (chosen, seats) in QUICK else (exhaustive,)
        found.append(pytest.param(chosen, seats, marks=marks, id=f"{chosen.value} {seats}"))
    return found


@pytest.mark.parametrize(("chosen", "seats"), cases())
def test_tournaments_follow_the_rules(chosen: Format, seats: int, tmp_path: Path) -> None:
    story = asyncio.run(tell(tmp_path, 1, chosen, seats))
    assert story.done, "people have done something"


@exhaustive
@pytest.mark.parametrize("number", range(2, 2 + SWEEP))
def test_sweep(number: int, tmp_path: Path) -> None:
    for chosen, seats in STORIES:
        folder = tmp_path / f"{chosen.value}-{seats}"
        folder.mkdir()
        asyncio.run(tell(folder, number, chosen, seats))
