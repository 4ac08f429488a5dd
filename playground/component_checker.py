"""Checks common to all components: types, and uniqueness within a message."""

from collections.abc import Callable

from playground.errors import Json, Problems
from playground.fields import Fields

ACTION_ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT_DISPLAY, THUMBNAIL, MEDIA_GALLERY, FILE, SEPARATOR = 9, 10, 11, 12, 13, 14
CONTAINER, LABEL, FILE_UPLOAD = 17, 18, 19
RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 21, 22, 23

SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)


class Checker:
    def __init__(self, problems: Problems, emoji_exists: Callable[[int], bool]) -> None:
        self.problems = problems
        self.emoji_exists = emoji_exists
        self.custom_ids: set[str] = set()
        self.ids: set[int] = set()
        self.count = 0

    def begin(self, fields: Fields) -> Json:
        self.count += 1
        number = fields.number("id", 0, 2**31 - 1, default=0) or 0
        if number in self.ids:
            text = "Component id must be unique within the message"
            fields.wrong(("id",), "COMPONENT_ID_DUPLICATED", text)
        if number:
            self.ids.add(number)
        return {"type": fields.json.get("type"), "id": number}

    def custom_id(self, fields: Fields) -> str:
        """Return the component's custom_id, which must be unique in the message."""
        custom_id = fields.text("custom_id", 100, least=1, required=True) or ""
        if custom_id and custom_id in self.custom_ids:
            text = "Component custom id cannot be duplicated"
            fields.wrong(("custom_id",), "COMPONENT_CUSTOM_ID_DUPLICATED", text)
        self.custom_ids.add(custom_id)
        return custom_id

    def emoji(self, fields: Fields) -> Json | None:
        emoji = fields.child("emoji")
        if emoji is None:
            return None
        name = emoji.text("name", 32) or ""
        if (number := emoji.snowflake("id")) is not None:
            if not self.emoji_exists(number):
                emoji.wrong(("id",), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
            return {"id": str(number), "name": name, "animated": emoji.flag("animated")}
        if not name or name.isascii():
            emoji.wrong(("name",), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
        return {"name": name}

    def number_all(self, components: list[Json]) -> None:
        """Assign free ids to components without one, in reading order."""
        following = 1
        for component in walk(components):
            if not component["id"]:
                while following in self.ids:
                    following += 1
                self.ids.add(following)
                component["id"] = following


def walk(components: list[Json]) -> list[Json]:
    """Return all components in reading order, nested ones after their parent."""
    flat: list[Json] = []
    for component in components:
        flat.append(component)
        flat += walk(component.get("components", []))
        flat += walk([component[key] for key in ("accessory", "component") if key in component])
    return flat
