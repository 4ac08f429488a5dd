"""Text cut into user-perceived characters: a letter with its marks, or a whole emoji."""

import unicodedata
from bisect import bisect_right
from functools import lru_cache

JOINER = "\u200d"
"""Joins several emoji into one; also connects letters in some scripts."""
NON_JOINER = "\u200c"
AS_TEXT = "\ufe0e"
"""Variation selector: show the preceding symbol as text, in the text's colour."""
AS_EMOJI = "\ufe0f"
"""Variation selector: show the preceding symbol as an emoji."""
_KEYCAP = "\u20e3"

_EMOJI = (
    (0x231A, 0x231B), (0x23E9, 0x23EC), (0x23F0, 0x23F0), (0x23F3, 0x23F3), (0x25FD, 0x25FE),
    (0x2614, 0x2615), (0x2648, 0x2653), (0x267F, 0x267F), (0x2693, 0x2693), (0x26A1, 0x26A1),
    (0x26AA, 0x26AB), (0x26BD, 0x26BE), (0x26C4, 0x26C5), (0x26CE, 0x26CE), (0x26D4, 0x26D4),
    (0x26EA, 0x26EA), (0x26F2, 0x26F3), (0x26F5, 0x26F5), (0x26FA, 0x26FA), (0x26FD, 0x26FD),
    (0x2705, 0x2705), (0x270A, 0x270B), (0x2728, 0x2728), (0x274C, 0x274C), (0x274E, 0x274E),
    (0x2753, 0x2755), (0x2757, 0x2757), (0x2795, 0x2797), (0x27B0, 0x27B0), (0x27BF, 0x27BF),
    (0x2B1B, 0x2B1C), (0x2B50, 0x2B50), (0x2B55, 0x2B55), (0x1F004, 0x1F004),
    (0x1F0CF, 0x1F0CF), (0x1F18E, 0x1F18E), (0x1F191, 0x1F19A), (0x1F1E6, 0x1F1FF),
    (0x1F201, 0x1F201), (0x1F21A, 0x1F21A), (0x1F22F, 0x1F22F), (0x1F232, 0x1F236),
    (0x1F238, 0x1F23A), (0x1F250, 0x1F251), (0x1F300, 0x1F320), (0x1F32D, 0x1F335),
    (0x1F337, 0x1F37C), (0x1F37E, 0x1F393), (0x1F3A0, 0x1F3CA), (0x1F3CF, 0x1F3D3),
    (0x1F3E0, 0x1F3F0), (0x1F3F4, 0x1F3F4), (0x1F3F8, 0x1F43E), (0x1F440, 0x1F440),
    (0x1F442, 0x1F4FC), (0x1F4FF, 0x1F53D), (0x1F54B, 0x1F54E), (0x1F550, 0x1F567),
    (0x1F57A, 0x1F57A), (0x1F595, 0x1F596), (0x1F5A4, 0x1F5A4), (0x1F5FB, 0x1F64F),
    (0x1F680, 0x1F6C5), (0x1F6CC, 0x1F6CC), (0x1F6D0, 0x1F6D2), (0x1F6D5, 0x1F6D7),
    (0x1F6DC, 0x1F6DF), (0x1F6EB, 0x1F6EC), (0x1F6F4, 0x1F6FC), (0x1F7E0, 0x1F7EB),
    (0x1F7F0, 0x1F7F0), (0x1F90C, 0x1F93A), (0x1F93C, 0x1F945), (0x1F947, 0x1F9FF),
    (0x1FA70, 0x1FAFF),
)  # fmt: skip
"""Code points that are emoji by default (Unicode property Emoji_Presentation)."""
_STARTS = [start for start, _ in _EMOJI]


@lru_cache(maxsize=2048)
def clusters(text: str) -> tuple[str, ...]:
    pieces: list[str] = []
    for character in text:
        if pieces and _continues(pieces[-1], character):
            pieces[-1] += character
        else:
            pieces.append(character)
    return tuple(pieces)


def _continues(piece: str, character: str) -> bool:
    if piece.isspace() or unicodedata.category(piece[0]) in ("Cc", "Cf"):
        return False
    if extends(character):
        return True
    if _is_flag(character):
        return len(piece) == 1 and _is_flag(piece)
    return piece[-1] == JOINER and _is_emoji(character) and _is_emoji(piece[0])


def extends(character: str) -> bool:
    """Return whether a character belongs to the one before: a mark, joiner, tag or skin tone."""
    code = ord(character)
    return (
        unicodedata.category(character)[0] == "M"
        or character in (JOINER, NON_JOINER)
        or 0x1F3FB <= code <= 0x1F3FF
        or 0xE0020 <= code <= 0xE007F
    )


def is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M" and character not in (AS_TEXT, AS_EMOJI)


def is_emoji(cluster: str) -> bool:
    if AS_TEXT in cluster:
        return False
    return AS_EMOJI in cluster or _KEYCAP in cluster or _is_shown(cluster[0])


def _is_emoji(character: str) -> bool:
    """Return whether the character can be part of a joined emoji."""
    return _is_shown(character) or unicodedata.category(character) == "So" or character in "♀♂"


def _is_shown(character: str) -> bool:
    at = bisect_right(_STARTS, ord(character)) - 1
    return at >= 0 and ord(character) <= _EMOJI[at][1]


def _is_flag(character: str) -> bool:
    return 0x1F1E6 <= ord(character) <= 0x1F1FF
