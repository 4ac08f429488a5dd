"""Lines that mix left-to-right and right-to-left scripts, put into visual order.

Text is stored in reading order, but Pillow draws each string in a single direction. A sentence that
contains an Arabic or Hebrew name must therefore be cut into stretches of one direction, and the
stretches must be sorted from left to right before they are drawn. Without that, a name would come
out backwards. Worse, characters without a direction of their own would follow the wrong neighbour:
in "NAME 3:1" the score after a right-to-left name would jump to the name's other side.

The order follows the Unicode Bidirectional Algorithm (UAX #9). Each character gets a level: even
levels run to the right, odd ones to the left. Strong characters have a fixed direction (L, R, AL);
digits, punctuation and blanks take theirs from the text around them (rules W1 to W7, N1, N2, I1,
I2). Reversing every stretch of the highest level, then of the next lower one, and so on gives the
visual order (rule L2).

Two things keep this short. Lines never wrap, and render.names removes explicit embeddings and
overrides, so only implicit levels and isolates are left. An isolate wraps a player's name: within
the sentence it counts as one neutral character, so no name can reorder the text around it.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

ISOLATE = "\u2068"
"""Starts an isolate that takes its direction from its first strong character (FSI)."""
END = "\u2069"
"""Ends an isolate (PDI)."""
_BEGINS = "\u2066\u2067\u2068"
_TURNS = frozenset({"R", "AL", "AN"})


Stretch = tuple[str, bool]
"""Text of one direction, and whether it runs to the left."""


def turns(text: str) -> bool:
    """Return whether the text contains anything that runs from right to left."""
    return any(unicodedata.bidirectional(character) in _TURNS for character in text)


def isolated(name: str) -> str:
    """Wrap the name in an isolate if it could reorder the text around it."""
    return f"{ISOLATE}{name}{END}" if turns(name) else name


def visual(pieces: Sequence[str]) -> list[Stretch]:
    """Return the stretches of a left-to-right line in the order in which they are drawn.

    Pieces stay whole. Characters that only control the direction are dropped.
    """
    return _merged(_parsed_line(iter(pieces)).ordered(0))


@dataclass(frozen=True, slots=True)
class _Line:
    """A line or isolate; a nested isolate counts as one neutral piece."""

    parts: tuple["str | _Line", ...]
    begin: str = ""
    """The character that started the isolate; "" for the line itself."""

    def base(self) -> int:
        if self.begin in ("\u2066", "\u2067"):
            return int(self.begin == "\u2067")
        for part in self.parts:
            kind = unicodedata.bidirectional(part[0]) if isinstance(part, str) else ""
            if kind in ("L", "R", "AL"):
                return int(kind != "L")
        return 0

    def ordered(self, base: int) -> list[Stretch]:
        levels = _levels([_kind(part) for part in self.parts], base)
        places = list(range(len(self.parts)))
        for level in range(max(levels, default=0), 0, -1):
            places = _reversed_at(places, levels, level)
        stretches: list[Stretch] = []
        for place in places:
            part = self.parts[place]
            if isinstance(part, _Line):
                stretches += part.ordered(part.base())
            else:
                stretches.append((part, levels[place] % 2 == 1))
        return stretches


def _parsed_line(pieces: Iterator[str], begin: str = "") -> _Line:
    """Return the line, or the isolate that `begin` started, taking its pieces off."""
    parts: list[str | _Line] = []
    for piece in pieces:
        if piece in _BEGINS:
            parts.append(_parsed_line(pieces, piece))
        elif piece == END:
            if begin:
                break
        elif piece not in ("\u200e", "\u200f", "\u061c"):
            parts.append(piece)
    return _Line(tuple(parts), begin)


def _kind(part: str | _Line) -> str:
    return "ON" if isinstance(part, _Line) else unicodedata.bidirectional(part[0]) or "L"


def _levels(kinds: list[str], base: int) -> list[int]:
    own = "R" if base else "L"
    kinds = _weak(kinds, own)
    _settle_neutrals(kinds, own)
    if base:
        return [1 if kind == "R" else 2 for kind in kinds]
    return [{"L": 0, "R": 1}.get(kind, 2) for kind in kinds]


def _weak(kinds: list[str], own: str) -> list[str]:
    """Apply rules W1 to W7, which leave only the kinds L, R, EN, AN and N."""
    resolved: list[str] = []
    strong = own
    for kind in kinds:
        # W1: a mark takes the kind of the character before.
        if kind == "NSM":
            kind = resolved[-1] if resolved else own
        if kind in ("L", "R", "AL"):
            strong = kind
        # W2: European digits after Arabic letters count as Arabic digits. W3: AL becomes R.
        if kind == "EN" and strong == "AL":
            kind = "AN"
        resolved.append("R" if kind == "AL" else kind)
    # W4: a separator between two digits joins their number, as in 12,5.
    for at in range(1, len(resolved) - 1):
        before, kind, after = resolved[at - 1 : at + 2]
        if before == after and (
            (kind == "CS" and after in ("EN", "AN")) or (kind == "ES" and after == "EN")
        ):
            resolved[at] = after
    # W5: signs such as % or € join a number next to them.
    for order in (range(len(resolved)), range(len(resolved) - 1, -1, -1)):
        before = ""
        for at in order:
            if resolved[at] == "ET" and before == "EN":
                resolved[at] = "EN"
            before = resolved[at]
    # W7: numbers in left-to-right text become L. W6: any other sign becomes neutral.
    strong = own
    for at, kind in enumerate(resolved):
        if kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            resolved[at] = "L"
        elif kind not in ("EN", "AN"):
            resolved[at] = "N"
    return resolved


def _settle_neutrals(kinds: list[str], own: str) -> None:
    at = 0
    while at < len(kinds):
        if kinds[at] != "N":
            at += 1
            continue
        end = at
        while end < len(kinds) and kinds[end] == "N":
            end += 1
        # N1: neutrals between equal directions take that direction. N2: others take the line's.
        before = _side(kinds[at - 1]) if at else own
        after = _side(kinds[end]) if end < len(kinds) else own
        kinds[at:end] = [before if before == after else own] * (end - at)
        at = end


def _side(kind: str) -> str:
    return "L" if kind == "L" else "R"


def _reversed_at(places: list[int], levels: list[int], level: int) -> list[int]:
    """Apply rule L2 for one level: reverse each stretch of this level or above."""
    ordered: list[int] = []
    stretch: list[int] = []
    for place in places:
        if levels[place] >= level:
            stretch.insert(0, place)
        else:
            ordered += [*stretch, place]
            stretch = []
    return ordered + stretch


def _merged(stretches: list[Stretch]) -> list[Stretch]:
    joined: list[Stretch] = []
    for after, leftward in stretches:
        if joined and joined[-1][1] is leftward:
            before, _ = joined[-1]
            joined[-1] = (after + before if leftward else before + after, leftward)
        else:
            joined.append((after, leftward))
    return joined
