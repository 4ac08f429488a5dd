"""Each refusal with its sentence. A refusal changes nothing.

`sentence` is a message of the catalogue; `values` are put into it. Values that name people are
user ids under the keys `users` or `user`: who shows the sentence turns them into names.
"""

from texts import mark


class Refusal(Exception):
    """What the match service does not do, and why; shown to the one who asked."""

    sentence = mark("You can't do that right now.")

    def __init__(self, **values: object) -> None:
        super().__init__(type(self).__name__)
        self.values = values


class NoSuchMatch(Refusal):
    """There is no such match here."""

    sentence = mark("This server has no such match.")


class NotInMatch(Refusal):
    """The user holds no seat in the match."""

    sentence = mark("You're not in this match. Watch it as long as you like!")


class NotYourTurn(Refusal):
    """Others must act; `users` are those for whom the match waits."""

    sentence = mark("It's not your turn. The match is waiting for {users}.")


class AlreadyCounted(Refusal):
    """The same press has counted before."""

    sentence = mark("Your move has already counted.")


class BoardMovedOn(Refusal):
    """The press belongs to a board that is no longer the current one."""

    sentence = mark("The board has moved on. Nothing changed.")


class BeforeRestore(Refusal):
    """The press belongs to what was posted before the database was restored from a copy."""

    sentence = mark(
        "This was posted before Salud's data was restored from a backup, so it may show moves "
        "that are lost. Nothing changed: `/board` posts the current board."
    )


class MatchGone(NoSuchMatch):
    """A button names a match that is not there any more."""

    sentence = mark(
        "This match is gone: Salud's data was restored to a time before it, or it was deleted "
        "when Salud left this server."
    )


class IllegalMove(Refusal):
    """The rules do not allow it here."""

    sentence = mark("The rules don't allow that here. Nothing changed.")


class MatchOver(Refusal):
    """The match has ended."""

    sentence = mark("This match is over.")


class NotStarted(Refusal):
    """The match has not begun."""

    sentence = mark("This match hasn't started yet.")


class NotOver(Refusal):
    """The match is still being played."""

    sentence = mark("This match isn't over yet.")


class AlreadyStarted(Refusal):
    """The invitation has become a match."""

    sentence = mark("This match has already started.")


class InvitationClosed(Refusal):
    """The invitation was called off or has expired."""

    sentence = mark("This invitation is closed.")


class NotInvited(Refusal):
    """The invitation is for others."""

    sentence = mark(
        "This invitation is for someone else. `/open` starts a table that anyone can join."
    )


class NotChallenged(Refusal):
    """`users` can't be challenged by this host: they refuse it, or are barred.

    Which of the two it is is not told.
    """

    sentence = mark(
        "No challenges reach {users} right now, so nothing was posted. `/open` starts a table "
        "that anyone can join."
    )


class BadWord(Refusal):
    """What was typed can't go into the dice."""

    sentence = mark(
        "Your word can have up to {most} letters, digits, signs and spaces on one line, but no "
        "+, =, : or backtick. Nothing changed."
    )


class AlreadyIn(Refusal):
    """The user has joined before."""

    sentence = mark("You're already in.")


class NotIn(Refusal):
    """The user has not joined."""

    sentence = mark("You're not at this table.")


class TableFull(Refusal):
    """All seats are taken."""

    sentence = mark("This table is full.")


class OnlyHost(Refusal):
    """`user` made the invitation, and only they may do this."""

    sentence = mark("Only {user}, who made the invitation, can do that.")


class HostStays(Refusal):
    """The host can't leave the own table."""

    sentence = mark("This is your own invitation. Press Cancel to call it off.")


class TooFew(Refusal):
    """A match needs two."""

    sentence = mark("A match needs at least two players. Wait until someone joins.")


class OpponentIsYou(Refusal):
    """One can't challenge oneself."""

    sentence = mark("You can't challenge yourself. `/practice` starts a match against computers.")


class OpponentTwice(Refusal):
    """A person was named twice."""

    sentence = mark("Each player gets one seat, and you named someone twice.")


class OpponentIsBot(Refusal):
    """Bots don't play."""

    sentence = mark("Bots don't play. `/practice` starts a match against computers.")


class OpponentGone(Refusal):
    """`users` are not in the server any more."""

    sentence = mark("{users}: no longer in this server. Nobody was challenged.")


class WrongSeats(Refusal):
    """The game isn't played by so many."""

    sentence = mark("This game is for {low} to {high} players.")


class RematchAsked(Refusal):
    """Somebody asked for the rematch before; `match` is its number."""

    sentence = mark("Someone has already asked for a rematch: match #{match}.")


class NobodyLeft(Refusal):
    """Whoever else played the match has been forgotten since."""

    sentence = mark("There's nobody left to ask for a rematch. `/challenge` someone else.")


class Frozen(Refusal):
    """What is stored of the match does not replay."""

    sentence = mark(
        "This match is frozen: its log can't be read correctly. Nothing changed, and whoever "
        "runs Salud will find the reason in the bot's log."
    )


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


class TooManyMatches(Refusal):
    """These people are in `most` running matches of the server."""

    sentence = mark("{users}: already in {most} running matches in this server. Finish one first.")


class TooFast(Refusal):
    """The user acts faster than anybody plays."""

    sentence = mark("That was too fast. Nothing changed: wait a moment, then try again.")


class Barred(Refusal):
    """A moderator has barred the user from playing in the server."""

    sentence = mark(
        "A moderator has barred you from Salud in this server. Your running matches go on."
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

    sentence = mark("You've already taken this move back.")


class TooLateToTakeBack(Refusal):
    """Somebody has acted since."""

    sentence = mark("Too late to take this back: the match has moved on. Nothing changed.")


class NextIsLate(Refusal):
    """`users`, who came to act by this move, are late by now."""

    sentence = mark(
        "Too late to take this back: it called {users}, and their time is up. Nothing changed."
    )


class TakenBackOften(Refusal):
    """`most` moves of this turn were taken back, and each had called somebody."""

    sentence = mark(
        "You've taken back {most} moves this turn, and each one called another player. This one "
        "stands."
    )


class NothingToTakeBack(Refusal):
    """What was done last is no plain pick, or it emptied the mountain."""

    sentence = mark(
        "You can only take back a plain pick: no hero, no ¡Salud!, no magic, and not the last "
        "die of the mountain. Nothing changed."
    )


class NoTakingBack(Refusal):
    """The game does not let anybody take a move back."""

    sentence = mark("Moves can't be taken back in this game. Nothing changed.")


class SecretUntilOver(Refusal):
    """It would show what players hold hidden in a match that goes on."""

    sentence = mark(
        "Players hold something hidden in this match, so you can see that once it's over."
    )


class LuckNotCompared(Refusal):
    """The game does not compare its luck with an average."""

    sentence = mark("This game doesn't say how lucky anyone was.")


class NoPlansInGame(Refusal):
    """The game has no plans."""

    sentence = mark("You can't plan ahead in this game.")


class PlanNow(Refusal):
    """It is the user's turn."""

    sentence = mark("It's your turn now: no need to plan, just choose on the board.")


class NothingToPlan(Refusal):
    """Nothing can be named ahead in this phase."""

    sentence = mark(
        "You can plan your next turn only while others are taking dice from the mountain."
    )


class NotPlannable(Refusal):
    """What was named can't be done in the next turn whatever happens."""

    sentence = mark("Plan at least one die that is still on the mountain. Nothing was planned.")


class PlanTooLong(Refusal):
    """More than `most` moves were named."""

    sentence = mark("A plan can name up to {most} dice. Nothing was planned.")


class NoPlan(Refusal):
    """The user has planned nothing."""

    sentence = mark("You have no plan in this match.")
