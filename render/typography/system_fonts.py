"""The fonts installed on this machine, looked up by character."""

import os
import sys
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from render.typography.cmap import coverage

_SUFFIXES = (".ttf", ".otf", ".ttc")
_WEIGHTS = ("bold", "semibold", "demibold", "extrabold", "black", "medium", "", "regular")
"""Styles in order of preference; bold comes first, because names are drawn in bold."""
_BLANKS = ("lastresort", "adobeblank", "tofu", "notdef")
"""Parts of font names: such fonts draw every character as a box or not at all."""
_LESS = ("serif", "mono", "condensed", "unjoined", "looped", "display", "rashi", "nastaliq", "ui")
"""Parts of family names: such families are used only if no other has the characters."""


class FontLibrary:
    """The fonts in some folders and their subfolders. Each font is read once, when it is first
    needed.
    """

    def __init__(self, folders: Iterable[Path]) -> None:
        self._folders = tuple(folders)

    @cached_property
    def _paths(self) -> tuple[Path, ...]:
        """Font files to try, in order: one per family."""
        best: dict[str, tuple[int, Path]] = {}
        for path in _font_files(self._folders):
            family, _, style = path.stem.partition("-")
            rank = _weight_rank(style)
            if family not in best or (rank, path) < best[family]:
                best[family] = (rank, path)
        return tuple(sorted((path for _, path in best.values()), key=_order))

    def text_font(self, characters: frozenset[str]) -> Path | None:
        return self._find(characters, coloured=False)

    def emoji_font(self, characters: frozenset[str]) -> Path | None:
        return self._find(characters, coloured=True)

    def _find(self, characters: frozenset[str], *, coloured: bool) -> Path | None:
        # Fonts named as emoji fonts come first, so that the others need not be read.
        paths = sorted(self._paths, key=_is_text) if coloured else self._paths
        for path in paths:
            covered = coverage(path)
            if covered.coloured is coloured and all(map(covered.__contains__, characters)):
                return path
        return None


def _font_files(folders: Iterable[Path]) -> Iterator[Path]:
    for folder in folders:
        for where, _, names in os.walk(folder):
            for name in names:
                plain = name.lower().replace("-", "").replace(" ", "")
                if name.lower().endswith(_SUFFIXES) and not any(b in plain for b in _BLANKS):
                    yield Path(where, name)


def _is_text(path: Path) -> bool:
    return not any(part in path.stem.lower() for part in ("emoji", "emj"))


def _weight_rank(style: str) -> int:
    plain = style.lower()
    slanted = plain.endswith(("italic", "oblique"))
    plain = plain.removesuffix("italic").removesuffix("oblique")
    rank = _WEIGHTS.index(plain) if plain in _WEIGHTS else len(_WEIGHTS)
    return rank + 100 * slanted


def _order(path: Path) -> tuple[bool, bool, bool, int, str]:
    name = path.stem.lower()
    return (
        any(part in name for part in _LESS),
        not name.startswith("noto"),
        not name.startswith("notosans"),
        len(name),
        str(path),
    )


def system_folders() -> tuple[Path, ...]:
    home = Path.home()
    if sys.platform == "win32":
        windows = Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts"
        return home / "AppData/Local/Microsoft/Windows/Fonts", windows
    if sys.platform == "darwin":
        return (home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts"))
    return (
        home / ".local/share/fonts",
        home / ".fonts",
        Path("/usr/local/share/fonts"),
        Path("/usr/share/fonts"),
    )
