"""`python -m tour [FOLDER]`: plays the match of the tour and writes its page and pictures."""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tour.browser import CHROMIUM, MISSING, open_chromium
from tour.hands import Blind
from tour.page import SHOTS, WHOLE, page
from tour.script import Tour
from tour.stage import stage
from tour.tabs import Tabs

FOLDER = Path("docs/tour")
SEED = "beer"
"""What the dice follow from: a match that turns in its last round."""


async def photographed(folder: Path) -> str:
    """Play the match in a browser; the folder gets all pictures. The page that shows them."""
    with tempfile.TemporaryDirectory() as data:
        async with stage(Path(data), SEED) as place, open_chromium() as browser:
            tabs = Tabs(browser, place.playground, folder, WHOLE)
            tour = Tour(place, tabs, tabs)
            await tour.play()
    if missing := {shot.name for shot in SHOTS} ^ set(tabs.taken):
        raise AssertionError(f"the page and the pictures differ: {sorted(missing)}")
    return page(tour.facts)


async def told() -> tuple[str, list[str]]:
    """Play the match without a browser; the page, and the names of what was shown."""
    with tempfile.TemporaryDirectory() as data:
        async with stage(Path(data), SEED) as place:
            blind = Blind(place.playground)
            tour = Tour(place, blind, blind)
            await tour.play()
    return page(tour.facts), blind.taken


def main() -> int:
    """Run it; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tour", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    folder: Path = parser.parse_args().folder
    if CHROMIUM is None:
        print(MISSING, file=sys.stderr)  # noqa: T201 - the command line speaks
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    shown = asyncio.run(photographed(folder))
    for old in set(folder.glob("*.webp")) - {folder / f"{shot.name}.webp" for shot in SHOTS}:
        old.unlink()
    (folder / "README.md").write_text(shown, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
