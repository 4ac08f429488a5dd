"""Escapes user text so that it can neither format nor ping. Does not use discord.py."""

import re
import unicodedata

from cogs.base.text_limits import kept

LONGEST = 32
"""Maximum characters of a name."""

_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories of invisible characters and of those that change the direction of text."""
_BLANK = "\u3164\u115f\u1160\uffa0\u2800"
"""Letters without a visible shape."""

_SIGNS = re.compile(r"[\\*_~`|\[\]<]|^[>#-]|:(?=//)")
"""Characters that Discord can read as markdown, mention, time, emoji or address."""
_NUMBERED = re.compile(r"^([0-9]+)([.)])")
"""The start of a list item."""
_MENTION = re.compile(r"@(everyone|here|[!&]?[0-9]{17,20})")
"""Text that Discord can read as a mention."""
_BACKWARDS = {"R", "AL", "AN"}
"""Bidirectional classes of characters written from right to left."""
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"
"""Keep such text from changing the direction of its surroundings."""


def harmless(name: str, most: int = LONGEST) -> str:
    """Remove control, zero-width and direction characters; keep at most `most` characters.

    The result can be empty.
    """
    shown = (
        " " if unicodedata.category(char) in _UNSEEN or char in _BLANK else char
        for char in unicodedata.normalize("NFC", name)
    )
    plain = " ".join("".join(shown).split())
    while plain and unicodedata.category(plain[0])[0] == "M":
        plain = plain[1:].lstrip()  # it would combine with the text before the name
    return kept(plain, most).rstrip()


def unmentioned(text: str) -> str:
    """Break each mention with a zero-width space."""
    return _MENTION.sub("@\u200b\\1", text)


def escaped(name: str) -> str:
    """Escape a name so that it can't ping or change the format or direction of the text
    around it.
    """
    # discord.utils.escape_markdown skips text in brackets that looks like a link.
    signs = _NUMBERED.sub(r"\1\\\2", _SIGNS.sub(r"\\\g<0>", name))
    safe = unmentioned(signs)
    if any(unicodedata.bidirectional(char) in _BACKWARDS for char in name):
        return f"{_ISOLATE}{safe}{_END_ISOLATE}"
    return safe


def bold(name: str) -> str:
    """Return the name in bold, escaped."""
    return f"**{escaped(name)}**"
