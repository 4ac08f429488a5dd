"""Fonts are selected by the characters that they support."""

import struct
from pathlib import Path

import pytest
from PIL import ImageFont

from render.typography.cmap import Coverage, coverage
from render.typography.fonts import Weight, font_path, usual_coverage
from render.typography.runs import FONTS, drawable, runs
from render.typography.system_fonts import FontLibrary, system_folders


def segmented(*groups: tuple[int, int, int]) -> bytes:
    """Return a font file that contains only a `cmap` of format 12."""
    body = b"".join(struct.pack(">III", *group) for group in groups)
    sub = struct.pack(">HHIII", 12, 0, 16 + len(body), 0, len(groups)) + body
    cmap = struct.pack(">HHHHI", 0, 1, 3, 10, 12) + sub
    header = struct.pack(">4sH6x", b"\0\1\0\0", 1)
    return header + struct.pack(">4sIII", b"cmap", 0, 28, len(cmap)) + cmap


def test_coverage_agrees_with_the_drawn_glyphs() -> None:
    face = ImageFont.truetype(font_path(Weight.BOLD), 40, layout_engine=ImageFont.Layout.BASIC)
    box = bytes(face.getmask("\U000fffff"))
    covered = usual_coverage()
    for code in [*range(0x21, 0x7F), *range(0xA1, 0x600), *range(0x1E00, 0x2100), 0x4E2D, 0x1F98A]:
        differs = bytes(face.getmask(chr(code))) != box
        assert (chr(code) in covered) is differs, hex(code)


def test_all_weights_have_the_same_coverage() -> None:
    assert {tuple(coverage(font_path(weight))) for weight in Weight} == {tuple(usual_coverage())}


def test_coverage_merges_ranges_and_skips_missing_glyphs(tmp_path: Path) -> None:
    path = tmp_path / "some.ttf"
    path.write_bytes(segmented((0x41, 0x43, 5), (0x44, 0x45, 9), (0x61, 0x63, 0)))
    assert "".join(coverage(path)) == "ABCDEbc"
    assert list(coverage(path).starts) == [0x41, 0x62]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with two families, one of them in two weights, and other files."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "NotoSansAb-Regular.ttf").write_bytes(segmented((0x41, 0x42, 1)))
    (tmp_path / "NotoSansAb-Bold.ttf").write_bytes(segmented((0x41, 0x42, 1), (0x43, 0x43, 0)))
    (tmp_path / "Other.otf").write_bytes(segmented((0x41, 0x44, 1)))
    (tmp_path / "LastResort.ttf").write_bytes(segmented((0, 0x10FFFF, 1)))
    (tmp_path / "Broken.ttf").write_bytes(b"\0\1\0\0\0\xff")
    (tmp_path / "Empty.ttf").write_bytes(b"")
    (tmp_path / "cut.ttf").write_bytes(segmented((0x41, 0x5A, 1))[:-9])
    (tmp_path / "readme.txt").write_text("no font")
    return tmp_path


def test_lookup_prefers_noto_and_bold_fonts(folder: Path) -> None:
    library = FontLibrary([folder])

    def name(letters: str) -> str | None:
        font = library.text_font(frozenset(letters))
        return None if font is None else font.name

    assert name("AB") == "NotoSansAb-Bold.ttf"
    assert name("C") == "Other.otf"
    assert name("AD") == "Other.otf"
    assert name("\U0001f98a") is None
    assert library.emoji_font(frozenset("A")) is None
    assert FontLibrary([folder / "nowhere"]).text_font(frozenset("A")) is None


@pytest.mark.parametrize("data", [b"", b"\0\1\0\0", b"ttcf", segmented((1, 2, 3))[:20], b"x" * 99])
def test_a_broken_font_file_covers_nothing(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "some.ttf"
    path.write_bytes(data)
    assert coverage(path) == Coverage()


@pytest.mark.usefixtures("system_fonts")
def test_letters_of_one_font_form_one_run() -> None:
    mixed = runs("Ana مرحبا 🦊!")
    assert [(run.text, run.emoji, run.leftward) for run in mixed] == [
        ("Ana ", False, False),
        ("مرحبا", False, True),
        (" ", False, False),
        ("🦊", True, False),
        ("!", False, False),
    ]
    assert {run.index for run in runs("田中さん")} == {0}
    assert {run.index for run in runs("김철수")} == {1}
    assert {run.index for run in runs("李明")} == {2}


def test_text_without_a_font_is_replaced_or_left_out() -> None:
    assert not drawable("🦊")
    assert "".join(run.text for run in runs("to 𝓐𝓵𝓮𝔁 🦊 田")) == "to Alex  "


def test_using_other_fonts_notifies_the_caches(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[str] = []
    monkeypatch.setattr(FONTS, "_forget", [lambda: called.append("forgot")])
    FONTS.use(FontLibrary(()))
    assert called == ["forgot"]
    assert all(isinstance(folder, Path) for folder in system_folders())
