"""A line of text in any script, cut into runs: letters of one font and direction, or an emoji.

Letters that the usual font lacks come from this machine's fonts, emoji from a colour font.
What no font has is replaced by something equivalent or left out, never drawn as a box.
"""

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import features

from render.typography.bidi import visual
from render.typography.clusters import AS_EMOJI, AS_TEXT, clusters, extends, is_emoji
from render.typography.fonts import has_glyph, is_plain
from render.typography.system_fonts import FontFile, FontLibrary, system_folders

_USUAL = "usual"
_RTL = frozenset({"R", "AL", "AN"})


@dataclass(frozen=True, slots=True)
class Run:
    """Letters of one font and direction, or one emoji."""

    text: str
    file: Path | None = None
    """None for the usual font."""
    index: int = 0
    """Which font in the file, counted from 0."""
    leftward: bool = False
    emoji: bool = False


class Fonts:
    """The fonts in use beside the usual one."""

    def __init__(self) -> None:
        self._library = FontLibrary(system_folders())
        self._forget: list[Callable[[], None]] = []

    @property
    def library(self) -> FontLibrary:
        """Those in use; at first this machine's."""
        return self._library

    def use(self, library: FontLibrary) -> None:
        """Use other fonts from now on."""
        self._library = library
        for forget in (_file_for.cache_clear, runs.cache_clear, *self._forget):
            forget()

    def when_changed(self, forget: Callable[[], None]) -> None:
        """Call `forget` whenever the fonts change, as earlier measurements are wrong then."""
        self._forget.append(forget)


FONTS = Fonts()


@lru_cache(maxsize=1)
def shapes() -> bool:
    """Whether Pillow can lay out scripts whose letters depend on each other (by Raqm)."""
    return bool(features.check("raqm"))


def drawable(cluster: str) -> bool:
    """Whether some font has all of this piece of text."""
    return _file_for(cluster) is not None


@lru_cache(maxsize=4096)
def _file_for(cluster: str) -> FontFile | str | None:
    """The font for a piece of text: _USUAL for the usual one, None if there is none."""
    if is_plain(cluster):
        return _USUAL
    if any(unicodedata.category(c) == "Co" for c in cluster):
        # Private use: each font means something else by these.
        return None
    if not shapes() and any(unicodedata.bidirectional(c) in _RTL or _marked(c) for c in cluster):
        return None
    letters = frozenset(c for c in cluster if not _silent(c)) or frozenset(cluster)
    if is_emoji(cluster):
        base = letters if shapes() else frozenset(cluster[0])
        found = FONTS.library.emoji_font(base)
        if found is not None:
            return found
        letters = letters - {"\u20e3"}
    if all(map(has_glyph, letters)):
        return _USUAL
    found = FONTS.library.text_font(letters)
    if found is None and not cluster.isalnum():
        found = FONTS.library.emoji_font(letters)
    return found


def _marked(character: str) -> bool:
    return unicodedata.category(character)[0] == "M" and not _silent(character)


def _silent(character: str) -> bool:
    """Whether it only controls how others look, so that a font need not have it."""
    return (
        character in (AS_TEXT, AS_EMOJI)
        or unicodedata.category(character) == "Cf"
        or 0x1F3FB <= ord(character) <= 0x1F3FF
    )


def shown(cluster: str) -> str:
    """A piece of text as it can be drawn: itself, else an equivalent, else ""."""
    if drawable(cluster):
        return cluster
    for form in ("NFKC", "NFKD"):
        other = unicodedata.normalize(form, cluster)
        if form == "NFKD":
            other = "".join(c for c in other if not extends(c))
        if other != cluster and all(map(drawable, clusters(other))):
            return other
    return ""


@lru_cache(maxsize=1024)
def runs(text: str) -> tuple[Run, ...]:
    """What to draw from left to right."""
    if is_plain(text):
        return (Run(text),) if text else ()
    steering = "\u200e\u200f\u061c\u2066\u2067\u2068\u2069"
    kept = [piece if piece in steering else shown(piece) for piece in clusters(text)]
    index = _east_asian(text)
    made: list[Run] = []
    for stretch in visual(clusters("".join(kept))):
        found = list(_of_one_font(stretch.text, index, leftward=stretch.leftward))
        made += reversed(found) if stretch.leftward else found
    return tuple(made)


def _of_one_font(text: str, index: int, *, leftward: bool) -> Iterator[Run]:
    """The runs of a stretch of one direction, in reading order."""
    letters, file = "", None
    for piece in clusters(text):
        found = _file_for(piece)
        if found is None:
            continue
        path = found.path if isinstance(found, FontFile) else None
        if isinstance(found, FontFile) and found.coverage.coloured:
            if letters:
                yield _run(letters, file, index, leftward=leftward)
            yield Run(piece if shapes() else piece[0], path, emoji=True)
            letters, file = "", None
        elif letters and path != file:
            yield _run(letters, file, index, leftward=leftward)
            letters, file = piece, path
        else:
            letters, file = letters + piece, path
    if letters:
        yield _run(letters, file, index, leftward=leftward)


def by_letter(run: Run) -> bool:
    """Whether the usual font draws it letter by letter, so that it is the same everywhere."""
    return run.file is None and not run.leftward and is_plain(run.text)


def _run(text: str, file: Path | None, index: int, *, leftward: bool) -> Run:
    many = file is not None and file.suffix.lower() == ".ttc" and "CJK" in file.stem
    return Run(text, file, index if many else 0, leftward)


def _east_asian(text: str) -> int:
    """Which font in Noto's CJK files suits a text: they differ in how they draw some characters."""
    for character in text:
        name = unicodedata.name(character, "")
        if name.startswith(("HIRAGANA", "KATAKANA", "HALFWIDTH KATAKANA")):
            return 0
        if name.startswith("HANGUL"):
            return 1
        if name.startswith("BOPOMOFO"):
            return 3
    return 2
