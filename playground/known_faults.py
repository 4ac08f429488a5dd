"""Faults reported by operators of bots, ready for `playground.faults`.

Each names its source. A fault affects the next `times` requests of its route.
"""

from collections.abc import Callable
from typing import Any

from playground.errors import Json
from playground.faults import Fault, Sender

MESSAGE_THREADS = "/channels/{channel_id}/messages/{message_id}/threads"
THREADS = "/channels/{channel_id}/threads"
COMMANDS = "/applications/{application_id}/commands"
EMOJIS = "/applications/{application_id}/emojis"

THREAD_LIMIT = 219.05
"""Seconds of the limit on new threads in discord-api-docs #7816."""
EMOJI_LIMIT = 1800.0
"""Seconds of a limit on emoji routes, which have their own rules (rate-limits.mdx)."""


def threads_unavailable(times: int = 1) -> Fault:
    """Return a 503 for a thread from a message, after which discord.py doesn't retry."""
    return Fault("POST", MESSAGE_THREADS, 503, times)


def thread_answer_cut() -> Fault:
    """Return a fault that creates the thread but cuts the connection before the answer."""
    return Fault("POST", MESSAGE_THREADS, done=True, cut=True)


def emoji_limit(method: str = "POST", times: int = 1) -> Fault:
    """Return a half-hour 429 for listing emoji (GET) or creating one (POST)."""
    return Fault(method, EMOJIS, 429, times, retry_after=EMOJI_LIMIT)


_REFUSED_COMMANDS: dict[int, Json] = {
    400: {
        "code": 50035,
        "message": "Invalid Form Body",
        "errors": {
            "0": {
                "name": {
                    "_errors": [
                        {
                            "code": "APPLICATION_COMMAND_INVALID_NAME",
                            "message": "Command name is invalid",
                        }
                    ]
                }
            }
        },
    },
    403: {"code": 50001, "message": "Missing Access"},
    500: {"code": 0, "message": "500: Internal Server Error"},
    503: {"code": 0, "message": "upstream connect error or disconnect/reset before headers"},
}


def refused_commands(status: int, times: int = 1) -> Fault:
    """Return a refusal of all commands (PUT): 400, 403, 500 or 503 (PennyDreadful-Tools #15019)."""
    body: dict[str, Any] = _REFUSED_COMMANDS[status]
    return Fault("PUT", COMMANDS, status, times, **body)


def cloudflare(method: str, route: str, status: int = 503, times: int = 1) -> Fault:
    """Return a 429 or 5xx from Cloudflare in front of Discord: an HTML page, no `Via` header."""
    return Fault(method, route, status, times, sender=Sender.CLOUDFLARE)


def proxy_timeout(method: str, route: str, times: int = 1, *, done: bool = False) -> Fault:
    """Return nirn-proxy's answer when Discord's has not come in time (ProcessRequest in its
    lib/discord.go). With `done`, Discord has carried out the request nevertheless.
    """
    return Fault(method, route, 408, times, done=done, sender=Sender.PROXY)


def proxy_limit(method: str, route: str, times: int = 1) -> Fault:
    """Return a rate limit that nirn-proxy makes up when it can't pass the request on (Generate429
    in its lib/queue_manager.go).
    """
    return Fault(method, route, 429, times, retry_after=1, sender=Sender.PROXY)


def one_in(count: int) -> Callable[[int], bool]:
    """Return a function for World.refuses_emoji that refuses every `count`-th emoji. Discord
    refused about one in 25 valid application emoji: discord-api-docs #7128.
    """
    looks = 0

    def refuses(emoji_id: int) -> bool:
        nonlocal looks
        del emoji_id
        looks += 1
        return looks % count == 0

    return refuses
