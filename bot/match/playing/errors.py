"""Why a move, a plan, or taking a move back is refused; see bot/match/errors.py."""

from bot.match.errors import Refusal
from texts import mark


class NotYourTurn(Refusal):
    """Others must act; `users` are those for whom the match waits."""

    sentence = mark("It's not your turn. The match is waiting for {users}.")


class AlreadyCounted(Refusal):
    """This very move is in the log already: the button was pressed twice."""

    sentence = mark("Your move has already counted.")


class BoardMovedOn(Refusal):
    """The press is from a board that is no longer current."""

    sentence = mark("The board has moved on. Nothing changed.")


class IllegalMove(Refusal):
    """The rules do not allow it here."""

    sentence = mark("The rules don't allow that here. Nothing changed.")


class NotYourMove(Refusal):
    """`user` made the move, and only they may take it back."""

    sentence = mark("Only {user}, who made this move, can take it back.")


class TakenBackAlready(Refusal):
    """The move that the button would take back is taken back already."""

    sentence = mark("You've already taken this move back.")


class TooLateToTakeBack(Refusal):
    """Somebody has acted since."""

    sentence = mark("Too late to take this back: the match has moved on. Nothing changed.")


class NextIsLate(Refusal):
    """`users`, whose turn it became with this move, are late by now."""

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
    """The last move can't be taken back: it was no plain pick, or it emptied the mountain."""

    sentence = mark(
        "You can only take back a plain pick: no hero, no ¡Salud!, no magic, and not the last "
        "die of the mountain. Nothing changed."
    )


class PlanNow(Refusal):
    """It is the user's turn."""

    sentence = mark("It's your turn now: no need to plan, just choose on the board.")


class NothingToPlan(Refusal):
    """Nothing can be named ahead in this phase."""

    sentence = mark(
        "You can plan your next turn only while others are taking dice from the mountain."
    )


class NotPlannable(Refusal):
    """What was named can't be legal in the next turn, whatever happens."""

    sentence = mark("Plan at least one die that is still on the mountain. Nothing was planned.")


class PlanTooLong(Refusal):
    """More than `most` moves were named."""

    sentence = mark("A plan can name up to {most} dice. Nothing was planned.")


class NoPlan(Refusal):
    """The user has planned nothing."""

    sentence = mark("You have no plan in this match.")


class NoTakingBack(Refusal):
    """The game does not let anybody take a move back."""

    sentence = mark("Moves can't be taken back in this game. Nothing changed.")


class NoPlansInGame(Refusal):
    """The game has no plans."""

    sentence = mark("You can't plan ahead in this game.")
