"""Why an invitation, a table or a rematch is refused; see bot/match/values/errors.py."""

from bot.match.values.errors import Refusal
from texts import mark


class AlreadyStarted(Refusal):
    sentence = mark("This match has already started.")


class NotInvited(Refusal):
    sentence = mark(
        "This invitation is for someone else. `/open` starts a table that anyone can join."
    )


class NotChallenged(Refusal):
    """This host can't challenge `users`: they refuse it, or are barred.

    The sentence does not tell which.
    """

    sentence = mark(
        "No challenges reach {users} right now, so nothing was posted. `/open` starts a table "
        "that anyone can join."
    )


class NotIn(Refusal):
    sentence = mark("You're not at this table.")


class TableFull(Refusal):
    sentence = mark("This table is full.")


class NoSeatFree(Refusal):
    """Computers would have all seats but the host's."""

    sentence = mark(
        "That leaves no seat for anyone else. `/practice` starts a match against computers."
    )


class StillAsked(Refusal):
    """Somebody who was invited has not answered, so their seat is theirs."""

    sentence = mark("Not everyone has answered yet, so no seat is free for a computer.")


class OnlyHost(Refusal):
    """`user` made the invitation, and only they may do this."""

    sentence = mark("Only {user}, who made the invitation, can do that.")


class HostStays(Refusal):
    sentence = mark("This is your own invitation. Press Cancel to call it off.")


class TooFew(Refusal):
    sentence = mark("A match needs at least two players. Wait until someone joins.")


class OpponentIsYou(Refusal):
    sentence = mark("You can't challenge yourself. `/practice` starts a match against computers.")


class OpponentTwice(Refusal):
    sentence = mark("Each player gets one seat, and you named someone twice.")


class OpponentIsBot(Refusal):
    sentence = mark("Bots don't play. `/practice` starts a match against computers.")


class OpponentGone(Refusal):
    """`users` are not in the server any more."""

    sentence = mark("{users}: no longer in this server. Nobody was challenged.")


class WrongSeats(Refusal):
    sentence = mark("This game is for {low} to {high} players.")

    def __init__(self, low: int, high: int) -> None:
        super().__init__(low=low, high=high)
        if high == 1:
            self.sentence = mark("This game is for one player. `/practice` starts it.")
        elif low == high:
            self.sentence = mark("This game is for exactly {low} players.")


class RematchAsked(Refusal):
    """Somebody has asked for the rematch before; `match` is its number."""

    sentence = mark("Someone has already asked for a rematch: match #{match}.")


class NobodyLeft(Refusal):
    sentence = mark("There's nobody left to ask for a rematch. `/challenge` someone else.")


class TooManyInvitations(Refusal):
    """The user has made `most` invitations that still stand."""

    sentence = mark(
        "You already have {most} open invitations. Wait for an answer, or cancel one: press "
        "Decline or Leave on it."
    )


class TooManyInServer(Refusal):
    """`most` invitations stand in the server."""

    sentence = mark(
        "This server already has {most} open invitations. Try again when one is answered."
    )
