"""Removal of secrets from everything that is logged."""

import re
from collections.abc import Callable, Iterable

HIDDEN = "***"
PATTERNS = (
    # The address of an answer contains a token with which anyone could answer for the bot.
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
"""Patterns of unknown secrets, each with lowercase strings. A match, in lowercase, contains at
least one of them, and testing for these strings first is much faster.
"""
TOKEN_END = re.compile(r"\.[\w-]{6}\.[\w-]{27}")
TOKEN = re.compile(r"[\w-]{17,30}\.[\w-]{6}\.[\w-]{27,40}")


Redact = Callable[[str], str]


def redactor(known: Iterable[str] = ()) -> Redact:
    """Return a function that hides the known secrets, and unknown ones of usual forms, in a
    text.
    """
    secrets = sorted(filter(None, known), key=len, reverse=True)

    def redact(text: str) -> str:
        for secret in secrets:
            text = text.replace(secret, HIDDEN)
        small = text.lower()
        for hints, pattern in PATTERNS:
            if any(hint in small for hint in hints):
                text = pattern.sub(rf"\g<kept>{HIDDEN}", text)
        return TOKEN.sub(HIDDEN, text) if TOKEN_END.search(text) else text

    return redact
