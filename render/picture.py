"""What drawing gives: the bytes of one picture with the words that stand in for it."""

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
