"""Refusals about games of the day."""

from bot.match.values.errors import refusal

NoSuchDaily = refusal("NoSuchDaily", "This game has no puzzle of the day.")
NobodyAsked = refusal("NobodyAsked", "Nobody asked for a puzzle on that day, so there was none.")
# Translators: {until} is when the day ends, such as "in 3 hours".
DayGoesOn = refusal("DayGoesOn", "You can see that when this day is over: <t:{until}:R>.")
NotPlayed = refusal("NotPlayed", "You haven't played the puzzle of that day.")
NotDone = refusal(
    "NotDone", "You can post a card once you're done with the puzzle. `/daily` goes on with it."
)
PlayedBefore = refusal(
    "PlayedBefore",
    "You played today's puzzle before you were forgotten, and everybody gets the same dice. "
    "The next one is tomorrow.",
)
