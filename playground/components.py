"""Message components: checked as Discord checks them and brought into the form it answers with.

A component that shows an uploaded file holds `{"file_id": id}` in place of the media object;
objects.py puts the file's address there when the message is shown.
"""

from collections.abc import Callable, Mapping
from typing import Any

from playground.errors import Json, Problems
from playground.fields import Fields, Path
from playground.model import Attachment

ACTION_ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT_DISPLAY, THUMBNAIL, MEDIA_GALLERY, FILE, SEPARATOR = 9, 10, 11, 12, 13, 14
CONTAINER, LABEL, FILE_UPLOAD = 17, 18, 19
RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 21, 22, 23
"""Component types."""

SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
IN_CONTAINER = (ACTION_ROW, SECTION, TEXT_DISPLAY, MEDIA_GALLERY, FILE, SEPARATOR)
LINK_STYLE, PREMIUM_STYLE = 5, 6

MOST_COMPONENTS = 40
MOST_TEXT = 4000


class Checker:
    """What all readers of components share: the problems, and what is unique in one message."""

    def __init__(self, problems: Problems, emoji_exists: Callable[[int], bool]) -> None:
        self.problems = problems
        self.emoji_exists = emoji_exists
        self.custom_ids: set[str] = set()
        self.ids: set[int] = set()
        self.count = 0

    def begin(self, fields: Fields) -> Json:
        """Start the answer for one component: its type and its id, if it names one."""
        self.count += 1
        number = fields.number("id", 0, 2**31 - 1, default=0) or 0
        if number in self.ids:
            text = "Component id must be unique within the message"
            fields.wrong(("id",), "COMPONENT_ID_DUPLICATED", text)
        if number:
            self.ids.add(number)
        return {"type": fields.json.get("type"), "id": number}

    def custom_id(self, fields: Fields) -> str:
        """The component's custom_id, seen nowhere else in the message."""
        found = fields.text("custom_id", 100, least=1, required=True) or ""
        if found and found in self.custom_ids:
            text = "Component custom id cannot be duplicated"
            fields.wrong(("custom_id",), "COMPONENT_CUSTOM_ID_DUPLICATED", text)
        self.custom_ids.add(found)
        return found

    def emoji(self, fields: Fields) -> Json | None:
        """The emoji of a button or an option: one that exists."""
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
        """Give every component without an id the next free one, in reading order."""
        following = 1
        for component in walk(components):
            if not component["id"]:
                while following in self.ids:
                    following += 1
                self.ids.add(following)
                component["id"] = following


def walk(components: list[Json]) -> list[Json]:
    """All components in reading order, nested ones after what holds them."""
    found: list[Json] = []
    for component in components:
        found.append(component)
        found += walk(component.get("components", []))
        found += walk([component[key] for key in ("accessory", "component") if key in component])
    return found


def with_emoji(shown: Json, emoji: Json | None) -> Json:
    """The component with its emoji, if it has one."""
    return shown if emoji is None else {**shown, "emoji": emoji}


def read_options(checker: Checker, fields: Fields, most: int, least: int = 1) -> list[Json]:
    """The options of a select, of radio buttons or of check boxes."""
    options: list[Json] = []
    for option in fields.children("options", most, least=least, required=True):
        value = option.text("value", 100, least=1, required=True) or ""
        if value in [other["value"] for other in options]:
            text = "The specified option value is already used"
            option.wrong(("value",), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", text)
        shown: Json = {
            "label": option.text("label", 100, least=1, required=True) or "",
            "value": value,
        }
        if option.has("description"):
            shown["description"] = option.text("description", 100, least=1)
        if option.flag("default"):
            shown["default"] = True
        options.append(with_emoji(shown, checker.emoji(option)))
    return options


def read_range(fields: Fields, most: int, *, options: int | None = None) -> tuple[int, int]:
    """The least and most values to choose."""
    least = fields.number("min_values", 0, most, default=1)
    highest = fields.number("max_values", 1, most, default=1)
    assert least is not None, "there is a default"
    assert highest is not None, "there is a default"
    if least > highest:
        text = "min_values must be less than or equal to max_values"
        fields.wrong(("min_values",), "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE", text)
    if options is not None and highest > max(options, 1):
        text = f"int value should be less than or equal to {options}."
        fields.wrong(("max_values",), "NUMBER_TYPE_MAX", text)
    return least, highest


def read_select(checker: Checker, fields: Fields) -> Json:
    """A select of any kind."""
    shown = checker.begin(fields)
    shown["custom_id"] = checker.custom_id(fields)
    if fields.has("placeholder"):
        shown["placeholder"] = fields.text("placeholder", 150)
    options: list[Json] | None = None
    if shown["type"] == STRING_SELECT:
        options = shown["options"] = read_options(checker, fields, 25)
    least, most = read_range(fields, 25, options=None if options is None else len(options))
    shown["min_values"], shown["max_values"] = least, most
    chosen = [option for option in options or [] if option.get("default")]
    if len(chosen) > most:
        text = f"Must be {most} or fewer in length."
        fields.wrong(("options",), "SELECT_COMPONENT_TOO_MANY_DEFAULT_OPTIONS", text)
    if fields.has("default_values"):
        shown["default_values"] = [
            {"id": str(value.snowflake("id", required=True)), "type": value.json.get("type")}
            for value in fields.children("default_values", 25)
        ]
        if len(shown["default_values"]) > most:
            text = f"Must be {most} or fewer in length."
            fields.wrong(("default_values",), "BASE_TYPE_MAX_LENGTH", text)
    if fields.has("channel_types"):
        shown["channel_types"] = fields.values("channel_types", 25)
    if fields.flag("disabled"):
        shown["disabled"] = True
    return shown


def _read_button(checker: Checker, fields: Fields) -> Json:
    shown = checker.begin(fields)
    style = shown["style"] = fields.choice("style", (1, 2, 3, 4, 5, 6))
    emoji = checker.emoji(fields)
    label = fields.text("label", 80)
    if label is not None:
        shown["label"] = label
    if style == LINK_STYLE:
        shown["url"] = fields.text("url", 512, least=1, required=True)
        if fields.has("custom_id"):
            text = "A custom id and url cannot both be specified"
            fields.wrong((), "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", text)
    elif style == PREMIUM_STYLE:
        shown["sku_id"] = str(fields.snowflake("sku_id", required=True))
    else:
        shown["custom_id"] = checker.custom_id(fields)
        if fields.has("url"):
            text = "A custom id and url cannot both be specified"
            fields.wrong((), "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", text)
    if style != PREMIUM_STYLE and emoji is None and not (label or "").strip():
        fields.wrong((), "BUTTON_COMPONENT_INVALID_LABEL", "A button must have a label or emoji")
    if fields.flag("disabled"):
        shown["disabled"] = True
    return with_emoji(shown, emoji)


class MessageComponents:
    """Reads the components of one message."""

    def __init__(self, checker: Checker, files: Mapping[str, Attachment]) -> None:
        self._checker = checker
        self._files = files
        self._text = 0

    def read(self, value: list[Any], *, v2: bool, at: Path = ("components",)) -> list[Json]:
        """The checked components; every problem is noted."""
        problems = self._checker.problems
        if not v2 and len(value) > 5:
            problems.add(at, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
        allowed = (*IN_CONTAINER, CONTAINER) if v2 else (ACTION_ROW,)
        shown = [
            self._any(Fields(item, (*at, index), problems), allowed)
            for index, item in enumerate(value)
        ]
        if self._checker.count > MOST_COMPONENTS:
            text = f"The maximum number of components in a message is {MOST_COMPONENTS}"
            problems.add(at, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", text)
        if self._text > MOST_TEXT:
            text = f"The total displayable text size exceeds maximum size of {MOST_TEXT}"
            problems.add(at, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", text)
        self._checker.number_all(shown)
        return shown

    def _any(self, fields: Fields, allowed: tuple[int, ...]) -> Json:
        kind = fields.json.get("type")
        if kind not in allowed:
            text = f'Value of field "type" must be one of {allowed}.'
            fields.wrong(("type",), "UNION_TYPE_CHOICES", text)
            return {"type": kind, "id": 0}
        if kind == BUTTON:
            return _read_button(self._checker, fields)
        if kind in SELECTS:
            return read_select(self._checker, fields)
        readers: dict[Any, Callable[[Fields, Json], None]] = {
            ACTION_ROW: self._action_row,
            SECTION: self._section,
            TEXT_DISPLAY: self._text_display,
            THUMBNAIL: self._thumbnail,
            MEDIA_GALLERY: self._gallery,
            FILE: self._file,
            SEPARATOR: self._separator,
            CONTAINER: self._container,
        }
        shown = self._checker.begin(fields)
        readers[kind](fields, shown)
        return shown

    def _nested(
        self, fields: Fields, shown: Json, allowed: tuple[int, ...], most: int
    ) -> list[Json]:
        inside = fields.children("components", most, least=1, required=True)
        shown["components"] = [self._any(item, allowed) for item in inside]
        return shown["components"]  # type: ignore[no-any-return]

    def _action_row(self, fields: Fields, shown: Json) -> None:
        inside = self._nested(fields, shown, (BUTTON, *SELECTS), 5)
        if len(inside) > 1 and any(item["type"] in SELECTS for item in inside):
            text = "The specified component exceeds the maximum width"
            fields.wrong(("components",), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", text)

    def _section(self, fields: Fields, shown: Json) -> None:
        self._nested(fields, shown, (TEXT_DISPLAY,), 3)
        accessory = fields.child("accessory", required=True)
        if accessory is not None:
            shown["accessory"] = self._any(accessory, (BUTTON, THUMBNAIL))

    def _text_display(self, fields: Fields, shown: Json) -> None:
        shown["content"] = fields.text("content", MOST_TEXT, least=1, required=True) or ""
        self._text += len(shown["content"])

    def _media(self, fields: Fields | None, *, only_files: bool = False) -> Json:
        if fields is None:
            return {}
        url = fields.text("url", 2048, least=1, required=True) or ""
        scheme, _, name = url.partition("://")
        if scheme == "attachment":
            if name in self._files:
                return {"file_id": self._files[name].id}
            text = "The referenced attachment was not found"
            fields.wrong(("url",), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", text)
        elif only_files or scheme not in ("http", "https"):
            text = f"Scheme {scheme!r} is not supported. Scheme must be one of ('attachment',)."
            fields.wrong(("url",), "URL_TYPE_INVALID_SCHEME", text)
        for file in self._files.values():
            if f"/{file.id}/{file.filename}" in url:
                return {"file_id": file.id}
        media = {"id": "0", "url": url, "proxy_url": url}
        return {**media, "width": None, "height": None, "content_type": None}

    def _described(self, fields: Fields, shown: Json) -> None:
        shown["media"] = self._media(fields.child("media", required=True))
        shown["description"] = fields.text("description", 1024, least=1)
        shown["spoiler"] = fields.flag("spoiler")

    def _thumbnail(self, fields: Fields, shown: Json) -> None:
        self._described(fields, shown)

    def _gallery(self, fields: Fields, shown: Json) -> None:
        shown["items"] = []
        for item in fields.children("items", 10, least=1, required=True):
            entry: Json = {}
            self._described(item, entry)
            shown["items"].append(entry)

    def _file(self, fields: Fields, shown: Json) -> None:
        shown["file"] = self._media(fields.child("file", required=True), only_files=True)
        by_id = {file.id: file for file in self._files.values()}
        file = by_id.get(shown["file"].get("file_id", 0))
        shown["name"] = file.filename if file else None
        shown["size"] = len(file.content) if file else None
        shown["spoiler"] = fields.flag("spoiler")

    def _separator(self, fields: Fields, shown: Json) -> None:
        shown["spacing"] = fields.choice("spacing", (1, 2), required=False) or 1
        shown["divider"] = fields.flag("divider", default=True)

    def _container(self, fields: Fields, shown: Json) -> None:
        self._nested(fields, shown, IN_CONTAINER, MOST_COMPONENTS)
        shown["accent_color"] = fields.number("accent_color", 0, 0xFFFFFF)
        shown["spoiler"] = fields.flag("spoiler")
