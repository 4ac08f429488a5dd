"""Errors with Discord's codes and messages."""

from typing import Any

Json = dict[str, Any]


class ApiError(Exception):
    """A REST error response: status and JSON body."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status} {code} {message} {errors or ''}".rstrip())
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> Json:
        """Return the JSON of the response."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


class ClientError(Exception):
    """An action that the user's Discord client would block; the message says why."""


def unauthorized() -> ApiError:
    """Return the error for a missing or wrong bot token."""
    return ApiError(401, 0, "401: Unauthorized")


def route_not_found() -> ApiError:
    """Return the error for an unknown route."""
    return ApiError(404, 0, "404: Not Found")


_UNKNOWN = {
    "channel": (10003, "Unknown Channel"),
    "guild": (10004, "Unknown Guild"),
    "member": (10007, "Unknown Member"),
    "message": (10008, "Unknown Message"),
    "role": (10011, "Unknown Role"),
    "user": (10013, "Unknown User"),
    "emoji": (10014, "Unknown Emoji"),
    "webhook": (10015, "Unknown Webhook"),
    "application": (10002, "Unknown Application"),
    "interaction": (10062, "Unknown interaction"),
    "command": (10063, "Unknown application command"),
}


def unknown(what: str) -> ApiError:
    """Return the error for an object that doesn't exist or that the bot can't know."""
    code, message = _UNKNOWN[what]
    return ApiError(404, code, message)


def too_large() -> ApiError:
    """Return the error for a file over the limit."""
    return ApiError(413, 40005, "Request entity too large")


def already_acknowledged() -> ApiError:
    """Return the error for a second answer to an interaction."""
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> ApiError:
    """Return the error for a channel that the bot can't see."""
    return ApiError(403, 50001, "Missing Access")


def not_yours_to_edit() -> ApiError:
    """Return the error for editing another user's message."""
    return ApiError(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> ApiError:
    """Return the error for a message that shows nothing."""
    return ApiError(400, 50006, "Cannot send an empty message")


def closed_dm() -> ApiError:
    """Return the error for a user who blocks direct messages from the bot."""
    return ApiError(403, 50007, "Cannot send messages to this user")


def missing_permissions() -> ApiError:
    """Return the error for a visible channel where the bot lacks a permission."""
    return ApiError(403, 50013, "Missing Permissions")


def wrong_channel_type() -> ApiError:
    """Return the error for an action that this kind of channel doesn't support."""
    return ApiError(400, 50024, "Cannot execute action on this channel type")


def system_message() -> ApiError:
    """Return the error for editing a message written by Discord."""
    return ApiError(403, 50021, "Cannot execute action on a system message")


def expired_token() -> ApiError:
    """Return the error for an interaction older than 15 minutes."""
    return ApiError(401, 50027, "Invalid Webhook Token")


def archived_thread() -> ApiError:
    """Return the error for an archived thread, which must be reopened first."""
    return ApiError(400, 50083, "Thread is archived")


def invalid_json() -> ApiError:
    """Return the error for a body that isn't JSON."""
    return ApiError(400, 50109, "The request body contains invalid JSON.")


def thread_exists() -> ApiError:
    """Return the error for a message that already has a thread."""
    return ApiError(400, 160004, "A thread has already been created for this message")


def locked_thread() -> ApiError:
    """Return the error for a thread where only moderators can write."""
    return ApiError(403, 160005, "Thread is locked")


def not_a_text_channel() -> ApiError:
    """Return the error for a message in a forum, which accepts only posts."""
    return ApiError(400, 50008, "Cannot send messages in a non-text channel")


def tag_required() -> ApiError:
    """Return the error for a post without a tag in a forum that requires one."""
    return ApiError(400, 40067, "A tag is required to create a forum post in this channel")


def too_many_creates() -> ApiError:
    """Return the error for exceeding the daily limit on new commands in a scope."""
    text = "Max number of daily application command creates has been reached (200)"
    return ApiError(400, 30034, text)


def too_many_threads() -> ApiError:
    """Return the error for exceeding a server's limit on open threads."""
    return ApiError(400, 160006, "Maximum number of active threads reached")


def too_many_thread_members() -> ApiError:
    """Return the error for a full thread."""
    return ApiError(400, 30033, "Maximum number of thread participants has been reached (1000)")


class Problems:
    """Collector of problems in a request body, by path."""

    def __init__(self, *at: str | int) -> None:
        self._root: Json = {}
        self._at = at

    def add(self, path: tuple[str | int, ...], code: str, message: str) -> None:
        """Record one problem of the field at `path`."""
        here = self._root
        for step in (*self._at, *path):
            here = here.setdefault(str(step), {})
        here.setdefault("_errors", []).append({"code": code, "message": message})

    def __bool__(self) -> bool:
        return bool(self._root)

    def raise_if_any(self) -> None:
        """Raise ApiError 50035 with all recorded problems."""
        if self._root:
            raise ApiError(400, 50035, "Invalid Form Body", _told(self._root))

    @classmethod
    def one(cls, path: tuple[str | int, ...], code: str, message: str) -> ApiError:
        """Return the error for a single field."""
        problems = cls()
        problems.add(path, code, message)
        return ApiError(400, 50035, "Invalid Form Body", problems._root)


_FIRST_LOOK = {
    "MODEL_TYPE_CONVERT",
    "LIST_TYPE_CONVERT",
    "BASE_TYPE_BAD_LENGTH",
    "BASE_TYPE_MAX_LENGTH",
}
"""Problems of an object or list that Discord reports before checking its contents."""


def _told(node: Json) -> Json:
    """Return a field's own problems or those inside it; Discord never reports both."""
    own = node.get("_errors", [])
    inside = {step: _told(child) for step, child in node.items() if step != "_errors"}
    if own and (not inside or any(error["code"] in _FIRST_LOOK for error in own)):
        return {"_errors": own}
    return inside
