"""The initial state and the events of a user's page."""

from playground.clock import MovableClock
from playground.commands import in_language
from playground.errors import Json
from playground.installs import context_of, owners_of_command
from playground.locales import LOCALES
from playground.message_objects import message_json
from playground.model import DIRECT, DM, GROUP, PRIVATE_THREAD, Channel, Guild
from playground.objects import channel_json, guild_json, user_json
from playground.permissions import Permission
from playground.pushes import push_json
from playground.world import Event, World

MOST_PUSHES = 50


def is_person(world: World, user_id: int) -> bool:
    return user_id in world.guild.members and not world.users[user_id].bot


def initial_state(world: World, user_id: int, *, online: bool) -> Json:
    if is_person(world, user_id):
        return ready(world, user_id, online=online)
    return state_without_user(world, online=online)


def ready(world: World, user_id: int, *, online: bool) -> Json:
    channels = [
        channel
        for channel in [*rooms_of(world, user_id), *world.direct]
        if world.can(user_id, Permission.VIEW_CHANNEL, channel)
    ]
    return {
        **state_without_user(world, online=online),
        "user": user_json(world.users[user_id]),
        "locale": world.locale_of(user_id),
        "channels": [channel_json(world, channel, user_id) for channel in channels],
        "guilds": [
            {**guild_json(world, guild), "bot_present": guild.bot_present}
            for guild in guilds_of(world, user_id)
        ],
        "installed": user_id in world.installers,
        "commands": usable_commands(world, user_id),
        "messages": {str(channel.id): history(world, user_id, channel) for channel in channels},
        "pushes": [push_json(push) for push in world.pushes if push.user_id == user_id][
            -MOST_PUSHES:
        ],
    }


def state_without_user(world: World, *, online: bool) -> Json:
    """Return the state of a tab before its user is chosen: the list of people."""
    return {
        "guild": guild_json(world, world.guild),
        "user": None,
        "bot": user_json(world.bot),
        "members": [
            {
                "user": user_json(world.users[member.user_id]),
                "nick": member.nick,
                "bot": world.users[member.user_id].bot,
            }
            for member in world.guild.members.values()
        ],
        "channels": [],
        "guilds": [],
        "installed": False,
        "commands": [],
        "messages": {},
        "bot_online": online,
        "bot_status": world.bot_status,
        "now": world.clock(),
        "movable": isinstance(world.clock, MovableClock),
        "locales": LOCALES,
        "pushes": [],
        "events": scheduled_events(world),
        "large_servers": world.large_servers,
        "welcome": None if world.welcome is None else world.welcome.as_json(),
    }


def scheduled_events(world: World) -> list[Json]:
    """Return the server's unfinished events in the order of their starts."""
    events = [event for event in world.guild.scheduled_events.values() if not event.is_finished]
    return [event.as_json() for event in sorted(events, key=lambda event: event.start)]


def history(world: World, user_id: int, channel: Channel) -> list[Json]:
    """Return the messages of a channel that a user sees, oldest first."""
    return [
        message_json(world, message)
        for message in channel.messages.values()
        if world.sees(user_id, message)
    ]


def guilds_of(world: World, user_id: int) -> list[Guild]:
    return [guild for guild in world.guilds if user_id in guild.members]


def rooms_of(world: World, user_id: int) -> list[Channel]:
    guilds = guilds_of(world, user_id)
    return [channel for guild in guilds for channel in guild.channels.values()]


def place_of(world: World, channel: Channel) -> str:
    """Return the server or the kind of direct messages in which a client offers commands."""
    match context_of(world, channel):
        case 0:
            return f"guild:{channel.guild_id}"
        case 1:
            return "bot"
        case _:
            return "people"


def usable_commands(world: World, user_id: int) -> list[Json]:
    """Return the commands that a user can use somewhere, each with its `places`."""
    # A page can open direct messages that don't exist yet.
    with_bot = Channel(0, DM, recipients=[world.bot_id, user_id])
    with_people = Channel(0, GROUP, recipients=[user_id])
    channels = [*rooms_of(world, user_id), with_bot, with_people]
    commands: list[Json] = []
    for command in world.all_commands():
        places = {
            place_of(world, channel)
            for channel in channels
            if owners_of_command(world, user_id, channel, command)
        }
        if places:
            shown = in_language(command, world.locale_of(user_id))
            commands.append({**shown, "places": sorted(places)})
    return commands


def translate(world: World, event: Event, user_id: int) -> list[tuple[str, Json | list[Json]]]:
    """Return an event as (name, data) pairs for a user's tab; often one, sometimes none."""
    if event.name == "COMMANDS":
        return [("COMMANDS", usable_commands(world, user_id))]
    if event.name.startswith("GUILD_SCHEDULED_EVENT"):
        return [("EVENTS", scheduled_events(world))]
    if event.name == "INSTALLED":
        if event.user_id != user_id:
            return []
        installed = {"installed": user_id in world.installers}
        return [("INSTALLED", installed), ("COMMANDS", usable_commands(world, user_id))]
    if event.channel is None:
        return []
    if event.push is not None:
        own = event.user_id == user_id
        return [("PUSH", push_json(event.push))] if own else []
    if event.message is not None:
        if not world.sees(user_id, event.message):
            return []
        if event.name == "MESSAGE_DELETE":
            ids = {"id": str(event.message.id), "channel_id": str(event.channel.id)}
            return [(event.name, ids)]
        return [(event.name, message_json(world, event.message))]
    return _channel_event(world, event, event.channel, user_id)


def _channel_event(
    world: World, event: Event, channel: Channel, user_id: int
) -> list[tuple[str, Json | list[Json]]]:
    shown = channel_json(world, channel, user_id)
    if channel.kind in DIRECT and user_id not in channel.recipients:
        return []
    if event.name.endswith("_DELETE"):
        return [("CHANNEL_DELETE", shown)]
    if not world.can(user_id, Permission.VIEW_CHANNEL, channel):
        return [("CHANNEL_DELETE", shown)] if event.name == "CHANNEL_UPDATE" else []
    joined = event.user_id == user_id and bool(event.data and event.data["added"])
    if event.name == "THREAD_MEMBERS_UPDATE" and joined and channel.kind == PRIVATE_THREAD:
        past = history(world, user_id, channel)
        return [("CHANNEL_CREATE", shown), *(("MESSAGE_CREATE", message) for message in past)]
    if event.name.endswith("_CREATE"):
        return [("CHANNEL_CREATE", shown)]
    return [("CHANNEL_UPDATE", shown)]
