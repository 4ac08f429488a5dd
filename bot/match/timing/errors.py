"""Refusals about pauses, late players, days off and quiet hours; see bot/match/values/errors.py."""

from bot.match.values.errors import refusal

Paused = refusal("Paused", "This match is paused. Any player can end the pause with `/resume`.")
NotPaused = refusal("NotPaused", "This match isn't paused.")
# The user agrees already; `users` have not answered.
PauseAgreed = refusal(
    "PauseAgreed", "You've already agreed to the pause. It's waiting for {users}."
)
# All pauses of a tournament match can last `days` days together.
PausesUsedUp = refusal(
    "PausesUsedUp",
    "This match has been paused for {days} days, as long as a tournament allows. Nothing changed.",
)
NoPauseAsked = refusal("NoPauseAsked", "Nobody is asking for a pause of this match right now.")
# A decision has ended this lateness, or the seat need not act any more.
SettledAlready = refusal("SettledAlready", "That's already settled. Nothing changed.")
# `user` was late, and has moved since.
MovedMeanwhile = refusal(
    "MovedMeanwhile", "{user} has moved in the meantime, so there's nothing left to decide."
)
OwnLateness = refusal(
    "OwnLateness", "You're late yourself. Make your move, and you can vote with the others again."
)
ChosenAlready = refusal("ChosenAlready", "You've already chosen that.")
NoSuchOffer = refusal("NoSuchOffer", "That person hasn't offered to take the seat.")
# `user` has offered, and was barred since. The sentence does not reveal that.
CantTakeSeat = refusal(
    "CantTakeSeat", "{user} can't take the seat any more. Choose something else."
)
# Votes can't end a tournament match or hand its seats to others.
SettledByWarning = refusal(
    "SettledByWarning",
    "In a tournament match you can wait or let a computer play. If nothing is decided until "
    "the second warning, whoever is late loses the seat.",
)
# In a tournament match the others can wait only once until the late player moves.
WaitedAlready = refusal(
    "WaitedAlready",
    "You've already given them the whole time again, and the tournament can't wait longer. Let "
    "a computer play this turn, or wait for the second warning: it takes the seat.",
)
SeatOfTournament = refusal(
    "SeatOfTournament",
    "This match belongs to a tournament, so its seats are for those who take part in that.",
)
SeatForfeited = refusal(
    "SeatForfeited", "You lost this seat for good, as the match belongs to a tournament."
)
# `user` is late and in the lead.
LateLeads = refusal(
    "LateLeads", "{user} is in the lead, so you can't end the match without a result."
)
# `user` has not been able to see the match since they became late.
LateUnaware = refusal(
    "LateUnaware",
    "{user} can't see the match and may not know that they're late. Until they can, you can "
    "only wait for them. `/board` takes the match to a channel that all of you see.",
)
TooFewToEnd = refusal(
    "TooFewToEnd",
    "Ending a match without a result takes two players or more, and all of them must want it.",
)
PlaysAlready = refusal(
    "PlaysAlready", "You're already part of this match, so you can't take another seat."
)
OwnSeat = refusal("OwnSeat", "This is your own seat: make your move, and you keep it.")
OfferedAlready = refusal(
    "OfferedAlready", "You've already offered. The players of the match decide."
)
NotReplaced = refusal("NotReplaced", "You have no seat to take back in this match.")
# `user` has that seat now.
SeatTaken = refusal("SeatTaken", "{user} plays in your seat now, so you can't take it back.")
# `user` has not had a second warning.
ClaimTooEarly = refusal(
    "ClaimTooEarly", "You can claim the win once {user} has had a second warning."
)
ClaimNotOfTwo = refusal(
    "ClaimNotOfTwo", "You can claim the win only when two players are left in a match."
)
AwayInPast = refusal(
    "AwayInPast", "That time has already passed. Choose a day that is still to come."
)
# `month`, a date in it (UTC), has only `days` of `budget` days left.
AwayTooLong = refusal(
    "AwayTooLong", "You can be away for {budget} days a month. In {month} you have {days} left."
)
NotAway = refusal("NotAway", "You're not away.")
# `text` is no time zone.
BadZone = refusal("BadZone", "“{text}” isn't a time zone. Write one like `Europe/Athens`.")
# `text` is no time of day, or no time at all.
BadHours = refusal("BadHours", "“{text}” doesn't work as quiet hours. Write a time like `22:30`.")
# More than `hours` a day.
QuietTooLong = refusal("QuietTooLong", "Quiet hours can cover up to {hours} hours a day.")
