"""Computers at a table of people: their names and lines on invitations and boards."""

from typing import Any

import pytest

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.values.players import CAST, Company
from cogs.board.table_talk import computer_remark
from cogs.ui.computer_lines import LINES
from cogs.ui.computer_names import CHARACTERS, LEVELS
from engine.core.types import Level
from tests.cogs.moments import WORDS
from tests.cogs.test_papers import book, invitation, picture, scenes
from tests.match.world import ANN, BEN, CAT, World
from texts import Catalogue


def line(world: World, loaded: Loaded, base: int = 0) -> str | None:
    """Return the computer's line on a board that tells everything from `base` on."""
    scene = scenes(world, book()).known(loaded, WORDS)
    return computer_remark(loaded, scene, loaded.advances(), base)


def names(level: Level) -> set[str]:
    return {CHARACTERS[word].name for word in CAST[level]}


def test_every_character_has_short_distinct_lines_in_every_language() -> None:
    assert LINES.keys() == CHARACTERS.keys()
    catalogue = Catalogue.load()
    for language in catalogue.languages:
        words = catalogue.words(language)
        for lines in LINES.values():
            sentences = [
                words.say(text) for text in (lines.greeting, *lines.toasts, lines.won, lines.lost)
            ]
            assert max(map(len, sentences)) <= 90
            assert len(set(sentences)) == len(sentences)


async def test_invitation_names_its_computers_and_their_level(world: World) -> None:
    company = Company(Level.KING, 2)
    opened = await world.toys.challenge(world.asked(ANN), [BEN], company=company)
    text, verbs = await invitation(world, opened)
    computers = [
        name for name in names(Level.KING) if f"**{name}** (King under the mountain)" in text
    ]
    assert len(computers) == 2
    assert verbs == ["accept", "decline", "fair"]
    _, alt = await picture(world, opened)
    assert all(f"{name} plays" in alt for name in computers)
    begun = await world.toys.join(opened.record.id, BEN, world.interaction())
    _, alt = await picture(world, begun)
    assert all(name in alt for name in computers)
    assert "Computer" not in alt


async def test_free_seat_is_for_people_or_computers(world: World) -> None:
    company = Company(Level.MINER, 1)
    opened = await world.toys.open_table(world.asked(ANN), 4, company=company)
    text, verbs = await invitation(world, opened)
    assert verbs == ["join", "leave", "fill", "fair"]
    assert "(Apprentice)" in text, 'the toy has no level "miner", so the next easier one plays'
    assert "2 seats are free" in (await picture(world, opened))[1]
    joined = await world.toys.join(opened.record.id, BEN, world.interaction())
    assert (await invitation(world, joined))[1] == ["join", "leave", "start", "fill", "fair"]
    filled = await world.toys.fill(opened.record.id, ANN)
    text, verbs = await invitation(world, filled)
    assert text.count("(Apprentice)") == 2
    assert verbs == ["watch", "ask", "more"]


async def test_declined_seat_can_be_filled_once_all_have_answered(world: World) -> None:
    opened = await world.toys.challenge(world.asked(ANN), [BEN, CAT])
    match = opened.record.id
    declined = await world.toys.decline(match, CAT)
    assert "fill" not in (await invitation(world, declined))[1]
    joined = await world.toys.join(match, BEN, world.interaction())
    assert (await invitation(world, joined))[1] == ["accept", "decline", "start", "fill", "fair"]


async def test_same_computer_greets_until_a_player_acts(world: World) -> None:
    loaded = await world.toys.practice(world.asked(ANN), 3, Level.APPRENTICE)
    greeting = line(world, loaded)
    assert greeting is not None
    assert greeting == line(world, loaded)
    greetings = {
        f"💬 **{CHARACTERS[word].name}**: “{LINES[word].greeting}”"
        for word in CAST[Level.APPRENTICE]
    }
    assert greeting in greetings
    assert line(world, await world.toy(loaded.record.id, "11 add 1")) is None


async def test_computer_toasts_a_gift_on_the_board_that_tells_of_it(world: World) -> None:
    loaded = await world.toys.practice(world.asked(ANN), 1, Level.FOREMAN)
    match = loaded.record.id
    shared = await world.toy(match, "11 add 3")  # a pebble for the computer, which gives one back
    toast = line(world, shared, base=loaded.seq)
    assert toast is not None
    (word,) = [computer.character for computer in shared.roster.computers if computer is not None]
    assert toast in [f"💬 **{CHARACTERS[word].name}**: “{text}”" for text in LINES[word].toasts]
    assert line(world, shared, base=shared.seq) is None, "an earlier board has told it already"
    plain = await world.toys.practice(world.asked(ANN), 1, Level.APPRENTICE)
    after = await world.toy(plain.record.id, "11 add 2")
    assert line(world, after, base=plain.seq) is None, "nothing was given"


@pytest.mark.parametrize(("adds", "won"), [("add 1", True), ("add 3", False)])
async def test_computer_comments_its_win_or_loss(world: World, adds: str, *, won: bool) -> None:
    level = Level.FOREMAN if won else Level.APPRENTICE
    loaded = await world.toys.practice(world.asked(ANN), 1, level)
    match = loaded.record.id
    while loaded.status is Status.RUNNING:
        legal = [
            loaded.game.notation(action) for action in loaded.game.legal_actions(loaded.state, 0)
        ]
        token = adds if adds in legal else ("bid 0" if won else "bid 2")
        loaded = await world.toy(match, f"11 {token}")
    assert loaded.outcome is not None
    assert (loaded.outcome.places[1] == 1) is won
    (word,) = [computer.character for computer in loaded.roster.computers if computer is not None]
    lines: Any = LINES[word]
    assert line(world, loaded) == (
        f"💬 **{CHARACTERS[word].name}**: “{lines.won if won else lines.lost}”"
    )


async def test_computer_says_nothing_after_a_resignation(world: World) -> None:
    """No one won by the rules."""
    loaded = await world.toys.practice(world.asked(ANN), 1, Level.APPRENTICE)
    await world.toy(loaded.record.id, "11 add 1")
    over = await world.service.resign(loaded.record.id, ANN)
    assert over.status is Status.OVER
    assert line(world, over, base=over.seq) is None


async def test_replacement_computer_greets_the_table(world: World) -> None:
    loaded = await world.begun(ANN, BEN, CAT)
    assert line(world, loaded) is None
    after = await world.service.resign(loaded.record.id, CAT)
    remark = line(world, after)
    assert remark is not None
    assert LINES[after.computers[2].character].greeting in remark
    assert set(LEVELS) == set(Level)
