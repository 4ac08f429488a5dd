"""Refusals, each with the sentence that its user reads. A refusal changes nothing.

This module has the base class and the refusals that several topics share. Every topic has an
`errors.py` for its own.
`sentence` is a message of the catalogue, with `values` put into it. Values that name people are
user ids under the keys `users` or `user`, which the caller turns into names.
"""

from texts import mark


class Refusal(Exception):
    """Why the match service does not do what a user asked for."""

    sentence = mark("You can't do that right now.")

    def __init__(self, **values: object) -> None:
        super().__init__(type(self).__name__)
        self.values = values


class NoSuchMatch(Refusal):
    sentence = mark("This server has no such match.")


class NotInMatch(Refusal):
    sentence = mark("You're not in this match. Watch it as long as you like!")


class BeforeRestore(Refusal):
    sentence = mark(
        "This was posted before Salud's data was restored from a backup, so it may show moves "
        "that are lost. Nothing changed: `/board` posts the current board."
    )


class MatchGone(NoSuchMatch):
    sentence = mark(
        "This match is gone: Salud's data was restored to a time before it, or it was deleted "
        "when Salud left this server."
    )


class MatchOver(Refusal):
    sentence = mark("This match is over.")


class NotStarted(Refusal):
    sentence = mark("This match hasn't started yet.")


class NotOver(Refusal):
    sentence = mark("This match isn't over yet.")


class Frozen(Refusal):
    sentence = mark(
        "This match is frozen: its log can't be read correctly. Nothing changed, and whoever "
        "runs Salud will find the reason in the bot's log."
    )


class TooFast(Refusal):
    sentence = mark("That was too fast. Nothing changed: wait a moment, then try again.")


class SecretUntilOver(Refusal):
    sentence = mark(
        "Players hold something hidden in this match, so you can see that once it's over."
    )


class LuckNotCompared(Refusal):
    sentence = mark("This game doesn't say how lucky anyone was.")


class InvitationClosed(Refusal):
    sentence = mark("This invitation is closed.")


class BadWord(Refusal):
    sentence = mark(
        "Your word can have up to {most} letters, digits, signs and spaces on one line, but no "
        "+, =, : or backtick. Nothing changed."
    )


class AlreadyIn(Refusal):
    sentence = mark("You're already in.")


class TooManyMatches(Refusal):
    """These people are in `most` running matches of the server."""

    sentence = mark("{users}: already in {most} running matches in this server. Finish one first.")


class BadDay(Refusal):
    # Translators: {example} is a day such as 2026-11-21; `yesterday` can be typed as it is.
    sentence = mark("Name a day that has begun like this: `{example}`, or `yesterday`.")


class DayOver(Refusal):
    sentence = mark(
        "That day is over: your puzzle counts as it stood at the end. "
        "Nothing changed, and `/daily` has the new one."
    )


class SecretUntilDayEnds(Refusal):
    # Translators: {until} is when the day ends, such as "in 3 hours".
    sentence = mark(
        "Everybody plays with the same dice today, so you can see that when the day is over: "
        "<t:{until}:R>."
    )


class NoGivingUp(Refusal):
    sentence = mark(
        "There's no need to give up the puzzle of the day: leave it whenever you like, and it "
        "counts as it stands when the day is over."
    )
