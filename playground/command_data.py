"""A person's input to a command, checked as in a Discord client."""

from typing import Any

from playground.errors import ClientError, Json
from playground.model import Channel
from playground.resolved import CHANNEL, MENTIONABLE, ROLE, USER, Resolved
from playground.world import World

CHAT_INPUT, USER_MENU, MESSAGE_MENU = 1, 2, 3

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER_OPTION = 1, 2, 3, 4, 5, 6
CHANNEL_OPTION, ROLE_OPTION, MENTIONABLE_OPTION, NUMBER, ATTACHMENT_OPTION = 7, 8, 9, 10, 11

_RESOLVED = {
    USER_OPTION: USER,
    CHANNEL_OPTION: CHANNEL,
    ROLE_OPTION: ROLE,
    MENTIONABLE_OPTION: MENTIONABLE,
}


def read_command(
    world: World, user_id: int, channel: Channel, command: Json, data: Json, *, autocomplete: bool
) -> Json:
    """Return an interaction's data, with all references resolved. Raise ClientError for input that
    a client would block.
    """
    resolved = Resolved(world, user_id, channel)
    shown: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
    if command["type"] != CHAT_INPUT and (autocomplete or data.get("options")):
        raise ClientError("A context menu has no options.")
    if command["type"] == USER_MENU:
        shown["target_id"] = resolved.add(USER, data.get("target_id"))
    elif command["type"] == MESSAGE_MENU:
        shown["target_id"] = resolved.add_message(data.get("target_id"))
    else:
        given = data.get("options") or []
        options = _read(command.get("options", []), given, resolved, autocomplete)
        if options:
            shown["options"] = options
    if resolved.json:
        shown["resolved"] = resolved.json
    if command.get("guild_id"):
        shown["guild_id"] = command["guild_id"]
    return shown


def _read(
    offered: list[Json], given: list[Json], resolved: Resolved, autocomplete: bool
) -> list[Json]:
    by_name = {option["name"]: option for option in offered}
    names = [str(option.get("name")) for option in given]
    for name in names:
        if name not in by_name:
            raise ClientError(f"The command has no option {name!r}.")
    if len(set(names)) != len(names):
        raise ClientError("An option is given twice.")
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in offered) and len(given) != 1:
        raise ClientError("One subcommand has to be chosen.")
    for option in offered:
        if option.get("required") and option["name"] not in names and not autocomplete:
            raise ClientError(f"{option['name']}: This option is required. Specify a value.")
    shown: list[Json] = []
    for answer in given:
        option = by_name[answer["name"]]
        entry: Json = {"name": option["name"], "type": option["type"]}
        if option["type"] in (SUBCOMMAND, GROUP):
            inside = answer.get("options") or []
            entry["options"] = _read(option.get("options", []), inside, resolved, autocomplete)
        elif autocomplete and answer.get("focused"):
            entry |= {"value": str(answer.get("value", "")), "focused": True}
        else:
            entry["value"] = _value(option, answer.get("value"), resolved)
        shown.append(entry)
    return shown


def _value(option: Json, value: Any, resolved: Resolved) -> Any:
    kind, name = option["type"], option["name"]
    if kind in _RESOLVED:
        number = resolved.add(_RESOLVED[kind], value)
        wanted = option.get("channel_types")
        if (
            kind == CHANNEL_OPTION
            and wanted
            and (resolved.json[CHANNEL][number]["type"] not in wanted)
        ):
            raise ClientError(f"{name}: Enter a valid value.")
        return number
    if kind == ATTACHMENT_OPTION:
        raise ClientError(f"{name}: The playground takes no files from people.")
    checks: dict[int, tuple[type, ...]] = {
        STRING: (str,),
        INTEGER: (int,),
        BOOLEAN: (bool,),
        NUMBER: (int, float),
    }
    right = isinstance(value, checks[kind])
    if not right or (isinstance(value, bool) and kind != BOOLEAN):
        raise ClientError(f"{name}: Enter a valid value.")
    choices = option.get("choices")
    if choices and value not in [choice["value"] for choice in choices]:
        raise ClientError(f"{name}: Enter a valid value.")
    _check_size(option, value)
    return value


def _check_size(option: Json, value: Any) -> None:
    kind, name = option["type"], option["name"]
    size = len(value) if kind == STRING else value
    least = option.get("min_length" if kind == STRING else "min_value")
    most = option.get("max_length" if kind == STRING else "max_value")
    if kind == STRING and most is None:
        most = 6000
    if least is not None and size < least:
        raise ClientError(f"{name}: Must be at least {least}.")
    if most is not None and kind != BOOLEAN and size > most:
        raise ClientError(f"{name}: Must be at most {most}.")
