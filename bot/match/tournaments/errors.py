"""Why something about a tournament is refused; see bot/match/values/errors.py."""

from bot.match.values.errors import Refusal
from texts import mark


class NoSuchTournament(Refusal):
    sentence = mark("This server has no such tournament.")


class BrokenTournament(Refusal):
    """Its events can't be folded."""

    sentence = mark(
        "This tournament is frozen: its events can't be read correctly. Nothing changed, and "
        "whoever runs Salud will find the reason in the bot's log."
    )


class TournamentOver(Refusal):
    sentence = mark("This tournament is over.")


class TournamentNotStarted(Refusal):
    sentence = mark("This tournament hasn't started yet.")


class StartedAlready(Refusal):
    sentence = mark("This tournament has already started.")


class TooFewEntrants(Refusal):
    """It takes `least`, and `present` are there."""

    sentence = mark("A tournament takes at least {least} people, and so far there are {present}.")


class Entered(Refusal):
    sentence = mark("You're already in.")


class Waiting(Refusal):
    sentence = mark("You're already on the reserve list.")


class JoinsTooOften(Refusal):
    """The user has joined as often as they may; `at` is when they may again."""

    sentence = mark(
        "You've joined and left this tournament several times. You can join again <t:{at}:R>."
    )


class NotEntered(Refusal):
    sentence = mark("You're not in this tournament.")


class Withdrawn(Refusal):
    sentence = mark(
        "You've withdrawn from this tournament. A moderator can put you back with "
        "`/tournament substitute`."
    )


class LeftOut(Refusal):
    sentence = mark("This tournament has gone on without you, so you can't come back into it.")


class NoCheckIn(Refusal):
    sentence = mark("Check-in isn't open.")


class CheckedInAlready(Refusal):
    sentence = mark("You've already checked in. See you at the start!")


class NoSuchTable(Refusal):
    sentence = mark("This tournament has no such table.")


class DecidedByTournament(Refusal):
    sentence = mark(
        "This match is played in a tournament, where it needs a result: `/tournament adjudicate` "
        "decides it, and ends it. Nothing changed."
    )


class NotAtTable(Refusal):
    """`user` does not sit there."""

    sentence = mark("{user} doesn't sit at that table.")


class TooLate(Refusal):
    sentence = mark(
        "Somebody has already gone on from that table to the next one, so its result stands."
    )


class BuiltOn(Refusal):
    """`table`, which was seated later, would have other people."""

    sentence = mark(
        "The others have gone on in the meantime, and table {table} was made up from that. "
        "Nothing changed."
    )


class PlayedAgain(Refusal):
    """`table` is the latest match at the same table."""

    sentence = mark(
        "That table was tied and is played again: decide table {table} instead. Nothing changed."
    )


class PlaceDone(Refusal):
    """The place of `user` has no match left."""

    sentence = mark(
        "{user}'s place has no match left in this tournament, so nobody can play on there. "
        "Nothing changed."
    )


class SatElsewhere(Refusal):
    """`user` has had another seat of `match`, which is still played."""

    sentence = mark(
        "{user} has already had another seat in match #{match}, which isn't over. Decide its "
        "table first. Nothing changed."
    )


class CantBeSeated(Refusal):
    """`user` is barred or has left the server; others are not told which."""

    sentence = mark("{user} can't take part in this server right now. Nothing changed.")


class PlacesTaken(Refusal):
    """All `most` places of a league are taken."""

    sentence = mark("All {most} places of this league are taken. Nothing changed.")


class CheckInRuns(Refusal):
    """Check-in goes on until `until`, and `missing` of `all` have not answered."""

    sentence = mark(
        "Check-in is open until <t:{until}:f>, and {missing} of {all} players haven't checked in: "
        "they would be left out. The tournament starts automatically then. Nothing changed."
    )


class CheckInPromised(Refusal):
    """Check-in goes on until `until`."""

    sentence = mark(
        "Check-in is open, and players were told that they have until <t:{until}:f>. The start "
        "can only be later. Nothing changed."
    )


class StageOver(Refusal):
    sentence = mark("That part of the tournament is over, so its results stand.")


class NoReason(Refusal):
    """A reason has 1 to `most` characters."""

    sentence = mark("Say in up to {most} characters why: everybody will read it.")


class NotEntrant(Refusal):
    """`user` has no place in it."""

    sentence = mark("{user} has no place in this tournament.")


class HasPlace(Refusal):
    """`user` has a place in it."""

    sentence = mark("{user} already has a place in this tournament.")


class NothingToExtend(Refusal):
    sentence = mark("Nothing that is being played has a deadline.")


class BadExtension(Refusal):
    sentence = mark("A deadline can move by 1 hour to {most} hours.")


class BadName(Refusal):
    sentence = mark("A tournament's name has 1 to {most} characters on one line.")


class BadSeats(Refusal):
    sentence = mark("This game is played at tables of {low} to {high} here.")


class BadGame(Refusal):
    sentence = mark("This game is for one player, so it has no tournaments.")


class GameGone(Refusal):
    sentence = mark("Its game isn't installed at the moment, so it waits. Nothing changed.")


class NeedsDeadline(Refusal):
    sentence = mark(
        "Without a pace nobody is ever late, so the rounds need a deadline: choose a pace, or "
        "how many days a round lasts."
    )


class BadDays(Refusal):
    sentence = mark("A round or season lasts {low} to {high} days.")


class RoundTooShort(Refusal):
    """A round needs one turn of the pace: `least` days of a round, or of a league's season."""

    sentence = mark(
        "A round would be over before a single turn of that pace. Choose at least {least} days, or "
        "a faster pace."
    )


class BadRounds(Refusal):
    sentence = mark("A Swiss has {low} to {high} rounds.")


class BadMost(Refusal):
    sentence = mark("A tournament is for {low} to {high} people.")


class BadGroup(Refusal):
    sentence = mark("A group has {low} to {high} people, and at least one more than go on from it.")


class BadClose(Refusal):
    sentence = mark("Registration can end within {most} days from now, and not in the past.")


class BadCheckIn(Refusal):
    sentence = mark(
        "Check-in opens {low} to {high} hours before the start, so registration needs an end."
    )


class TooManyTournaments(Refusal):
    sentence = mark("This server already has {most} tournaments that aren't over. End one first.")


class FixedByNow(Refusal):
    sentence = mark(
        "It has started, so only its name, the pace and the length of the next rounds can change."
    )
