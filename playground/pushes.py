"""Push notifications: their recipients, and their text on a lock screen.

A notification shows only the `content` of its message. Messages made of components (Components V2)
have no content, so their notifications are blank: discord-api-docs #7854.
"""

import re

from playground.errors import Json
from playground.model import DIRECT, RECIPIENT_ADD, SUPPRESS_NOTIFICATIONS, Channel, Message, Push
from playground.permissions import Permission
from playground.snowflakes import timestamp
from playground.world_state import WorldState

LONGEST = 150
"""Maximum length of a preview, in characters."""

_TOKEN = re.compile(
    r"<@!?(?P<user>\d+)>|<@&(?P<role>\d+)>|<#(?P<channel>\d+)>"
    r"|<a?:(?P<emoji>\w{2,32}):\d+>|</(?P<command>[^:>]{1,100}):\d+>"
    r"|\[(?P<label>[^\]\n]+)\]\(<?https?://[^\s)>]+>?\)|<(?P<url>https?://[^\s<>]+)>"
    r"|```(?:\w*\n)?(?P<block>.*?)```|``(?P<double>.*?)``|`(?P<code>[^`\n]*)`"
    r"|\\(?P<escaped>[^\w\s])",
    re.DOTALL,
)
_EMPHASIS = re.compile(r"(\*\*\*|\*\*|\*|__|~~|\|\|)(?=\S)(.+?)(?<=\S)\1", re.DOTALL)
_UNDERSCORES = re.compile(r"(?<!\w)_(?=\S)(.+?)(?<=\S)_(?!\w)", re.DOTALL)
_LINE_START = re.compile(r"^(?:#{1,3} |-# |>>> |> )", re.MULTILINE)


def push_json(push: Push) -> Json:
    return {
        "message_id": str(push.message_id),
        "channel_id": str(push.channel_id),
        "author": push.author,
        "place": push.place,
        "preview": push.preview,
        "timestamp": timestamp(push.at),
    }


def pushes_of(world: WorldState, message: Message) -> list[Push]:
    channel = world.home_of(message)
    if message.is_ephemeral or message.is_loading or message.flags & SUPPRESS_NOTIFICATIONS:
        return []
    pinged = _pinged(world, channel, message)
    users = list(pinged)
    if channel.kind in DIRECT:
        users += [user for user in channel.recipients if user not in pinged]
    author = world.users[message.author_id]
    place = (
        channel.name if channel.thread is not None or channel.kind in DIRECT else f"#{channel.name}"
    )
    return [
        Push(
            message.id,
            channel.id,
            user_id,
            author.global_name or author.username,
            place,
            preview_of(world, message),
            world.clock(),
            is_ping=user_id in pinged,
        )
        for user_id in users
        if user_id not in (message.author_id, world.bot_id)
    ]


def _pinged(world: WorldState, channel: Channel, message: Message) -> list[int]:
    mentioned = list(message.mentions)
    for user_id, member in world.guild_of(channel).members.items():
        if message.mention_everyone or set(member.roles) & set(message.mention_roles):
            mentioned.append(user_id)
    return [
        user_id
        for user_id in dict.fromkeys(mentioned)
        if user_id not in (message.author_id, world.bot_id)
        and world.can(user_id, Permission.VIEW_CHANNEL, channel)
    ]


def preview_of(world: WorldState, message: Message) -> str:
    """Return a message's `content` as plain text, shortened for a lock screen."""
    if message.kind == RECIPIENT_ADD:
        author = _name(world, message, message.author_id)
        names = ", ".join(_name(world, message, user) for user in message.mentions)
        return f"{author} added {names} to the thread."
    text = " ".join(plain(world, message).split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def plain(world: WorldState, message: Message) -> str:
    """Return the content of a message without markdown, with names instead of mentions."""
    literal: list[str] = []

    def keep(match: re.Match[str]) -> str:
        literal.append(_plain_token(world, message, match))
        return f"\0{len(literal) - 1}\0"

    text = _TOKEN.sub(keep, message.content.replace("\0", ""))
    text = _LINE_START.sub("", text)
    before = ""
    while before != text:
        before, text = text, _UNDERSCORES.sub(r"\1", _EMPHASIS.sub(r"\2", text))
    return re.sub(r"\0(\d+)\0", lambda match: literal[int(match[1])], text)


def _plain_token(world: WorldState, message: Message, match: re.Match[str]) -> str:
    kind, text = str(match.lastgroup), match[match.lastgroup or 0]
    guild = world.guild_of(world.home_of(message))
    if kind == "user":
        return "@" + _name(world, message, int(text))
    if kind == "role":
        role = guild.roles.get(int(text))
        return "@unknown-role" if role is None else f"@{role.name}"
    if kind == "channel":
        channel = world.channel(int(text))
        return "#unknown" if channel is None else f"#{channel.name}"
    if kind == "emoji":
        return f":{text}:"
    return f"/{text}" if kind == "command" else text


def _name(world: WorldState, message: Message, user_id: int) -> str:
    """Return the name that a mention resolves to in a message."""
    user = world.users.get(user_id)
    resolves = user_id in message.mentions or not world.large_servers
    if user is None or not (resolves or user_id in (message.author_id, world.bot_id)):
        return "unknown-user"
    member = world.guild_of(world.home_of(message)).members.get(user_id)
    return (member and member.nick) or user.global_name or user.username
