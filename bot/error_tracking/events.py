"""Which errors are sent: none that the bot expects, and no other again and again.

Of an error only what is listed here is sent, and nothing that a person typed or is called.

The texts of errors and the values in lines of the log may quote anything, so they stay here. What
is left says where in the code it happened, and what codes a library has for it.
"""

import errno
import logging
import platform
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

import aiohttp
import discord

from bot.match.log.store_errors import Conflict, StoreTrouble
from bot.match.values.errors import Refusal
from bot.observing.fields import FIELDS, AddFields
from bot.observing.secrets import Secrets

Json = dict[str, Any]

OURS = ("bot", "cogs", "engine", "games", "playground", "render", "texts", "__main__")
"""Packages whose lines of the log are literals, with the values apart from them."""
KEPT = ("event_id", "timestamp", "level", "platform", "logger", "release", "environment")
FRAME = ("function", "module", "lineno", "pre_context", "context_line", "post_context", "in_app")
MECHANISM = ("type", "handled", "exception_id", "parent_id", "is_exception_group", "source")
TAGS = ("match", "server", "interaction")


def stripped(
    event: Mapping[str, Any],
    error: BaseException,
    record: logging.LogRecord | None,
    secrets: Secrets,
) -> Json:
    """What is sent of an event about an error that this line of the log has told, if any has."""
    figures = {type(one).__name__: _figures(one) for one in _chain(error)}
    found: Json = {name: event[name] for name in KEPT if name in event}
    found["sdk"] = {name: event.get("sdk", {}).get(name, "") for name in ("name", "version")}
    runtime = {"name": platform.python_implementation(), "version": platform.python_version()}
    found["contexts"] = {"runtime": runtime}
    values = event.get("exception", {}).get("values", ())
    found["exception"] = {"values": [_exception(one, figures) for one in values]}
    if record is not None:
        if record.name.partition(".")[0] in OURS:
            found["logentry"] = {"message": str(record.msg)}
        AddFields().filter(record)
        fields: Mapping[str, object] = getattr(record, FIELDS)
        found["tags"] = {name: str(fields[name]) for name in TAGS if name in fields}
    cleaned: Json = _redacted(found, secrets)
    return cleaned


def _exception(told: Mapping[str, Any], figures: Mapping[str, str]) -> Json:
    name = str(told.get("type"))
    frames: Sequence[Mapping[str, Any]] = (told.get("stacktrace") or {}).get("frames") or ()
    mechanism = told.get("mechanism") or {}
    return {
        "type": name,
        "module": told.get("module"),
        "value": figures.get(name, ""),
        "mechanism": {key: mechanism[key] for key in MECHANISM if key in mechanism},
        "stacktrace": {"frames": [_frame(one) for one in frames]},
    }


def _frame(told: Mapping[str, Any]) -> Json:
    file = PurePath(str(told.get("filename") or ""))
    kept = {key: told[key] for key in FRAME if key in told}
    # An absolute path may tell what the machine or its user is called.
    return {**kept, "filename": file.name if file.is_absolute() else str(file)}


def _figures(error: BaseException) -> str:
    """What libraries say of an error in codes; "" if nothing."""
    found = []
    status, code = getattr(error, "status", None), getattr(error, "code", None)
    if isinstance(status, int):
        found.append(f"status {status}")
    if isinstance(code, int):
        found.append(f"code {code}")
    if isinstance(error, OSError) and error.errno is not None:
        found.append(errno.errorcode.get(error.errno, str(error.errno)))
    for name in ("sqlite_errorname", "sqlstate"):
        value = getattr(error, name, None)
        if isinstance(value, str) and value.replace("_", "").isalnum():
            found.append(value)
    return ", ".join(found)


def _chain(error: BaseException) -> Iterator[BaseException]:
    """An error and all that led to it; each once."""
    waiting: list[BaseException | None] = [error]
    seen = set[int]()
    while waiting:
        one = waiting.pop()
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        inside = one.exceptions if isinstance(one, BaseExceptionGroup) else ()
        waiting += [one.__cause__, one.__context__, *inside]


def _redacted(value: Any, secrets: Secrets) -> Any:
    """`value` with everything that looks like a secret taken out; there should be nothing."""
    match value:
        case str():
            return secrets.redacted(value)
        case dict():
            return {key: _redacted(one, secrets) for key, one in value.items()}
        case list():
            return [_redacted(one, secrets) for one in value]
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
"""What people, permissions and networks bring about; the log tells it."""
HEALS = 300.0
"""Seconds after which trouble of the database has lasted: what is over sooner healed by itself."""
CALM = 120.0
"""Seconds without trouble of the database after which it was over."""
AGAIN = 600.0
"""Seconds until an error is sent again that comes from the same place."""
MOST_KNOWN = 1_000

Place = tuple[str, str, int]


@dataclass(eq=False)
class Selection:
    """Says of each error whether it is sent."""

    steady: Callable[[], float]
    """A monotonic clock, in seconds."""
    _sent: dict[Place, float] = field(default_factory=dict, init=False)
    _trouble: tuple[float, float] | None = field(default=None, init=False)
    """When the store's trouble began, and when it was last heard of."""

    def wants(self, error: BaseException) -> bool:
        """Whether it is unexpected, and new or some time ago."""
        if not isinstance(error, Exception) or _is_expected(error):
            return False
        if isinstance(error, StoreTrouble) and not self._has_lasted():
            return False
        return self._is_new(_place(error))

    def _has_lasted(self) -> bool:
        now = self.steady()
        began, last = self._trouble or (now, now)
        self._trouble = (began if now - last < CALM else now, now)
        return now - self._trouble[0] >= HEALS

    def _is_new(self, place: Place) -> bool:
        now = self.steady()
        if len(self._sent) >= MOST_KNOWN:
            self._sent = {one: at for one, at in self._sent.items() if now - at < AGAIN}
        at = self._sent.get(place)
        if at is not None and now - at < AGAIN:
            return False
        self._sent[place] = now
        return True


def _is_expected(error: BaseException) -> bool:
    if isinstance(error, BaseExceptionGroup):
        return all(_is_expected(one) for one in error.exceptions)
    return isinstance(error, EXPECTED)


def _place(error: BaseException) -> Place:
    """What kind of error it is, and the line that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    file, line = (frames[-1].filename, frames[-1].lineno or 0) if frames else ("", 0)
    return type(error).__qualname__, file, line
