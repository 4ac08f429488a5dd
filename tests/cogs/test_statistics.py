"""Leaderboards, histories, profiles and duels: texts and buttons from real rows, without
Discord."""

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
from bot.match.stores import Stores
from bot.match.timing.deadline_store import DeadlineStore
from cogs.base import custom_id_families as families
from cogs.base.custom_id_families import LEADERBOARD
from cogs.board.after_match import after_match_lines
from cogs.games.installed import InstalledGames
from cogs.statistics.head_to_head import load_head_to_head, versus_sheet
from cogs.statistics.histories import PAGE, history_sheet, load_history
from cogs.statistics.leaderboards import dates, figure, leaderboard_sheet, load_leaderboard
from cogs.statistics.pages import Reader, StatisticsSheet
from cogs.statistics.profiles import load_profile, profile_sheet
from cogs.ui.luck import luck_card
from cogs.ui.names import NameBook
from engine.core.fortune import Fortune
from render.theme import USUAL
from tests.cogs.drawn import queue
from tests.cogs.offline import is_button
from tests.cogs.test_papers import kit
from tests.match.solo import SoloToy, played_alone
from tests.match.world import ANN, BEN, CAT, DAN, GAMES, GUILD, ONE_GAME, World
from tests.render.dice_miner.views import WORDS
from tests.toy_game import ToyGame

NAMES = {ANN: "Ann", BEN: "*Ben*", CAT: "Cat", DAN: "Dan"}


async def names_all(match: int) -> bool:
    """Stand in for Reader.can_name in a server without hidden channels."""
    return match > 0


DICE, TOY = GAMES.newest("dice-miner"), ToyGame()
READER = Reader(GUILD, ANN, TOY, WORDS, USUAL, InstalledGames(ONE_GAME), names_all)
OF_DICE = replace(READER, game=DICE)
SOLO = SoloToy()
RATING, WINS, WIN_RATE, AVERAGE, BEST, BEERS = rankings(DICE)
NOW = 1_794_000_000
TALLY = Tally(ANN, 4, 4, 2, 3, 120, 60, 7, 1234, 2, {"beer": 5})


def records(world: World) -> DayRecords:
    return DayRecords(world.clock, world.day_standings, DeadlineStore(world.database))


def custom_ids(sheet: StatisticsSheet) -> list[str]:
    """Return the custom_ids of all buttons and menus, after checking that the bot knows them and
    that none is repeated."""
    sheet.compose()
    ids = [item.custom_id for row in sheet.rows for item in row]  # type: ignore[attr-defined]
    assert all(is_button(custom_id) for custom_id in ids)
    assert len(ids) == len(set(ids))
    return ids


async def lost(world: World, *people: int) -> int:
    match = (await world.begun(*people)).record.id
    await world.service.resign(match, people[0])
    return match


async def board(
    world: World,
    ranking: Ranking = WINS,
    period: Period = Period.ALL,
    start: int = 0,
    reader: Reader = READER,
) -> StatisticsSheet:
    page = await load_leaderboard(
        world.statistics, reader, ranking, period, start, world.clock.now()
    )
    names = {**{tally.user: f"M{tally.user}" for _, tally in page.lines}, **NAMES}
    return await leaderboard_sheet(queue(), reader, ranking, period, page, names, world.clock.now())


async def test_short_leaderboard_has_no_page_buttons(world: World) -> None:
    await lost(world, BEN, ANN)
    sheet = await board(world)
    ((_, picture),) = sheet.pictures
    assert "Place 1: Ann, 1 win, 1 match." in picture.alt
    assert "Place 2: *Ben*, 0 wins, 1 match." in picture.alt
    assert "Ann" not in sheet.texts[0], "the text doesn't repeat the picture"
    ids = custom_ids(sheet)
    assert ids[0] == families.LEADERBOARD_MENU.spell(ANN, "all", "toy")
    assert len(ids) == 1 + len(Period)


async def test_leaderboard_pages_hold_ten_lines_and_the_reader_s_own(world: World) -> None:
    for other in range(100, 112):
        await lost(world, other, ANN)
    first, last = await board(world), await board(world, start=10)
    ((_, high),), ((_, low),) = first.pictures, last.pictures
    assert "1 to 10 of 13" in high.alt
    assert "11 to 13 of 13" in low.alt
    mine = "Place 1: Ann, 12 wins"
    assert low.alt.count(mine) == high.alt.count(mine) == 1

    def turns(sheet: StatisticsSheet) -> dict[str, tuple[int, bool]]:
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


@pytest.mark.parametrize("ranking", rankings(DICE), ids=lambda ranking: ranking.key)
@pytest.mark.parametrize("period", Period)
async def test_every_ranking_and_period_has_a_page_with_and_without_matches(
    world: World, ranking: Ranking, period: Period
) -> None:
    empty = await board(world, ranking, period, reader=OF_DICE)
    assert "Nobody yet in this period" in empty.texts[0]
    match = (await world.begun(BEN, ANN, lobby=world.dice)).record.id
    await world.service.resign(match, BEN)
    sheet = await board(world, ranking, period, reader=OF_DICE)
    ((name, picture),) = sheet.pictures
    assert name.endswith(picture.suffix)
    assert picture.alt.startswith("Leaderboard.")
    custom_ids(sheet)


async def test_missing_line_explains_how_many_matches_it_needs(world: World) -> None:
    match = (await world.begun(BEN, ANN, lobby=world.dice)).record.id
    await world.service.resign(match, BEN)
    for ranking, explanation in (
        (RATING, f"You have 1 of the {ENOUGH_RATED} matches"),
        (WIN_RATE, f"You have 1 of the {ENOUGH} matches"),
        (AVERAGE, f"You have 0 of the {ENOUGH} matches"),
        (BEST, "You haven't played a match to its end"),
        (BEERS, "You haven't shared a beer"),
    ):
        ((_, picture),) = (await board(world, ranking, reader=OF_DICE)).pictures
        assert explanation in picture.alt


def test_figures() -> None:
    screens = OF_DICE.screens
    figures = [figure(WORDS, ranking, TALLY, screens) for ranking in rankings(DICE)]
    assert figures == ["1234", "2 wins", "50%", "40.0", "60 points", "5 beers"]


def test_dates_of_a_month_and_a_season() -> None:
    assert dates(WORDS, Period.MONTH, NOW) == "This month (November 2026)"
    assert dates(WORDS, Period.SEASON, NOW) == "This season (October – December 2026)"


async def history(world: World, user: int, start: int = 0) -> StatisticsSheet:
    pasts = await load_history(world.statistics, READER, user, start)
    return await history_sheet(world.matches, READER, user, pasts, NAMES)


async def test_history_lists_every_kind_of_end_newest_first(world: World) -> None:
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
    ids = custom_ids(await history(world, ANN))
    assert ids == [f"2:replay:{number}:1:open" for number in (4, 3, 2, 1)]


async def test_practice_in_a_history_shows_place_and_points(world: World) -> None:
    """Practice counts for nothing, but its history line is complete."""
    won = False
    for number in range(6):
        match = (await world.toys.practice(world.asked(ANN), 1 + number % 2)).record.id
        loaded = await world.play(match, f"practice {number}")
        assert loaded.outcome is not None
        (text,) = (await history(world, ANN)).texts
        line = text.splitlines()[1]
        place, score = loaded.outcome.places[0], loaded.game.scores(loaded.state)[0]
        said = "🏆 won with" if place == 1 else f"place {place} of {loaded.seats},"
        assert f"{said} {score} point" in line, line
        won |= place == 1
        assert text.splitlines()[2] == "-# against computers"
    assert won, "at least one practice was won"


async def test_history_pages_hold_five_matches(world: World) -> None:
    for _ in range(PAGE + 1):
        await lost(world, ANN, BEN)
    first, second = await history(world, ANN), await history(world, ANN, PAGE)
    assert "1 to 5 of 6" in first.texts[0]
    assert "6 to 6 of 6" in second.texts[0]
    assert families.HISTORY.spell(ANN, ANN, 5, "on", "toy") in custom_ids(first)
    assert families.HISTORY.spell(ANN, ANN, 0, "back", "toy") in custom_ids(second)


async def profile(world: World, user: int, reader: Reader = OF_DICE) -> StatisticsSheet:
    facts = await load_profile(Stores(world.database), records(world), reader, user)
    return await profile_sheet(queue(), reader, user, facts, NAMES)


async def test_profile_picture_is_described_completely_and_the_text_adds_the_rating(
    world: World,
) -> None:
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


async def test_profile_without_matches_has_no_picture(world: World) -> None:
    sheet = await profile(world, DAN)
    assert (sheet.pictures, sheet.rows) == ((), ())
    assert "No match that counts is finished yet" in sheet.texts[0]


async def test_duel_counts_meetings_or_has_no_picture(world: World) -> None:
    await lost(world, ANN, BEN)
    store, drawing = world.statistics, queue()
    met = await versus_sheet(
        drawing, READER, await load_head_to_head(store, READER, ANN, BEN), NAMES
    )
    ((_, picture),) = met.pictures
    assert "0 to 1." in picture.alt
    assert "Matches left early" in picture.alt
    assert "left early" not in met.texts[0]
    assert r"#1 · **\*Ben\***" in met.texts[0]
    never = await versus_sheet(
        drawing, READER, await load_head_to_head(store, READER, ANN, CAT), NAMES
    )
    assert never.pictures == ()


async def test_single_player_game_shows_points_but_no_wins_or_ratings(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = replace(READER, game=SOLO, games=InstalledGames(GAMES))
    texts = [(await profile(world, ANN, reader)).texts[0]]
    texts += [(await board(world, ranking, reader=reader)).texts[0] for ranking in rankings(SOLO)]
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
    pasts = await load_history(world.statistics, reader, ANN, 0)
    texts += (await history_sheet(world.matches, reader, ANN, pasts, NAMES)).texts
    lines = texts[-1].splitlines()
    assert lines[0] == "## 📜 Matches of Ann · Solo"
    assert [line.rpartition(" · ")[2] for line in lines[1:6]] == [
        f"{score} points" for score in reversed(scores)
    ]
    assert not any("two people" in text or "/challenge" in text for text in texts)


async def test_statistics_without_words_use_the_declared_names(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    loaded = await world.play(match, "plain")
    earned = [achievement for result in results(loaded) for achievement in result.earned]
    assert earned, 'a player has earned "tireless"'
    for ranking in rankings(TOY):
        ((_, picture),) = (await board(world, ranking)).pictures
        assert "Leaderboard." in picture.alt
    sheets = [(await profile(world, user, READER)) for user in (ANN, BEN)]
    alts = [sheet.pictures[0][1].alt for sheet in sheets]
    assert any("🏅 Tireless" in sheet.texts[0] for sheet in sheets)
    assert any("Achievements (1 of 1): Tireless." in alt for alt in alts)
    assert all("Pebble: given: " in alt and "Pebble: received: " in alt for alt in alts)
    store, drawing = world.statistics, queue()
    sheet = await versus_sheet(
        drawing, READER, await load_head_to_head(store, READER, ANN, BEN), NAMES
    )
    assert "Pebble: given to the other. Ann: " in sheet.pictures[0][1].alt


async def test_after_match_lines_give_ratings_and_first_achievements_only_for_rated_matches(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = NameBook()
    monkeypatch.setattr(book, "_names", _named())
    here = discord.Client(intents=discord.Intents.none())
    collaborators = kit(world, here, book)
    running = await world.begun(ANN, BEN, lobby=world.dice)
    assert await after_match_lines(collaborators, running, WORDS) == ()
    over = await world.service.resign(running.record.id, BEN)
    (line,) = await after_match_lines(collaborators, over, WORDS)
    assert line == r"-# 📈 Ratings · Ann: 1138 (+138) · \*Ben\*: 927 (−73)"
    world.sql("INSERT INTO achievement VALUES (?, ?, 'dice-miner', 'hairline', 1)", GUILD, ANN)
    world.sql("INSERT INTO achievement VALUES (?, ?, 'dice-miner', 'of tomorrow', 1)", GUILD, ANN)
    assert (await after_match_lines(collaborators, over, WORDS))[
        1
    ] == "-# New achievements · Ann: 📏 By a whisker"
    practice = await world.toys.practice(world.asked(ANN), 1)
    ended = await world.service.resign(practice.record.id, ANN)
    assert await after_match_lines(collaborators, ended, WORDS) == ()


def _named() -> Any:
    return NameBook()._names.__class__(
        {(GUILD, user): (name, name) for user, name in NAMES.items()}
    )


def test_luck_says_no_more_than_is_known() -> None:
    few = luck_card(WORDS, Fortune(3, 90, 1_000, 500))
    assert (few.figure, few.detail) == ("–", "too few dice to tell")
    even = luck_card(WORDS, Fortune(300, 210, 200_000, 100_000))
    assert (even.figure, even.detail) == ("As expected", "+10 points, ±20 is usual")
    bad = luck_card(WORDS, Fortune(300, 170, 200_000, 100_000))
    assert (bad.figure, bad.detail) == ("Unlucky", "−30 points, ±20 is usual")
