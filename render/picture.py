"""A finished picture: its bytes, and the alt text for those who can't see it."""

from collections.abc import Iterable
from dataclasses import dataclass

ALT_LIMIT = 1024
"""How many characters Discord takes as the description of an attachment."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture ready to be sent."""

    data: bytes
    width: int
    """Pixels."""
    height: int
    """Pixels; never equal to the width, because some phones crop square pictures."""
    alt: str
    """The same facts as text, at most ALT_LIMIT characters."""
    suffix: str = ".png"
    """How its file name ends."""


def join_facts(facts: Iterable[str], limit: int = ALT_LIMIT) -> str:
    """As many facts as fit into `limit` characters, whole and in order."""
    text = ""
    for fact in facts:
        longer = f"{text} {fact}" if text else fact
        if len(longer) > limit:
            break
        text = longer
    return text
