"""Refusals about games of the day."""

from bot.match.values.errors import Refusal
from texts import mark


class NoSuchDaily(Refusal):
    sentence = mark("This game has no puzzle of the day.")


class BadDay(Refusal):
    # Translators: {example} is a day such as 2026-11-21; `yesterday` can be typed as it is.
    sentence = mark("Name a day that has begun like this: `{example}`, or `yesterday`.")


class NobodyAsked(Refusal):
    sentence = mark("Nobody asked for a puzzle on that day, so there was none.")


class DayOver(Refusal):
    sentence = mark(
        "That day is over: your puzzle counts as it stood at the end. "
        "Nothing changed, and `/daily` has the new one."
    )


class SecretUntilDayEnds(Refusal):
    # Translators: {until} is when the day ends, such as "in 3 hours".
    sentence = mark(
        "Everybody plays with the same dice today, so you can see that when the day is over: "
        "<t:{until}:R>."
    )


class DayGoesOn(Refusal):
    # Translators: {until} is when the day ends, such as "in 3 hours".
    sentence = mark("You can see that when this day is over: <t:{until}:R>.")


class NoGivingUp(Refusal):
    sentence = mark(
        "There's no need to give up the puzzle of the day: leave it whenever you like, and it "
        "counts as it stands when the day is over."
    )


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
