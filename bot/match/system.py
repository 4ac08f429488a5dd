"""The time and the luck of the machine; tests bring their own."""

import secrets
import time

from engine.core.chance import SEED_BYTES


class SystemClock:
    """The machine's clock."""

    def now(self) -> int:
        """Seconds since 1970, by the clock on the wall."""
        return int(time.time())

    def steady(self) -> float:
        """Seconds since some moment; on Linux without those in which the machine slept."""
        return time.monotonic()

    def ahead(self) -> float:
        """Nobody moves the machine's clock on purpose."""
        return 0.0


class SystemEntropy:
    """The machine's source of secrets."""

    def seed(self) -> bytes:
        """32 bytes that nobody can guess."""
        return secrets.token_bytes(SEED_BYTES)
