"""The stored fixtures: a database and a description for each release."""

import json
import lzma
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Fixture:
    """A release's database, and what people saw of its bot."""

    folder: Path
    release: str

    @property
    def files(self) -> tuple[Path, Path]:
        """The compressed database and its description."""
        return (self.folder / f"{self.release}.db.xz", self.folder / f"{self.release}.json.xz")

    @cached_property
    def told(self) -> dict[str, Any]:
        """The description: release, commit, schema, time, world and buttons."""
        told: dict[str, Any] = json.loads(_unpacked(self.files[1]))
        return told

    def unpack(self, path: Path) -> Path:
        """Write the database to `path`, and return the path."""
        path.write_bytes(_unpacked(self.files[0]))
        return path

    def pack(self, database: Path, told: dict[str, Any]) -> None:
        contents = (database.read_bytes(), json.dumps(told, ensure_ascii=False).encode())
        for file, content in zip(self.files, contents, strict=True):
            file.write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))


@cache
def _unpacked(file: Path) -> bytes:
    return lzma.decompress(file.read_bytes())


def fixtures() -> list[Fixture]:
    """Return all stored fixtures, the oldest release first."""
    releases = (file.name.removesuffix(".db.xz") for file in FOLDER.glob("*.db.xz"))
    ordered = sorted(releases, key=lambda release: [int(part) for part in release.split(".")])
    return [Fixture(FOLDER, release) for release in ordered]
