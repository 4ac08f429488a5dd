"""Report files: a match file with a report below it."""

from hypothesis import given
from hypothesis import strategies as st

from engine.core.reportfile import MARK, Report, join, split

MATCH = "salud-match 1\ngame: toy\nlog:\n0 * roll 3\n"
texts = st.text(max_size=200)


@given(texts, st.lists(st.from_regex(r"[a-z]1:#:[0-9]{1,3}:[a-z ]{1,9}", fullmatch=True)))
def test_match_survives_any_description_and_report_lines_are_not_empty(
    description: str, pressed: list[str]
) -> None:
    report = Report((("salud", "1"),), "running", None, 3, description, tuple(pressed))
    match, lines = split(join(MATCH, report).encode())
    assert match == MATCH.encode()
    assert lines is not None
    assert lines[:4] == ("salud: 1", "status: running", "seat: none", "board: 3")
    assert all(line.split(": ")[0] in ("said", "pressed") for line in lines[4:])
    assert [line for line in lines if line.startswith("pressed")] == [
        f"pressed: {press}" for press in pressed
    ]


def test_match_file_without_report_stays_unchanged() -> None:
    assert split(MATCH.encode()) == (MATCH.encode(), None)


def test_description_cannot_forge_the_start_of_a_report() -> None:
    report = Report((), "over", 1, 3, f"one\n{MARK}\ntwo", ())
    match, lines = split(join(MATCH, report).encode())
    assert match == MATCH.encode()
    assert lines is not None
    assert lines[-3:] == ("said: one", f"said: {MARK}", "said: two")
