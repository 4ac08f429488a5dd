"""What the hall says, with its buttons: from real rows, without Discord."""

import re
from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.match.daily.records import DayRecords
from bot.match.statistics.projections import (
    ENOUGH,
    ENOUGH_RATED,
    Period,
    Ranking,
    Tally,
    rankings,
)
from bot.match.statistics.results import results
from bot.storage.tables.deadlines import SqlDeadlines
from bot.storage.tables.tournaments import SqlTournaments
from cogs.base import custom_id_families as families
from cogs.base.custom_id_families import LEADERBOARD, is_button
from cogs.board.after_match import AfterMatch
from cogs.games.installed import InstalledGames
from cogs.statistics.head_to_head import HeadToHeads
from cogs.statistics.histories import PAGE, Histories
from cogs.statistics.leaderboards import Leaderboards, dates, figure
from cogs.statistics.pages import Reader, Sheet
from cogs.statistics.profiles import Profiles
from cogs.ui.luck import luck_card
from cogs.ui.names import NameBook
from engine.core.fortune import Fortune
from render.theme import USUAL
from tests.cogs.drawn import queue
from tests.cogs.test_papers import kit
from tests.match.solo import SoloToy, played_alone
from tests.match.world import ANN, BEN, CAT, DAN, GAMES, GUILD, ONE_GAME, World
from tests.render.dice_miner.views import WORDS
from tests.toy_game import ToyGame

NAMES = {ANN: "Ann", BEN: "*Ben*", CAT: "Cat", DAN: "Dan"}


async def names_all(match: int) -> bool:
    """Reader.can_name of a server without hidden channels."""
    return match > 0


DICE, TOY = GAMES.newest("dice-miner"), ToyGame()
READER = Reader(GUILD, ANN, TOY, WORDS, USUAL, InstalledGames(ONE_GAME), names_all)
OF_DICE = replace(READER, game=DICE)
SOLO = SoloToy()
RATING, WINS, WIN_RATE, AVERAGE, BEST, BEERS = rankings(DICE)
NOW = 1_794_000_000
TALLY = Tally(ANN, 4, 4, 2, 3, 120, 60, 7, 1234, 2, {"beer": 5})


def records(world: World) -> DayRecords:
    """What works out how somebody does in the puzzle of the day."""
    return DayRecords(world.clock, world.day_standings, SqlDeadlines(world.database))


def custom_ids(sheet: Sheet) -> list[str]:
    """Of all buttons and menus; each is one that the bot knows, and stands there once."""
    sheet.compose()
    found = [item.custom_id for row in sheet.rows for item in row]  # type: ignore[attr-defined]
    assert all(is_button(one) for one in found)
    assert len(found) == len(set(found))
    return found


async def lost(world: World, *people: int) -> int:
    """A match in which the first of these resigns and the last one wins."""
    match = (await world.begun(*people)).record.id
    await world.service.resign(match, people[0])
    return match


async def board(
    world: World,
    ranking: Ranking = WINS,
    period: Period = Period.ALL,
    start: int = 0,
    reader: Reader = READER,
) -> Sheet:
    """A page."""
    leaders = Leaderboards(world.statistics, queue())
    page = await leaders.board(reader, ranking, period, start, world.clock.now())
    names = {**{line.tally.user: f"M{line.tally.user}" for line in page.lines}, **NAMES}
    return await leaders.sheet(reader, ranking, period, page, names, world.clock.now())


async def test_a_page_of_few(world: World) -> None:
    """No pages to turn; names do no harm."""
    await lost(world, BEN, ANN)
    sheet = await board(world)
    ((_, picture),) = sheet.pictures
    assert "Place 1: Ann, 1 win, 1 match." in picture.alt
    assert "Place 2: *Ben*, 0 wins, 1 match." in picture.alt
    assert "Ann" not in sheet.texts[0], "what the picture tells is not told again"
    found = custom_ids(sheet)
    assert found[0] == families.LEADERBOARD_MENU.spell(ANN, "all", "toy")
    assert len(found) == 1 + len(Period)


async def test_pages(world: World) -> None:
    """Ten a page; back and on lead there and nowhere else; one's own line is always told."""
    for other in range(100, 112):
        await lost(world, other, ANN)
    first, last = await board(world), await board(world, start=10)
    ((_, high),), ((_, low),) = first.pictures, last.pictures
    assert "1 to 10 of 13" in high.alt
    assert "11 to 13 of 13" in low.alt
    mine = "Place 1: Ann, 12 wins"
    assert low.alt.count(mine) == high.alt.count(mine) == 1

    def turns(sheet: Sheet) -> dict[str, tuple[int, bool]]:
        return {
            match["which"]: (int(match["start"]), item.disabled)  # type: ignore[attr-defined]
            for row in sheet.rows
            for item in row
            if (match := re.fullmatch(LEADERBOARD.template, item.custom_id)) is not None  # type: ignore[attr-defined]
            if match["which"] in ("back", "on")
        }

    assert turns(first) == {"back": (0, True), "on": (10, False)}
    assert turns(last) == {"back": (0, False), "on": (20, True)}
    custom_ids(first)
    custom_ids(last)


@pytest.mark.parametrize("ranking", rankings(DICE), ids=lambda one: one.key)
@pytest.mark.parametrize("period", Period)
async def test_every_kind_and_time(world: World, ranking: Ranking, period: Period) -> None:
    """Nobody, then somebody: always a page, a picture and what it takes."""
    empty = await board(world, ranking, period, reader=OF_DICE)
    assert "Nobody yet in this period" in empty.texts[0]
    match = (await world.begun(BEN, ANN, lobby=world.dice)).record.id
    await world.service.resign(match, BEN)
    sheet = await board(world, ranking, period, reader=OF_DICE)
    ((name, picture),) = sheet.pictures
    assert name.endswith(picture.suffix)
    assert picture.alt.startswith("Leaderboard.")
    custom_ids(sheet)


async def test_why_one_has_no_line(world: World) -> None:
    """As many as there are of what it takes."""
    match = (await world.begun(BEN, ANN, lobby=world.dice)).record.id
    await world.service.resign(match, BEN)
    for ranking, told in (
        (RATING, f"You have 1 of the {ENOUGH_RATED} matches"),
        (WIN_RATE, f"You have 1 of the {ENOUGH} matches"),
        (AVERAGE, f"You have 0 of the {ENOUGH} matches"),
        (BEST, "You haven't played a match to its end"),
        (BEERS, "You haven't shared a beer"),
    ):
        ((_, picture),) = (await board(world, ranking, reader=OF_DICE)).pictures
        assert told in picture.alt


def test_figures() -> None:
    """As they are read."""
    screens = OF_DICE.screens
    told = [figure(WORDS, ranking, TALLY, screens) for ranking in rankings(DICE)]
    assert told == ["1234", "2 wins", "50%", "40.0", "60 points", "5 beers"]


def test_dates() -> None:
    """What a month and a season are."""
    assert dates(WORDS, Period.MONTH, NOW) == "This month (November 2026)"
    assert dates(WORDS, Period.SEASON, NOW) == "This season (October – December 2026)"


async def history(world: World, user: int, start: int = 0) -> Sheet:
    """A page of somebody's matches."""
    histories = Histories(world.statistics, world.matches)
    pasts = await histories.page(READER, user, start)
    return await histories.sheet(READER, user, pasts, NAMES)


async def test_history(world: World) -> None:
    """Every kind of end in a line, the latest first, with a button for each match."""
    await world.service.resign((await world.toys.practice(world.asked(ANN), 1)).record.id, ANN)
    await lost(world, ANN, BEN)
    await world.service.call_off((await world.begun(ANN, BEN)).record.id, DAN)
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.service.resign(match, CAT)
    await world.play(match, "x")
    (text,) = (await history(world, ANN)).texts
    lines = text.splitlines()
    assert lines[0] == "## 📜 Matches of Ann"
    assert re.match(r"\*\*#4\*\* · <t:\d+:d> · .*, \d+ points · rating \d+ \(.\d+\)$", lines[1])
    assert re.match(
        r"-# with \*\*\\\*Ben\\\*\*\* \(place [12]\) and \*\*Cat\*\* \(place 3\)$", lines[2]
    )
    assert lines[3].endswith("without a result")
    assert "resigned · rating 927 (−73)" in lines[5]
    assert lines[7].endswith(" · resigned")
    assert lines[8] == "-# against computers"
    found = custom_ids(await history(world, ANN))
    assert found == [f"2:replay:{number}:1:open" for number in (4, 3, 2, 1)]


async def test_practice_in_a_history(world: World) -> None:
    """One that was played to its end has a place and points, though it counts for nothing."""
    won = False
    for number in range(6):
        match = (await world.toys.practice(world.asked(ANN), 1 + number % 2)).record.id
        loaded = await world.play(match, f"practice {number}")
        assert loaded.outcome is not None
        (text,) = (await history(world, ANN)).texts
        told = text.splitlines()[1]
        place, score = loaded.outcome.places[0], loaded.game.scores(loaded.state)[0]
        said = "🏆 won with" if place == 1 else f"place {place} of {loaded.seats},"
        assert f"{said} {score} point" in told, told
        won |= place == 1
        assert text.splitlines()[2] == "-# against computers"
    assert won, "of some of them"


async def test_history_pages(world: World) -> None:
    """Five a page."""
    for _ in range(PAGE + 1):
        await lost(world, ANN, BEN)
    first, second = await history(world, ANN), await history(world, ANN, PAGE)
    assert "1 to 5 of 6" in first.texts[0]
    assert "6 to 6 of 6" in second.texts[0]
    assert families.HISTORY.spell(ANN, ANN, 5, "on", "toy") in custom_ids(first)
    assert families.HISTORY.spell(ANN, ANN, 0, "back", "toy") in custom_ids(second)


async def profile(world: World, user: int, reader: Reader = OF_DICE) -> Sheet:
    """Somebody's profile."""
    profiles = Profiles(world.statistics, records(world), SqlTournaments(world.database), queue())
    return await profiles.sheet(reader, user, await profiles.known(reader, user), NAMES)


async def test_profile(world: World) -> None:
    """The picture's description has all of it; the text below has the rating's change alone."""
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    loaded = await world.play(match, "a")
    assert loaded.outcome is not None
    sheet = await profile(world, ANN)
    ((_, picture),) = sheet.pictures
    mine = loaded.outcome.scores[0]
    assert f"Best match: {mine} points, match #1." in picture.alt
    for label in (
        "Wins",
        "Tunnels",
        "Treasure",
        "Hazards",
        "Favourite hero",
        "Beers given",
        "Luck",
    ):
        assert f" {label}: " in picture.alt
        assert label not in sheet.texts[0]
    assert re.search(r"Rating.*: \d+ \([+−]\d+ in the last match\), best \d+", sheet.texts[0])
    assert custom_ids(sheet) == []


async def test_records_in_hidden_channels_are_told_without_number(world: World) -> None:
    async def names_none(match: int) -> bool:
        return match < 0

    hidden = replace(OF_DICE, can_name=names_none)
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    await world.play(match, "a")
    for sheet in (await profile(world, ANN, hidden), await board(world, BEST, reader=hidden)):
        ((_, picture),) = sheet.pictures
        assert " points" in picture.alt
        assert "match #" not in picture.alt


async def test_profile_of_nobody(world: World) -> None:
    """Without a picture, as there is nothing to draw."""
    sheet = await profile(world, DAN)
    assert (sheet.pictures, sheet.rows) == ((), ())
    assert "No match that counts is finished yet" in sheet.texts[0]


async def test_duel(world: World) -> None:
    """Of two who met, and of two who did not."""
    await lost(world, ANN, BEN)
    duels = HeadToHeads(world.statistics, queue())
    met = await duels.sheet(READER, await duels.known(READER, ANN, BEN), NAMES)
    ((_, picture),) = met.pictures
    assert "0 to 1." in picture.alt
    assert "Matches left early" in picture.alt
    assert "left early" not in met.texts[0]
    assert r"#1 · **\*Ben\***" in met.texts[0]
    never = await duels.sheet(READER, await duels.known(READER, ANN, CAT), NAMES)
    assert never.pictures == ()


async def test_a_game_for_one(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """No places, wins, ratings or challenges are told; points and what the game counts are."""
    reader = replace(READER, game=SOLO, games=InstalledGames(GAMES))
    texts = [(await profile(world, ANN, reader)).texts[0]]
    texts += [(await board(world, one, reader=reader)).texts[0] for one in rankings(SOLO)]
    assert "No match is finished yet." in texts[0]
    assert all(text.startswith("Nobody yet in this period.\n") for text in texts[1:])
    scores = await played_alone(world, monkeypatch, 5)
    sheet = await profile(world, ANN, reader)
    texts += sheet.texts
    ((_, picture),) = sheet.pictures
    assert picture.alt.startswith("Ann. 5 matches · Solo.")
    assert (
        f"Best match: {min(scores)} points, match #{1 + scores.index(min(scores))}." in picture.alt
    )
    assert f"Points per match: {sum(scores) / 5:.1f}." in picture.alt
    assert not any(word in picture.alt for word in ("Rating", "rating", "Wins", "Achievements"))
    for ranking in rankings(SOLO):
        ((_, picture),) = (await board(world, ranking, reader=reader)).pictures
        assert picture.alt.startswith("Leaderboard · Solo. ")
        assert "Place 1: Ann, " in picture.alt
    histories = Histories(world.statistics, world.matches)
    pasts = await histories.page(reader, ANN, 0)
    texts += (await histories.sheet(reader, ANN, pasts, NAMES)).texts
    lines = texts[-1].splitlines()
    assert lines[0] == "## 📜 Matches of Ann · Solo"
    assert [line.rpartition(" · ")[2] for line in lines[1:6]] == [
        f"{score} points" for score in reversed(scores)
    ]
    assert not any("two people" in text or "/challenge" in text for text in texts)


async def test_statistics_without_words(world: World) -> None:
    """A game that has no words for what it declares is told by the names."""
    match = (await world.begun(ANN, BEN)).record.id
    loaded = await world.play(match, "plain")
    earned = [one for result in results(loaded) for one in result.earned]
    assert earned, "somebody was tireless"
    for ranking in rankings(TOY):
        ((_, picture),) = (await board(world, ranking)).pictures
        assert "Leaderboard." in picture.alt
    told = [(await profile(world, user, READER)) for user in (ANN, BEN)]
    alts = [sheet.pictures[0][1].alt for sheet in told]
    assert any("🏅 Tireless" in sheet.texts[0] for sheet in told)
    assert any("Achievements (1 of 1): Tireless." in alt for alt in alts)
    assert all("Pebble: given: " in alt and "Pebble: received: " in alt for alt in alts)
    duels = HeadToHeads(world.statistics, queue())
    sheet = await duels.sheet(READER, await duels.known(READER, ANN, BEN), NAMES)
    assert "Pebble: given to the other. Ann: " in sheet.pictures[0][1].alt


async def test_honours(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ratings after the match, and what was achieved in it for the first time; else nothing."""
    book = NameBook()
    monkeypatch.setattr(book, "_names", _known())
    here = discord.Client(intents=discord.Intents.none())
    honours = AfterMatch(kit(world, here, book))
    running = await world.begun(ANN, BEN, lobby=world.dice)
    assert await honours.lines(running, WORDS) == ()
    over = await world.service.resign(running.record.id, BEN)
    (line,) = await honours.lines(over, WORDS)
    assert line == r"-# 📈 Ratings · Ann: 1138 (+138) · \*Ben\*: 927 (−73)"
    world.sql("INSERT INTO achievement VALUES (?, ?, 'dice-miner', 'hairline', 1)", GUILD, ANN)
    world.sql("INSERT INTO achievement VALUES (?, ?, 'dice-miner', 'of tomorrow', 1)", GUILD, ANN)
    assert (await honours.lines(over, WORDS))[1] == "-# New achievements · Ann: 📏 By a whisker"
    practice = await world.toys.practice(world.asked(ANN), 1)
    ended = await world.service.resign(practice.record.id, ANN)
    assert await honours.lines(ended, WORDS) == ()


def _known() -> Any:
    return NameBook()._names.__class__(
        {(GUILD, user): (name, name) for user, name in NAMES.items()}
    )


def test_luck_says_no_more_than_is_known() -> None:
    """Nothing of few dice; else a word, with what is usual."""
    few = luck_card(WORDS, Fortune(3, 90, 1_000, 500))
    assert (few.figure, few.detail) == ("–", "too few dice to tell")
    even = luck_card(WORDS, Fortune(300, 210, 200_000, 100_000))
    assert (even.figure, even.detail) == ("As expected", "+10 points, ±20 is usual")
    bad = luck_card(WORDS, Fortune(300, 170, 200_000, 100_000))
    assert (bad.figure, bad.detail) == ("Unlucky", "−30 points, ±20 is usual")
