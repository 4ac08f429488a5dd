"""Compares the readers of two channels, by roles and overwrites alone.

The bot has no list of members, and a member can have any set of roles. So a place is open to the
readers of a channel if no set of roles, alone or with a member's own overwrite, opens the channel
but not the place. Sets of up to two roles suffice: a member needs at most one role that shows the
channel and one that hides the place. Any further role could only show the place or hide the
channel. Roles with the same effect count once.
"""

from dataclasses import dataclass
from itertools import combinations_with_replacement

import discord

VIEW = "view_channel"
READING = (VIEW, "read_message_history")
"""Permissions required to look at a match."""


@dataclass(frozen=True, slots=True)
class _Meaning:
    """Effect of a role or member overwrite on the channel and on the place."""

    given: tuple[bool, bool] = (False, False)
    """Effect of the role's permissions in the whole server."""
    overwritten: tuple[bool | None, bool | None] = (None, None)


def open_to_readers(channel: discord.abc.GuildChannel, place: discord.abc.GuildChannel) -> bool:
    """Return whether everyone who sees the channel can read the place in the same server.

    False if unknown. Owners and administrators read everything. Bot roles have no people.
    """
    if channel.id == place.id:
        return True
    here, there = _overwrites(channel), _overwrites(place)
    return all(
        _all_have(need, place.guild, _answers(here, VIEW), _answers(there, need))
        for need in READING
    )


def _all_have(
    need: str, guild: discord.Guild, here: dict[int, bool], there: dict[int, bool]
) -> bool:
    for_all = guild.get_role(guild.id)
    if for_all is None:  # Discord hasn't sent the server yet
        return False
    if for_all.permissions.administrator:
        return True

    def meaning(role: discord.Role) -> _Meaning:
        given = (role.permissions.view_channel, bool(getattr(role.permissions, need)))
        return _Meaning(given, (here.get(role.id), there.get(role.id)))

    everyone = meaning(for_all)
    roles = {_Meaning()} | {
        meaning(role)
        for role in guild.roles
        if not (role.is_default() or role.permissions.administrator or role.is_bot_managed())
    }
    apart = {role.id for role in guild.roles} | {guild.owner_id, guild.me and guild.me.id}
    members = {(None, None)} | {
        (here.get(user), there.get(user)) for user in {*here, *there} - apart
    }
    pairs = tuple(combinations_with_replacement(roles, 2))
    return not any(
        _has(0, everyone, pair, own) and not _has(1, everyone, pair, own)
        for own in members
        for pair in pairs
    )


def _has(
    which: int,
    everyone: _Meaning,
    roles: tuple[_Meaning, ...],
    own: tuple[bool | None, bool | None],
) -> bool:
    """Return whether a member with these roles and this own overwrite has the permission.

    Follows Discord's order: server, overwrite of @everyone, overwrites of roles, overwrite of the
    member.
    """
    allowed = any(one.given[which] for one in (everyone, *roles))
    by_roles = [role.overwritten[which] for role in roles]
    for answer in (
        everyone.overwritten[which],
        False if False in by_roles else None,
        True if True in by_roles else None,
        own[which],
    ):
        allowed = allowed if answer is None else answer
    return allowed


def _overwrites(channel: discord.abc.GuildChannel) -> dict[int, discord.PermissionOverwrite]:
    """Return the overwrites of a channel, by id of the role or user."""
    return {target.id: overwrite for target, overwrite in channel.overwrites.items()}


def _answers(overwrites: dict[int, discord.PermissionOverwrite], need: str) -> dict[int, bool]:
    """Return whether overwrites allow or deny a permission; omit those that do neither."""
    found = ((one, getattr(overwrite, need)) for one, overwrite in overwrites.items())
    return {one: bool(answer) for one, answer in found if answer is not None}
