"""Computers at a table of people: what is read of them on invitations and boards."""

from typing import Any

import pytest

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.values.players import CAST, Company
from cogs.board.table_talk import said
from cogs.ui.computer_lines import LINES
from cogs.ui.computer_names import CHARACTERS, LEVELS
from engine.core.types import Level
from tests.cogs.moments import WORDS
from tests.cogs.test_papers import book, invitation, picture, scenes
from tests.match.world import ANN, BEN, CAT, World
from texts import Catalogue


def line(world: World, loaded: Loaded, base: int = 0) -> str | None:
    """What a computer says on a board that tells all from there on."""
    scene = scenes(world, book()).known(loaded, WORDS)
    return said(loaded, scene, loaded.advances(), base)


def names(level: Level) -> set[str]:
    """Those who play at a level."""
    return {CHARACTERS[word].name for word in CAST[level]}


def test_everybody_of_the_cast_has_something_to_say() -> None:
    """Each in words of their own, in every language, and short enough for one line."""
    assert LINES.keys() == CHARACTERS.keys()
    catalogue = Catalogue.load()
    for language in catalogue.languages:
        words = catalogue.words(language)
        for lines in LINES.values():
            told = [
                words.say(one) for one in (lines.greeting, *lines.toasts, lines.won, lines.lost)
            ]
            assert max(map(len, told)) <= 90
            assert len(set(told)) == len(told)


async def test_an_invitation_names_its_computers(world: World) -> None:
    """With how well they play, in text and picture, before anybody accepts and after."""
    company = Company(Level.KING, 2)
    opened = await world.toys.challenge(world.asked(ANN), [BEN], company=company)
    text, verbs = await invitation(world, opened)
    known = [name for name in names(Level.KING) if f"**{name}** (King under the mountain)" in text]
    assert len(known) == 2
    assert verbs == ["accept", "decline", "fair"]
    _, alt = await picture(world, opened)
    assert all(f"{name} plays" in alt for name in known)
    begun = await world.toys.join(opened.record.id, BEN, world.interaction())
    _, alt = await picture(world, begun)
    assert all(name in alt for name in known)
    assert "Computer" not in alt


async def test_a_free_seat_is_for_people_or_computers(world: World) -> None:
    """The picture counts what is free beside the computers; a button fills it."""
    company = Company(Level.MINER, 1)
    opened = await world.toys.open_table(world.asked(ANN), 4, company=company)
    text, verbs = await invitation(world, opened)
    assert verbs == ["join", "leave", "fill", "fair"]
    assert "(Apprentice)" in text, "the toy has no miner, and the next easier one plays"
    assert "2 seats are free" in (await picture(world, opened))[1]
    joined = await world.toys.join(opened.record.id, BEN, world.interaction())
    assert (await invitation(world, joined))[1] == ["join", "leave", "start", "fill", "fair"]
    filled = await world.toys.fill(opened.record.id, ANN)
    text, verbs = await invitation(world, filled)
    assert text.count("(Apprentice)") == 2
    assert verbs == ["fair"]


async def test_a_declined_seat_can_be_filled(world: World) -> None:
    """Once nobody has to answer any more."""
    opened = await world.toys.challenge(world.asked(ANN), [BEN, CAT])
    match = opened.record.id
    declined = await world.toys.decline(match, CAT)
    assert "fill" not in (await invitation(world, declined))[1]
    joined = await world.toys.join(match, BEN, world.interaction())
    assert (await invitation(world, joined))[1] == ["accept", "decline", "start", "fill", "fair"]


async def test_one_of_them_greets(world: World) -> None:
    """On the boards before anybody has acted, and always the same one."""
    loaded = await world.toys.practice(world.asked(ANN), 3, Level.APPRENTICE)
    greeting = line(world, loaded)
    assert greeting is not None
    assert greeting == line(world, loaded)
    told = {
        f"💬 **{CHARACTERS[word].name}**: “{LINES[word].greeting}”"
        for word in CAST[Level.APPRENTICE]
    }
    assert greeting in told
    assert line(world, await world.toy(loaded.record.id, "11 add 1")) is None


async def test_gifts_are_toasted(world: World) -> None:
    """By the computer that got it, else by the one that gave it, on the board that tells of it."""
    loaded = await world.toys.practice(world.asked(ANN), 1, Level.FOREMAN)
    match = loaded.record.id
    shared = await world.toy(match, "11 add 3")  # a pebble for the computer, which gives one back
    toast = line(world, shared, base=loaded.seq)
    assert toast is not None
    (word,) = [one.character for one in shared.roster.computers if one is not None]
    assert toast in [f"💬 **{CHARACTERS[word].name}**: “{one}”" for one in LINES[word].toasts]
    assert line(world, shared, base=shared.seq) is None, "a later board has told it already"
    plain = await world.toys.practice(world.asked(ANN), 1, Level.APPRENTICE)
    after = await world.toy(plain.record.id, "11 add 2")
    assert line(world, after, base=plain.seq) is None, "nothing was given"


@pytest.mark.parametrize(("adds", "won"), [("add 1", True), ("add 3", False)])
async def test_a_word_at_the_end(world: World, adds: str, *, won: bool) -> None:
    """Who has won says so, and who has lost says that it was well played."""
    level = Level.FOREMAN if won else Level.APPRENTICE
    loaded = await world.toys.practice(world.asked(ANN), 1, level)
    match = loaded.record.id
    while loaded.status is Status.RUNNING:
        legal = [loaded.game.notation(one) for one in loaded.game.legal_actions(loaded.state, 0)]
        token = adds if adds in legal else ("bid 0" if won else "bid 2")
        loaded = await world.toy(match, f"11 {token}")
    assert loaded.outcome is not None
    assert (loaded.outcome.places[1] == 1) is won
    (word,) = [one.character for one in loaded.roster.computers if one is not None]
    lines: Any = LINES[word]
    assert line(world, loaded) == (
        f"💬 **{CHARACTERS[word].name}**: “{lines.won if won else lines.lost}”"
    )


async def test_who_resigns_hears_nothing(world: World) -> None:
    """Nobody has won by the rules, so nobody speaks of it."""
    loaded = await world.toys.practice(world.asked(ANN), 1, Level.APPRENTICE)
    await world.toy(loaded.record.id, "11 add 1")
    over = await world.service.resign(loaded.record.id, ANN)
    assert over.status is Status.OVER
    assert line(world, over, base=over.seq) is None


async def test_people_alone_talk_themselves(world: World) -> None:
    """No computer of the cast is there, also where one took over a seat."""
    loaded = await world.begun(ANN, BEN, CAT)
    assert line(world, loaded) is None
    after = await world.service.resign(loaded.record.id, CAT)
    assert line(world, after) is None
    assert set(LEVELS) == set(Level)
