"""Leaderboards of a daily puzzle: today, this week, all time, by mean over days."""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import partial
from typing import Any

from babel.dates import format_date, format_skeleton
from discord import ui

from bot.match.daily.records import DayRecord
from bot.match.daily.standings import (
    DAYS,
    DaySpan,
    DayTally,
    StandingsStore,
    days_needed,
    monday_of,
    period_name,
)
from bot.match.statistics.projections import Leaderboard
from bot.match.values.days import Day
from cogs.base import custom_id_families as families
from cogs.base.figures import decimal
from cogs.drawing.queue import DrawingQueue
from cogs.screens.base import Style
from cogs.statistics.leaderboards import PUZZLE_OF_THE_DAY, kinds_menu
from cogs.statistics.pages import Reader, StatisticsSheet
from cogs.ui import widgets
from cogs.ui.layouts import page_buttons
from cogs.ui.names import Names
from render.charts.distribution import draw_distribution
from render.charts.leaderboard import MOST, Leader, Page, draw_leaderboard
from render.charts.profile import Card
from render.distribution import Distribution
from render.picture import Picture
from render.words import points
from texts import Words, mark

SPANS = {
    DaySpan.TODAY: mark("Today"),
    DaySpan.WEEK: mark("This week"),
    DaySpan.ALL: mark("All time"),
}


def dates(words: Words, span: DaySpan, today: Day) -> str:
    """Return a span with its dates, for example ``This week (Nov 16 – Nov 22)``."""
    name, locale = words.say(SPANS[span]), words.locale
    match span:
        case DaySpan.ALL:
            return name
        case DaySpan.TODAY:
            day = format_date(date.fromisoformat(today), "medium", locale=locale)
            return words.say("{name} ({dates})", name=name, dates=day)
        case DaySpan.WEEK:
            monday = date.fromisoformat(monday_of(today))
            both = (monday, monday + timedelta(days=6))
            first, last = (format_skeleton("MMMd", edge, locale=locale) for edge in both)
            days = words.say("{first} – {last}", first=first, last=last)
            return words.say("{name} ({dates})", name=name, dates=days)


async def load_day_standings(
    store: StandingsStore, reader: Reader, span: DaySpan, start: int, today: Day
) -> Leaderboard[DayTally]:
    """Return the page with the line `start`, counted from 0."""
    return await store.standings(
        reader.guild,
        reader.game_name,
        period_name(span, today),
        needed=days_needed(span, today),
        start=start,
        most=MOST,
        asker=reader.user,
        fewest=reader.statistics.fewest,
    )


async def day_sheet(
    drawing: DrawingQueue,
    reader: Reader,
    span: DaySpan,
    board: Leaderboard[DayTally],
    names: Names,
    today: Day,
    *,
    done: bool = False,
) -> StatisticsSheet:
    """Return the page; `done` if the reader has finished today's puzzle here."""
    words = reader.words
    subtitle = words.say(
        "{kind} · {time}", kind=words.say(PUZZLE_OF_THE_DAY), time=dates(words, span, today)
    )
    lines = tuple(_leader(reader, span, line, names) for line in board.lines)
    own = None
    if board.own is not None and board.own not in board.lines:
        own = _leader(reader, span, board.own, names)
    notes = _notes(words, span, board, days_needed(span, today))
    heading = reader.about(words.say("Leaderboard"))
    page = Page(heading, subtitle, lines, own, notes, first_decides=False)
    picture = await drawing.draw(
        partial(draw_leaderboard, page, reader.pictures, words, reader.theme)
    )
    needed = days_needed(span, today)
    texts = [] if lines else [_nobody(words, span, needed, done=done)]
    texts.append(_counted(words, span))
    return StatisticsSheet(
        ("\n".join(texts),),
        ((f"leaderboard{picture.suffix}", picture),),
        _rows(reader, span, board),
    )


def _leader(reader: Reader, span: DaySpan, line: tuple[int, DayTally], names: Names) -> Leader:
    words, (place, tally) = reader.words, line
    yours = tally.user == reader.user
    if span is DaySpan.TODAY:
        return Leader(place, names[tally.user], points(words, tally.points), "", you=yours)
    days = words.count("{count} day", "{count} days", tally.days)
    return Leader(place, names[tally.user], decimal(words, tally.average), days, you=yours)


def _notes(
    words: Words, span: DaySpan, board: Leaderboard[DayTally], needed: int
) -> tuple[str, ...]:
    notes = []
    if needed > 1:
        # Translators: The requirement for a line of a leaderboard.
        text = words.count("Takes at least {count} day.", "Takes at least {count} days.", needed)
        notes.append(text)
    if board.own is None and span is DaySpan.TODAY:
        notes.append(words.say("You aren't done with today's puzzle here."))
    elif board.own is None and board.own_tally is not None:
        notes.append(
            words.say(
                "You have {have} of the {need} days it takes.",
                have=board.own_tally.days,
                need=needed,
            )
        )
    elif board.own is None:
        notes.append(words.say("You have no result here in this period."))
    if board.total:
        notes.append(
            words.say(
                "{first} to {last} of {total}",
                first=board.start + 1,
                last=board.start + len(board.lines),
                total=board.total,
            )
        )
    return tuple(notes)


def _nobody(words: Words, span: DaySpan, needed: int, *, done: bool) -> str:
    if span is DaySpan.TODAY:
        return words.say("Nobody here is done yet. `/daily` has today's puzzle.")
    nobody = words.count(
        "Nobody here has a result on {count} day yet.",
        "Nobody here has results on {count} days yet.",
        needed,
    )
    if done:
        more = words.say("You are done with today's puzzle. The next one comes at midnight UTC.")
    else:
        more = words.say("`/daily` has today's puzzle.")
    return f"{nobody} {more}"


def _counted(words: Words, span: DaySpan) -> str:
    if span is DaySpan.TODAY:
        return words.say(
            "-# Everyone who asked for today's puzzle in this server and is done with it. "
            "The day ends at midnight UTC."
        )
    return words.say(
        "-# Points per day: one day says little between equals. Days on which someone asked for "
        "the puzzle in this server count; weeks run from Monday to Sunday, UTC."
    )


def _rows(
    reader: Reader, span: DaySpan, board: Leaderboard[DayTally]
) -> list[Sequence[ui.Item[Any]]]:
    words = reader.words

    def page(span: DaySpan, start: int, which: str) -> str:
        return families.LEADERBOARD.spell(
            reader.user, DAYS, span.value, start, which, reader.game_name
        )

    spans = [
        widgets.button(
            page(choice, 0, "time"),
            words.say(name),
            style=Style.MAIN if choice is span else Style.CALM,
            disabled=choice is span,
        )
        for choice, name in SPANS.items()
    ]
    turns = page_buttons(partial(page, span), board.start, MOST, board.total, words)
    return [[kinds_menu(reader, DAYS, span.value)], [*spans, *turns]]


def day_cards(words: Words, days: DayRecord | None) -> tuple[Card, ...]:
    if days is None:
        return ()
    best = date.fromisoformat(days.best_day)
    # Translators: The longest row of days on which a player solved the puzzle.
    longest = words.say("longest {longest}", longest=days.longest_streak)
    return (
        Card(
            # Translators: A label: how many days in a row a player has solved the puzzle.
            words.say("Days in a row"),
            str(days.streak),
            longest,
        ),
        Card(
            words.say("Points per day"),
            decimal(words, days.average),
            words.count("{count} day", "{count} days", days.days),
        ),
        Card(
            words.say("Best day"),
            points(words, days.best),
            format_date(best, "medium", locale=words.locale),
        ),
    )


def days_drawing(reader: Reader, days: DayRecord) -> Callable[[], Picture]:
    words = reader.words
    title = words.count("Points of {count} day", "Points of {count} days", days.days)
    distribution = Distribution(title, days.scores, average=days.average)
    return partial(draw_distribution, distribution, reader.pictures, words, reader.theme)
