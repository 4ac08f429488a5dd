"""The program of docs/verify.md, as it is printed there."""

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bot.match.playing.proof import match_file
from tests.match.world import ANN, BEN, World

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/verify.md").read_text(encoding="utf-8")
GOLDEN = ROOT / "tests/golden"


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """It, in a file."""
    found = re.findall(r"```python\n(.+?)```", PAGE, re.DOTALL)
    assert len(found) == 1
    path = tmp_path / "check.py"
    path.write_text(found[0], encoding="utf-8")
    return path


def run(program: Path, file: Path) -> tuple[int, str]:
    """Exit code and all that it says; it is alone, without any of our code."""
    done = subprocess.run(
        [sys.executable, "-I", str(program), str(file)],
        cwd=program.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("name", ["two-seats", "keeping", "tie-break-of-four", "undo"])
def test_it_verifies_recorded_matches(program: Path, name: str) -> None:
    """With lots, undone moves and tie-breaks among them."""
    code, said = run(program, GOLDEN / f"{name}.match")
    assert (code, said.split(":")[0]) == (0, "verified")
    assert int(re.findall(r"\d+", said)[0]) > 100


async def test_it_verifies_words(program: Path, tmp_path: Path) -> None:
    """A match to which all have brought a word of their own."""
    world = await World.open(tmp_path / "salud.db")
    try:
        asked = replace(world.asked(ANN), word="Ελένη & Ω")
        match = (await world.dice.challenge(asked, [BEN])).record.id
        await world.dice.join(match, BEN, world.interaction(), "¿qué? ⛏️ 42")
        loaded = await world.play(match, "words")
    finally:
        await world.close()
    assert loaded.roster.contribution == "=Ελένη & Ω+=¿qué? ⛏️ 42"
    file = tmp_path / "words.match"
    file.write_text(match_file(loaded, world.clock.now()), encoding="utf-8")
    code, said = run(program, file)
    assert (code, said.split(":")[0]) == (0, "verified")
    file.write_text(match_file(loaded, world.clock.now()).replace("42", "43"), encoding="utf-8")
    assert run(program, file)[0] == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\nseed: ", "\nseed: 00"),
        ("contribution: 1", "contribution: 2"),
        ("* first ", "* first 9,"),
        (" * roll ", " * roll x99=7,"),
    ],
)
def test_it_finds_what_was_changed(program: Path, tmp_path: Path, old: str, new: str) -> None:
    """Seed, contribution, any outcome."""
    text = (GOLDEN / "two-seats.match").read_text(encoding="utf-8")
    assert old in text
    if old == "\nseed: ":
        text = text.replace("\nseed: " + text.split("\nseed: ")[1][:2], new, 1)
    else:
        text = text.replace(old, new, 1)
    file = tmp_path / "changed.match"
    file.write_text(text, encoding="utf-8")
    code, said = run(program, file)
    assert code == 1
    assert "verified" not in said
