"""Users and roles mentioned by a message."""

import re
from dataclasses import dataclass

from playground.errors import Json
from playground.fields import Fields
from playground.model import Channel
from playground.permissions import Permission
from playground.world import World

_MENTION = re.compile(r"<@(!|&)?(\d+)>|(@everyone|@here)\b")
_SHOWN = re.compile(r"(?<!\\)<@!?(\d+)>")
"""A user whom clients show by name; a backslash prevents that."""
_CODE = re.compile(r"```.*?```|``.*?``|`[^`\n]*`", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Allowed:
    """Mentions in a text that count: whole kinds, and single ids."""

    parse: frozenset[str]
    users: frozenset[int] = frozenset()
    roles: frozenset[int] = frozenset()
    replied_user: bool = False


EVERY_MENTION = Allowed(frozenset({"users", "roles", "everyone"}), replied_user=True)
"""Default for messages without allowed_mentions."""

USER_MENTIONS = Allowed(frozenset({"users"}), replied_user=True)
"""Default for answers to interactions without allowed_mentions."""


def read_allowed(fields: Fields, default: Allowed) -> Allowed:
    given = fields.child("allowed_mentions")
    if given is None:
        return default
    parse = given.values("parse", 1521)
    for index, kind in enumerate(parse):
        if kind not in ("users", "roles", "everyone"):
            text = "Value must be one of {'roles', 'users', 'everyone'}."
            given.wrong(("parse", index), "BASE_TYPE_CHOICES", text)
    ids: dict[str, frozenset[int]] = {}
    for name in ("users", "roles"):
        values = given.values(name, 100)
        for index, value in enumerate(values):
            if not str(value).isdecimal():
                text = f'Value "{value}" is not snowflake.'
                given.wrong((name, index), "NUMBER_TYPE_COERCE", text)
        ids[name] = frozenset(int(value) for value in values if str(value).isdecimal())
        if values and name in parse:
            text = f'parse:["{name}"] and {name}: [ids...] are mutually exclusive.'
            given.wrong((), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", text)
    return Allowed(
        frozenset(kind for kind in parse if isinstance(kind, str)),
        ids["users"],
        ids["roles"],
        given.flag("replied_user"),
    )


def text_of(content: str, components: list[Json]) -> str:
    texts = [content]
    for component in components:
        if isinstance(component.get("content"), str):
            texts.append(component["content"])
        texts.append(text_of("", component.get("components", [])))
    return "\n".join(texts)


def unresolved(message: Json) -> list[int]:
    """Return the users named but not mentioned by a message object, in order. Clients that don't
    know them show @unknown-user: discord-api-docs #1479, #2126.
    """
    mentions = {int(user["id"]) for user in message["mentions"]}
    text = _CODE.sub("", text_of(message["content"], message["components"]))
    named = dict.fromkeys(int(user) for user in _SHOWN.findall(text))
    return [user for user in named if user not in mentions]


def mentioned(
    world: World, channel: Channel, author_id: int, text: str, allowed: Allowed
) -> tuple[list[int], list[int], bool]:
    """Return the mentioned users and roles, in order, and whether everyone is mentioned."""
    users: list[int] = []
    roles: list[int] = []
    everyone = False
    guild = world.guild_of(channel)
    may_all = world.can(author_id, Permission.MENTION_EVERYONE, channel)
    for match in _MENTION.finditer(_CODE.sub("", text)):
        sign, digits, all_of_them = match.groups()
        number = int(digits or 0)
        if all_of_them:
            everyone = everyone or (may_all and "everyone" in allowed.parse)
        elif sign == "&":
            role = guild.roles.get(number)
            wanted = "roles" in allowed.parse or number in allowed.roles
            if role and wanted and number not in roles and (role.mentionable or may_all):
                roles.append(number)
        else:
            wanted = "users" in allowed.parse or number in allowed.users
            if wanted and number in world.users and number not in users:
                users.append(number)
    return users, roles, everyone
