"""The refusals of what is about time, each with its sentence, as in errors.py."""

from bot.match.errors import Refusal
from texts import mark


class Paused(Refusal):
    """Nobody moves in a pause."""

    sentence = mark(
        "This match is paused, and stays so. Anybody in it can end the pause, for everybody, with"
        " `/resume`."
    )


class NotPaused(Refusal):
    """There is no pause to end."""

    sentence = mark("This match is not paused.")


class PauseAgreed(Refusal):
    """The user agrees already; `users` have not answered."""

    sentence = mark("You have agreed to the pause already. It waits for {users}.")


class NoPauseAsked(Refusal):
    """There is nothing to decline."""

    sentence = mark("Nobody asks for a pause of this match now.")


class SettledAlready(Refusal):
    """This lateness has come to an end by a decision, or as the seat need not act any more."""

    sentence = mark("That has been settled already. Nothing was changed.")


class MovedMeanwhile(Refusal):
    """`user` was late, and has moved since."""

    sentence = mark("{user} has moved meanwhile, so there is nothing to decide any more.")


class OwnLateness(Refusal):
    """Those who are late don't choose."""

    sentence = mark("You are late yourself. With your move you can choose with the others again.")


class ChosenAlready(Refusal):
    """The same vote again."""

    sentence = mark("You have chosen that already.")


class NoSuchOffer(Refusal):
    """That person does not offer to take the seat over."""

    sentence = mark("That person has not offered to take the seat over.")


class LateLeads(Refusal):
    """`user` is late and in the lead."""

    sentence = mark("{user} is in the lead, so the match can't be ended without a result.")


class TooFewToEnd(Refusal):
    """One person alone can't end a match without a result."""

    sentence = mark(
        "A match can be ended without a result only by two players or more, who all want that."
    )


class PlaysAlready(Refusal):
    """Who is in the match, or was, takes no other seat of it."""

    sentence = mark("You have a part in this match already, so you can't take over another seat.")


class OfferedAlready(Refusal):
    """The same offer again."""

    sentence = mark("You have offered that already. The players of the match choose.")


class NotReplaced(Refusal):
    """The user has lost no seat of this match."""

    sentence = mark("You have lost no seat in this match that you could take back.")


class SeatTaken(Refusal):
    """`user` plays on in that seat."""

    sentence = mark("{user} plays on in your seat now, so you can't take it back.")


class NobodyLate(Refusal):
    """There is nobody over whom to claim the win."""

    sentence = mark("Nobody else is late in this match.")


class ClaimTooEarly(Refusal):
    """`user` must be warned a second time before."""

    sentence = mark("You can claim the win once {user} has been warned a second time.")


class ClaimNotOfTwo(Refusal):
    """More than two people are in the match."""

    sentence = mark("The win can be claimed only where two players are left in a match.")


class AwayInPast(Refusal):
    """One can't have been away."""

    sentence = mark("That time has passed already. Say a day that is still to come.")


class AwayTooLong(Refusal):
    """There are not so many days left in that month (as ``2026-12``, by UTC)."""

    sentence = mark(
        "You can be away for {budget} days of each month. Of {month} you have {days} left."
    )


class NotAway(Refusal):
    """There is nothing to come back from."""

    sentence = mark("You are not away.")


class BadZone(Refusal):
    """`text` is no time zone."""

    sentence = mark("“{text}” is no time zone. One looks like `Europe/Athens`.")


class BadHours(Refusal):
    """`text` is no time of day, or no time at all."""

    sentence = mark("“{text}” makes no quiet hours. A time looks like `22:30`.")


class QuietTooLong(Refusal):
    """More than `hours` a day."""

    sentence = mark("Quiet hours can be {hours} hours of a day at most.")
