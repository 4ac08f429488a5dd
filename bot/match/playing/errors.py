"""Why a move, a plan, or taking a move back is refused; see bot/match/values/errors.py."""

from bot.match.values.errors import Refusal
from texts import mark


class NotYourTurn(Refusal):
    """Others must act; `users` are those for whom the match waits."""

    sentence = mark("It's not your turn. The match is waiting for {users}.")


class AlreadyCounted(Refusal):
    sentence = mark("Your move has already counted.")


class BoardMovedOn(Refusal):
    sentence = mark("The board has moved on. Nothing changed.")


class IllegalMove(Refusal):
    sentence = mark("The rules don't allow that here. Nothing changed.")


class NotYourMove(Refusal):
    """`user` made the move, and only they may take it back."""

    sentence = mark("Only {user}, who made this move, can take it back.")


class TakenBackAlready(Refusal):
    sentence = mark("You've already taken this move back.")


class TooLateToTakeBack(Refusal):
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
    sentence = mark(
        "You can only take back a plain pick: no hero, no ¡Salud!, no magic, and not the last "
        "die of the mountain. Nothing changed."
    )


class PlanNow(Refusal):
    sentence = mark("It's your turn now: no need to plan, just choose on the board.")


class NothingToPlan(Refusal):
    sentence = mark(
        "You can plan your next turn only while others are taking dice from the mountain."
    )


class NotPlannable(Refusal):
    sentence = mark("Plan at least one die that is still on the mountain. Nothing was planned.")


class PlanTooLong(Refusal):
    """More than `most` moves were named."""

    sentence = mark("A plan can name up to {most} dice. Nothing was planned.")


class NoPlan(Refusal):
    sentence = mark("You have no plan in this match.")


class NoTakingBack(Refusal):
    sentence = mark("Moves can't be taken back in this game. Nothing changed.")


class NoPlansInGame(Refusal):
    sentence = mark("You can't plan ahead in this game.")
