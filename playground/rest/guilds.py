"""Servers: properties, members, roles and channels."""

from playground.errors import missing_access, missing_permissions, unknown
from playground.gateway_events import GUILD_MEMBERS
from playground.model import TEXT, Channel
from playground.objects import channel_json, guild_json, member_json, thread_member_json
from playground.permissions import Permission, guild_permissions
from playground.rest.call import Call, Reply, ok, route
from playground.roles import role_json

_GUILD = "/guilds/{guild_id}"


@route("GET", _GUILD)
def guild(call: Call) -> Reply:
    """Get Guild."""
    server = call.guild()
    shown = guild_json(call.world, server)
    if call.query.get("with_counts", "").lower() in ("1", "true"):
        shown["approximate_member_count"] = len(server.members)
        shown["approximate_presence_count"] = len(server.members)
    return ok(shown)


@route("GET", _GUILD + "/channels")
def channels(call: Call) -> Reply:
    """Get Guild Channels, without threads."""
    all_of_them = call.guild().channels.values()
    return ok([channel_json(call.world, c) for c in all_of_them if c.thread is None])


@route("POST", _GUILD + "/channels")
def create_channel(call: Call) -> Reply:
    """Create Guild Channel: text channels only."""
    home, world, fields = call.guild(), call.world, call.fields()
    if not guild_permissions(home, home.members[world.bot_id]) & Permission.MANAGE_CHANNELS:
        raise missing_permissions()
    name = fields.text("name", 100, least=1, required=True) or ""
    topic = fields.text("topic", 1024)
    fields.choice("type", (TEXT,), required=False)
    fields.problems.raise_if_any()
    place = sum(c.thread is None for c in home.channels.values())
    channel = Channel(world.snowflakes.new(), TEXT, name, home.id, topic=topic)
    channel.position = place
    world.add_channel(channel)
    return Reply(201, channel_json(world, channel))


@route("GET", _GUILD + "/roles")
def roles(call: Call) -> Reply:
    """Get Guild Roles."""
    return ok([role_json(role) for role in call.guild().roles.values()])


@route("GET", _GUILD + "/members/{user_id}")
def member(call: Call) -> Reply:
    """Get Guild Member."""
    server_member = call.guild().members.get(call.user())
    if server_member is None:
        raise unknown("member")
    return ok(member_json(call.world, server_member))


@route("GET", _GUILD + "/members")
def members(call: Call) -> Reply:
    """List Guild Members; requires the members intent."""
    home = call.guild()
    if not call.world.privileged_intents & GUILD_MEMBERS:
        raise missing_access()
    limit, after = call.limit(1, 1000), call.query_id("after") or 0
    by_id = sorted(home.members.values(), key=lambda listed: listed.user_id)
    later = [listed for listed in by_id if listed.user_id > after]
    return ok([member_json(call.world, listed) for listed in later[:limit]])


@route("GET", _GUILD + "/members/search")
def search_members(call: Call) -> Reply:
    """Search Guild Members by the start of a name."""
    home, world, start = call.guild(), call.world, call.query.get("query", "").casefold()
    matching = [
        member_json(world, listed)
        for listed in home.members.values()
        if world.users[listed.user_id].username.startswith(start)
        or (world.users[listed.user_id].global_name or "").casefold().startswith(start)
    ]
    return ok(matching[: call.limit(1, 1000)])


@route("GET", _GUILD + "/threads/active")
def active_threads(call: Call) -> Reply:
    """List Active Guild Threads that the bot can see."""
    home, world = call.guild(), call.world
    visible = [
        channel
        for channel in home.channels.values()
        if channel.thread is not None
        and not channel.thread.archived
        and world.can(world.bot_id, Permission.VIEW_CHANNEL, channel)
    ]
    return ok(threads_json(call, visible))


def threads_json(call: Call, threads: list[Channel]) -> dict[str, object]:
    """Return Discord's list of threads, with the bot's own memberships."""
    bot_id = call.world.bot_id
    joined = [c for c in threads if c.thread is not None and bot_id in c.thread.members]
    return {
        "threads": [channel_json(call.world, channel) for channel in threads],
        "members": [thread_member_json(channel, bot_id) for channel in joined],
        "has_more": False,
    }
