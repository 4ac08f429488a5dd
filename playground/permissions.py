"""Permissions of members by channel, following Discord's order of roles and overwrites."""

from enum import IntFlag

from playground.model import VOICES, Channel, Guild, Member


class Permission(IntFlag):
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CONNECT = 1 << 20
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_EVENTS = 1 << 33
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    CREATE_EVENTS = 1 << 44
    USE_EXTERNAL_APPS = 1 << 50
    PIN_MESSAGES = 1 << 51


ALL_BITS = (1 << 52) - 1
"""Permissions of an owner."""

EVERYDAY = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
"""Permissions of @everyone in a new server that concern bots, too."""
EVERYONE = EVERYDAY | Permission.CONNECT | Permission.USE_EXTERNAL_APPS
"""Default permissions of @everyone in a new server."""


def guild_permissions(guild: Guild, member: Member) -> int:
    if member.user_id == guild.owner_id:
        return ALL_BITS
    bits = guild.roles[guild.id].permissions
    for role_id in member.roles:
        bits |= guild.roles[role_id].permissions
    return ALL_BITS if bits & Permission.ADMINISTRATOR else bits


def channel_permissions(guild: Guild, member: Member, channel: Channel) -> int:
    """Return a member's permissions in a channel. A thread uses its parent's overwrites.

    A member without VIEW_CHANNEL has no other permissions, and without CONNECT a voice channel can
    only be viewed (Discord's reference on permissions, "Implicit Permissions").
    """
    bits = guild_permissions(guild, member)
    if bits == ALL_BITS:
        return bits
    home = guild.channels[channel.parent_id] if channel.parent_id else channel
    overwrites = home.overwrites
    everyone = overwrites.get(guild.id)
    if everyone:
        bits = bits & ~everyone.deny | everyone.allow
    allow = deny = 0
    for role_id in member.roles:
        if overwrite := overwrites.get(role_id):
            allow |= overwrite.allow
            deny |= overwrite.deny
    bits = bits & ~deny | allow
    own = overwrites.get(member.user_id)
    if own:
        bits = bits & ~own.deny | own.allow
    if home.kind in VOICES and not bits & Permission.CONNECT:
        return bits & Permission.VIEW_CHANNEL
    return bits if bits & Permission.VIEW_CHANNEL else 0
