"""Discord's limits on texts, and functions that cut texts without breaking characters or markup."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence

CONTENT = 2000
"""Characters of a message without a layout."""
TEXT = 4000
"""Characters of all texts in a layout."""
COMPONENTS = 40
"""Components of a layout, nested ones included."""
ROOMY = 35
"""Components of a board that leaves out no button; the difference is for later additions."""
BUTTON = 80
OPTION = 100
"""Characters of an option's label or description, and of a choice's name."""
OPTIONS = 25
MENU = 32
"""Characters of a context menu's name."""
PLACEHOLDER = 150
TITLE = 45
THREAD = 100

MORE = "…"
_JOINER = "\u200d"
_SELECTORS = range(0xFE00, 0xFE10)
_TONES = range(0x1F3FB, 0x1F400)
_TAGS = range(0xE0020, 0xE0080)
_FLAGS = range(0x1F1E6, 0x1F200)
_MARKUP = re.compile(r"\\.|<[^<>\s]*>|\[[^\[\]\n]*\]\([^()\s]*\)|`[^`\n]*`|https?://\S+", re.DOTALL)


def pieces(text: str) -> Iterator[str]:
    """Split into characters as people see them: a letter with its accents, an emoji, a flag."""
    piece = ""
    for char in text:
        if piece and _goes_on(piece, char):
            piece += char
        else:
            if piece:
                yield piece
            piece = char
    if piece:
        yield piece


def _goes_on(piece: str, char: str) -> bool:
    number = ord(char)
    if piece.endswith(_JOINER):
        return True
    if number in _FLAGS:
        return len(piece) == 1 and ord(piece) in _FLAGS
    return (
        unicodedata.category(char) in ("Mn", "Me", "Mc")
        or char == _JOINER
        or number in _SELECTORS
        or number in _TONES
        or number in _TAGS
    )


def truncate(text: str, most: int) -> str:
    """Cut a text to at most `most` characters, without breaking a visible character."""
    if len(text) <= most:
        return text
    start = ""
    for piece in pieces(text):
        if len(start) + len(piece) > most:
            break
        start += piece
    return start


def cut(text: str, most: int) -> str:
    return text if len(text) <= most else truncate(text, most - len(MORE)).rstrip() + MORE


def cut_markup(text: str, most: int) -> str:
    """Cut a text with markup: mentions, links and escapes stay whole, and bold text is closed."""
    if len(text) <= most:
        return text
    room = most - len(MORE) - len("**")
    start = ""
    for part in _parts(text):
        if len(start) + len(part) > room:
            break
        start += part
    start = start.rstrip()
    bare = _MARKUP.sub("_", start.rpartition("\n")[2])
    if (len(bare) - len(bare.rstrip("*"))) % 2:  # one half of a mark for bold text
        start, bare = start[:-1], bare[:-1]
    return start + MORE + "**" * (bare.count("**") % 2)


def _parts(text: str) -> Iterator[str]:
    at = 0
    for match in _MARKUP.finditer(text):
        yield from pieces(text[at : match.start()])
        yield match[0]
        at = match.end()
    yield from pieces(text[at:])


def listing(lines: Sequence[str], most: int, more: Callable[[int], str]) -> str:
    """Return as many lines as fit; `more` formats a last line with the number of omitted lines."""
    if len(text := "\n".join(lines)) <= most:
        return text
    for count in range(len(lines) - 1, -1, -1):
        text = "\n".join([*lines[:count], more(len(lines) - count)])
        if len(text) <= most:
            return text
    return cut_markup(text, most)
