"""Refusals about invitations, tables and rematches; see bot/match/values/errors.py."""

from bot.match.values.errors import Refusal, refusal
from texts import mark

AlreadyStarted = refusal("AlreadyStarted", "This match has already started.")
NotInvited = refusal(
    "NotInvited",
    "This invitation is for someone else. `/open` starts a table that anyone can join.",
)
# `users` refuse challenges of this host, or are barred. The sentence does not reveal which.
NotChallenged = refusal(
    "NotChallenged",
    "No challenges reach {users} right now, so nothing was posted. `/open` starts a table "
    "that anyone can join.",
)
NotIn = refusal("NotIn", "You're not at this table.")
TableFull = refusal("TableFull", "This table is full.")
# Computers would have all seats but the host's.
NoSeatFree = refusal(
    "NoSeatFree",
    "That leaves no seat for anyone else. `/practice` starts a match against computers.",
)
# An invited player has not answered, so a seat is reserved.
StillAsked = refusal(
    "StillAsked", "Not everyone has answered yet, so no seat is free for a computer."
)
# `user` is the host.
OnlyHost = refusal("OnlyHost", "Only {user}, who made the invitation, can do that.")
HostStays = refusal("HostStays", "This is your own invitation. Press Cancel to call it off.")
TooFew = refusal("TooFew", "A match needs at least two players. Wait until someone joins.")
OpponentIsYou = refusal(
    "OpponentIsYou", "You can't challenge yourself. `/practice` starts a match against computers."
)
OpponentTwice = refusal("OpponentTwice", "Each player gets one seat, and you named someone twice.")
OpponentIsBot = refusal(
    "OpponentIsBot", "Bots don't play. `/practice` starts a match against computers."
)
# `users` have left the server.
OpponentGone = refusal("OpponentGone", "{users}: no longer in this server. Nobody was challenged.")


class WrongSeats(Refusal):
    sentence = mark("This game is for {low} to {high} players.")

    def __init__(self, low: int, high: int) -> None:
        super().__init__(low=low, high=high)
        if high == 1:
            self.sentence = mark("This game is for one player. `/practice` starts it.")
        elif low == high:
            self.sentence = mark("This game is for exactly {low} players.")


# `match` is the number of the existing rematch.
RematchAsked = refusal("RematchAsked", "Someone has already asked for a rematch: match #{match}.")
NobodyLeft = refusal(
    "NobodyLeft", "There's nobody left to ask for a rematch. `/challenge` someone else."
)
# The user has `most` open invitations.
TooManyInvitations = refusal(
    "TooManyInvitations",
    "You already have {most} open invitations. Wait for an answer, or cancel one: press "
    "Decline or Leave on it.",
)
# The server has `most` open invitations.
TooManyInServer = refusal(
    "TooManyInServer",
    "This server already has {most} open invitations. Try again when one is answered.",
)
