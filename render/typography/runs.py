"""A line of text in any script, cut into runs: letters of one font and direction, or an emoji.

Player names can contain any character of Unicode, but Pillow draws a string in one font and one
direction, and shows an empty box for each letter that the font lacks. Source Sans Pro covers Latin,
Greek and Cyrillic. A name such as "田中 🦊 مرحبا" needs three more fonts and two directions.

So each cluster (a letter with its marks, or a whole emoji) gets the first font that has all of its
characters: the usual font, then one of the machine's fonts, with colour fonts first for emoji.
Neighbouring clusters of the same font and direction form a run, because in scripts such as Arabic a
letter's shape depends on its neighbours.

If no font has a cluster, an equivalent is tried (a plain letter for a styled one), and otherwise
the cluster is dropped. A missing character must never be drawn as a box: it would look like a
broken picture. Without Raqm, Pillow cannot join or reorder letters, so scripts that need it count
as not drawable, and render.names then falls back to "Player 2".

Fonts differ between machines, so everything measured or drawn with them is cached only until
`Fonts.use` installs another library.
"""

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import features

from render.typography.bidi import visual
from render.typography.clusters import AS_EMOJI, AS_TEXT, clusters, extends, is_emoji
from render.typography.cmap import coverage
from render.typography.fonts import has_glyph, is_plain
from render.typography.system_fonts import FontLibrary, system_folders

_USUAL = "usual"
_RTL = frozenset({"R", "AL", "AN"})


@dataclass(frozen=True, slots=True)
class Run:
    text: str
    file: Path | None = None
    """None for the usual font."""
    index: int = 0
    """The font's index in the file."""
    leftward: bool = False
    emoji: bool = False


class Fonts:
    def __init__(self) -> None:
        self._library = FontLibrary(system_folders())
        self._forget: list[Callable[[], None]] = []

    @property
    def library(self) -> FontLibrary:
        return self._library

    def use(self, library: FontLibrary) -> None:
        self._library = library
        for forget in (_file_for.cache_clear, runs.cache_clear, *self._forget):
            forget()

    def when_changed(self, forget: Callable[[], None]) -> None:
        """Call `forget` whenever the fonts change, because earlier measurements are then wrong."""
        self._forget.append(forget)


FONTS = Fonts()


@lru_cache(maxsize=1)
def shapes() -> bool:
    """Return whether Pillow can lay out scripts whose letters depend on each other (needs Raqm)."""
    return bool(features.check("raqm"))


def drawable(cluster: str) -> bool:
    return _file_for(cluster) is not None


def has_font(cluster: str) -> bool:
    """Return whether a font has the cluster, even if the library to lay it out is missing."""
    return drawable(cluster) or FONTS.library.text_font(frozenset(cluster)) is not None


@lru_cache(maxsize=4096)
def _file_for(cluster: str) -> Path | str | None:
    """Return the font for a cluster: _USUAL for the usual one, None if no font has it."""
    if is_plain(cluster):
        return _USUAL
    if any(unicodedata.category(c) == "Co" for c in cluster):
        # Private use: every font draws something different here.
        return None
    if not shapes() and any(
        unicodedata.bidirectional(c) in _RTL or _is_visible_mark(c) for c in cluster
    ):
        return None
    letters = frozenset(c for c in cluster if not _silent(c)) or frozenset(cluster)
    if is_emoji(cluster):
        base = letters if shapes() else frozenset(cluster[0])
        file = FONTS.library.emoji_font(base)
        if file is not None:
            return file
        letters = letters - {"\u20e3"}
    if all(map(has_glyph, letters)):
        return _USUAL
    file = FONTS.library.text_font(letters)
    if file is None and not cluster.isalnum():
        file = FONTS.library.emoji_font(letters)
    return file


def _is_visible_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M" and not _silent(character)


def _silent(character: str) -> bool:
    """Return whether the character only modifies others, so that the font need not have it."""
    return (
        character in (AS_TEXT, AS_EMOJI)
        or unicodedata.category(character) == "Cf"
        or 0x1F3FB <= ord(character) <= 0x1F3FF
    )


def drawable_form(cluster: str) -> str:
    """Return a drawable form of the cluster: itself, an equivalent, or ""."""
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
    if is_plain(text):
        return (Run(text),) if text else ()
    steering = "\u200e\u200f\u061c\u2066\u2067\u2068\u2069"
    pieces = [piece if piece in steering else drawable_form(piece) for piece in clusters(text)]
    index = _east_asian(text)
    line: list[Run] = []
    for stretch, leftward in visual(clusters("".join(pieces))):
        stretch_runs = list(_of_one_font(stretch, index, leftward=leftward))
        line += reversed(stretch_runs) if leftward else stretch_runs
    return tuple(line)


def _of_one_font(text: str, index: int, *, leftward: bool) -> Iterator[Run]:
    letters, file = "", None
    for piece in clusters(text):
        font = _file_for(piece)
        if font is None:
            continue
        path = font if isinstance(font, Path) else None
        if path is not None and coverage(path).coloured:
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
    """Return whether the usual font draws the run letter by letter, which looks the same on all
    machines.
    """
    return run.file is None and not run.leftward and is_plain(run.text)


def _run(text: str, file: Path | None, index: int, *, leftward: bool) -> Run:
    many = file is not None and file.suffix.lower() == ".ttc" and "CJK" in file.stem
    return Run(text, file, index if many else 0, leftward)


def _east_asian(text: str) -> int:
    """Return the index of the font in Noto's CJK files for the text's language.

    Chinese, Japanese and Korean draw some shared characters differently.
    """
    for character in text:
        name = unicodedata.name(character, "")
        if name.startswith(("HIRAGANA", "KATAKANA", "HALFWIDTH KATAKANA")):
            return 0
        if name.startswith("HANGUL"):
            return 1
        if name.startswith("BOPOMOFO"):
            return 3
    return 2
