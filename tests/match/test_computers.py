"""Computer players: their level and character are kept, and matches from before play on."""

from dataclasses import replace
from typing import Any

import pytest

from bot.match.log.events import EventKind
from bot.match.log.records import Status
from bot.match.log.roster import Roster, fold
from bot.match.values.players import CAST, Computer, seated
from engine.core.types import Level
from tests.match.world import ANN, BEN, World


@pytest.mark.parametrize("level", Level)
def test_rivals_are_all_different(level: Level) -> None:
    """As many as there can be, of the level that was asked for; the next match has others first."""
    for match in range(1, 7):
        rivals = seated(level, match, 3)
        assert len({rival.character for rival in rivals}) == 3
        assert {rival.level for rival in rivals} == {level}
        assert [Computer.parse(rival.detail) for rival in rivals] == list(rivals)
        assert seated(level, match, 1) == rivals[:1]
        assert seated(level, match + 1, 1) != rivals[:1]


def test_nobody_is_of_two_levels() -> None:
    """Who meets one of the cast knows how well they play."""
    words = [word for cast in CAST.values() for word in cast]
    assert len(set(words)) == len(words)


def test_what_older_versions_kept() -> None:
    """Nothing: the usual computer without a character; what is unknown counts likewise."""
    assert Computer.parse("") == Computer(Level.FOREMAN, "")
    assert Computer.parse("dreadful zork") == Computer(Level.FOREMAN, "zork")
    roster = Roster(computers=(None, Computer(Level.APPRENTICE, "rosa")))
    assert [roster.level_of(seat) for seat in (0, 1)] == [Level.FOREMAN, Level.APPRENTICE]


async def test_a_practice_keeps_its_level(world: World) -> None:
    """Each computer plays at the level that was asked for, after a restart and in a rematch."""
    easy = await world.toys.practice(world.asked(ANN), 2, Level.APPRENTICE)
    match = easy.record.id
    assert [one and one.level for one in easy.roster.computers] == [
        None,
        Level.APPRENTICE,
        Level.APPRENTICE,
    ]
    loaded = await world.toy(match, "11 add 1")
    assert loaded.state.points == (1, 1, 1)
    world.matches.drop_cached(match)
    again = await world.matches.look(match)
    assert again.roster.computers == easy.roster.computers
    assert again.state == loaded.state
    await world.service.resign(match, ANN)
    rematch = await world.toys.rematch(match, world.asked(ANN))
    assert rematch.roster.level is Level.APPRENTICE
    assert (await world.toy(rematch.record.id, "11 add 1")).state.points == (1, 1, 1)
    usual = await world.toys.practice(world.asked(BEN), 2)
    assert (await world.toy(usual.record.id, "12 add 1")).state.points == (1, 3, 3)


async def test_a_practice_that_was_not_begun_keeps_its_level(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Made, and the bot stopped before it could begin: the next look begins what was asked for."""

    async def stops(new: Any, rivals: int) -> Any:
        del rivals
        return new

    with monkeypatch.context() as stopped:
        stopped.setattr(world.toys, "_start_at_once", stops)
        new = await world.toys.practice(world.asked(ANN), 1, Level.APPRENTICE)
    assert new.status is Status.OPEN
    begun = await world.toys.look(new.record.id)
    assert begun.status is Status.RUNNING
    assert begun.roster.computers[1] == seated(Level.APPRENTICE, new.record.id, 1)[0]


async def test_a_practice_of_an_older_version(world: World) -> None:
    """Its history names no level and no character, and it is read as it was meant."""
    loaded = await world.toys.practice(world.asked(ANN), 1, Level.APPRENTICE)
    old = tuple(
        replace(event, detail="") if event.kind is EventKind.SEATED else event
        for event in loaded.events
        if event.kind is not EventKind.PRACTICE
    )
    roster = fold(old)
    assert roster.holders == (ANN, None)
    assert roster.computers == (None, Computer(Level.FOREMAN, ""))
    assert roster.level is Level.FOREMAN
