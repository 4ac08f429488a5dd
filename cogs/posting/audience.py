"""Compares the readers of two channels, by roles and overwrites alone.

The bot has no list of members, and a member can have any set of roles. So a place is open to a
channel's readers if no set of roles, alone or with a member's own overwrite, shows the channel but
hides the place. It is enough to try pairs of roles: at most one role is needed to show the channel
and one to hide the place, and any further role could only show the place or hide the channel. Roles
with the same effect count once.
"""

from itertools import combinations_with_replacement

import discord

VIEW = "view_channel"
READING = (VIEW, "read_message_history")


_Effect = tuple[bool, bool | None]
"""Whether a role has a permission in the server, and the answer of its overwrite, if any."""
_Effects = tuple[_Effect, _Effect]
"""The effects of a role on the channel and on the place."""
_NO_EFFECTS: _Effects = ((False, None), (False, None))


def open_to_readers(channel: discord.abc.GuildChannel, place: discord.abc.GuildChannel) -> bool:
    """Return whether everyone who sees the channel can surely read the place.

    Owners and administrators can read everything, and bots' roles have no people, so both are left
    out.
    """
    if channel.id == place.id:
        return True
    here, there = _overwrites(channel), _overwrites(place)
    return all(
        _all_have(need, place.guild, _answers(here, VIEW), _answers(there, need))
        for need in READING
    )


def is_visible_to_all(guild: discord.Guild, place: int) -> bool:
    """Return whether everyone in a server can see a channel or thread."""
    channel = guild.get_channel_or_thread(place)
    return channel is not None and channel.permissions_for(guild.default_role).view_channel


def _all_have(
    need: str, guild: discord.Guild, here: dict[int, bool], there: dict[int, bool]
) -> bool:
    for_all = guild.get_role(guild.id)
    if for_all is None:  # Discord hasn't sent the server yet
        return False
    if for_all.permissions.administrator:
        return True

    def effects(role: discord.Role) -> _Effects:
        permissions = role.permissions
        return (
            (permissions.view_channel, here.get(role.id)),
            (bool(getattr(permissions, need)), there.get(role.id)),
        )

    everyone = effects(for_all)
    roles = {_NO_EFFECTS} | {
        effects(role)
        for role in guild.roles
        if not (role.is_default() or role.permissions.administrator or role.is_bot_managed())
    }
    apart = {role.id for role in guild.roles} | {guild.owner_id, guild.me and guild.me.id}
    members = {(None, None)} | {
        (here.get(user), there.get(user)) for user in {*here, *there} - apart
    }
    pairs = tuple(combinations_with_replacement(roles, 2))
    return not any(
        _allowed(0, everyone, pair, own) and not _allowed(1, everyone, pair, own)
        for own in members
        for pair in pairs
    )


def _allowed(
    which: int,
    everyone: _Effects,
    roles: tuple[_Effects, ...],
    own: tuple[bool | None, bool | None],
) -> bool:
    """Return whether a member with these roles and this own overwrite has the permission in the
    channel (0) or in the place (1).

    Order: server, overwrite of @everyone, overwrites of roles, overwrite of the member.
    """
    of_everyone, by_everyone = everyone[which]
    allowed = of_everyone or any(role[which][0] for role in roles)
    by_roles = [role[which][1] for role in roles]
    for answer in (
        by_everyone,
        False if False in by_roles else None,
        True if True in by_roles else None,
        own[which],
    ):
        allowed = allowed if answer is None else answer
    return allowed


def _overwrites(channel: discord.abc.GuildChannel) -> dict[int, discord.PermissionOverwrite]:
    return {target.id: overwrite for target, overwrite in channel.overwrites.items()}


def _answers(overwrites: dict[int, discord.PermissionOverwrite], need: str) -> dict[int, bool]:
    """Return whether each overwrite allows the permission; omit overwrites that leave it alone."""
    answers = ((target, getattr(overwrite, need)) for target, overwrite in overwrites.items())
    return {target: bool(answer) for target, answer in answers if answer is not None}
