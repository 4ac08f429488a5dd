"""Access to matches, checked for every interaction that names one.

A message that stays in a channel has many readers; `in_channel` decides whether it can name a
match.
"""

import discord

from bot.match.daily.service import DailyService
from bot.match.log.records import Record, Status
from bot.match.log.roster import Roster
from bot.match.values.errors import refusal
from cogs.base.incomplete import server_of
from cogs.posting.visibility import DiscordVisibility
from texts import Words

# The match is played in a place that the user can't see.
UnseenMatch = refusal(
    "UnseenMatch",
    "Match #{match} is played in a channel that you can't see, so only its players and those "
    "who see the channel can look at it or join it.",
)
# The match is private practice of another player.
PrivateMatch = refusal(
    "PrivateMatch",
    "Match #{match} is private practice: only its player can look at it, until they share it.",
)
# Discord didn't say whether the user can see the place.
SightUnknown = refusal(
    "SightUnknown",
    "I can't find out right now if you can see the channel of match #{match}. Nothing changed: "
    "try again in a minute.",
)


def hidden_line(count: int, words: Words) -> str:
    return words.count(
        "🔒 {count} match where not everyone here can look",
        "🔒 {count} matches where not everyone here can look",
        count,
    )


def readers_of(record: Record) -> int:
    """Return the channel or thread whose readers can read the match's place.

    A thread with the id of the invitation was created from it, and is as public as its channel; a
    post has that id, too, and is as public as its forum.
    """
    return record.room if record.place in (None, record.invitation) else record.place


class MatchAccess:
    def __init__(self, daily: DailyService, visibility: DiscordVisibility) -> None:
        self._daily = daily
        self._visibility = visibility

    async def check(self, interaction: discord.Interaction, record: Record, roster: Roster) -> None:
        """Raise NoSuchMatch, SecretUntilDayEnds, PrivateMatch, UnseenMatch or SightUnknown if the
        user must not see the match.

        Invited people and people who have lost their seat count as players.
        """
        shared = record.private and record.day is None and interaction.channel_id == record.place
        await self._daily.check_access(
            record,
            roster,
            interaction.user.id,
            server_of(interaction),
            shared=shared and roster.status is Status.OVER,
        )
        sees = await self.sees(interaction, record, roster)
        if sees is None:
            raise SightUnknown(match=record.id)
        if not sees:
            raise (PrivateMatch if record.private else UnseenMatch)(match=record.id)

    async def sees(
        self, interaction: discord.Interaction, record: Record, roster: Roster
    ) -> bool | None:
        user = interaction.user.id
        players = {roster.host, *roster.invited, *roster.joined, *roster.had_part}
        if record.day is not None or user in players:
            return True
        if record.private and (record.place is None or roster.status is not Status.OVER):
            return False
        place = record.place or record.channel
        if interaction.channel_id == place:
            return True
        return await self._visibility.views(interaction.user, place)

    async def in_channel(self, channel: int, record: Record) -> bool:
        """Return whether a message in this channel can name a match, because all readers can see
        its place.
        """
        if record.private:
            if record.day is not None:
                return True
            if record.place is None:  # its player has shared nothing
                return False
        place = record.place or record.channel
        if channel in (place, readers_of(record)):
            return True
        return await self._visibility.open_to_readers(channel, readers_of(record))
