"""Escapes user text so that it neither formats nor pings. Does not use discord.py."""

import re
import unicodedata

from cogs.base.text_limits import truncate

LONGEST = 32
"""Maximum characters of a name."""

_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories of invisible characters and of direction marks."""
_BLANK = "\u3164\u115f\u1160\uffa0\u2800"
"""Letters that look like spaces."""

_SIGNS = re.compile(r"[\\*_~`|\[\]<]|^[>#-]|:(?=//)")
"""Characters with a meaning in Discord's markdown, mentions, times, emoji or links."""
_NUMBERED = re.compile(r"^([0-9]+)([.)])")
_MENTION = re.compile(r"@(everyone|here|[!&]?[0-9]{17,20})")
_MARKUP = re.compile(r"\\(.)|\*\*|`|<a?:\w+:[0-9]+> ?")
"""Escapes, bold, code, and a server's or application's emoji."""
_BACKWARDS = {"R", "AL", "AN"}
"""Bidirectional classes of right-to-left characters."""
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"
"""Enclose right-to-left text, so that the text around it keeps its direction."""


def harmless(name: str, most: int = LONGEST) -> str:
    """Remove control, zero-width and direction characters, then cut; the result can be empty."""
    visible = (
        " " if unicodedata.category(char) in _UNSEEN or char in _BLANK else char
        for char in unicodedata.normalize("NFC", name)
    )
    plain = " ".join("".join(visible).split())
    while plain and unicodedata.category(plain[0])[0] == "M":
        plain = plain[1:].lstrip()  # it would combine with the text before the name
    return truncate(plain, most).rstrip()


def unmentioned(text: str) -> str:
    """Break each mention with a zero-width space."""
    return _MENTION.sub("@\u200b\\1", text)


def escaped(name: str) -> str:
    """Escape a name so that it can't ping, or change the format or direction of the text
    around it.
    """
    # discord.utils.escape_markdown skips text in brackets that looks like a link.
    signs = _NUMBERED.sub(r"\1\\\2", _SIGNS.sub(r"\\\g<0>", name))
    safe = unmentioned(signs)
    if any(unicodedata.bidirectional(char) in _BACKWARDS for char in name):
        return f"{_ISOLATE}{safe}{_END_ISOLATE}"
    return safe


def plain(text: str) -> str:
    """Remove the markup of our own texts, for places that show none: labels, lock screens."""
    return _MARKUP.sub(lambda sign: sign[1] or "", text).strip()


def unformatted(text: str) -> str:
    """Return one of our sentences without bold type and without the escapes of names."""
    plain = re.sub(r"\\(.)|\*\*", lambda sign: sign[1] or "", text)
    return plain.replace("@\u200b", "@").replace(_ISOLATE, "").replace(_END_ISOLATE, "")


def bold(name: str) -> str:
    return f"**{escaped(name)}**"
