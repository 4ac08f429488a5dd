"""Who can look at a match, and join it: asked of every interaction that names a match."""

from typing import Protocol

import discord

from bot.match.daily.access import DayAccess
from bot.match.errors import Refusal
from bot.match.records import Record
from bot.match.roster import Roster
from texts import mark


class UnseenMatch(Refusal):
    """The match is played in a place that the user can't see."""

    sentence = mark(
        "Match #{match} is played in a channel that you can't see, so only its players and those "
        "who see the channel can look at it or join it."
    )


class SightUnknown(Refusal):
    """Discord didn't say whether the user can see the place."""

    sentence = mark(
        "I can't find out right now if you can see the channel of match #{match}. Nothing changed: "
        "try again in a minute."
    )


class Sight(Protocol):
    """Knows which places a member can see."""

    async def views(self, user: discord.User | discord.Member, place: int) -> bool | None:
        """Return whether the user can read the channel or thread; None if Discord doesn't say.

        False if it is gone, unless the user sees every channel of the server.
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
