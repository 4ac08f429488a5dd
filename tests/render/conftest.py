"""Pictures in tests need no fonts but the project's own, whatever this machine has."""

from collections.abc import Iterator

import pytest

from render.typography.runs import FONTS, drawable, shapes
from render.typography.system_fonts import FontLibrary, system_folders

_SAMPLES = "عשअก田さ한🦊"
"""One letter of each script that the tests of the machine's fonts draw, and an emoji."""


@pytest.fixture(autouse=True)
def _own_fonts_only() -> Iterator[None]:
    before = FONTS.library
    FONTS.use(FontLibrary(()))
    yield
    FONTS.use(before)


_MACHINE = FontLibrary(system_folders())


@pytest.fixture
def system_fonts() -> None:
    """The fonts of this machine; skips the test where it lacks some script's."""
    FONTS.use(_MACHINE)
    lacking = [sample for sample in _SAMPLES if not drawable(sample)]
    if lacking or not shapes():
        pytest.skip(f"needs fonts-noto-core, -cjk, -color-emoji and FriBiDi; lacks {lacking}")
