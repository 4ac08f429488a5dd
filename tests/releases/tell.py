"""Tell the story with the code of this tree: `python -m tests.releases.tell RELEASE COMMIT OUT`."""

import asyncio
import contextlib
import shutil
import sqlite3
import sys
import tempfile
from dataclasses import replace
from itertools import count
from pathlib import Path

from playground.errors import Json
from tests.releases.fixtures import Fixture
from tests.releases.presses import Press, chosen, press_as_one_of, subject
from tests.releases.story import story
from tests.releases.teller import at, telling
from tests.releases.worlds import world_json

BEGAN = 1_790_000_000
"""2026-09-21, a Monday."""


async def tell(release: str, commit: str, out: Path) -> None:
    clock = at(BEGAN)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        async with telling(folder, clock) as teller:
            await story(teller)
            world = world_json(teller.playground.world)
            kinds = await chosen(teller)
        database = folder / "packed.db"
        with contextlib.closing(sqlite3.connect(folder / "salud.db")) as connection:
            connection.execute("VACUUM INTO ?", (str(database),))
            (schema,) = connection.execute("PRAGMA user_version").fetchone()
        pressed = await _pressed(database, clock.time, world, kinds)
        told = {
            "release": release,
            "commit": commit,
            "schema": schema,
            "time": clock.time,
            "world": world,
            "presses": [press.as_json() for press in pressed],
        }
        Fixture(out, release).pack(database, told)


async def _pressed(database: Path, time: int, world: Json, kinds: list[list[Press]]) -> list[Press]:
    """Press one of each kind, each round on a new copy of the database; return those that were
    pressed with their outcomes, and the forms that opened."""
    done = list[Press]()
    for number in count():
        if not kinds:
            break
        changed, later = set[str](), list[list[Press]]()
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            shutil.copy(database, folder / "salud.db")
            async with telling(folder, at(time), world) as teller:
                for presses in kinds:
                    if subject(presses[0]) in changed:
                        later.append(presses)
                        continue
                    made, form = await press_as_one_of(teller, presses[0])
                    if made.outcome == "refused" and presses[1:]:
                        later.append(presses[1:])
                        continue
                    done.append(replace(made, round=number))
                    if made.outcome == "counted":
                        changed |= {subject(made)} - {""}
                    if form is not None:
                        later.append([form])
        kinds = later
    return done


if __name__ == "__main__":
    asyncio.run(tell(sys.argv[1], sys.argv[2], Path(sys.argv[3])))
