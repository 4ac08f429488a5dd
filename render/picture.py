"""What drawing gives: the bytes of one picture with the words that stand in for it."""

from collections.abc import Iterable
from dataclasses import dataclass

ALT_LIMIT = 1024
"""Characters that Discord takes as the description of an attachment."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture ready to be sent."""

    data: bytes
    width: int
    """Pixels."""
    height: int
    """Pixels; never equal to the width, as square pictures are cropped on some phones."""
    alt: str
    """The same facts as text, at most ALT_LIMIT characters."""
    suffix: str = ".png"
    """How a file name of it ends."""
    media_type: str = "image/png"


def join_facts(facts: Iterable[str], limit: int = ALT_LIMIT) -> str:
    """The facts one after the other, from the first on: as many as fit whole into `limit`."""
    text = ""
    for fact in facts:
        longer = f"{text} {fact}" if text else fact
        if len(longer) > limit:
            break
        text = longer
    return text
