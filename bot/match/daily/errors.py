"""Refusals about games of the day."""

from bot.match.values.errors import Refusal
from texts import mark


class NoSuchDaily(Refusal):
    sentence = mark("This game has no puzzle of the day.")


class NobodyAsked(Refusal):
    sentence = mark("Nobody asked for a puzzle on that day, so there was none.")


class DayGoesOn(Refusal):
    # Translators: {until} is when the day ends, such as "in 3 hours".
    sentence = mark("You can see that when this day is over: <t:{until}:R>.")


class NotPlayed(Refusal):
    sentence = mark("You haven't played the puzzle of that day.")


class NotDone(Refusal):
    sentence = mark(
        "You can post a card once you're done with the puzzle. `/daily` goes on with it."
    )


class PlayedBefore(Refusal):
    sentence = mark(
        "You played today's puzzle before you were forgotten, and everybody gets the same dice. "
        "The next one is tomorrow."
    )
