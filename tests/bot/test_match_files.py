"""Match files: replay, verify and export."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.bot.samples import SEED, match_file, store_matches
from tests.bot.shell import Shell

WHOLE = match_file()


@pytest.fixture
def file(nowhere: Path) -> Path:
    """A finished match with its seed."""
    path = nowhere / "whole.match"
    path.write_text(WHOLE)
    return path


def lines(text: str) -> list[str]:
    return text.splitlines()


def at(entry: int) -> int:
    """Return the index of the line of an entry."""
    return lines(WHOLE).index("log:") + 1 + entry


def chance(after: int) -> int:
    """Return the index of the first roll after this entry."""
    return next(n for n, line in enumerate(lines(WHOLE)) if n > at(after) and " * roll " in line)


def test_whole_match_and_its_beginning_verify(shell: Shell, file: Path) -> None:
    assert shell.ok("verify", str(file)) == "verified\n"
    file.write_text(match_file(entries=25))
    assert shell.ok("verify", str(file)) == "verified\n"


def test_match_without_a_seed_cannot_be_verified(shell: Shell, file: Path) -> None:
    file.write_text(match_file(revealed=False))
    assert "no 'seed:' line" in shell.refused("verify", str(file))


def changed(number: int, old: str, new: str) -> str:
    """Return the match with one line changed."""
    match_lines = lines(WHOLE)
    assert old in match_lines[number]
    match_lines[number] = match_lines[number].replace(old, new, 1)
    return "\n".join(match_lines) + "\n"


def test_verify_names_the_first_line_that_differs(shell: Shell, file: Path) -> None:
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
    error = shell.refused("verify", str(file))
    assert error.startswith(f"line {number + 1}: ")
    assert "the seed gives 'roll" in error


def test_replay_accepts_any_possible_luck(shell: Shell, file: Path) -> None:
    """Only verify checks that the luck follows from the seed."""
    file.write_text(changed(5, "101+202", "anything at all"))
    shell.ok("replay", str(file))


def test_replay_and_verify_name_the_line_of_an_illegal_entry(shell: Shell, file: Path) -> None:
    first = next(n for n, line in enumerate(lines(WHOLE)) if " take " in line)
    token = lines(WHOLE)[first].split()[-1]
    other = "h10" if token != "h10" else "h09"
    file.write_text(changed(first, token, other))
    for command in ("replay", "verify"):
        error = shell.refused(command, str(file))
        assert error.startswith(f"line {first + 1}: ")
        assert "not legal" in error


def test_json_replay_has_the_documented_fields(shell: Shell, file: Path) -> None:
    summary = json.loads(shell.ok("replay", str(file), "--json"))
    assert set(summary) == {
        "finished",
        "to_act",
        "phase",
        "rounds",
        "totals",
        "tiebreaks",
        "places",
    }
    assert summary["finished"] is True
    assert (summary["phase"], summary["to_act"]) == ("finished", [])
    assert len(summary["rounds"]) == 3
    scored = [
        sum(played["scores"][seat]["total"] for played in summary["rounds"]) for seat in (0, 1)
    ]
    assert summary["totals"] == scored
    assert sorted(summary["places"]) in ([1, 2], [1, 1])
    file.write_text(match_file(entries=0))
    summary = json.loads(shell.ok("replay", str(file), "--json"))
    assert summary["phase"] == "setup"
    assert (summary["finished"], summary["to_act"], summary["places"]) == (False, [], [])
    file.write_text(match_file(entries=12))
    summary = json.loads(shell.ok("replay", str(file), "--json"))
    assert (summary["phase"], summary["totals"]) == ("excavation", [0, 0])
    assert len(summary["to_act"]) == 1


def test_text_replay_has_each_entry_and_the_final_table(shell: Shell, file: Path) -> None:
    output = shell.ok("replay", str(file))
    entries = lines(WHOLE)[at(0) :]
    numbered = re.findall(r"^ *(\d+)  (\d+ (?:\*|\d) .+)$", output, re.MULTILINE)
    assert numbered == [(str(at(n) + 1), entry) for n, entry in enumerate(entries)]
    assert "Seat 0 took" in output
    assert "**" not in output
    assert output.rstrip().splitlines()[-1].startswith("Seat ")


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stored") / "salud.db"
    store_matches(path)
    return path


@pytest.mark.parametrize(("match", "number"), [("1", 1), ("#3", 3)])
def test_export_of_a_finished_match_verifies(
    shell: Shell,
    nowhere: Path,
    database: Path,
    monkeypatch: pytest.MonkeyPatch,
    match: str,
    number: int,
) -> None:
    monkeypatch.setenv("SALUD_DATABASE", str(database))
    text = shell.ok("export", match)
    (nowhere / "out").write_text(text)
    assert "\nseed: " in text
    assert shell.ok("verify", "out") == "verified\n"
    summary = json.loads(shell.ok("replay", "out", "--json"))
    assert summary["finished"] is (number == 1)


def damaged(
    shell: Shell, nowhere: Path, database: Path, monkeypatch: pytest.MonkeyPatch, sql: str
) -> str:
    """Use a damaged copy of the database; return the file of match 3 before the damage."""
    copy = nowhere / "damaged.db"
    copy.write_bytes(database.read_bytes())
    monkeypatch.setenv("SALUD_DATABASE", str(copy))
    whole = shell.ok("export", "3")
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute(sql)
    return whole


def test_export_of_a_log_whose_last_states_agree_is_whole(
    shell: Shell, nowhere: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = damaged(
        shell, nowhere, database, monkeypatch, "UPDATE log SET digest = 'ff' WHERE seq = 10"
    )
    exported = shell.partly("export", "3", code=0)
    assert exported.text == whole
    assert exported.note.startswith(
        "Match 3 doesn't replay: entry 10 leads elsewhere. Its log was saved to its end ("
    )


DAMAGE = {
    "another move": (
        "UPDATE log SET token = 'nonsense' WHERE match = 3 AND seq = 10",
        "Entries 0 to 9 of {total} were saved; entry 10 can't be read: ",
        10,
    ),
    "the first entry": (
        "UPDATE log SET token = 'nonsense' WHERE match = 3 AND seq = 0",
        "None of {total} entries was saved; entry 0 can't be read: ",
        0,
    ),
    "other states, then an illegal move": (
        "UPDATE log SET digest = 'f', token = iif(seq = 12, 'x', token) WHERE seq > 9",
        "Entries 0 to 9 of {total} were saved; entry 10 leads elsewhere.",
        10,
    ),
    "no end": (
        "DELETE FROM log WHERE match = 3 AND seq = (SELECT seq - 1 FROM match WHERE id = 3)",
        "Entries 0 to {last} of {total} were saved; the end of its log is missing.",
        -1,
    ),
    "other states": (
        "UPDATE log SET digest = 'ffff' WHERE match = 3",
        "The log was saved to its end ({total} entries), but from entry 0 on it doesn't lead to ",
        None,
    ),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_export_saves_the_readable_part_and_says_so(
    shell: Shell, nowhere: Path, database: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    """The match was resigned, so its seed is public, and the dice of each part verify."""
    sql, sentence, saved = DAMAGE[damage]
    whole = damaged(shell, nowhere, database, monkeypatch, sql).splitlines(keepends=True)
    first = whole.index("log:\n") + 1
    total = len(whole) - first
    exported = shell.partly("export", "3", code=3)
    sentence = sentence.format(total=total, last=total - 2)
    assert sentence in exported.note
    match, _, why = exported.text.partition("incomplete:\n")
    entries = range(total)[slice(saved)]
    assert match == "".join(whole[: first + len(entries)])
    assert why.startswith(sentence)
    (nowhere / "part").write_text(exported.text)
    verified = shell.ok("verify", "part")
    assert verified.startswith("The dice of these entries are verified. The file is not the whole")
    assert sentence in verified
    assert why.strip() in shell.ok("replay", "part")


def test_export_needs_the_start_of_a_match(
    shell: Shell, nowhere: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sql = "UPDATE match_event SET kind = 'party' WHERE match = 2 AND n = 0"
    damaged(shell, nowhere, database, monkeypatch, sql)
    exported = shell.partly("export", "2", code=0)
    assert exported.note.startswith("Match 2 doesn't replay: ")
    assert "'party'" in exported.note
    assert "Its log was saved to its end" in exported.note
    assert "seed:" not in exported.text, "it is still running"
    with closing(sqlite3.connect(nowhere / "damaged.db")) as connection, connection:
        connection.execute("UPDATE match_event SET kind = 'party' WHERE kind = 'started'")
    assert shell.refused("export", "2") == (
        "Match 2 doesn't replay: its event 0, 'party', can't be read. Nothing can be saved: its"
        " history "
        "doesn't say how it started."
    )


def test_export_of_a_running_match_hides_the_seed(
    shell: Shell, nowhere: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SALUD_DATABASE", str(database))
    text = shell.ok("export", "2")
    assert "seed:" not in text
    assert "commitment: " in text
    (nowhere / "out").write_text(text)
    summary = json.loads(shell.ok("replay", "out", "--json"))
    assert summary["finished"] is False
    assert "no 'seed:' line" in shell.refused("verify", "out")


@pytest.mark.parametrize(
    ("match", "sentence"),
    [
        ("4", "Match 4 has not begun."),
        ("5", "The game of match 5, or its rules version, is not installed."),
        ("7", "There is no match 7 in "),
    ],
)
def test_match_that_cannot_be_exported_is_refused_with_a_sentence(
    shell: Shell, database: Path, monkeypatch: pytest.MonkeyPatch, match: str, sentence: str
) -> None:
    monkeypatch.setenv("SALUD_DATABASE", str(database))
    assert shell.refused("export", match).startswith(sentence)
