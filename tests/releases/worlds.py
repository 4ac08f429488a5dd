"""A playground's channels and messages as JSON, and planted in another playground."""

import dataclasses
from typing import Any

from playground import World
from playground.model import (
    Attachment,
    Channel,
    Emoji,
    Message,
    Overwrite,
    Reaction,
    Tag,
    Thread,
    ThreadMember,
    User,
)

Json = dict[str, Any]
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360000002000001e221bc330000000049454e44ae426082"
)
"""A PNG of one pixel, in place of each stored file."""


def world_json(world: World) -> Json:
    """Return people, channels, messages and emoji of the bot; files without their content."""
    return {
        "users": [_plain(user) for user in world.users.values()],
        "channels": [_plain(channel) for channel in world.guild.channels.values()],
        "direct": {str(user): _plain(channel) for user, channel in world.dms.items()},
        "emojis": [_plain(emoji) for emoji in world.emojis.values()],
    }


def _plain(value: object) -> Any:
    """Return a dataclass as JSON, without bytes and without the message that a reply is for."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: _plain(getattr(value, field.name))
            for field in dataclasses.fields(value)
            if field.name != "referenced"
        }
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    return None if isinstance(value, bytes) else value


def plant(world: World, stored: Json) -> None:
    """Add stored people, channels, messages and emoji to a world, before any program connects."""
    for row in stored["users"]:
        world.users[row["id"]] = _made(User, row)
    for row in stored["channels"]:
        world.guild.channels[row["id"]] = _channel(row)
    for user, row in stored["direct"].items():
        world.dms[int(user)] = _channel(row)
    for row in stored["emojis"]:
        world.emojis[row["id"]] = _made(Emoji, row | {"content": PICTURE})


def _made(kind: Any, row: Json, **values: Any) -> Any:
    """Return an object of today's class; fields that it has no longer are left out."""
    names = {field.name for field in dataclasses.fields(kind)}
    return kind(**{name: value for name, value in {**row, **values}.items() if name in names})


def _channel(row: Json) -> Channel:
    thread = row["thread"] and _made(
        Thread,
        row["thread"],
        members={int(k): _made(ThreadMember, m) for k, m in row["thread"]["members"].items()},
    )
    channel: Channel = _made(
        Channel,
        row,
        overwrites={int(key): _made(Overwrite, given) for key, given in row["overwrites"].items()},
        tags=[_made(Tag, tag) for tag in row["tags"]],
        thread=thread,
        messages={message["id"]: _message(message) for message in row["messages"].values()},
    )
    return channel


def _message(row: Json) -> Message:
    files = [_made(Attachment, file, content=PICTURE) for file in row["files"]]
    reactions = [_made(Reaction, reaction) for reaction in row["reactions"]]
    message: Message = _made(Message, row, files=files, reactions=reactions)
    return message
