"""The program printed in docs/verify.md."""

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
    """The program in a file."""
    programs = re.findall(r"```python\n(.+?)```", PAGE, re.DOTALL)
    assert len(programs) == 1
    path = tmp_path / "check.py"
    path.write_text(programs[0], encoding="utf-8")
    return path


def run(program: Path, file: Path) -> tuple[int, str]:
    """Return exit code and output of the program, run without any of our code."""
    process = subprocess.run(
        [sys.executable, "-I", str(program), str(file)],
        cwd=program.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    return process.returncode, process.stdout + process.stderr


@pytest.mark.parametrize("name", ["two-seats", "keeping", "tie-break-of-four", "undo"])
def test_printed_program_verifies_recorded_matches(program: Path, name: str) -> None:
    """Draws by lot, retracted moves and tie-breaks included."""
    code, output = run(program, GOLDEN / f"{name}.match")
    assert (code, output.split(":")[0]) == (0, "verified")
    assert int(re.findall(r"\d+", output)[0]) > 100


async def test_printed_program_verifies_a_match_with_words(program: Path, tmp_path: Path) -> None:
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
    code, output = run(program, file)
    assert (code, output.split(":")[0]) == (0, "verified")
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
def test_printed_program_detects_changes_of_seed_contribution_and_luck(
    program: Path, tmp_path: Path, old: str, new: str
) -> None:
    text = (GOLDEN / "two-seats.match").read_text(encoding="utf-8")
    assert old in text
    if old == "\nseed: ":
        text = text.replace("\nseed: " + text.split("\nseed: ")[1][:2], new, 1)
    else:
        text = text.replace(old, new, 1)
    file = tmp_path / "changed.match"
    file.write_text(text, encoding="utf-8")
    code, output = run(program, file)
    assert code == 1
    assert "verified" not in output
