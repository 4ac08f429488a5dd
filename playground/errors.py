"""What goes wrong, with Discord's codes and sentences."""

from typing import Any

Json = dict[str, Any]
"""A JSON object."""


class ApiError(Exception):
    """A REST answer that refuses: status and the JSON body that goes with it."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status} {code} {message} {errors or ''}".rstrip())
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> Json:
        """The JSON that Discord answers."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


class ClientError(Exception):
    """Something that a person's Discord client would not let them do; the text says why."""


def unauthorized() -> ApiError:
    """The bot's token is missing or wrong."""
    return ApiError(401, 0, "401: Unauthorized")


def route_not_found() -> ApiError:
    """There is no such route."""
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
    """There is no such thing, or none that the bot may know of."""
    code, message = _UNKNOWN[what]
    return ApiError(404, code, message)


def too_large() -> ApiError:
    """A file is over the limit."""
    return ApiError(413, 40005, "Request entity too large")


def already_acknowledged() -> ApiError:
    """The interaction has its answer."""
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> ApiError:
    """The bot can't see it."""
    return ApiError(403, 50001, "Missing Access")


def not_yours_to_edit() -> ApiError:
    """The message is somebody else's."""
    return ApiError(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> ApiError:
    """Nothing would be shown."""
    return ApiError(400, 50006, "Cannot send an empty message")


def closed_dm() -> ApiError:
    """The user takes no direct messages from the bot."""
    return ApiError(403, 50007, "Cannot send messages to this user")


def missing_permissions() -> ApiError:
    """The bot sees it and may not do that there."""
    return ApiError(403, 50013, "Missing Permissions")


def wrong_channel_type() -> ApiError:
    """That can't be done in a channel of this kind."""
    return ApiError(400, 50024, "Cannot execute action on this channel type")


def system_message() -> ApiError:
    """Discord wrote the message itself."""
    return ApiError(403, 50021, "Cannot execute action on a system message")


def expired_token() -> ApiError:
    """The interaction is more than 15 minutes old."""
    return ApiError(401, 50027, "Invalid Webhook Token")


def archived_thread() -> ApiError:
    """The thread has to be reopened first."""
    return ApiError(400, 50083, "Thread is archived")


def invalid_json() -> ApiError:
    """The body is no JSON."""
    return ApiError(400, 50109, "The request body contains invalid JSON.")


def thread_exists() -> ApiError:
    """The message has its thread."""
    return ApiError(400, 160004, "A thread has already been created for this message")


def locked_thread() -> ApiError:
    """Only moderators may write there."""
    return ApiError(403, 160005, "Thread is locked")


def not_a_text_channel() -> ApiError:
    """A forum takes posts only."""
    return ApiError(400, 50008, "Cannot send messages in a non-text channel")


def tag_required() -> ApiError:
    """The forum takes no posts without a tag."""
    return ApiError(400, 40067, "A tag is required to create a forum post in this channel")


def too_many_creates() -> ApiError:
    """The scope got as many new commands today as it may."""
    text = "Max number of daily application command creates has been reached (200)"
    return ApiError(400, 30034, text)


def too_many_threads() -> ApiError:
    """The server has as many open threads as it may have."""
    return ApiError(400, 160006, "Maximum number of active threads reached")


def too_many_thread_members() -> ApiError:
    """The thread is full."""
    return ApiError(400, 30033, "Maximum number of thread participants has been reached (1000)")


class Problems:
    """Collects what is wrong with a request body, each under its path."""

    def __init__(self, *at: str | int) -> None:
        self._root: Json = {}
        self._at = at

    def add(self, path: tuple[str | int, ...], code: str, message: str) -> None:
        """Note one problem of the field at `path`."""
        here = self._root
        for step in (*self._at, *path):
            here = here.setdefault(str(step), {})
        here.setdefault("_errors", []).append({"code": code, "message": message})

    def __bool__(self) -> bool:
        return bool(self._root)

    def raise_if_any(self) -> None:
        """Raises: ApiError 50035 with everything noted so far."""
        if self._root:
            raise ApiError(400, 50035, "Invalid Form Body", _told(self._root))

    @classmethod
    def one(cls, path: tuple[str | int, ...], code: str, message: str) -> ApiError:
        """The error of a single field."""
        problems = cls()
        problems.add(path, code, message)
        return ApiError(400, 50035, "Invalid Form Body", problems._root)


_FIRST_LOOK = {
    "MODEL_TYPE_CONVERT",
    "LIST_TYPE_CONVERT",
    "BASE_TYPE_BAD_LENGTH",
    "BASE_TYPE_MAX_LENGTH",
}
"""Problems of an object or a list that Discord sees before it looks inside."""


def _told(node: Json) -> Json:
    """Discord tells of a field either its own problems or those inside it, never both."""
    own = node.get("_errors", [])
    inside = {step: _told(child) for step, child in node.items() if step != "_errors"}
    if own and (not inside or any(error["code"] in _FIRST_LOOK for error in own)):
        return {"_errors": own}
    return inside
