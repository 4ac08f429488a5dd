"""Checks that everyone who is invited can see the channel of the invitation."""

from collections.abc import Iterator, Sequence
from itertools import islice

import discord

from bot.match.log.loaded import Loaded
from bot.match.timekeeping.visibility import CheckAccess
from bot.match.timing.turn_alerts import Access
from cogs.base.mentions import mention
from cogs.interactions.context import Context
from cogs.posting.permissions import FILES, SEE, SEND, lacking
from cogs.posting.places import existing_channels
from cogs.preferences.server_settings import ServerSettings
from cogs.screens.base import BadChoice

SUGGESTED = 3


def check_opponents(
    ctx: Context,
    settings: ServerSettings,
    people: Sequence[discord.Member],
    place: discord.TextChannel | None = None,
) -> None:
    """Raise BadChoice, with channels that everyone sees, if an opponent can't see this channel, or
    `place`.

    Discord sends the permissions of members who are named in a command. It does not document them
    for private threads, so there the channel's permissions count. They also count for members who
    were fetched, because Discord sends no permissions with these.
    """
    here = place or ctx.interaction.channel
    blind = [person for person in people if not _reads(_permissions(person, here))]
    if not blind:
        return
    words = ctx.words
    lines = [
        words.say(
            "{users} can't see this channel, so the invitation would never be read. Nothing was "
            "posted.",
            users=words.listed(person.mention for person in blind),
        )
    ]
    others = list(islice(_channels(ctx, settings, people), SUGGESTED))
    if others:
        listed = words.listed(f"<#{channel}>" for channel in others)
        lines.append(
            words.say("All of you can see {channels}: challenge them there.", channels=listed)
        )
    else:
        lines.append(
            words.say("Ask someone who manages this server for a channel that all of you can see.")
        )
    raise BadChoice("\n".join(lines))


def check_forum(
    ctx: Context, forum: discord.ForumChannel, people: Sequence[discord.Member] = ()
) -> None:
    """Raise BadChoice if the host or an opponent can't see posts in the forum."""
    everyone = [*people, ctx.interaction.user]
    blind = [
        person.mention
        for person in everyone
        if isinstance(person, discord.Member) and not _reads(forum.permissions_for(person))
    ]
    if blind:
        raise BadChoice(
            ctx.words.say(
                "Matches in this server are posted in <#{forum}>, which {users} can't see. Nothing "
                "was posted: ask someone who manages this server.",
                forum=forum.id,
                users=ctx.words.listed(blind),
            )
        )


async def check_rematch(
    ctx: Context, loaded: Loaded, check_access: CheckAccess, channel: int
) -> None:
    """Raise BadChoice if a player can't see this channel, or the posts of this forum."""
    record, words = loaded.record, ctx.words
    blind = [
        user
        for user in loaded.roster.people
        if user != ctx.user
        and (await check_access(record.guild, channel, user)).access is Access.NO
    ]
    if blind:
        raise BadChoice(
            words.say(
                "{users} can't see <#{channel}> any more, so the invitation would never be read. "
                "Nothing was posted: use `/challenge` in a channel that all of you can see.",
                users=words.listed(mention(user, words) for user in blind),
                channel=channel,
            )
        )


def sees(guild: discord.Guild | None, channel: int, member: object) -> bool:
    """Return whether a member can read a channel; unknown channels count as readable."""
    place = None if guild is None else guild.get_channel(channel)
    if place is None or not isinstance(member, discord.Member):
        return True
    return _reads(place.permissions_for(member))


def _permissions(person: discord.Member, place: object) -> discord.Permissions | None:
    if person.resolved_permissions is not None:
        return person.resolved_permissions
    if isinstance(place, discord.Thread):
        place = place.parent
    return place.permissions_for(person) if isinstance(place, discord.abc.GuildChannel) else None


def _reads(permissions: discord.Permissions | None) -> bool:
    return permissions is None or (permissions.view_channel and permissions.read_message_history)


def _channels(
    ctx: Context, settings: ServerSettings, people: Sequence[discord.Member]
) -> Iterator[int]:
    guild, host = ctx.interaction.guild, ctx.interaction.user
    if guild is None or guild.me is None or not isinstance(host, discord.Member):
        return
    open_to = existing_channels(guild, settings.channels)
    for channel in guild.text_channels:
        everyone = (channel.permissions_for(person) for person in (host, *people))
        if (
            (not open_to or channel.id in open_to)
            and not lacking(channel.permissions_for(guild.me), (SEE, SEND, FILES))
            and all(
                _reads(permissions) and permissions.use_application_commands
                for permissions in everyone
            )
        ):
            yield channel.id
