"""Programs and fonts that some tests need and a machine can lack.

`make test` must pass with only Python and make. Tests that need more skip themselves with a reason
from here, which names the missing package. `.ci/run` tests both cases.
"""

import shutil
import sys
from functools import cache

import pytest

from bot.app.doctor.machine_checks import SCRIPTS
from chaos import pgbouncer
from chaos.postgresql_server import binaries
from render.typography.runs import shapes
from render.typography.system_fonts import FontLibrary, system_folders
from tour.browser import CHROMIUM, MISSING

SYSTEM_FONTS = FontLibrary(system_folders())
FONT_PACKAGES = "fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji libfribidi0"
OWN_SCRIPTS = ("Latin", "Greek", "Cyrillic")
"""Scripts covered by the font in the project's requirements."""

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)
"""Mark for tests that open a page in a real browser."""


PROMTOOL = shutil.which("promtool")
needs_promtool = pytest.mark.skipif(
    PROMTOOL is None, reason="promtool is not installed (apt-get install prometheus)"
)
"""Mark for tests of the alert rules."""


def need_chromium() -> None:
    """Skip the test if Chromium is not installed."""
    if CHROMIUM is None:
        pytest.skip(MISSING)


def need_postgresql() -> None:
    """Skip the test if PostgreSQL is not installed."""
    if binaries() is None:
        pytest.skip("PostgreSQL is not installed (apt-get install postgresql)")


def need_pgbouncer() -> None:
    """Skip the test if PgBouncer or PostgreSQL is not installed."""
    need_postgresql()
    if pgbouncer.program() is None:
        pytest.skip("PgBouncer is not installed (apt-get install pgbouncer)")


def need_fonts() -> None:
    """Skip the test if this machine cannot draw names in every script."""
    scripts = missing_scripts()
    if scripts or not shapes():
        missing = [*scripts, *([] if shapes() else ["joined letters"])]
        pytest.skip(f"{', '.join(missing)} can't be drawn (apt-get install {FONT_PACKAGES})")


@cache
def missing_scripts() -> tuple[str, ...]:
    """Return the scripts without a font on this machine, in the order of `doctor`."""
    return tuple(
        script
        for script, sample in SCRIPTS.items()
        if script not in OWN_SCRIPTS
        and SYSTEM_FONTS.text_font(frozenset(sample)) is None
        and SYSTEM_FONTS.emoji_font(frozenset(sample)) is None
    )


def installed() -> dict[str, str]:
    """Return the optional tools of this machine; "" for a missing one."""
    programs = binaries()
    return {
        "fonts": ", ".join(s for s in SCRIPTS if s not in {*OWN_SCRIPTS, *missing_scripts()}),
        "layout of joined letters": "yes" if shapes() else "",
        "Chromium": CHROMIUM or "",
        "PostgreSQL": "" if programs is None else str(programs),
        "PgBouncer": pgbouncer.program() or "",
        "promtool": PROMTOOL or "",
    }


def main(arguments: list[str]) -> int:
    """List what is installed; with --expect-nothing, return 1 if anything is."""
    tools = installed()
    for thing, place in tools.items():
        print(f"{thing}: {place or 'not installed'}")  # noqa: T201 - a command line
    return int("--expect-nothing" in arguments and any(tools.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
