"""What people write as a message can hold it: escaped, and unable to ping. No discord.py here."""

import re
import unicodedata

from cogs.ui.text_limits import kept

LONGEST = 32
"""Characters of a name."""

_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories of characters that show nothing or turn the text around."""
_BLANK = "\u3164\u115f\u1160\uffa0\u2800"
"""Letters in name only: fillers that leave an empty place."""

_SIGNS = re.compile(r"[\\*_~`|\[\]<]|^[>#-]|:(?=//)")
"""What Discord may read as markdown, as a mention, a time or an emoji, or as an address."""
_NUMBERED = re.compile(r"^([0-9]+)([.)])")
"""The beginning of a line of a list."""
_MENTION = re.compile(r"@(everyone|here|[!&]?[0-9]{17,20})")
"""What Discord may read as a mention."""
_BACKWARDS = {"R", "AL", "AN"}
"""Bidirectional classes of what is written from right to left."""
_SHUT_IN, _SHUT_OFF = "\u2068", "\u2069"
"""Keep such text from turning what stands beside it."""


def harmless(name: str, most: int = LONGEST) -> str:
    """A name without control, zero-width and direction characters, in `most` characters at most;
    possibly empty."""
    shown = (
        " " if unicodedata.category(char) in _UNSEEN or char in _BLANK else char
        for char in unicodedata.normalize("NFC", name)
    )
    plain = " ".join("".join(shown).split())
    while plain and unicodedata.category(plain[0])[0] == "M":
        plain = plain[1:].lstrip()  # it would be written over what stands before it
    return kept(plain, most).rstrip()


def unmentioned(text: str) -> str:
    """The text without mentions: an unseen sign stands in each."""
    return _MENTION.sub("@\u200b\\1", text)


def escaped(name: str) -> str:
    """A name that can neither ping, nor break the text around it, nor turn it around."""
    # discord.utils.escape_markdown leaves alone what stands in brackets that look like a link.
    signs = _NUMBERED.sub(r"\1\\\2", _SIGNS.sub(r"\\\g<0>", name))
    told = unmentioned(signs)
    if any(unicodedata.bidirectional(char) in _BACKWARDS for char in name):
        return f"{_SHUT_IN}{told}{_SHUT_OFF}"
    return told


def bold(name: str) -> str:
    """The same in bold."""
    return f"**{escaped(name)}**"
