"""The selection and the content of error reports.

Expected errors are not sent, and repeated ones only now and then. The texts of errors and the
values in log lines can quote names and typed words, so a report contains only places in the code
and error codes of libraries.
"""

import errno
import logging
import platform
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any

import aiohttp
import discord

from bot.match.log.store_errors import Conflict, StoreTrouble
from bot.match.values.errors import Refusal
from bot.observing.fields import FIELDS, add_fields
from bot.observing.secrets import Redact

Json = dict[str, Any]

OURS = ("bot", "cogs", "engine", "games", "playground", "render", "texts", "__main__")
KEPT = ("event_id", "timestamp", "level", "platform", "logger", "release", "environment")
FRAME = ("function", "module", "lineno", "pre_context", "context_line", "post_context", "in_app")
MECHANISM = ("type", "handled", "exception_id", "parent_id", "is_exception_group", "source")
TAGS = ("match", "server", "interaction")


def strip_event(
    event: Mapping[str, Any],
    error: BaseException,
    record: logging.LogRecord | None,
    redact: Redact,
) -> Json:
    figures = {type(cause).__name__: _figures(cause) for cause in _chain(error)}
    sent: Json = {name: event[name] for name in KEPT if name in event}
    sent["sdk"] = {name: event.get("sdk", {}).get(name, "") for name in ("name", "version")}
    runtime = {"name": platform.python_implementation(), "version": platform.python_version()}
    sent["contexts"] = {"runtime": runtime}
    values = event.get("exception", {}).get("values", ())
    sent["exception"] = {"values": [_exception(cause, figures) for cause in values]}
    if record is not None:
        if record.name.partition(".")[0] in OURS:
            sent["logentry"] = {"message": str(record.msg)}
        add_fields(record)
        fields: Mapping[str, object] = getattr(record, FIELDS)
        sent["tags"] = {name: str(fields[name]) for name in TAGS if name in fields}
    cleaned: Json = _redacted(sent, redact)
    return cleaned


def _exception(exception: Mapping[str, Any], figures: Mapping[str, str]) -> Json:
    name = str(exception.get("type"))
    frames: Sequence[Mapping[str, Any]] = (exception.get("stacktrace") or {}).get("frames") or ()
    mechanism = exception.get("mechanism") or {}
    return {
        "type": name,
        "module": exception.get("module"),
        "value": figures.get(name, ""),
        "mechanism": {key: mechanism[key] for key in MECHANISM if key in mechanism},
        "stacktrace": {"frames": [_frame(frame) for frame in frames]},
    }


def _frame(frame: Mapping[str, Any]) -> Json:
    file = PurePath(str(frame.get("filename") or ""))
    kept = {key: frame[key] for key in FRAME if key in frame}
    # An absolute path can contain the name of the machine or its user.
    return {**kept, "filename": file.name if file.is_absolute() else str(file)}


def _figures(error: BaseException) -> str:
    parts = []
    status, code = getattr(error, "status", None), getattr(error, "code", None)
    if isinstance(status, int):
        parts.append(f"status {status}")
    if isinstance(code, int):
        parts.append(f"code {code}")
    if isinstance(error, OSError) and error.errno is not None:
        parts.append(errno.errorcode.get(error.errno, str(error.errno)))
    for name in ("sqlite_errorname", "sqlstate"):
        value = getattr(error, name, None)
        if isinstance(value, str) and value.replace("_", "").isalnum():
            parts.append(value)
    return ", ".join(parts)


def _chain(error: BaseException) -> Iterator[BaseException]:
    waiting: list[BaseException | None] = [error]
    seen = set[int]()
    while waiting:
        cause = waiting.pop()
        if cause is None or id(cause) in seen:
            continue
        seen.add(id(cause))
        yield cause
        inside = cause.exceptions if isinstance(cause, BaseExceptionGroup) else ()
        waiting += [cause.__cause__, cause.__context__, *inside]


def _redacted(value: Any, redact: Redact) -> Any:
    """Remove everything that looks like a secret, as a second line of defence."""
    match value:
        case str():
            return redact(value)
        case dict():
            return {key: _redacted(item, redact) for key, item in value.items()}
        case list():
            return [_redacted(item, redact) for item in value]
        case _:
            return value


EXPECTED = (
    Refusal,
    Conflict,
    discord.RateLimited,
    discord.Forbidden,
    discord.NotFound,
    discord.DiscordServerError,
    discord.ConnectionClosed,
    discord.GatewayNotFound,
    aiohttp.ClientError,
    ConnectionError,
    TimeoutError,
)
HEALS, CALM, AGAIN = 300.0, 120.0, 600.0
"""Seconds until a failing database is worth a report, seconds without failures that end such a
period, and seconds until the same error is sent again.
"""
MOST_KNOWN = 1_000

CodePlace = tuple[str, str, int]


class Selection:
    def __init__(self, steady: Callable[[], float]) -> None:
        self._steady = steady
        self._sent: dict[CodePlace, float] = {}
        self._trouble: tuple[float, float] | None = None

    def wants(self, error: BaseException) -> bool:
        if not isinstance(error, Exception) or _is_expected(error):
            return False
        if isinstance(error, StoreTrouble) and not self._has_lasted():
            return False
        return self._is_new(_place(error))

    def _has_lasted(self) -> bool:
        now = self._steady()
        began, last = self._trouble or (now, now)
        self._trouble = (began if now - last < CALM else now, now)
        return now - self._trouble[0] >= HEALS

    def _is_new(self, place: CodePlace) -> bool:
        now = self._steady()
        if len(self._sent) >= MOST_KNOWN:
            self._sent = {earlier: at for earlier, at in self._sent.items() if now - at < AGAIN}
        at = self._sent.get(place)
        if at is not None and now - at < AGAIN:
            return False
        self._sent[place] = now
        return True


def _is_expected(error: BaseException) -> bool:
    if isinstance(error, BaseExceptionGroup):
        return all(_is_expected(part) for part in error.exceptions)
    return isinstance(error, EXPECTED)


def _place(error: BaseException) -> CodePlace:
    frames = traceback.extract_tb(error.__traceback__)
    file, line = (frames[-1].filename, frames[-1].lineno or 0) if frames else ("", 0)
    return type(error).__qualname__, file, line
