"""What is sent of an error: only what is listed here, and nothing that a person typed or is called.

The texts of errors and the values in lines of the log may quote anything, so they stay here. What
is left says where in the code it happened, and what codes a library has for it.
"""

import errno
import logging
import platform
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any

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
