"""Role objects for REST and the gateway."""

from playground.errors import Json
from playground.model import Role


def role_json(role: Role) -> Json:
    shown: Json = {
        "id": str(role.id),
        "name": role.name,
        "description": None,
        "permissions": str(role.permissions),
        "position": role.position,
        "color": role.color,
        "colors": {"primary_color": role.color, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": role.managed_by is not None,
        "mentionable": role.mentionable,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    if role.managed_by is not None:
        shown["tags"] = {"bot_id": str(role.managed_by)}
    return shown
