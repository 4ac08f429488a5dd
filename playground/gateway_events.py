"""World events in the gateway's format, filtered by intents."""

from typing import Any

from playground.errors import Json
from playground.message_objects import event_message_json
from playground.model import DIRECT, EPHEMERAL, Channel, Guild
from playground.objects import channel_json, guild_json, member_json, thread_member_json, user_json
from playground.permissions import Permission
from playground.snowflakes import timestamp
from playground.world import Event, World, thread_of

GUILDS, GUILD_MEMBERS, GUILD_MESSAGES, DIRECT_MESSAGES = 1, 1 << 1, 1 << 9, 1 << 12
GUILD_SCHEDULED_EVENTS = 1 << 16

Dispatch = tuple[str, Json]


def greeting(world: World, session_id: str, shard: tuple[int, int], address: str) -> list[Dispatch]:
    """Return the first events of a session, which is resumed at `address`."""
    guilds = [
        guild
        for guild in world.guilds
        if (guild.id >> 22) % shard[1] == shard[0] and guild.bot_present
    ]
    ready: Json = {
        "v": 10,
        "user": {**user_json(world.bot), "mfa_enabled": True, "verified": True, "email": None},
        "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
        "session_id": session_id,
        "session_type": "normal",
        "resume_gateway_url": address,
        "shard": list(shard),
        "application": {"id": str(world.bot_id), "flags": 0},
        "private_channels": [],
        "relationships": [],
        "presences": [],
        "user_settings": {},
        "geo_ordered_rtc_regions": [],
        "_trace": ["playground"],
    }
    # Only servers announced in READY carry "unavailable": False; a newly joined server has no such
    # field.
    arrived = [{**guild_create(world, guild), "unavailable": False} for guild in guilds]
    return [("READY", ready), *(("GUILD_CREATE", server) for server in arrived)]


def guild_create(world: World, guild: Guild) -> Json:
    open_threads = [
        channel
        for channel in guild.channels.values()
        if channel.thread is not None
        and not channel.thread.archived
        and world.can(world.bot_id, Permission.VIEW_CHANNEL, channel)
    ]
    return {
        **guild_json(world, guild),
        "joined_at": timestamp(guild.members[world.bot_id].joined_at),
        "large": False,
        "member_count": len(guild.members),
        "voice_states": [],
        "members": [member_json(world, guild.members[world.bot_id])],
        "channels": [
            channel_json(world, channel)
            for channel in guild.channels.values()
            if channel.thread is None
        ],
        "threads": [channel_json(world, channel) for channel in open_threads],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [
            event.as_json() for event in guild.scheduled_events.values() if not event.is_finished
        ],
        "soundboard_sounds": [],
        "lazy": True,
    }


def members_chunk(world: World, request: Json) -> Dispatch:
    users = request.get("user_ids") or []
    ids = {str(user) for user in (users if isinstance(users, list) else [users])}
    start = str(request.get("query") or "").casefold()
    guild = world.guild_with(int(request.get("guild_id") or 0)) or world.guild
    matching = [
        member
        for member in guild.members.values()
        if str(member.user_id) in ids
        or (not ids and world.users[member.user_id].username.startswith(start))
    ]
    limit = int(request.get("limit") or 0) or len(matching)
    found_ids = {str(member.user_id) for member in matching}
    return "GUILD_MEMBERS_CHUNK", {
        "guild_id": str(guild.id),
        "members": [member_json(world, member) for member in matching[:limit]],
        "chunk_index": 0,
        "chunk_count": 1,
        "not_found": sorted(ids - found_ids),
        **({"nonce": request["nonce"]} if request.get("nonce") else {}),
    }


def translate(world: World, event: Event, intents: int) -> Dispatch | None:
    """Return the event as a bot with these intents receives it, or None if it does not."""
    if event.name in ("GUILD_CREATE", "GUILD_DELETE"):
        return _guild_event(world, event, intents)
    if event.name.startswith("GUILD_ROLE"):
        return _role_event(world, event, intents)
    if event.name.startswith("GUILD_SCHEDULED_EVENT"):
        return _scheduled_event(world, event, intents)
    channel = event.channel
    if event.push is not None:
        return None
    if channel is not None and not _reaches_bot(world, channel):
        return None
    if event.message is not None:
        return _message_event(world, event, intents)
    if event.name.startswith("GUILD_MEMBER"):
        return _member_event(world, event, intents)
    if event.name == "CHANNEL_PINS_UPDATE" and event.channel is not None:
        return _pins_event(world, event, event.channel, intents)
    if event.channel is not None and event.channel.kind not in DIRECT and intents & GUILDS:
        return _channel_event(world, event, event.channel, intents)
    return None


def _reaches_bot(world: World, channel: Channel) -> bool:
    """Return whether the bot gets events of this channel: one of its servers, or its own direct
    messages. An app that only a user has installed gets none.
    """
    if channel.kind in DIRECT:
        return world.bot_id in channel.recipients
    return world.guild_of(channel).bot_present


def _guild_event(world: World, event: Event, intents: int) -> Dispatch | None:
    if not intents & GUILDS:
        return None
    guild = world.guild_with(event.guild_id) or world.guild
    if event.name == "GUILD_CREATE":
        return event.name, guild_create(world, guild)
    return event.name, {"id": str(guild.id)}


def _role_event(world: World, event: Event, intents: int) -> Dispatch | None:
    guild = world.guild_with(event.guild_id) or world.guild
    if not intents & GUILDS or not guild.bot_present or event.data is None:
        return None
    return event.name, {"guild_id": str(guild.id), **event.data}


def _scheduled_event(world: World, event: Event, intents: int) -> Dispatch | None:
    guild = world.guild_with(event.guild_id) or world.guild
    if not intents & GUILD_SCHEDULED_EVENTS or not guild.bot_present or event.data is None:
        return None
    return event.name, event.data


def _message_event(world: World, event: Event, intents: int) -> Dispatch | None:
    message, channel = event.message, event.channel
    assert message is not None, "the caller checks that"
    assert channel is not None, "a message event names its channel"
    needed = DIRECT_MESSAGES if channel.kind in DIRECT else GUILD_MESSAGES
    if not intents & needed or message.flags & EPHEMERAL:
        return None
    if not world.can(world.bot_id, Permission.VIEW_CHANNEL, channel):
        return None
    if event.name == "MESSAGE_DELETE":
        data: Json = {"id": str(message.id), "channel_id": str(channel.id)}
        if channel.guild_id is not None:
            data["guild_id"] = str(channel.guild_id)
        return event.name, data
    shown = event_message_json(world, message)
    if event.name == "MESSAGE_CREATE" and message.nonce is not None:
        shown["nonce"] = message.nonce
    return event.name, shown


def _member_event(world: World, event: Event, intents: int) -> Dispatch | None:
    guild = world.guild_with(event.guild_id) or world.guild
    if event.user_id is None or not guild.bot_present:
        return None
    # A bot receives changes to itself without the members intent.
    own = event.name == "GUILD_MEMBER_UPDATE" and event.user_id == world.bot_id
    if not intents & GUILD_MEMBERS and not (own and intents & GUILDS):
        return None
    guild_id = {"guild_id": str(guild.id)}
    if event.name == "GUILD_MEMBER_REMOVE":
        return event.name, {**guild_id, "user": user_json(world.users[event.user_id])}
    return event.name, {**member_json(world, guild.members[event.user_id]), **guild_id}


def _channel_event(world: World, event: Event, channel: Channel, intents: int) -> Dispatch | None:
    if channel.thread is None:
        return event.name, channel_json(world, channel)
    if event.data and event.data.get("with_parent"):
        return None
    parent = world.channel(channel.parent_id or 0)
    visible = world.can(world.bot_id, Permission.VIEW_CHANNEL, channel)
    if event.name == "THREAD_DELETE" and parent is not None:
        visible = world.can(world.bot_id, Permission.VIEW_CHANNEL, parent)
    if not visible:
        return None
    if event.name == "THREAD_DELETE":
        keys: tuple[str, ...] = ("id", "guild_id", "parent_id", "type")
        shown = channel_json(world, channel)
        return event.name, {key: shown[key] for key in keys}
    if event.name == "THREAD_MEMBERS_UPDATE":
        return _members_event(event, channel, intents, world)
    shown = channel_json(world, channel)
    if event.name == "THREAD_CREATE":
        shown["newly_created"] = True
    return event.name, shown


def _members_event(event: Event, channel: Channel, intents: int, world: World) -> Dispatch | None:
    """Return a change of a thread's members. Without the members intent, a bot receives only its
    own.
    """
    user_id = event.user_id
    assert user_id is not None, "a member event names its user"
    if user_id != world.bot_id and not intents & GUILD_MEMBERS:
        return None
    shown: dict[str, Any] = {
        "id": str(channel.id),
        "guild_id": str(channel.guild_id),
        "member_count": len(thread_of(channel).members),
    }
    if event.data and event.data["added"]:
        member = world.guild_of(channel).members[user_id]
        shown["added_members"] = [
            {
                **thread_member_json(channel, user_id),
                "member": member_json(world, member),
                "presence": None,
            }
        ]
    else:
        shown["removed_member_ids"] = [str(user_id)]
    return event.name, shown


def _pins_event(world: World, event: Event, channel: Channel, intents: int) -> Dispatch | None:
    needed = DIRECT_MESSAGES if channel.kind in DIRECT else GUILDS
    if not intents & needed or not world.can(world.bot_id, Permission.VIEW_CHANNEL, channel):
        return None
    shown: Json = {"channel_id": str(channel.id), "last_pin_timestamp": None}
    if channel.last_pin_at is not None:
        shown["last_pin_timestamp"] = timestamp(channel.last_pin_at)
    if channel.guild_id is not None:
        shown["guild_id"] = str(channel.guild_id)
    return event.name, shown
