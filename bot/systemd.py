"""What systemd is told of a bot that it started: ready, well, about to stop; by sd_notify(3).

Whatever else started the bot set no NOTIFY_SOCKET, and nothing happens.
"""

import contextlib
import os
import socket

ADDRESS = "NOTIFY_SOCKET"
"""The environment variable that names systemd's socket; "@" begins one that is in no folder."""


def well(remarks: tuple[str, ...] = ()) -> None:
    """Keep the watchdog quiet, and end the start if it still lasts; `remarks` show in the status.

    systemd takes no harm from being told again that the bot is ready.
    """
    _tell("READY=1", "WATCHDOG=1", _status(*(remarks or ("Serving Discord.",))))


def unwell(why: str) -> None:
    """Say in the status what is wrong; the watchdog counts on."""
    _tell(_status(why))


def stopping() -> None:
    """The bot ends by itself now."""
    _tell("STOPPING=1", _status("Finishing what is being answered."))


def _status(*sentences: str) -> str:
    """They show in `systemctl status`, on one line."""
    return "STATUS=" + " ".join(" ".join(sentences).split())


def _tell(*lines: str) -> None:
    address = os.environ.get(ADDRESS, "")
    if not address.startswith(("/", "@")):
        return
    # Nobody waits for systemd: what it does not take now is said again 15 seconds later.
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there:
        there.setblocking(False)
        there.connect(address.replace("@", "\0", 1) if address[0] == "@" else address)
        there.send("\n".join(lines).encode())
