"""Reports of matches: useful content, without secrets or personal data."""

import re

import pytest

from bot.match.log.store_errors import BrokenMatch
from bot.match.playing.report import harmless, nameless, report_file
from bot.match.values.errors import NotStarted
from bot.version import VERSION
from engine.core.errors import BadLine
from engine.core.matchfile import open_match
from engine.core.reportfile import split
from tests.match.world import ANN, BEN, CAT, GAMES, World

ID = "1234567890123456789"


async def report(world: World, match: int, user: int = BEN, words: str = "It is wrong.") -> str:
    stored = await world.store.load(match)
    assert stored is not None
    pressed = (
        f"2:move:{match}:20:take t03",
        f"2:confirm:{match}:21:salud t01 1",
        f"2:notice:{match}:3:{ID}",
    )
    return report_file(stored, user, 20, words, pressed, world.clock.now())


@pytest.mark.parametrize("most", [20, 2_000])
async def test_report_has_match_versions_words_and_presses_without_secrets(
    world: World, most: int
) -> None:
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    loaded = await world.play(match, most=most)
    text = await report(world, match, words=f"<@{ID}> took @everyone's die.\n\nNumber {ID}")
    log, lines = split(text.encode())
    opened = open_match(log, GAMES.game)
    assert [advance.entry for _, advance in opened.advances()] == list(loaded.entries)
    assert lines is not None
    assert f"salud: {VERSION}" in lines
    assert f"status: {loaded.status.value}" in lines
    assert "seat: 1" in lines
    assert "said: … took …'s die." in lines
    assert lines[-3:] == (
        "pressed: 2:move:#:20:take t03",
        "pressed: 2:confirm:#:21:salud t01 1",
        "pressed: 2:notice:#:3:…",
    )
    assert loaded.record.seed.hex() not in text
    assert str(loaded.roster.contribution) not in text
    assert not re.search(r"[0-9]{15,}", text.split("log:")[1])
    assert "seat: none" in await report(world, match, CAT)


async def test_report_of_a_match_that_does_not_replay_needs_a_history(world: World) -> None:
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    await world.play(match, most=20)
    world.sql("UPDATE log SET token = 'take t99' WHERE seq = 8")
    text = await report(world, match)
    with pytest.raises(BadLine, match="t99"):
        list(open_match(split(text.encode())[0], GAMES.game).advances())
    world.sql("UPDATE match_event SET seat = 3 WHERE kind = 'seated'")
    with pytest.raises(BrokenMatch):
        await report(world, match)


async def test_invitation_cannot_be_reported(world: World) -> None:
    match = (await world.dice.challenge(world.asked(ANN), [BEN])).record.id
    with pytest.raises(NotStarted):
        await report(world, match)


def test_mentions_and_ids_are_removed_from_words_and_presses() -> None:
    assert harmless("the 3 of <@!12>, <#5>, <@&7> @here: 12345") == "the 3 of …, …, … …: 12345"
    assert nameless("2:match:12:text") == "2:match:#:text"
    assert nameless("me:zone") == "me:zone"
