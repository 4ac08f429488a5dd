"""Dice that can be proven fair: one counted stream of numbers from a seed and a contribution.

Number i below n is HMAC-SHA-256(seed, "<contribution>:<i>:<attempt>") as a big-endian integer,
modulo n; where that integer is not below the largest multiple of n, the next attempt.
"""

import hashlib
import hmac
from dataclasses import dataclass

from engine.core.types import ChanceRequest

SEED_BYTES = 32
_SPAN = 1 << 256


@dataclass(frozen=True, slots=True)
class Stream:
    """All luck of one match; depends on seed, contribution and position only."""

    seed: bytes
    """32 secret bytes until the match has ended."""
    contribution: str
    """What the people brought, known before the first number is drawn."""

    def __repr__(self) -> str:
        return "Stream(seed hidden)"

    def number(self, index: int, below: int) -> int:
        """Number `index` (from 0, counted over the whole match) in range(below)."""
        limit = below * (_SPAN // below)
        attempt = 0
        while True:
            message = f"{self.contribution}:{index}:{attempt}".encode()
            value = int.from_bytes(hmac.digest(self.seed, message, hashlib.sha256), "big")
            if value < limit:
                return value % below
            attempt += 1

    def answer(self, request: ChanceRequest, start: int) -> tuple[int, ...]:
        """One number for each bound, the first of them number `start` of the stream."""
        return tuple(
            self.number(start + offset, bound) for offset, bound in enumerate(request.bounds)
        )


def commitment(seed: bytes) -> str:
    """What is published before the match: the SHA-256 of the seed, 64 hex digits."""
    return hashlib.sha256(seed).hexdigest()
