"""Refusals about tournaments; see bot/match/values/errors.py."""

from bot.match.values.errors import refusal

NoSuchTournament = refusal("NoSuchTournament", "This server has no such tournament.")
TournamentGone = refusal(
    "TournamentGone",
    "This tournament is gone: Salud's data went back to a time before it, or it was deleted when "
    "Salud left this server.",
    NoSuchTournament,
)
# Its events can't be folded.
BrokenTournament = refusal(
    "BrokenTournament",
    "This tournament is frozen: its events can't be read correctly. Nothing changed, and "
    "whoever runs Salud will find the reason in the bot's log.",
)
TournamentOver = refusal("TournamentOver", "This tournament is over.")
TournamentNotStarted = refusal("TournamentNotStarted", "This tournament hasn't started yet.")
StartedAlready = refusal("StartedAlready", "This tournament has already started.")
# Too few players: `present` of at least `least`.
TooFewEntrants = refusal(
    "TooFewEntrants", "A tournament takes at least {least} people, and so far there are {present}."
)
Entered = refusal("Entered", "You're already in.")
Waiting = refusal("Waiting", "You're already on the reserve list.")
# The user has joined too often, and can join again at `at`.
JoinsTooOften = refusal(
    "JoinsTooOften",
    "You've joined and left this tournament several times. You can join again <t:{at}:R>.",
)
NotEntered = refusal("NotEntered", "You're not in this tournament.")
Withdrawn = refusal(
    "Withdrawn",
    "You've withdrawn from this tournament. A moderator can put you back with "
    "`/tournament substitute`.",
)
LeftOut = refusal(
    "LeftOut", "This tournament has gone on without you, so you can't come back into it."
)
NoCheckIn = refusal("NoCheckIn", "Check-in isn't open.")
CheckedInAlready = refusal("CheckedInAlready", "You've already checked in. See you at the start!")
NoSuchTable = refusal("NoSuchTable", "This tournament has no such table.")
DecidedByTournament = refusal(
    "DecidedByTournament",
    "This match is played in a tournament, where it needs a result: `/tournament adjudicate` "
    "decides it, and ends it. Nothing changed.",
)
# `user` is not at that table.
NotAtTable = refusal("NotAtTable", "{user} doesn't sit at that table.")
TooLate = refusal(
    "TooLate", "Somebody has already gone on from that table to the next one, so its result stands."
)
# `table`, which was seated later, would have other players.
BuiltOn = refusal(
    "BuiltOn",
    "The others have gone on in the meantime, and table {table} was made up from that. "
    "Nothing changed.",
)
# `table` is the latest match at the same table.
PlayedAgain = refusal(
    "PlayedAgain",
    "That table was tied and is played again: decide table {table} instead. Nothing changed.",
)
# The place of `user` has no match left.
PlaceDone = refusal(
    "PlaceDone",
    "{user}'s place has no match left in this tournament, so nobody can play on there. "
    "Nothing changed.",
)
# `user` has had another seat of `match`, which is still running.
SatElsewhere = refusal(
    "SatElsewhere",
    "{user} has already had another seat in match #{match}, which isn't over. Decide its "
    "table first. Nothing changed.",
)
# `user` is barred or has left the server. The sentence does not reveal which.
CantBeSeated = refusal(
    "CantBeSeated", "{user} can't take part in this server right now. Nothing changed."
)
# All `most` places of a league are taken.
PlacesTaken = refusal("PlacesTaken", "All {most} places of this league are taken. Nothing changed.")
# Check-in is open until `until`, and `missing` of `all` players have not answered.
CheckInRuns = refusal(
    "CheckInRuns",
    "Check-in is open until <t:{until}:f>, and {missing} of {all} players haven't checked in: "
    "they would be left out. The tournament starts automatically then. Nothing changed.",
)
# Check-in is open until `until`.
CheckInPromised = refusal(
    "CheckInPromised",
    "Check-in is open, and players were told that they have until <t:{until}:f>. The start "
    "can only be later. Nothing changed.",
)
StageOver = refusal("StageOver", "That part of the tournament is over, so its results stand.")
# A reason has 1 to `most` characters.
NoReason = refusal("NoReason", "Say in up to {most} characters why: everybody will read it.")
# `user` has no place in the tournament.
NotEntrant = refusal("NotEntrant", "{user} has no place in this tournament.")
# `user` has a place in the tournament.
HasPlace = refusal("HasPlace", "{user} already has a place in this tournament.")
NothingToExtend = refusal("NothingToExtend", "Nothing that is being played has a deadline.")
BadExtension = refusal("BadExtension", "A deadline can move by 1 hour to {most} hours.")
BadName = refusal("BadName", "A tournament's name has 1 to {most} characters on one line.")
BadSeats = refusal("BadSeats", "This game is played at tables of {low} to {high} here.")
BadGame = refusal("BadGame", "This game is for one player, so it has no tournaments.")
GameGone = refusal(
    "GameGone", "Its game isn't installed at the moment, so it waits. Nothing changed."
)
NeedsDeadline = refusal(
    "NeedsDeadline",
    "Without a pace nobody is ever late, so the rounds need a deadline: choose a pace, or "
    "how many days a round lasts.",
)
BadDays = refusal("BadDays", "A round or season lasts {low} to {high} days.")
# A round, or a league's season, needs `least` days for one turn of the pace in each round.
RoundTooShort = refusal(
    "RoundTooShort",
    "A round would be over before a single turn of that pace. Choose at least {least} days, or "
    "a faster pace.",
)
BadRounds = refusal("BadRounds", "A Swiss has {low} to {high} rounds.")
BadMost = refusal("BadMost", "A tournament is for {low} to {high} people.")
BadGroup = refusal(
    "BadGroup", "A group has {low} to {high} people, and at least one more than go on from it."
)
BadClose = refusal(
    "BadClose", "Registration can end within {most} days from now, and not in the past."
)
BadCheckIn = refusal(
    "BadCheckIn",
    "Check-in opens {low} to {high} hours before the start, so registration needs an end.",
)
TooManyTournaments = refusal(
    "TooManyTournaments",
    "This server already has {most} tournaments that aren't over. End one first.",
)
FixedByNow = refusal(
    "FixedByNow",
    "It has started, so only its name, the pace and the length of the next rounds can change.",
)
