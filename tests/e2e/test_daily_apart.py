"""Daily puzzles are private: moderators cannot end them, and names stay in their server."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.match.daily.service import DayRequest
from bot.match.log.records import Status
from cogs.app.client import SaludClient
from playground import Person, Playground, seed
from tests.e2e.in_process import bot_here
from tests.e2e.players import buttons, text
from tests.e2e.test_daily import GAMES
from tests.e2e.test_servers import answer_to
from tests.match.machine import SetClock


@pytest.fixture
async def bot(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: SetClock
) -> AsyncIterator[SaludClient]:
    async with bot_here(playground, tmp_path, monkeypatch, clock, GAMES) as client:
        yield client


@pytest.fixture
def boss(people: list[Person]) -> Person:
    return next(person for person in people if person.id == seed.OWNER_ID)


async def test_moderators_cannot_end_puzzles_of_the_day(
    playground: Playground, bot: SaludClient, boss: Person, people: list[Person]
) -> None:
    ann = next(person for person in people if person is not boss)
    await answer_to(ann, "daily")
    game = bot.services.games.daily[0]
    match = await bot.services.domain.daily.store.match_of(
        game, bot.services.domain.daily.today(), ann.id
    )
    assert match is not None
    assert "no such match" in text(await answer_to(boss, "moderate end", match=match))
    assert (await bot.services.matches.load(match)).status is Status.RUNNING


async def test_nickname_of_another_server_stays_there(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    """The player opened the puzzle in another server before pressing a button here."""
    ann, other = people[0], seed.GUILD_ID + 1
    game = bot.services.games.daily[0]
    await bot.services.domain.daily.open(DayRequest(game, ann.id, other, seed.TAVERN_ID))
    opened = await answer_to(ann, "daily")
    (press, *_) = buttons(opened, "2:session:")
    assert (await ann.press(opened, press)).ok
    await playground.settled()
    assert bot.services.names.lacking(other, [ann.id]) == [ann.id]
