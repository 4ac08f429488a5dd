"""Message objects for REST, the gateway and the page."""

import marshal
from typing import Any

from playground.errors import Json
from playground.model import DIRECT, HAS_THREAD, THREAD_STARTER, Attachment, Message
from playground.objects import channel_json, partial_member_json, user_json
from playground.snowflakes import timestamp
from playground.world import World

LINK_LIFE = 24 * 3600
"""Seconds during which a file's signed address is valid."""

MESSAGE_CONTENT_INTENT = 1 << 15
NESTED = (dict, list)
"""A tuple, because `dict | list` makes a new type each time it is evaluated."""


def attachment_json(world: World, file: Attachment) -> Json:
    url = _file_url(world, file)
    shown: Json = {
        "id": str(file.id),
        "filename": file.filename,
        "size": len(file.content),
        "url": url,
        "proxy_url": url,
        "content_type": file.content_type,
    }
    if file.width is not None and file.height is not None:
        shown |= {"width": file.width, "height": file.height}
    if file.description is not None:
        shown["description"] = file.description
    if file.ephemeral:
        shown["ephemeral"] = True
    return shown


def _file_url(world: World, file: Attachment) -> str:
    now = int(world.clock())
    path = f"{world.base_url}/cdn/attachments/{file.channel_id}/{file.id}/{file.filename}"
    return f"{path}?ex={now + LINK_LIFE:x}&is={now:x}&hm={file.id:064x}"


def _copied(node: Any) -> Any:
    """Return a deep copy of JSON; marshal is several times faster than copy."""
    return marshal.loads(marshal.dumps(node))  # noqa: S302 - of our own dump


def _resolved(world: World, node: Any, files: dict[int, Attachment], shown: set[int]) -> Any:
    """Return a copy with the addresses of files, and add the ids of these files to `shown`."""
    copied = _copied(node)
    for reference in _references(copied) if files else ():
        shown.add(reference["file_id"])
        file = files.get(reference["file_id"])
        if file is not None:
            url = _file_url(world, file)
            reference.clear()
            reference |= {
                "id": str(file.id),
                "url": url,
                "proxy_url": url,
                "width": file.width,
                "height": file.height,
                "content_type": file.content_type,
                "attachment_id": str(file.id),
            }
    return copied


def _references(node: Any) -> list[Json]:
    references: list[Json] = []
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            if "file_id" in part:
                references.append(part)
            part = part.values()
        waiting += [inside for inside in part if isinstance(inside, NESTED)]
    return references


def message_json(world: World, message: Message, *, nested: bool = False) -> Json:
    files = {file.id: file for file in message.files}
    shown_inside: set[int] = set()
    embeds = _resolved(world, message.embeds, files, shown_inside)
    components = _resolved(world, message.components, files, shown_inside)
    shown: Json = {
        "id": str(message.id),
        "channel_id": str(message.channel_id),
        "type": message.kind,
        "author": user_json(world.users[message.author_id]),
        "content": message.content,
        "mentions": [user_json(world.users[user]) for user in message.mentions],
        "mention_roles": [str(role) for role in message.mention_roles],
        "mention_everyone": message.mention_everyone,
        "attachments": [
            attachment_json(world, file) for file in message.files if file.id not in shown_inside
        ],
        "embeds": embeds,
        "components": components,
        "timestamp": timestamp(message.created_at),
        "edited_timestamp": None if message.edited_at is None else timestamp(message.edited_at),
        "flags": message.flags,
        "pinned": message.pinned_at is not None,
        "tts": message.tts,
    }
    if message.reactions:
        shown["reactions"] = [_reaction_json(world, r.emoji, r.users) for r in message.reactions]
    if message.interaction is not None:
        shown["webhook_id"] = shown["application_id"] = str(world.bot_id)
        shown["interaction_metadata"] = _copied(message.interaction)
        if message.command_name is not None:
            shown["interaction"] = {
                "id": message.interaction["id"],
                "type": message.interaction["type"],
                "name": message.command_name,
                "user": message.interaction["user"],
            }
    if message.reference is not None:
        shown["message_reference"] = dict(message.reference)
        if not nested and message.reference.get("message_id"):
            original = message.referenced
            alive = original is not None and world.find_message(original.id) is original
            shown["referenced_message"] = (
                message_json(world, original, nested=True) if original and alive else None
            )
    if message.flags & HAS_THREAD and (thread := world.channel(message.id)):
        shown["thread"] = channel_json(world, thread)
    return shown


def _reaction_json(world: World, emoji: Json, users: list[int]) -> Json:
    return {
        "emoji": emoji,
        "count": len(users),
        "count_details": {"burst": 0, "normal": len(users)},
        "burst_colors": [],
        "me_burst": False,
        "me": world.bot_id in users,
    }


def event_message_json(world: World, message: Message) -> Json:
    """Return a message object for the gateway: with guild and member, without hidden parts."""
    channel = world.home_of(message)
    shown = message_json(world, message)
    shown["channel_type"] = channel.kind
    if channel.guild_id is not None:
        shown["guild_id"] = str(channel.guild_id)
        members = world.guild_of(channel).members
        author = members.get(message.author_id)
        if author is not None and message.interaction is None:
            shown["member"] = partial_member_json(author)
        shown["mentions"] = [
            {**user, "member": partial_member_json(members[int(user["id"])])}
            if int(user["id"]) in members
            else user
            for user in shown["mentions"]
        ]
    return hide_from_bot(world, message, shown)


def hide_from_bot(world: World, message: Message, shown: Json) -> Json:
    """Empty the fields that require the message content intent."""
    granted = world.privileged_intents & MESSAGE_CONTENT_INTENT
    own = message.author_id == world.bot_id or world.bot_id in message.mentions
    if granted or own or world.home_of(message).kind in DIRECT or message.kind == THREAD_STARTER:
        return shown
    return {**shown, "content": "", "attachments": [], "embeds": [], "components": []}
