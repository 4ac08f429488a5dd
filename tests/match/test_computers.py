"""Computer players: level and character are stored, and older matches still load."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.log.casting import cast
from bot.match.log.events import MatchEventKind
from bot.match.log.records import Status
from bot.match.log.roster import Roster, fold
from bot.match.values.players import CAST, Computer, seated
from engine.core.types import Level
from tests.match.world import ANN, BEN, World


@pytest.mark.parametrize("level", Level)
def test_rivals_have_distinct_characters_of_the_requested_level(level: Level) -> None:
    """The next match begins with other characters."""
    for match in range(1, 7):
        rivals = seated(level, match, 3)
        assert len({rival.character for rival in rivals}) == 3
        assert {rival.level for rival in rivals} == {level}
        assert [Computer.parse(str(rival)) for rival in rivals] == list(rivals)
        assert seated(level, match, 1) == rivals[:1]
        assert seated(level, match + 1, 1) != rivals[:1]


def test_each_character_belongs_to_one_level() -> None:
    words = [word for cast in CAST.values() for word in cast]
    assert len(set(words)) == len(words)


def test_missing_or_unknown_level_is_the_foreman() -> None:
    """Older versions stored no level or character."""
    assert Computer.parse("") == Computer(Level.FOREMAN, "")
    assert Computer.parse("dreadful zork") == Computer(Level.FOREMAN, "zork")
    roster = Roster(computers=(None, Computer(Level.APPRENTICE, "rosa")))
    assert [roster.level_of(seat) for seat in (0, 1)] == [Level.FOREMAN, Level.APPRENTICE]


EVERYONE = {word for words in CAST.values() for word in words}


@given(
    match=st.integers(1, 10**6),
    seated_before=st.lists(st.sampled_from(sorted(EVERYONE)), max_size=3, unique=True),
    takeovers=st.lists(st.tuples(st.integers(0, 3), st.sampled_from(Level)), max_size=12),
)
def test_takeover_computers_have_unique_names_that_later_takeovers_keep(
    match: int, seated_before: list[str], takeovers: list[tuple[int, Level]]
) -> None:
    seats: list[Computer | None] = [Computer(Level.MINER, word) for word in seated_before]
    seats += [None] * (4 - len(seats))
    roster = Roster(computers=tuple(seats))
    before: dict[int, Computer] = {}
    for count in range(len(takeovers) + 1):
        computers = dict(cast(replace(roster, taken_over=tuple(takeovers[:count])), match))
        assert before.items() <= computers.items(), "a name never changes"
        before = computers
    characters = [computer.character for computer in before.values()]
    assert len(set(characters)) == len(characters)
    assert {*characters} <= EVERYONE
    assert {seat for seat, _ in takeovers} <= before.keys()


def test_takeover_prefers_the_level_that_plays() -> None:
    roster = Roster(computers=(None, None), taken_over=((1, Level.KING),))
    assert cast(roster, 1)[1].character in CAST[Level.KING]
    old = Roster(computers=(None, Computer()))
    assert cast(old, 1)[1].character in CAST[Level.FOREMAN], "older than the cast"


async def test_practice_keeps_its_level_after_a_restart_and_in_a_rematch(world: World) -> None:
    easy = await world.toys.practice(world.asked(ANN), 2, Level.APPRENTICE)
    match = easy.record.id
    assert [computer and computer.level for computer in easy.roster.computers] == [
        None,
        Level.APPRENTICE,
        Level.APPRENTICE,
    ]
    loaded = await world.toy(match, "11 add 1")
    assert loaded.state.points == (1, 1, 1)
    world.matches.drop_cached(match)
    again = await world.matches.load(match)
    assert again.roster.computers == easy.roster.computers
    assert again.state == loaded.state
    await world.service.resign(match, ANN)
    rematch = await world.toys.rematch(match, world.asked(ANN))
    assert rematch.roster.level is Level.APPRENTICE
    assert (await world.toy(rematch.record.id, "11 add 1")).state.points == (1, 1, 1)
    usual = await world.toys.practice(world.asked(BEN), 2)
    assert (await world.toy(usual.record.id, "12 add 1")).state.points == (1, 3, 3)


async def test_practice_interrupted_before_its_start_keeps_its_level(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot stopped between creating the match and starting it."""

    async def stops(new: Any, rivals: int) -> Any:
        del rivals
        return new

    with monkeypatch.context() as stopped:
        stopped.setattr(world.toys, "_start_at_once", stops)
        new = await world.toys.practice(world.asked(ANN), 1, Level.APPRENTICE)
    assert new.status is Status.OPEN
    begun = await world.toys.load(new.record.id)
    assert begun.status is Status.RUNNING
    assert begun.roster.computers[1] == seated(Level.APPRENTICE, new.record.id, 1)[0]


async def test_practice_without_level_in_its_history_is_read_as_foreman(world: World) -> None:
    """Practices of older versions have such a history."""
    loaded = await world.toys.practice(world.asked(ANN), 1, Level.APPRENTICE)
    old = tuple(
        replace(event, detail="") if event.kind is MatchEventKind.SEATED else event
        for event in loaded.events
        if event.kind is not MatchEventKind.PRACTICE
    )
    roster = fold(old)
    assert roster.holders == (ANN, None)
    assert roster.computers == (None, Computer(Level.FOREMAN, ""))
    assert roster.level is Level.FOREMAN
