"""Refusals about pauses, late players, days off and quiet hours; see bot/match/values/errors.py."""

from bot.match.values.errors import Refusal
from texts import mark


class Paused(Refusal):
    sentence = mark("This match is paused. Any player can end the pause with `/resume`.")


class NotPaused(Refusal):
    sentence = mark("This match isn't paused.")


class PauseAgreed(Refusal):
    """The user agrees already; `users` have not answered."""

    sentence = mark("You've already agreed to the pause. It's waiting for {users}.")


class PausesUsedUp(Refusal):
    """Of a tournament match, whose pauses last `days` days altogether."""

    sentence = mark(
        "This match has been paused for {days} days, as long as a tournament allows. Nothing "
        "changed."
    )


class NoPauseAsked(Refusal):
    sentence = mark("Nobody is asking for a pause of this match right now.")


class SettledAlready(Refusal):
    """This lateness was ended by a decision, or because the seat need not act any more."""

    sentence = mark("That's already settled. Nothing changed.")


class MovedMeanwhile(Refusal):
    """`user` was late, and has moved since."""

    sentence = mark("{user} has moved in the meantime, so there's nothing left to decide.")


class OwnLateness(Refusal):
    sentence = mark("You're late yourself. Make your move, and you can vote with the others again.")


class ChosenAlready(Refusal):
    sentence = mark("You've already chosen that.")


class NoSuchOffer(Refusal):
    sentence = mark("That person hasn't offered to take the seat.")


class CantTakeSeat(Refusal):
    """`user` has offered, and was barred since; others are not told that."""

    sentence = mark("{user} can't take the seat any more. Choose something else.")


class SettledByWarning(Refusal):
    """Of a tournament match: it can't be ended or handed on by votes."""

    sentence = mark(
        "In a tournament match you can wait or let a computer play. If nothing is decided until "
        "the second warning, whoever is late loses the seat."
    )


class WaitedAlready(Refusal):
    """Of a tournament match: the others wait for a player once until that player moves."""

    sentence = mark(
        "You've already given them the whole time again, and the tournament can't wait longer. Let "
        "a computer play this turn, or wait for the second warning: it takes the seat."
    )


class SeatOfTournament(Refusal):
    sentence = mark(
        "This match belongs to a tournament, so its seats are for those who take part in that."
    )


class SeatForfeited(Refusal):
    sentence = mark("You lost this seat for good, as the match belongs to a tournament.")


class LateLeads(Refusal):
    """`user` is late and in the lead."""

    sentence = mark("{user} is in the lead, so you can't end the match without a result.")


class LateUnaware(Refusal):
    """`user` has not been able to see the match since they became late."""

    sentence = mark(
        "{user} can't see the match and may not know that they're late. Until they can, you can "
        "only wait for them. `/board` takes the match to a channel that all of you see."
    )


class TooFewToEnd(Refusal):
    sentence = mark(
        "Ending a match without a result takes two players or more, and all of them must want it."
    )


class PlaysAlready(Refusal):
    sentence = mark("You're already part of this match, so you can't take another seat.")


class OfferedAlready(Refusal):
    sentence = mark("You've already offered. The players of the match decide.")


class NotReplaced(Refusal):
    sentence = mark("You have no seat to take back in this match.")


class SeatTaken(Refusal):
    """`user` plays on in that seat."""

    sentence = mark("{user} plays in your seat now, so you can't take it back.")


class ClaimTooEarly(Refusal):
    """`user` must be warned a second time before."""

    sentence = mark("You can claim the win once {user} has had a second warning.")


class ClaimNotOfTwo(Refusal):
    sentence = mark("You can claim the win only when two players are left in a match.")


class AwayInPast(Refusal):
    sentence = mark("That time has already passed. Choose a day that is still to come.")


class AwayTooLong(Refusal):
    """There are not enough days left in that `month`, such as `2026-12`, by UTC."""

    sentence = mark("You can be away for {budget} days a month. In {month} you have {days} left.")


class NotAway(Refusal):
    sentence = mark("You're not away.")


class BadZone(Refusal):
    """`text` is no time zone."""

    sentence = mark("“{text}” isn't a time zone. Write one like `Europe/Athens`.")


class BadHours(Refusal):
    """`text` is no time of day, or no time at all."""

    sentence = mark("“{text}” doesn't work as quiet hours. Write a time like `22:30`.")


class QuietTooLong(Refusal):
    """More than `hours` a day."""

    sentence = mark("Quiet hours can cover up to {hours} hours a day.")
