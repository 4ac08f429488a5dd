"""Messages to systemd: ready, working, about to stop; see sd_notify(3).

Without systemd NOTIFY_SOCKET is unset, and nothing happens.
"""

import contextlib
import os
import socket

ADDRESS = "NOTIFY_SOCKET"
"""Environment variable with the address of systemd's socket; a leading "@" means that the socket
has no file (it is abstract).
"""


def well(remarks: tuple[str, ...] = ()) -> None:
    """Reset the watchdog, and tell systemd that the start has finished; `remarks` appear in the
    status.

    Telling it again does no harm.
    """
    _tell("READY=1", "WATCHDOG=1", _status(*(remarks or ("Serving Discord.",))))


def unwell(why: str) -> None:
    _tell(_status(why))


def stopping() -> None:
    _tell("STOPPING=1", _status("Finishing current answers."))


def _status(*sentences: str) -> str:
    return "STATUS=" + " ".join(" ".join(sentences).split())


def _tell(*lines: str) -> None:
    address = os.environ.get(ADDRESS, "")
    if not address.startswith(("/", "@")):
        return
    # The bot does not wait for systemd: the next message follows in 15 seconds.
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.setblocking(False)
        systemd.connect(address.replace("@", "\0", 1) if address[0] == "@" else address)
        systemd.send("\n".join(lines).encode())
