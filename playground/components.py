"""Message components, checked and normalised as Discord does it.

A component that shows an uploaded file holds `{"file_id": id}` in place of the media object;
message_objects.py inserts the file's address when the message is shown.
"""

from collections.abc import Callable, Mapping
from typing import Any

from playground.component_checker import (
    ACTION_ROW,
    BUTTON,
    CONTAINER,
    FILE,
    MEDIA_GALLERY,
    SECTION,
    SELECTS,
    SEPARATOR,
    TEXT_DISPLAY,
    THUMBNAIL,
    Checker,
)
from playground.errors import Json
from playground.fields import Fields, Path
from playground.interactive_components import read_button, read_select
from playground.model import Attachment

IN_CONTAINER = (ACTION_ROW, SECTION, TEXT_DISPLAY, MEDIA_GALLERY, FILE, SEPARATOR)
MOST_COMPONENTS = 40
MOST_TEXT = 4000


class MessageComponents:
    def __init__(self, checker: Checker, files: Mapping[str, Attachment]) -> None:
        self._checker = checker
        self._files = files
        self._text = 0

    def read(self, value: list[Any], *, v2: bool, at: Path = ("components",)) -> list[Json]:
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
            return read_button(self._checker, fields)
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
