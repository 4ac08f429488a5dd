"""Events of a server. Creating one takes CREATE_EVENTS, which also covers the bot's own events;
MANAGE_EVENTS covers all existing ones.
"""

from datetime import UTC, datetime

from playground.errors import finished_event, missing_permissions, too_many_events, unknown
from playground.fields import Fields
from playground.model import Guild
from playground.permissions import Permission, guild_permissions
from playground.rest.call import NOTHING, Call, Reply, ok, route
from playground.scheduled_events import (
    ACTIVE,
    EXTERNAL,
    FOLLOWING,
    GUILD_ONLY,
    MOST,
    SCHEDULED,
    ScheduledEvent,
)

_EVENTS = "/guilds/{guild_id}/scheduled-events"
_EVENT = _EVENTS + "/{guild_scheduled_event_id}"


@route("GET", _EVENTS)
def listed(call: Call) -> Reply:
    """List Scheduled Events for Guild, without finished ones."""
    events = call.guild().scheduled_events.values()
    return ok([event.as_json() for event in events if not event.is_finished])


@route("POST", _EVENTS)
def create(call: Call) -> Reply:
    """Create Guild Scheduled Event."""
    guild, world, fields = call.guild(), call.world, call.fields()
    _demand(call, guild, Permission.CREATE_EVENTS)
    name = fields.text("name", 100, least=1, required=True) or ""
    description = fields.text("description", 1000)
    fields.choice("privacy_level", (GUILD_ONLY,))
    fields.choice("entity_type", (EXTERNAL,))
    location = _location(fields, required=True) or ""
    start = _time(fields, "scheduled_start_time", required=True)
    end = _time(fields, "scheduled_end_time", required=True)
    _check_times(fields, start, end, world.clock(), is_new_start=True)
    fields.problems.raise_if_any()
    assert start is not None, "it is required"
    assert end is not None, "it is required"
    if sum(not event.is_finished for event in guild.scheduled_events.values()) >= MOST:
        raise too_many_events()
    event = ScheduledEvent(
        world.snowflakes.new(), guild.id, world.bot_id, name, description, location, start, end
    )
    world.add_scheduled_event(event)
    return ok(event.as_json())


@route("GET", _EVENT)
def get(call: Call) -> Reply:
    """Get Guild Scheduled Event."""
    return ok(_event(call).as_json())


@route("PATCH", _EVENT)
def edit(call: Call) -> Reply:
    """Modify Guild Scheduled Event."""
    event, fields = _event(call), call.fields()
    _demand_for(call, event)
    if event.is_finished:
        raise finished_event()
    name = fields.text("name", 100, least=1)
    description = fields.text("description", 1000)
    fields.choice("privacy_level", (GUILD_ONLY,), required=False)
    fields.choice("entity_type", (EXTERNAL,), required=False)
    location = _location(fields, required=False)
    start = _time(fields, "scheduled_start_time")
    end = _time(fields, "scheduled_end_time")
    status = fields.choice("status", (*FOLLOWING, 3, 4), required=False)
    if status not in (None, event.status, *FOLLOWING[event.status]):
        text = f"Cannot change the status of an event from {event.status} to {status}."
        fields.wrong(("status",), "GUILD_SCHEDULED_EVENT_INVALID_STATUS", text)
    if start is not None and event.status == ACTIVE and start != event.start:
        text = "Cannot update start time of an active event."
        fields.wrong(("scheduled_start_time",), "GUILD_SCHEDULED_EVENT_ACTIVE", text)
    if "scheduled_end_time" in fields.json and end is None:
        fields.wrong(("scheduled_end_time",), "BASE_TYPE_REQUIRED", "This field is required")
    ends = start is not None or end is not None
    _check_times(
        fields,
        event.start if start is None else start,
        (event.end if end is None else end) if ends else None,
        call.world.clock(),
        is_new_start=start is not None and event.status == SCHEDULED,
    )
    fields.problems.raise_if_any()
    event.name = name or event.name
    if "description" in fields.json:
        event.description = description
    event.location = location or event.location
    event.start = event.start if start is None else start
    event.end = event.end if end is None else end
    event.status = status or event.status
    call.world.scheduled_event_changed(event)
    return ok(event.as_json())


@route("DELETE", _EVENT)
def delete(call: Call) -> Reply:
    """Delete Guild Scheduled Event."""
    event = _event(call)
    _demand_for(call, event)
    call.world.delete_scheduled_event(event)
    return NOTHING


def _event(call: Call) -> ScheduledEvent:
    event = call.guild().scheduled_events.get(call.id("guild_scheduled_event_id"))
    if event is None:
        raise unknown("scheduled event")
    return event


def _demand(call: Call, guild: Guild, *any_of: Permission) -> None:
    bits = guild_permissions(guild, guild.members[call.world.bot_id])
    if not any(bits & permission for permission in any_of):
        raise missing_permissions()


def _demand_for(call: Call, event: ScheduledEvent) -> None:
    own = (Permission.CREATE_EVENTS,) if event.creator_id == call.world.bot_id else ()
    _demand(call, call.guild(), Permission.MANAGE_EVENTS, *own)


def _location(fields: Fields, *, required: bool) -> str | None:
    metadata = fields.child("entity_metadata", required=required)
    return None if metadata is None else metadata.text("location", 100, least=1, required=True)


def _time(fields: Fields, name: str, *, required: bool = False) -> float | None:
    text = fields.text(name, 100, required=required)
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        message = f"Could not parse {text}. Should be ISO8601."
        fields.wrong((name,), "DATE_TIME_TYPE_PARSE", message)
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def _check_times(
    fields: Fields, start: float | None, end: float | None, now: float, *, is_new_start: bool
) -> None:
    past = "Cannot schedule event in the past."
    if is_new_start and start is not None and start <= now:
        fields.wrong(("scheduled_start_time",), "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", past)
    if end is not None and end <= now:
        fields.wrong(("scheduled_end_time",), "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", past)
    elif start is not None and end is not None and end <= start:
        text = "Cannot schedule event to end before it starts."
        fields.wrong(("scheduled_end_time",), "GUILD_SCHEDULED_EVENT_END_BEFORE_START", text)
