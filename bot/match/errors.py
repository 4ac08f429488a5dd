"""Each refusal with its sentence. A refusal changes nothing.

`sentence` is a message of the catalogue; `values` are put into it. Values that name people are
user ids under the keys `users` or `user`: who shows the sentence turns them into names.
"""

from texts import mark


class Refusal(Exception):
    """What the match service does not do, and why; shown to the one who asked."""

    sentence = mark("That can't be done now.")

    def __init__(self, **values: object) -> None:
        super().__init__(type(self).__name__)
        self.values = values


class NoSuchMatch(Refusal):
    """There is no such match here."""

    sentence = mark("There is no such match in this server.")


class NotInMatch(Refusal):
    """The user holds no seat in the match."""

    sentence = mark("You are not in this match. Watch it as long as you like!")


class NotYourTurn(Refusal):
    """Others must act; `users` are those for whom the match waits."""

    sentence = mark("It is not your turn. The match waits for {users}.")


class AlreadyCounted(Refusal):
    """The same press has counted before."""

    sentence = mark("Your move has counted already.")


class BoardMovedOn(Refusal):
    """The press belongs to a board that is no longer the current one."""

    sentence = mark("The board has moved on since then. Nothing was changed.")


class BeforeRestore(Refusal):
    """The press belongs to what was posted before the database was restored from a copy."""

    sentence = mark(
        "This was posted before Salud's data was put back to an earlier moment, so it may tell of"
        " moves that are lost. Nothing was changed: `/board` posts the board as it is now."
    )


class MatchGone(NoSuchMatch):
    """A button names a match that is not there any more."""

    sentence = mark(
        "This match is no longer there: Salud's data was put back to a moment before it, or was"
        " deleted as Salud had left this server."
    )


class IllegalMove(Refusal):
    """The rules do not allow it here."""

    sentence = mark("The rules don't allow that here. Nothing was changed.")


class MatchOver(Refusal):
    """The match has ended."""

    sentence = mark("This match is over.")


class NotStarted(Refusal):
    """The match has not begun."""

    sentence = mark("This match has not begun yet.")


class NotOver(Refusal):
    """The match is still being played."""

    sentence = mark("This match is not over yet.")


class AlreadyStarted(Refusal):
    """The invitation has become a match."""

    sentence = mark("This match has begun already.")


class InvitationClosed(Refusal):
    """The invitation was called off or has expired."""

    sentence = mark("This invitation is closed.")


class NotInvited(Refusal):
    """The invitation is for others."""

    sentence = mark("This invitation is for others. `/open` makes a table for anyone.")


class NotChallenged(Refusal):
    """No challenge of this host may reach `users`, by their own wish or as they are barred.

    Which of the two it is is not told.
    """

    sentence = mark(
        "No challenges reach {users} now, so nothing was posted. `/open` makes a table for anyone."
    )


class BadWord(Refusal):
    """What was typed can't go into the dice."""

    sentence = mark(
        "A word for the dice has at most {most} letters, digits, signs and blanks on one line, and"
        " none of +, =, : and the backtick. Nothing was changed."
    )


class AlreadyIn(Refusal):
    """The user has joined before."""

    sentence = mark("You are in already.")


class NotIn(Refusal):
    """The user has not joined."""

    sentence = mark("You are not at this table.")


class TableFull(Refusal):
    """All seats are taken."""

    sentence = mark("All seats at this table are taken.")


class OnlyHost(Refusal):
    """`user` made the invitation, and only they may do this."""

    sentence = mark("Only {user}, who made the invitation, can do that.")


class HostStays(Refusal):
    """The host can't leave the own table."""

    sentence = mark("You made this invitation. Use Cancel to call it off.")


class TooFew(Refusal):
    """A match needs two."""

    sentence = mark("A match needs at least two players. Wait until somebody is in.")


class OpponentIsYou(Refusal):
    """One can't challenge oneself."""

    sentence = mark("You can't challenge yourself. `/practice` is a match against computers.")


class OpponentTwice(Refusal):
    """A person was named twice."""

    sentence = mark("Each person can sit in one seat only: somebody is named twice.")


class OpponentIsBot(Refusal):
    """Bots don't play."""

    sentence = mark("Bots don't play. `/practice` is a match against computer players.")


class OpponentGone(Refusal):
    """`users` are not in the server any more."""

    sentence = mark("{users}: not in this server any more. Nobody was challenged.")


class WrongSeats(Refusal):
    """The game isn't played by so many."""

    sentence = mark("This game is for {low} to {high} players.")


class RematchAsked(Refusal):
    """Somebody asked for the rematch before; `match` is its number."""

    sentence = mark("A rematch has been asked for already: match #{match}.")


class NobodyLeft(Refusal):
    """Whoever else played the match has been forgotten since."""

    sentence = mark("Nobody you played with is left to be asked. `/challenge` someone else.")


class Frozen(Refusal):
    """What is stored of the match does not replay."""

    sentence = mark(
        "This match is frozen: its log can't be read correctly. Nothing was changed, and whoever"
        " runs Salud finds the reason in the bot's log."
    )


class TooManyInvitations(Refusal):
    """The user has made `most` invitations that still stand."""

    sentence = mark(
        "You have {most} open invitations already. Cancel one, or wait until one is answered."
    )


class TooManyInServer(Refusal):
    """`most` invitations stand in the server."""

    sentence = mark(
        "There are {most} open invitations in this server already. Try again when one is answered."
    )


class TooManyMatches(Refusal):
    """These people are in `most` running matches of the server."""

    sentence = mark("{users}: already in {most} running matches in this server. Finish one first.")


class TooFast(Refusal):
    """The user acts faster than anybody plays."""

    sentence = mark("That was too fast. Nothing was changed: wait a moment, then try again.")


class Barred(Refusal):
    """A moderator has barred the user from playing in the server."""

    sentence = mark(
        "A moderator of this server has barred you from playing Salud here. Matches that you are"
        " in go on."
    )


class CantTakePart(Refusal):
    """`users` may not play here; that a moderator has barred them is not told to others."""

    sentence = mark(
        "{users} can't take part now, so the match did not start. Whoever is in can leave the"
        " table, and you can call it off and make another."
    )


class NotYourMove(Refusal):
    """`user` made the move, and only they may take it back."""

    sentence = mark("Only {user}, who made this move, can take it back.")


class TakenBackAlready(Refusal):
    """The same move was taken back before."""

    sentence = mark("You have taken this move back already.")


class TooLateToTakeBack(Refusal):
    """Somebody has acted since."""

    sentence = mark(
        "It is too late to take this move back: the match has gone on since. Nothing was changed."
    )


class NextIsLate(Refusal):
    """`users`, who came to act by this move, are late by now."""

    sentence = mark(
        "It is too late to take this move back: {users} came to act by it, and their time is over"
        " by now. Nothing was changed."
    )


class TakenBackOften(Refusal):
    """`most` moves of this turn were taken back, and each had called somebody."""

    sentence = mark(
        "You have taken back {most} moves in this turn, and each called somebody else. This one"
        " stands."
    )


class NothingToTakeBack(Refusal):
    """What was done last is no plain pick, or it emptied the mountain."""

    sentence = mark(
        "Only a plain pick can be taken back: no hero, no ¡Salud!, no magic, and no last die of"
        " the mountain. Nothing was changed."
    )


class PlanNow(Refusal):
    """It is the user's turn."""

    sentence = mark("It is your turn now: nothing has to be planned, choose on the board.")


class NothingToPlan(Refusal):
    """Nothing can be named ahead in this phase."""

    sentence = mark("Only while others take dice from the mountain can you plan your next turn.")


class NotPlannable(Refusal):
    """What was named can't be done in the next turn whatever happens."""

    sentence = mark(
        "Plan one die at least, of those that still lie on the mountain. Nothing was planned."
    )


class PlanTooLong(Refusal):
    """More than `most` moves were named."""

    sentence = mark("A plan names {most} dice at most. Nothing was planned.")


class NoPlan(Refusal):
    """The user has planned nothing."""

    sentence = mark("You have no plan in this match.")
