"""replay, verify and export."""

import json
import re
from pathlib import Path

import pytest

from tests.bot.samples import SEED, match_file, stored
from tests.bot.shell import Shell

WHOLE = match_file()


@pytest.fixture
def file(nowhere: Path) -> Path:
    """A whole match, its dice revealed."""
    path = nowhere / "whole.match"
    path.write_text(WHOLE)
    return path


def lines(text: str) -> list[str]:
    """The lines of a match file."""
    return text.splitlines()


def at(entry: int) -> int:
    """Where an entry of the log stands in the list of lines."""
    return lines(WHOLE).index("log:") + 1 + entry


def chance(after: int) -> int:
    """The first line after that entry in which luck rolls dice."""
    return next(n for n, line in enumerate(lines(WHOLE)) if n > at(after) and " * roll " in line)


def test_verify(shell: Shell, file: Path) -> None:
    """A whole match, and its beginning."""
    assert shell.ok("verify", str(file)) == "verified\n"
    file.write_text(match_file(entries=25))
    assert shell.ok("verify", str(file)) == "verified\n"


def test_verify_without_a_seed(shell: Shell, file: Path) -> None:
    """Says that nothing can be proven."""
    file.write_text(match_file(revealed=False))
    assert "no 'seed:' line" in shell.refused("verify", str(file))


def changed(number: int, old: str, new: str) -> str:
    """The whole match with one line changed."""
    told = lines(WHOLE)
    assert old in told[number]
    told[number] = told[number].replace(old, new, 1)
    return "\n".join(told) + "\n"


def test_verify_names_the_first_difference(shell: Shell, file: Path) -> None:
    """The commitment's line, or the first roll that the seed did not give."""
    file.write_text(changed(4, lines(WHOLE)[4][-4:], "0000"))
    assert shell.refused("verify", str(file)).startswith("line 5: the commitment is not")
    file.write_text(changed(6, SEED.hex()[:2], "ff"))
    assert shell.refused("verify", str(file)).startswith("line 5: the commitment is not")
    file.write_text(changed(5, "101+202", "101+203"))
    assert re.match(
        r"line 9: the seed gives 'first .*', not 'first ", shell.refused("verify", str(file))
    )
    number = chance(40)
    face = lines(WHOLE)[number][-1]
    file.write_text(changed(number, f"={face}", f"={int(face) % 6 + 1}"))
    said = shell.refused("verify", str(file))
    assert said.startswith(f"line {number + 1}: ")
    assert "the seed gives 'roll" in said


def test_replay_takes_any_luck(shell: Shell, file: Path) -> None:
    """Replay asks whether luck could have been so, not whether it was."""
    file.write_text(changed(5, "101+202", "anything at all"))
    shell.ok("replay", str(file))


def test_illegal_entry(shell: Shell, file: Path) -> None:
    """Both refuse it by line and reason, in either order of things wrong."""
    first = next(n for n, line in enumerate(lines(WHOLE)) if " take " in line)
    token = lines(WHOLE)[first].split()[-1]
    other = "h10" if token != "h10" else "h09"
    file.write_text(changed(first, token, other))
    for command in ("replay", "verify"):
        said = shell.refused(command, str(file))
        assert said.startswith(f"line {first + 1}: ")
        assert "not legal" in said


def test_replay_json(shell: Shell, file: Path) -> None:
    """The last position, as the format's documentation says."""
    told = json.loads(shell.ok("replay", str(file), "--json"))
    assert set(told) == {
        "finished",
        "to_act",
        "phase",
        "rounds",
        "totals",
        "tiebreaks",
        "places",
    }
    assert told["finished"] is True
    assert (told["phase"], told["to_act"]) == ("finished", [])
    assert len(told["rounds"]) == 3
    scored = [sum(played["scores"][seat]["total"] for played in told["rounds"]) for seat in (0, 1)]
    assert told["totals"] == scored
    assert sorted(told["places"]) in ([1, 2], [1, 1])
    file.write_text(match_file(entries=0))
    told = json.loads(shell.ok("replay", str(file), "--json"))
    assert told["phase"] == "setup"
    assert (told["finished"], told["to_act"], told["places"]) == (False, [], [])
    file.write_text(match_file(entries=12))
    told = json.loads(shell.ok("replay", str(file), "--json"))
    assert (told["phase"], told["totals"]) == ("excavation", [0, 0])
    assert len(told["to_act"]) == 1


def test_replay_text(shell: Shell, file: Path) -> None:
    """Each entry with its line, what it did, and the table in the end."""
    said = shell.ok("replay", str(file))
    entries = lines(WHOLE)[at(0) :]
    numbered = re.findall(r"^ *(\d+)  (\d+ (?:\*|\d) .+)$", said, re.MULTILINE)
    assert numbered == [(str(at(n) + 1), entry) for n, entry in enumerate(entries)]
    assert "Seat 0 took" in said
    assert "**" not in said
    assert said.rstrip().splitlines()[-1].startswith("Seat ")


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Stored matches."""
    path = tmp_path_factory.mktemp("stored") / "salud.db"
    stored(path)
    return path


@pytest.mark.parametrize(("match", "number"), [("1", 1), ("#3", 3)])
def test_export_of_a_match_that_is_over(
    shell: Shell,
    nowhere: Path,
    database: Path,
    monkeypatch: pytest.MonkeyPatch,
    match: str,
    number: int,
) -> None:
    """Played to its end or resigned: it replays, and its dice are proven."""
    monkeypatch.setenv("SALUD_DATABASE", str(database))
    text = shell.ok("export", match)
    (nowhere / "out").write_text(text)
    assert "\nseed: " in text
    assert shell.ok("verify", "out") == "verified\n"
    told = json.loads(shell.ok("replay", "out", "--json"))
    assert told["finished"] is (number == 1)


def test_export_of_a_running_match(
    shell: Shell, nowhere: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seed stays hidden: who knew it would know what comes."""
    monkeypatch.setenv("SALUD_DATABASE", str(database))
    text = shell.ok("export", "2")
    assert "seed:" not in text
    assert "commitment: " in text
    (nowhere / "out").write_text(text)
    told = json.loads(shell.ok("replay", "out", "--json"))
    assert told["finished"] is False
    assert "no 'seed:' line" in shell.refused("verify", "out")


@pytest.mark.parametrize(
    ("match", "sentence"),
    [
        ("4", "Match 4 has not begun."),
        ("5", "Match 5 is of a game or rules version that is not here."),
        ("6", "match 6: entry 0 leads elsewhere"),
        ("7", "There is no match 7 in "),
    ],
)
def test_export_of_nothing(
    shell: Shell, database: Path, monkeypatch: pytest.MonkeyPatch, match: str, sentence: str
) -> None:
    """What can't be told is said in one sentence."""
    monkeypatch.setenv("SALUD_DATABASE", str(database))
    assert shell.refused("export", match).startswith(sentence)
