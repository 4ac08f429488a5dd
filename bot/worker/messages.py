"""Messages between the bot and its processes: pickles, each preceded by its length.

The bot sends its games, then one question after another; each gets an answer, in order.
"""

import contextlib
import os
import pickle
import select
import signal
import struct
import sys
import traceback
from collections.abc import Callable
from typing import BinaryIO

from bot.game_register import GameRegister

SIZE = struct.Struct("<I")
DONE, FAILED, FULL = b"\x00", b"\x01", b"\x02"
"""First byte of an answer. After DONE the pickled result follows, after FAILED a traceback. FULL
means that the memory limit was too small; the process then ends, because its caches can be the
reason.
"""


def frame(message: bytes) -> bytes:
    return SIZE.pack(len(message)) + message


class Ended(Exception): ...


class Messages:
    def __init__(self, source: int, answers: BinaryIO) -> None:
        self._source = source
        self._answers = answers

    def arrives(self, within: float = 0.0) -> bool:
        """Return whether a message is there or arrives within so many seconds."""
        return bool(select.select([self._source], [], [], within)[0])

    def read(self) -> bytes:
        (size,) = SIZE.unpack(self._exactly(SIZE.size))
        return self._exactly(size)

    def _exactly(self, size: int) -> bytes:
        content = bytearray()
        while len(content) < size:
            chunk = os.read(self._source, size - len(content))
            if not chunk:
                raise Ended
            content += chunk
        return bytes(content)

    def answer(self, call: Callable[[], object]) -> None:
        """Answer with the result of `call`; raise Ended if the memory was too small for it."""
        result = result_of(call)
        self._answers.write(frame(result))
        self._answers.flush()
        if result == FULL:
            raise Ended


def result_of(call: Callable[[], object]) -> bytes:
    try:
        return DONE + pickle.dumps(call(), pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        return FULL
    except Exception:  # noqa: BLE001 - the bot handles it as a lost task
        return FAILED + traceback.format_exc().encode()


def serve(answer_all: Callable[[GameRegister, Messages], None]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Ctrl-C the bot ends this process
    messages = Messages(sys.stdin.fileno(), sys.stdout.buffer)
    with contextlib.suppress(Ended, BrokenPipeError):
        answer_all(pickle.loads(messages.read()), messages)  # noqa: S301 - the bot wrote it
