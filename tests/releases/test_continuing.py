"""Matches and tournaments of a release, played to their end in today's bot."""

from pathlib import Path

import pytest

from tests.e2e.players import Table
from tests.e2e.test_dice_grid import play_on
from tests.releases.fixtures import Fixture
from tests.releases.teller import DAY, Teller, at, telling
from tests.tiers import every, exhaustive

GAMES = ("dice-miner", "dynamine")
MOST_ROUNDS = 20
LEAGUES = {"league of dynamine"}
"""The only running tournaments of the story that never end by themselves."""
RUNNING = (
    "SELECT id FROM match WHERE status = 'running' AND game = ? AND day IS NULL AND place IS NOT"
    " NULL AND NOT EXISTS (SELECT 1 FROM match_event WHERE match = id AND kind = 'paused')"
    " ORDER BY tournament IS NOT NULL, seq DESC"
)


@pytest.mark.parametrize("game", every(GAMES))
async def test_running_match_is_played_to_its_end_by_its_buttons(
    game: str, fixture: Fixture, tmp_path: Path
) -> None:
    fixture.unpack(tmp_path / "salud.db")
    async with telling(tmp_path, at(fixture.told["time"]), fixture.told["world"]) as teller:
        (match,), *_ = teller.rows(RUNNING, game)
        people = [teller.person(user) for user in (await teller.look(match)).roster.people]
        await Table(teller.playground, people, await teller.place(match)).play()
        await teller.idle()
        assert teller.rows("SELECT status FROM match WHERE id = ?", match) == [("over",)]


@exhaustive
async def test_running_grid_is_played_to_its_end_by_its_buttons(
    fixture: Fixture, tmp_path: Path
) -> None:
    fixture.unpack(tmp_path / "salud.db")
    async with telling(tmp_path, at(fixture.told["time"]), fixture.told["world"]) as teller:
        (match,), *_ = teller.rows(RUNNING, "dice-grid")
        (user,) = (await teller.look(match)).roster.people
        person = teller.person(user)
        board = teller.newest(person, f"2:panel:{match}:")
        await teller.verb(person, board, ":session")
        while teller.is_running(match):
            await play_on(person)
            await teller.idle()


@exhaustive
async def test_every_match_and_tournament_goes_on_to_its_end(
    fixture: Fixture, tmp_path: Path
) -> None:
    fixture.unpack(tmp_path / "salud.db")
    async with telling(tmp_path, at(fixture.told["time"]), fixture.told["world"]) as teller:
        await resume_all(teller)
        begun = running(teller)
        for _ in range(MOST_ROUNDS):
            for match in sorted(running(teller)):
                await teller.play(match)
            await teller.later(DAY)
            if tournaments(teller) <= LEAGUES:
                break
        assert tournaments(teller) == LEAGUES, "a league goes on with another season"
        for name in LEAGUES:
            await teller.about(teller.boss, "end", name)
        await teller.later(DAY)
        assert tournaments(teller) == set()
        assert begun & running(teller) == set()


def running(teller: Teller) -> set[int]:
    return {match for (match,) in teller.rows("SELECT id FROM match WHERE status = 'running'")}


def tournaments(teller: Teller) -> set[str]:
    """Return the names of running tournaments."""
    return {name for (name,) in teller.rows("SELECT name FROM tournament WHERE status = 'running'")}


async def resume_all(teller: Teller) -> None:
    for match in running(teller):
        loaded = await teller.look(match)
        if loaded.roster.paused:
            await teller.say(teller.person(loaded.roster.people[0]), "resume", match=match)
