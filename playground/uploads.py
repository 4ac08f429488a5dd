"""Files in requests: reading, measuring and naming."""

import io
import mimetypes
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import web
from aiohttp.multipart import BodyPartReader
from PIL import Image, UnidentifiedImageError

from playground.errors import ApiError, Json, invalid_json, too_large
from playground.model import Attachment

FILE_LIMIT = 10 * 1024 * 1024
"""Maximum bytes of a file without a subscription."""
REQUEST_LIMIT = 25 * 1024 * 1024
"""Maximum bytes of a request with files."""

_FIELD = re.compile(r"files\[(\d+)\]|file")
_NAME = re.compile(r"[^A-Za-z0-9_.\-]+")


@dataclass(frozen=True, slots=True)
class Upload:
    filename: str
    content: bytes

    def attach(self, file_id: int, channel_id: int, description: str | None) -> Attachment:
        content_type, width, height = measure(self.filename, self.content)
        return Attachment(
            file_id,
            channel_id,
            self.filename,
            self.content,
            content_type,
            width,
            height,
            description,
        )


@dataclass(frozen=True, slots=True)
class Body:
    """A request's JSON, and its files by index."""

    json: Any
    files: dict[int, Upload]


def clean_name(filename: str) -> str:
    """Return a filename as Discord stores it: ASCII letters, digits, underscore, dot and dash."""
    return _NAME.sub("_", filename).strip("_") or "unknown"


def measure(filename: str, content: bytes) -> tuple[str, int | None, int | None]:
    """Return media type, width and height, from a picture's header or any other file's name."""
    try:
        with Image.open(io.BytesIO(content)) as picture:
            return Image.MIME.get(picture.format or "", "image/png"), *picture.size
    except (UnidentifiedImageError, OSError):
        guessed, _ = mimetypes.guess_type(filename)
        return guessed or "application/octet-stream", None, None


async def read_body(request: web.Request, loads: Callable[[str], Any]) -> Body:
    """Read JSON or multipart/form-data. Raise ApiError 50109 for invalid JSON, 40005 for files over
    the limit.
    """
    try:
        # aiohttp's `content_type` takes as long as the rest of this function.
        kind, _, _ = request.headers.get("Content-Type", "").partition(";")
        if kind.strip().lower() == "multipart/form-data":
            return await _read_parts(request, loads)
        text = await request.text()
        return Body(loads(text) if text else None, {})
    except ValueError as error:
        raise invalid_json() from error


async def _read_parts(request: web.Request, loads: Callable[[str], Any]) -> Body:
    payload: Any = {}
    loose: Json = {}
    files: dict[int, Upload] = {}
    size = 0
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise ApiError(400, 50035, "Invalid Form Body")
        content = bytes(await part.read(decode=True))
        size += len(content)
        if size > REQUEST_LIMIT:
            raise too_large()
        name = part.name or ""
        if name == "payload_json":
            payload = loads(content.decode())
        elif match := _FIELD.fullmatch(name):
            if len(content) > FILE_LIMIT:
                raise too_large()
            index = int(match[1] or 0)
            files[index] = Upload(clean_name(part.filename or "unknown"), content)
        else:
            loose[name] = content.decode()
    return Body({**loose, **payload} if isinstance(payload, dict) else payload, files)
