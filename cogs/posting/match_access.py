"""Who can look at a match, and join it: asked of every interaction that names a match.

A message that stays in a channel has many readers: `in_channel` says whether it can name a match.
"""

from typing import Protocol

import discord

from bot.match.daily.service import DayAccess
from bot.match.log.records import Record
from bot.match.log.roster import Roster
from bot.match.values.errors import refusal
from texts import Words

# The match is played in a place that the user can't see.
UnseenMatch = refusal(
    "UnseenMatch",
    "Match #{match} is played in a channel that you can't see, so only its players and those "
    "who see the channel can look at it or join it.",
)
# Discord didn't say whether the user can see the place.
SightUnknown = refusal(
    "SightUnknown",
    "I can't find out right now if you can see the channel of match #{match}. Nothing changed: "
    "try again in a minute.",
)


def hidden_line(count: int, words: Words) -> str:
    """Return the line in place of matches that a message can't name."""
    return words.count(
        "🔒 {count} match where not everyone here can look",
        "🔒 {count} matches where not everyone here can look",
        count,
    )


def readers_of(record: Record) -> int:
    """Return the channel or thread whose readers can read where a match is played.

    A thread that was made from the match's invitation is public, and has the id of that message.
    """
    return record.channel if record.place in (None, record.invitation) else record.place


class Sight(Protocol):
    """Knows which places a member can see."""

    async def views(self, user: discord.User | discord.Member, place: int) -> bool | None:
        """Return whether the user can read the channel or thread; None if Discord doesn't say.

        False if it is gone, unless the user sees every channel of the server.
        """

    async def open_to_readers(self, channel: int, place: int) -> bool:
        """Return whether everyone who sees the channel or thread can read the place.

        False if Discord doesn't say, if either is gone, and of a private thread.
        """


class MatchAccess:
    """Opens a match to its players, and to members who can see where it is played."""

    def __init__(self, days: DayAccess, sight: Sight) -> None:
        self._days = days
        self._sight = sight

    async def check(self, interaction: discord.Interaction, record: Record, roster: Roster) -> None:
        """Raise NoSuchMatch, SecretUntilDayEnds, UnseenMatch or SightUnknown unless the user may
        look at the match in the server of the interaction.

        A puzzle of the day has no place: DayAccess alone decides. People who were invited count as
        players, and so do those who have lost their seat.
        """
        await self._days.check(record, roster, interaction.user.id, interaction.guild_id)
        sees = await self.sees(interaction, record, roster)
        if sees is None:
            raise SightUnknown(match=record.id)
        if not sees:
            raise UnseenMatch(match=record.id)

    async def sees(
        self, interaction: discord.Interaction, record: Record, roster: Roster
    ) -> bool | None:
        """Return whether the user is a player or can see where the match is played; None if that
        is not known."""
        user = interaction.user.id
        players = {roster.host, *roster.invited, *roster.joined, *roster.had_part}
        if record.day is not None or user in players:
            return True
        place = record.place or record.channel
        if interaction.channel_id == place:
            return True
        return await self._sight.views(interaction.user, place)

    async def in_channel(self, channel: int, record: Record) -> bool:
        """Return whether a message that stays in a channel or thread can name a match.

        It can if everyone who sees the channel can read where the match is played.
        """
        place = record.place or record.channel
        if record.day is not None or channel in (place, readers_of(record)):
            return True
        return await self._sight.open_to_readers(channel, readers_of(record))
