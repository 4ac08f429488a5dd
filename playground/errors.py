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
        body: Json = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


class ClientError(Exception):
    """An action that the user's Discord client would block; the message says why."""


def unauthorized() -> ApiError:
    return ApiError(401, 0, "401: Unauthorized")


def route_not_found() -> ApiError:
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
    "scheduled event": (10070, "Unknown Guild Scheduled Event"),
    "command": (10063, "Unknown application command"),
}


def unknown(what: str) -> ApiError:
    """The object doesn't exist, or the bot is not allowed to see it."""
    code, message = _UNKNOWN[what]
    return ApiError(404, code, message)


def too_large() -> ApiError:
    return ApiError(413, 40005, "Request entity too large")


def already_acknowledged() -> ApiError:
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> ApiError:
    """The bot can't see the channel."""
    return ApiError(403, 50001, "Missing Access")


def not_yours_to_edit() -> ApiError:
    return ApiError(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> ApiError:
    """The message would show nothing."""
    return ApiError(400, 50006, "Cannot send an empty message")


def closed_dm() -> ApiError:
    return ApiError(403, 50007, "Cannot send messages to this user")


def missing_permissions() -> ApiError:
    """The bot sees the channel but lacks a permission."""
    return ApiError(403, 50013, "Missing Permissions")


def wrong_channel_type() -> ApiError:
    return ApiError(400, 50024, "Cannot execute action on this channel type")


def system_message() -> ApiError:
    return ApiError(403, 50021, "Cannot execute action on a system message")


def expired_token() -> ApiError:
    """The interaction is older than 15 minutes."""
    return ApiError(401, 50027, "Invalid Webhook Token")


def archived_thread() -> ApiError:
    return ApiError(400, 50083, "Thread is archived")


def invalid_json() -> ApiError:
    return ApiError(400, 50109, "The request body contains invalid JSON.")


def too_many_follow_ups() -> ApiError:
    """The application is not installed in the server, so it has five."""
    text = "This interaction has reached the maximum number of follow-up messages"
    return ApiError(400, 40094, text)


def thread_exists() -> ApiError:
    return ApiError(400, 160004, "A thread has already been created for this message")


def locked_thread() -> ApiError:
    """Only moderators can write in the thread."""
    return ApiError(403, 160005, "Thread is locked")


def not_a_text_channel() -> ApiError:
    """A forum accepts posts only."""
    return ApiError(400, 50008, "Cannot send messages in a non-text channel")


def tag_required() -> ApiError:
    return ApiError(400, 40067, "A tag is required to create a forum post in this channel")


def too_many_creates() -> ApiError:
    """The scope has reached its daily limit of new commands."""
    text = "Max number of daily application command creates has been reached (200)"
    return ApiError(400, 30034, text)


def too_many_threads() -> ApiError:
    return ApiError(400, 160006, "Maximum number of active threads reached")


def too_many_events() -> ApiError:
    text = "Maximum number of uncompleted guild scheduled events has been reached (100)"
    return ApiError(400, 30038, text)


def finished_event() -> ApiError:
    return ApiError(400, 180000, "Cannot update a finished event")


def too_many_thread_members() -> ApiError:
    return ApiError(400, 30033, "Maximum number of thread participants has been reached (1000)")


class Problems:
    """Collector of problems in a request body, by path; they become one ApiError 50035."""

    def __init__(self, *at: str | int) -> None:
        self._root: Json = {}
        self._at = at

    def add(self, path: tuple[str | int, ...], code: str, message: str) -> None:
        node = self._root
        for step in (*self._at, *path):
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def __bool__(self) -> bool:
        return bool(self._root)

    def raise_if_any(self) -> None:
        if self._root:
            raise ApiError(400, 50035, "Invalid Form Body", _reported(self._root))

    @classmethod
    def one(cls, path: tuple[str | int, ...], code: str, message: str) -> ApiError:
        problems = cls()
        problems.add(path, code, message)
        return ApiError(400, 50035, "Invalid Form Body", problems._root)


_REPORTED_FIRST = {
    "MODEL_TYPE_CONVERT",
    "LIST_TYPE_CONVERT",
    "BASE_TYPE_BAD_LENGTH",
    "BASE_TYPE_MAX_LENGTH",
}
"""Problems of an object or list that Discord reports before checking its contents."""


def _reported(node: Json) -> Json:
    """Return a field's own problems or those inside it; Discord never reports both."""
    own = node.get("_errors", [])
    inside = {step: _reported(child) for step, child in node.items() if step != "_errors"}
    if own and (not inside or any(error["code"] in _REPORTED_FIRST for error in own)):
        return {"_errors": own}
    return inside
