"""Distinguishes equal names in one list."""

from collections import Counter
from collections.abc import Sequence

from cogs.base.markup import LONGEST
from cogs.base.text_limits import truncate

MARK = 18


def told_apart(names: Sequence[str], marks: Sequence[str], most: int = LONGEST) -> list[str]:
    """Return the names in order; names that look alike get their mark appended.

    `marks` are unique, such as user names; an empty mark adds nothing. Results have at most `most`
    characters: the name is cut before its mark.
    """
    alike = Counter(map(_seen, names))
    marked = [
        _with(name, truncate(mark, MARK), most) if alike[_seen(name)] > 1 and mark else name
        for name, mark in zip(names, marks, strict=True)
    ]
    # Cut marks can collide, and so can a name that looks like another name with its mark.
    taken, unique = set[str](), list[str]()
    for name, mark in zip(marked, marks, strict=True):
        candidate, number = name, 2
        while mark and _seen(candidate) in taken:
            candidate, number = _with(name, str(number), most), number + 1
        taken.add(_seen(candidate))
        unique.append(candidate)
    return unique


def _seen(name: str) -> str:
    return name.casefold()


def _with(name: str, mark: str, most: int) -> str:
    return f"{truncate(name, most - len(mark) - 1).rstrip()} {mark}"
