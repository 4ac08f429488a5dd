"""Refusals of moves, plans and taking back; see bot/match/values/errors.py."""

from bot.match.values.errors import refusal

# The match waits for `users`.
NotYourTurn = refusal("NotYourTurn", "It's not your turn. The match is waiting for {users}.")
AlreadyCounted = refusal("AlreadyCounted", "Your move has already counted.")
BoardMovedOn = refusal("BoardMovedOn", "The board has moved on. Nothing changed.")
IllegalMove = refusal("IllegalMove", "The rules don't allow that here. Nothing changed.")
# `user` made the move.
NotYourMove = refusal("NotYourMove", "Only {user}, who made this move, can take it back.")
TakenBackAlready = refusal("TakenBackAlready", "You've already taken this move back.")
TooLateToTakeBack = refusal(
    "TooLateToTakeBack", "Too late to take this back: the match has moved on. Nothing changed."
)
# `users`, whose turns began with this move, are late by now.
NextIsLate = refusal(
    "NextIsLate",
    "Too late to take this back: it called {users}, and their time is up. Nothing changed.",
)
# The user took back `most` moves of this turn, each of which had pinged another player.
TakenBackOften = refusal(
    "TakenBackOften",
    "You've taken back {most} moves this turn, and each one called another player. This one "
    "stands.",
)
NothingToTakeBack = refusal(
    "NothingToTakeBack",
    "You can only take back a plain pick: no hero, no ¡Salud!, no magic, and not the last "
    "die of the mountain. Nothing changed.",
)
PlanNow = refusal("PlanNow", "It's your turn now: no need to plan, just choose on the board.")
NothingToPlan = refusal(
    "NothingToPlan",
    "You can plan your next turn only while others are taking dice from the mountain.",
)
NotPlannable = refusal(
    "NotPlannable", "Plan at least one die that is still on the mountain. Nothing was planned."
)
# The plan has more than `most` moves.
PlanTooLong = refusal("PlanTooLong", "A plan can name up to {most} dice. Nothing was planned.")
NoPlan = refusal("NoPlan", "You have no plan in this match.")
NoPlansInGame = refusal("NoPlansInGame", "You can't plan ahead in this game.")
