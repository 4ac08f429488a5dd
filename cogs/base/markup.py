"""Escapes what people write, so that it can neither format nor ping. Uses no discord.py."""

import re
import unicodedata

from cogs.base.text_limits import kept

LONGEST = 32
"""Characters of a name."""

_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories of invisible characters and of those that change the text's direction."""
_BLANK = "\u3164\u115f\u1160\uffa0\u2800"
"""Letters that show nothing."""

_SIGNS = re.compile(r"[\\*_~`|\[\]<]|^[>#-]|:(?=//)")
"""What Discord may read as markdown, a mention, a time, an emoji or an address."""
_NUMBERED = re.compile(r"^([0-9]+)([.)])")
"""The beginning of a list item."""
_MENTION = re.compile(r"@(everyone|here|[!&]?[0-9]{17,20})")
"""What Discord may read as a mention."""
_BACKWARDS = {"R", "AL", "AN"}
"""Bidirectional classes of characters that are written from right to left."""
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"
"""Keep such text from changing the direction of its surroundings."""


def harmless(name: str, most: int = LONGEST) -> str:
    """A name without control, zero-width and direction characters, of at most `most` characters.

    It may be empty.
    """
    shown = (
        " " if unicodedata.category(char) in _UNSEEN or char in _BLANK else char
        for char in unicodedata.normalize("NFC", name)
    )
    plain = " ".join("".join(shown).split())
    while plain and unicodedata.category(plain[0])[0] == "M":
        plain = plain[1:].lstrip()  # a combining mark would be drawn over what precedes it
    return kept(plain, most).rstrip()


def unmentioned(text: str) -> str:
    """The text with a zero-width space in each mention, so that it is none."""
    return _MENTION.sub("@\u200b\\1", text)


def escaped(name: str) -> str:
    """A name that can neither ping nor change the format or direction of the text around it."""
    # discord.utils.escape_markdown leaves alone what stands in brackets that look like a link.
    signs = _NUMBERED.sub(r"\1\\\2", _SIGNS.sub(r"\\\g<0>", name))
    safe = unmentioned(signs)
    if any(unicodedata.bidirectional(char) in _BACKWARDS for char in name):
        return f"{_ISOLATE}{safe}{_END_ISOLATE}"
    return safe


def bold(name: str) -> str:
    """The name in bold, with nothing in it that could break the text around it."""
    return f"**{escaped(name)}**"
