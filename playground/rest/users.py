"""The bot's account, other users, and direct messages."""

from playground.errors import ApiError, unknown
from playground.objects import channel_json, guild_json, own_user_json, user_json
from playground.permissions import guild_permissions
from playground.rest.call import NOTHING, Call, Reply, ok, route


@route("GET", "/users/@me")
def me(call: Call) -> Reply:
    """Get Current User."""
    return ok(own_user_json(call.world.bot))


@route("PATCH", "/users/@me")
def edit_me(call: Call) -> Reply:
    """Modify Current User: its name."""
    fields = call.fields()
    name = fields.text("username", 32, least=2)
    fields.problems.raise_if_any()
    if name is not None:
        call.world.bot.username = name
    return ok(own_user_json(call.world.bot))


@route("GET", "/users/@me/guilds")
def my_guilds(call: Call) -> Reply:
    """Get Current User Guilds, sorted by id, with paging in both directions."""
    world = call.world
    limit, before, after = call.limit(200, 200), call.query_id("before"), call.query_id("after")
    joined = sorted(
        (server for server in world.guilds if server.bot_present), key=lambda server: server.id
    )
    if before is not None:
        joined = [server for server in joined if server.id < before][-limit:]
    elif after is not None:
        joined = [server for server in joined if server.id > after]
    summaries = []
    for guild in joined[:limit]:
        shown = guild_json(world, guild)
        bits = guild_permissions(guild, guild.members[world.bot_id])
        summary = {key: shown[key] for key in ("id", "name", "icon", "banner", "features")}
        if call.query.get("with_counts", "").lower() in ("1", "true"):
            summary["approximate_member_count"] = len(guild.members)
            summary["approximate_presence_count"] = len(guild.members)
        summaries.append({**summary, "owner": False, "permissions": str(bits)})
    return ok(summaries)


@route("DELETE", "/users/@me/guilds/{guild_id}")
def leave_guild(call: Call) -> Reply:
    """Leave Guild."""
    call.world.set_bot_present(False, call.guild())
    return NOTHING


@route("POST", "/users/@me/channels")
def open_dm(call: Call) -> Reply:
    """Create DM."""
    fields = call.fields()
    user_id = fields.snowflake("recipient_id", required=True)
    fields.problems.raise_if_any()
    if user_id not in call.world.users:
        raise unknown("user")
    if user_id == call.world.bot_id:
        raise ApiError(400, 50007, "Cannot send messages to this user")
    return ok(channel_json(call.world, call.world.dm_with(user_id)))


@route("GET", "/users/{user_id}")
def user(call: Call) -> Reply:
    """Get User."""
    return ok(user_json(call.world.users[call.user()]))
