"""The time and the luck of the machine; tests bring their own."""

import secrets
import time

from engine.core.chance import SEED_BYTES


class SystemClock:
    """The machine's clock."""

    def now(self) -> int:
        """Seconds since 1970."""
        return int(time.time())


class SystemEntropy:
    """The machine's source of secrets."""

    def seed(self) -> bytes:
        """32 bytes that nobody can guess."""
        return secrets.token_bytes(SEED_BYTES)
