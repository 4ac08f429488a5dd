"""Where seeds come from: the port, and the machine's source of randomness."""

import secrets
from typing import Protocol

from engine.core.chance import SEED_BYTES


class Entropy(Protocol):
    """Makes seeds; tests bring their own."""

    def seed(self) -> bytes:
        """32 bytes that nobody can guess."""


class SystemEntropy:
    """The machine's source of randomness."""

    def seed(self) -> bytes:
        """32 bytes that nobody can guess."""
        return secrets.token_bytes(SEED_BYTES)
