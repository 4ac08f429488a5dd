"""Text in both directions, put into the order in which it is seen from left to right.

The parts of the Unicode Bidirectional Algorithm (UAX #9) that names and one-line sentences
need: implicit levels, and isolates, which keep a name from reordering the text around it.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

ISOLATE = "\u2068"
"""Starts an isolate whose first letter decides its direction."""
END = "\u2069"
"""Ends an isolate."""
_BEGINS = "\u2066\u2067\u2068"
_TURNS = frozenset({"R", "AL", "AN"})


@dataclass(frozen=True, slots=True)
class Stretch:
    """Text of one direction."""

    text: str
    leftward: bool


def turns(text: str) -> bool:
    """Whether anything in it runs from right to left."""
    return any(unicodedata.bidirectional(character) in _TURNS for character in text)


def isolated(name: str) -> str:
    """The name, in an isolate if it could reorder the text around it."""
    return f"{ISOLATE}{name}{END}" if turns(name) else name


def visual(pieces: Sequence[str]) -> list[Stretch]:
    """What to draw from left to right, in a line that runs from left to right as a whole.

    Pieces stay whole. Characters that only control the direction are left out.
    """
    line = _Parser(pieces).line()
    return _joined(line.ordered(0))


@dataclass(frozen=True, slots=True)
class _Line:
    """The pieces of a line or isolate; an isolate within it counts as one neutral piece."""

    parts: tuple["str | _Line", ...]
    begin: str = ""
    """The character that started the isolate; "" for a whole line."""

    def base(self) -> int:
        """The level of an isolate on its own: 1 if it runs from right to left, else 0."""
        if self.begin in ("\u2066", "\u2067"):
            return int(self.begin == "\u2067")
        for part in self.parts:
            kind = unicodedata.bidirectional(part[0]) if isinstance(part, str) else ""
            if kind in ("L", "R", "AL"):
                return int(kind != "L")
        return 0

    def ordered(self, base: int) -> list[Stretch]:
        """The stretches from left to right."""
        levels = _levels([_kind(part) for part in self.parts], base)
        places = list(range(len(self.parts)))
        for level in range(max(levels, default=0), 0, -1):
            places = _turned(places, levels, level)
        found: list[Stretch] = []
        for place in places:
            part = self.parts[place]
            if isinstance(part, _Line):
                found += part.ordered(part.base())
            else:
                found.append(Stretch(part, levels[place] % 2 == 1))
        return found


class _Parser:
    def __init__(self, pieces: Sequence[str]) -> None:
        self._pieces = pieces
        self._at = 0

    def line(self, begin: str = "") -> _Line:
        """Parse everything up to the end of this isolate."""
        parts: list[str | _Line] = []
        while self._at < len(self._pieces):
            piece = self._pieces[self._at]
            self._at += 1
            if piece in _BEGINS:
                parts.append(self.line(piece))
            elif piece == END:
                if begin:
                    break
            elif piece not in ("\u200e", "\u200f", "\u061c"):
                parts.append(piece)
        return _Line(tuple(parts), begin)


def _kind(part: str | _Line) -> str:
    return "ON" if isinstance(part, _Line) else unicodedata.bidirectional(part[0]) or "L"


def _levels(kinds: list[str], base: int) -> list[int]:
    """The level of each piece, by the rules W1 to W7, N1, N2, I1 and I2."""
    own = "R" if base else "L"
    kinds = _weak(kinds, own)
    _settle_neutrals(kinds, own)
    if base:
        return [1 if kind == "R" else 2 for kind in kinds]
    return [{"L": 0, "R": 1}.get(kind, 2) for kind in kinds]


def _weak(kinds: list[str], own: str) -> list[str]:
    """The kinds by the rules W1 to W7: only L, R, EN, AN and N are left."""
    done: list[str] = []
    strong = own
    for kind in kinds:
        if kind == "NSM":
            kind = done[-1] if done else own
        if kind in ("L", "R", "AL"):
            strong = kind
        if kind == "EN" and strong == "AL":
            kind = "AN"
        done.append("R" if kind == "AL" else kind)
    for at in range(1, len(done) - 1):
        before, kind, after = done[at - 1 : at + 2]
        if before == after and (
            (kind == "CS" and after in ("EN", "AN")) or (kind == "ES" and after == "EN")
        ):
            done[at] = after
    for order in (range(len(done)), range(len(done) - 1, -1, -1)):
        before = ""
        for at in order:
            if done[at] == "ET" and before == "EN":
                done[at] = "EN"
            before = done[at]
    strong = own
    for at, kind in enumerate(done):
        if kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            done[at] = "L"
        elif kind not in ("EN", "AN"):
            done[at] = "N"
    return done


def _settle_neutrals(kinds: list[str], own: str) -> None:
    at = 0
    while at < len(kinds):
        if kinds[at] != "N":
            at += 1
            continue
        end = at
        while end < len(kinds) and kinds[end] == "N":
            end += 1
        before = _side(kinds[at - 1]) if at else own
        after = _side(kinds[end]) if end < len(kinds) else own
        kinds[at:end] = [before if before == after else own] * (end - at)
        at = end


def _side(kind: str) -> str:
    return "L" if kind == "L" else "R"


def _turned(places: list[int], levels: list[int], level: int) -> list[int]:
    """Rule L2 for one level: each stretch of that level or above is reversed."""
    done: list[int] = []
    stretch: list[int] = []
    for place in places:
        if levels[place] >= level:
            stretch.insert(0, place)
        else:
            done += [*stretch, place]
            stretch = []
    return done + stretch


def _joined(stretches: list[Stretch]) -> list[Stretch]:
    """Neighbours of one direction joined, their text in reading order."""
    done: list[Stretch] = []
    for stretch in stretches:
        if done and done[-1].leftward is stretch.leftward:
            first, then = done[-1].text, stretch.text
            text = then + first if stretch.leftward else first + then
            done[-1] = Stretch(text, stretch.leftward)
        else:
            done.append(stretch)
    return done
