"""Takes secrets out of whatever is about to be logged."""

import re
from collections.abc import Iterable

HIDDEN = "***"
PATTERNS = (
    # The address of an answer holds the token with which anybody could answer in our place.
    (
        ("/interactions/", "/webhooks/"),
        re.compile(r"(?P<kept>/(?:interactions|webhooks)/\d+/)[^/\s?#'\"]+"),
    ),
    # https://user:password@host, postgresql://user:password@host
    (("@",), re.compile(r"(?P<kept>://[^\s:/@]*:)[^\s@]+(?=@)")),
    (
        ("password",),
        re.compile(r"(?P<kept>\bpassword\s?=\s?)(?:'[^']*'|\S+)", re.IGNORECASE),
    ),
    (("bot ", "bearer "), re.compile(r"(?P<kept>\b(?:Bot|Bearer) )[\w.-]{20,}", re.IGNORECASE)),
)
"""What secrets look like where nobody knows them; each with what a text has that holds one, in
small letters: most lines have none of it, and to look for that takes next to no time."""
TOKEN_END = re.compile(r"\.[\w-]{6}\.[\w-]{27}")
TOKEN = re.compile(r"[\w-]{17,30}\.[\w-]{6}\.[\w-]{27,40}")
"""A bot's token, whichever bot's: who it is, when, and a signature."""


class Secrets:
    """Knows the secrets of this process, and what others look like."""

    def __init__(self, known: Iterable[str] = ()) -> None:
        """`known` are taken out wherever they stand; empty ones are passed over."""
        self._known = sorted(filter(None, known), key=len, reverse=True)

    def redacted(self, text: str) -> str:
        """The text with HIDDEN in place of each secret."""
        for secret in self._known:
            text = text.replace(secret, HIDDEN)
        small = text.lower()
        for hints, pattern in PATTERNS:
            if any(hint in small for hint in hints):
                text = pattern.sub(rf"\g<kept>{HIDDEN}", text)
        return TOKEN.sub(HIDDEN, text) if TOKEN_END.search(text) else text
