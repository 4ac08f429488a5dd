"""Pictures in tests use only the project's own fonts, whatever fonts this machine has."""

from collections.abc import Iterator

import pytest

from render.typography.runs import FONTS
from render.typography.system_fonts import FontLibrary
from tests.machine import SYSTEM_FONTS, need_fonts


@pytest.fixture(autouse=True)
def _own_fonts_only() -> Iterator[None]:
    before = FONTS.library
    FONTS.use(FontLibrary(()))
    yield
    FONTS.use(before)


@pytest.fixture
def system_fonts() -> None:
    """Use the fonts of this machine; skip the test if it lacks those of a script."""
    need_fonts()
    FONTS.use(SYSTEM_FONTS)
