"""What a profile tells of the puzzle of the day: cards, and a plot of the points."""

from collections.abc import Callable
from datetime import date
from functools import partial

from babel.dates import format_date

from bot.match.daily.records import DayRecord
from cogs.base.figures import decimal
from cogs.statistics.pages import Reader
from render.charts.distribution import draw_distribution
from render.charts.profile import Card
from render.distribution import Distribution
from render.picture import Picture
from render.words import points
from texts import Words


def day_cards(words: Words, days: DayRecord | None) -> tuple[Card, ...]:
    """How many days, the mean, the best and the row; () without any."""
    if days is None:
        return ()
    streak, best = days.streak, date.fromisoformat(days.best.day)
    # Translators: The longest row of days on which somebody solved the puzzle.
    longest = words.say("longest {longest}", longest=streak.longest)
    return (
        Card(
            # Translators: A label: how many days in a row somebody has solved the puzzle.
            words.say("Days in a row"),
            str(streak.now),
            longest,
        ),
        Card(
            words.say("Points per day"),
            decimal(words, days.average),
            words.count("{count} day", "{count} days", days.days),
        ),
        Card(
            words.say("Best day"),
            points(words, days.best.points),
            format_date(best, "medium", locale=words.locale),
        ),
    )


def days_drawing(reader: Reader, days: DayRecord) -> Callable[[], Picture]:
    """What draws how often they scored what."""
    words = reader.words
    title = words.count("Points of {count} day", "Points of {count} days", days.days)
    shown = Distribution(title, days.scores, average=days.average)
    return partial(draw_distribution, shown, reader.pictures, words, reader.theme)
