"""Refusals, each with the sentence that its user reads. A refusal changes nothing.

This module has the base class and the refusals that several topics share. Every topic has an
`errors.py` for its own. A comment above a refusal explains its values if the sentence doesn't.
`sentence` is a message of the translation catalogue, filled in with `values`. Values that name
people are user ids under the keys `users` or `user`, which the caller turns into names.
"""

from texts import mark


class Refusal(Exception):
    sentence = mark("You can't do that right now.")

    def __init__(self, **values: object) -> None:
        super().__init__(type(self).__name__)
        self.values = values


def refusal(name: str, sentence: str, base: type[Refusal] = Refusal) -> type[Refusal]:
    """Declare a kind of refusal. `name` equals the variable's name, and appears in logs and
    metrics.

    The message extractor recognises this call, so `sentence` must be a literal and needs no `mark`.
    """
    return type(name, (base,), {"sentence": sentence})


NoSuchMatch = refusal("NoSuchMatch", "This server has no such match.")
# Outside servers, a user names a match in which they had no part.
MatchElsewhere = refusal(
    "MatchElsewhere", "Here you can look only at matches in which you played.", NoSuchMatch
)
NotInMatch = refusal("NotInMatch", "You're not in this match. Watch it as long as you like!")
BeforeRestore = refusal(
    "BeforeRestore",
    "This was posted before Salud's data went back to an earlier state, so it may show moves "
    "that are lost. Nothing changed: `/board` posts the current board.",
)
MatchGone = refusal(
    "MatchGone",
    "This match is gone: Salud's data went back to a time before it, or it was deleted when "
    "Salud left this server.",
    NoSuchMatch,
)
MatchOver = refusal("MatchOver", "This match is over.")
NotStarted = refusal("NotStarted", "This match hasn't started yet.")
NotOver = refusal("NotOver", "This match isn't over yet.")
# `match` is its number.
Frozen = refusal(
    "Frozen",
    "This match is frozen: its log can't be read correctly. Nothing changed, and whoever "
    "runs Salud will find the reason in the bot's log.",
)
EndedUnread = refusal(
    "EndedUnread",
    "A moderator ended this match without a result. Its log can't be read correctly, so it can't "
    "be shown.",
    Frozen,
)
ClosedUnread = refusal("ClosedUnread", "This invitation is closed.", Frozen)
TooFast = refusal("TooFast", "That was too fast. Nothing changed: wait a moment, then try again.")
InvitationClosed = refusal("InvitationClosed", "This invitation is closed.")
BadWord = refusal(
    "BadWord",
    "Your word can have up to {most} letters, digits, signs and spaces on one line, but no "
    "+, =, : or backtick. Nothing changed.",
)
AlreadyIn = refusal("AlreadyIn", "You're already in.")
# `users` are in `most` running matches of the server.
TooManyMatches = refusal(
    "TooManyMatches", "{users}: already in {most} running matches in this server. Finish one first."
)
# Translators: {example} is a day such as 2026-11-21; `yesterday` can be typed as it is.
BadDay = refusal("BadDay", "Name a day that has begun like this: `{example}`, or `yesterday`.")
DayOver = refusal(
    "DayOver",
    "That day is over: your puzzle counts as it stood at the end. "
    "Nothing changed, and `/daily` has the new one.",
)
# Translators: {until} is when the day ends, such as "in 3 hours".
SecretUntilDayEnds = refusal(
    "SecretUntilDayEnds",
    "Everybody plays with the same dice today, so you can see that when the day is over: "
    "<t:{until}:R>.",
)
NoGivingUp = refusal(
    "NoGivingUp",
    "There's no need to give up the puzzle of the day: leave it whenever you like, and it "
    "counts as it stands when the day is over.",
)
