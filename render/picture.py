"""A finished picture: its bytes, and an alt text with the same facts."""

from collections.abc import Iterable
from dataclasses import dataclass

ALT_LIMIT = 1024
"""Discord's limit for the description of an attachment, in characters."""


@dataclass(frozen=True, slots=True)
class Picture:
    data: bytes
    width: int
    height: int
    """Pixels; never equal to the width, because some phones crop square pictures."""
    alt: str
    suffix: str = ".png"
    seconds: float = 0.0
    """Length of an animation that plays once; 0 for other pictures."""


def join_facts(facts: Iterable[str], limit: int = ALT_LIMIT) -> str:
    """Join as many facts as fit into `limit` characters, whole and in order."""
    text = ""
    for fact in facts:
        longer = f"{text} {fact}" if text else fact
        if len(longer) > limit:
            break
        text = longer
    return text
