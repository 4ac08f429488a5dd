"""Provably fair dice: one numbered stream of random numbers per match.

Players can't watch the bot roll, so it commits itself before the match. It publishes the hash of a
secret seed, then the players add words of their own (the contribution). Seed and contribution
determine every number. The bot can't pick a seed that suits one player, because it doesn't know the
words yet; the players can't foresee a roll, because they don't know the seed. When the match is
over, the bot reveals the seed and anyone can recompute all rolls.

Within a match, a number depends only on its index, which counts all numbers drawn so far. So
replaying the log, taking back a move or restarting after a crash never rolls again for a better
result.

Number i below n is HMAC-SHA-256(seed, "<contribution>:<i>:<attempt>") as a big-endian integer,
modulo n. Integers at or above the largest multiple of n are skipped and the next attempt counts;
otherwise small results would be slightly more likely.
"""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass

SEED_BYTES = 32
_SPAN = 1 << 256


@dataclass(frozen=True, slots=True)
class Stream:
    seed: bytes
    """32 bytes, secret until the match has ended."""
    contribution: str

    def __repr__(self) -> str:
        return "Stream(seed hidden)"

    def number(self, index: int, below: int) -> int:
        """Return number `index` (from 0, counted over the whole match) in range(below)."""
        limit = below * (_SPAN // below)
        attempt = 0
        while True:
            message = f"{self.contribution}:{index}:{attempt}".encode()
            value = int.from_bytes(hmac.digest(self.seed, message, hashlib.sha256), "big")
            if value < limit:
                return value % below
            attempt += 1

    def answer(self, bounds: Sequence[int], start: int) -> tuple[int, ...]:
        """Return one number below each bound, starting with number `start` of the stream."""
        return tuple(self.number(start + offset, bound) for offset, bound in enumerate(bounds))


def commitment(seed: bytes) -> str:
    """Return the SHA-256 of the seed, 64 hex digits, to be published before the match."""
    return hashlib.sha256(seed).hexdigest()
