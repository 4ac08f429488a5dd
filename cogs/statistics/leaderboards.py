"""The leaderboard as a message: a page, a menu of rankings, and buttons for periods and pages."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any

from babel.dates import format_datetime
from discord import ui

from bot.match.daily.standings import DAYS
from bot.match.log.records import MatchId
from bot.match.statistics.projections import (
    ENOUGH,
    ENOUGH_RATED,
    Leaderboard,
    LeaderboardMeasure,
    Period,
    Ranking,
    Tally,
    period_name,
    rankings,
)
from bot.match.statistics.store import StatisticsStore
from bot.match.values.errors import refusal
from cogs.base import custom_id_families as families
from cogs.base.figures import decimal, percent
from cogs.base.text_limits import OPTIONS
from cogs.drawing.queue import DrawingQueue
from cogs.screens.base import Style
from cogs.screens.statistics import StatisticsScreens
from cogs.statistics.pages import Reader, StatisticsSheet
from cogs.ui import widgets
from cogs.ui.layouts import page_buttons
from cogs.ui.names import Names
from render.charts.leaderboard import MOST, Leader, Page, draw_leaderboard
from render.words import points
from texts import Words, mark

TITLES = {
    LeaderboardMeasure.RATING: mark("Rating"),
    LeaderboardMeasure.WINS: mark("Wins"),
    LeaderboardMeasure.WIN_RATE: mark("Win rate"),
    LeaderboardMeasure.AVERAGE: mark("Points per match"),
    LeaderboardMeasure.BEST: mark("Best match"),
    LeaderboardMeasure.MATCHES: mark("Matches"),
}
PUZZLE_OF_THE_DAY = mark("Puzzle of the day")
PERIODS = {
    Period.ALL: mark("All time"),
    Period.MONTH: mark("This month"),
    Period.SEASON: mark("This season"),
}
EMOJI = {
    LeaderboardMeasure.RATING: "📈",
    LeaderboardMeasure.WINS: "🏆",
    LeaderboardMeasure.WIN_RATE: "🎯",
    LeaderboardMeasure.AVERAGE: "📊",
    LeaderboardMeasure.BEST: "⭐",
    LeaderboardMeasure.MATCHES: "🔁",
    LeaderboardMeasure.COUNT: "🔢",
}

# The game lacks this leaderboard.
NoSuchLeaderboard = refusal("NoSuchLeaderboard", "This game has no such leaderboard.")


def title(words: Words, ranking: Ranking, screens: StatisticsScreens) -> str:
    own = screens.leaderboards.get(ranking.statistic)
    if own is not None:
        return words.say(own)
    common = TITLES.get(ranking.measure)
    return ranking.statistic.capitalize() if common is None else words.say(common)


def dates(words: Words, period: Period, now: int) -> str:
    """Return a period with its dates, for example ``This season (October – December 2026)``."""
    moment = datetime.fromtimestamp(now, UTC)
    name = words.say(PERIODS[period])
    match period:
        case Period.ALL:
            return name
        case Period.MONTH:
            month = format_datetime(moment, "LLLL y", locale=words.locale)
            return words.say("{name} ({dates})", name=name, dates=month)
        case Period.SEASON:
            first = moment.replace(month=(moment.month - 1) // 3 * 3 + 1, day=1)
            last = first.replace(month=first.month + 2)
            months = words.say(
                "{first} – {last}",
                first=format_datetime(first, "LLLL", locale=words.locale),
                last=format_datetime(last, "LLLL y", locale=words.locale),
            )
            return words.say("{name} ({dates})", name=name, dates=months)


def figure(words: Words, ranking: Ranking, tally: Tally, screens: StatisticsScreens) -> str:
    match ranking.measure:
        case LeaderboardMeasure.RATING:
            return str(tally.rating)
        case LeaderboardMeasure.WINS:
            return words.count("{count} win", "{count} wins", tally.wins)
        case LeaderboardMeasure.WIN_RATE:
            return percent(words, tally.value(ranking))
        case LeaderboardMeasure.AVERAGE:
            return decimal(words, tally.value(ranking))
        case LeaderboardMeasure.BEST:
            return points(words, tally.best or 0)
        case LeaderboardMeasure.MATCHES:
            return words.count("{count} match", "{count} matches", tally.whole)
        case LeaderboardMeasure.COUNT:
            return screens.amount(words, ranking.statistic, round(tally.value(ranking)))


def detail(words: Words, ranking: Ranking, tally: Tally, nameable: Collection[MatchId]) -> str:
    """Return details of a figure; "" if there are none, or if they would name a hidden match."""
    match ranking.measure:
        case LeaderboardMeasure.RATING:
            return words.count("{count} rated match", "{count} rated matches", tally.rated)
        case LeaderboardMeasure.WINS | LeaderboardMeasure.COUNT:
            return words.count("{count} match", "{count} matches", tally.matches)
        case LeaderboardMeasure.WIN_RATE:
            return words.say("{wins} of {matches} won", wins=tally.wins, matches=tally.placed)
        case LeaderboardMeasure.AVERAGE:
            return words.count("{count} match", "{count} matches", tally.whole)
        case LeaderboardMeasure.BEST if tally.best_match in nameable:
            return words.say("match #{match}", match=tally.best_match)
        case LeaderboardMeasure.BEST | LeaderboardMeasure.MATCHES:
            return ""


def needed(words: Words, ranking: Ranking) -> str | None:
    match ranking.measure:
        case LeaderboardMeasure.RATING:
            return words.count(
                "Takes at least {count} rated match.",
                "Takes at least {count} rated matches.",
                ENOUGH_RATED,
            )
        case LeaderboardMeasure.WIN_RATE:
            return words.count(
                "Takes at least {count} match.", "Takes at least {count} matches.", ENOUGH
            )
        case LeaderboardMeasure.AVERAGE:
            return words.count(
                "Takes at least {count} match played to its end.",
                "Takes at least {count} matches played to their end.",
                ENOUGH,
            )
        case (
            LeaderboardMeasure.WINS
            | LeaderboardMeasure.BEST
            | LeaderboardMeasure.MATCHES
            | LeaderboardMeasure.COUNT
        ):
            return None


def own_line(
    words: Words, ranking: Ranking, board: Leaderboard[Tally], screens: StatisticsScreens
) -> str | None:
    tally = board.own_tally
    if board.own is not None:
        return None
    if tally is None:
        return words.say("You haven't finished a match here in this period.")
    match ranking.measure:
        case LeaderboardMeasure.RATING:
            have, need = tally.rated, ENOUGH_RATED
        case LeaderboardMeasure.WIN_RATE:
            have, need = tally.placed, ENOUGH
        case LeaderboardMeasure.AVERAGE:
            have, need = tally.whole, ENOUGH
        case LeaderboardMeasure.WINS | LeaderboardMeasure.BEST | LeaderboardMeasure.MATCHES:
            return words.say("You haven't played a match to its end in this period.")
        case LeaderboardMeasure.COUNT:
            return screens.none(words, ranking.statistic)
    return words.say("You have {have} of the {need} matches it takes.", have=have, need=need)


def leader(
    reader: Reader,
    ranking: Ranking,
    line: tuple[int, Tally],
    names: Names,
    nameable: Collection[MatchId],
) -> Leader:
    words, (place, tally) = reader.words, line
    have = figure(words, ranking, tally, reader.screens)
    yours = tally.user == reader.user
    more = detail(words, ranking, tally, nameable)
    return Leader(place, names[tally.user], have, more, you=yours)


async def load_leaderboard(
    store: StatisticsStore, reader: Reader, ranking: Ranking, period: Period, start: int, now: int
) -> Leaderboard[Tally]:
    """Return the page with the line `start`, counted from 0."""
    return await store.leaderboard(
        reader.guild,
        reader.game_name,
        period_name(period, now),
        ranking,
        start=start,
        most=MOST,
        asker=reader.user,
    )


async def leaderboard_sheet(
    drawing: DrawingQueue,
    reader: Reader,
    ranking: Ranking,
    period: Period,
    board: Leaderboard[Tally],
    names: Names,
    now: int,
) -> StatisticsSheet:
    words, screens = reader.words, reader.screens
    subtitle = words.say(
        "{kind} · {time}", kind=title(words, ranking, screens), time=dates(words, period, now)
    )
    nameable: Collection[MatchId] = ()
    if ranking.measure is LeaderboardMeasure.BEST:
        lines_shown = (*board.lines, *([board.own] if board.own else ()))
        nameable = await reader.nameable({tally.best_match for _, tally in lines_shown})
    lines = tuple(leader(reader, ranking, line, names, nameable) for line in board.lines)
    own = None
    if board.own is not None and board.own not in board.lines:
        own = leader(reader, ranking, board.own, names, nameable)
    least = needed(words, ranking)
    notes = [least, own_line(words, ranking, board, screens)]
    if board.total:
        notes.append(
            words.say(
                "{first} to {last} of {total}",
                first=board.start + 1,
                last=board.start + len(lines),
                total=board.total,
            )
        )
    heading = reader.about(words.say("Leaderboard"))
    page = Page(
        heading,
        subtitle,
        lines,
        own,
        tuple(note for note in notes if note),
        first_decides=least is None,
    )
    picture = await drawing.draw(
        partial(draw_leaderboard, page, reader.pictures, words, reader.theme)
    )
    texts = [] if lines else [nobody(reader)]
    texts.append(counted(reader))
    return StatisticsSheet(
        ("\n".join(texts),),
        ((f"leaderboard{picture.suffix}", picture),),
        _rows(reader, ranking, period, board),
    )


def _rows(
    reader: Reader, ranking: Ranking, period: Period, board: Leaderboard[Tally]
) -> list[Sequence[ui.Item[Any]]]:
    words, asker, game = reader.words, reader.user, reader.game_name
    menu = kinds_menu(reader, ranking.key, period.value)

    def page(period: Period, start: int, which: str) -> str:
        return families.LEADERBOARD.spell(asker, ranking.key, period.value, start, which, game)

    periods = [
        widgets.button(
            page(each_period, 0, "time"),
            words.say(name),
            style=Style.MAIN if each_period is period else Style.CALM,
            disabled=each_period is period,
        )
        for each_period, name in PERIODS.items()
    ]
    turns = page_buttons(partial(page, period), board.start, MOST, board.total, words)
    return [[menu], [*periods, *turns]]


def kinds_menu(reader: Reader, chosen: str, time: str) -> ui.Item[Any]:
    words, emoji = reader.words, reader.screens.emoji
    options = [
        widgets.option(
            title(words, ranking, reader.screens),
            ranking.key,
            emoji=emoji.get(ranking.key, EMOJI[ranking.measure]),
            default=ranking.key == chosen,
        )
        for ranking in rankings(reader.game)
    ]
    if reader.has_days:
        label = words.say(PUZZLE_OF_THE_DAY)
        days = widgets.option(label, DAYS, emoji="📅", default=chosen == DAYS)
        options.insert(0, days)
    return widgets.menu(
        families.LEADERBOARD_MENU.spell(reader.user, time, reader.game_name), options[:OPTIONS]
    )


def nobody(reader: Reader) -> str:
    if reader.alone:
        return reader.words.say("Nobody yet in this period.")
    return reader.words.say("Nobody yet in this period. `/challenge` someone!")


def counted(reader: Reader) -> str:
    if reader.alone:
        return reader.words.say("-# Months and seasons follow UTC.")
    return reader.words.say(
        "-# Matches with at least two people count. Months and seasons follow UTC."
    )
