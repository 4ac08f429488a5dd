"""Files of tournaments: whoever has one can draw its tables again."""

from pathlib import Path

import pytest

from bot.commands.match_files import verify_file
from bot.errors import BadFile
from bot.match.tournaments.events import EventKind
from bot.match.tournaments.files import BadTournament, read, verify, written
from bot.match.tournaments.terms import Format
from tests.match.tournaments.simulated import Simulated, by_number, terms


def played(chosen: Format, seats: int = 2) -> Simulated:
    """A tournament of nine that is over, with somebody who left."""
    made = Simulated(terms(chosen, seats=seats), ratings={104: 1500.0, 107: 1400.5})
    made.join(9)
    made.start()
    made.add(EventKind.WITHDREW, 105)
    made.play_out(by_number)
    return made


@pytest.mark.parametrize("chosen", [one for one in Format if one is not Format.LEAGUE])
@pytest.mark.parametrize("seats", [2, 4])
def test_verify(chosen: Format, seats: int, tmp_path: Path) -> None:
    """What was played verifies, and reads as it was written."""
    made = played(chosen, seats)
    text = written(made.events)
    assert verify(text).places == made.now.places
    assert written(read(text)) == text
    file = tmp_path / "cup.tournament"
    file.write_text(text, encoding="utf-8")
    verify_file(str(file))


def test_league() -> None:
    """Seasons verify, with people who are away."""
    made = Simulated(terms(Format.LEAGUE, days=10))
    made.join(9)
    made.start()
    made.away = frozenset({103})
    while len(made.now.stages) < 3:
        for table in made.now.open_tables:
            made.decide(table, by_number(table))
        made.at = made.times()[0]
        made.go_on()
    assert verify(written(made.events)).stages == made.now.stages


def test_nobody_is_named() -> None:
    """People are numbers of the file alone."""
    text = written(played(Format.SWISS).events)
    assert '"user": 2' in text
    assert "105" not in text


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        ("paired", "[", "[[0,1,2,3,4,5,6,7,8],"),
        ("stage", '"groups": [[', '"groups": [[8, '),
        ("finished", '"places": [1', '"places": [2'),
    ],
)
def test_a_line_was_changed(kind: str, old: str, new: str, tmp_path: Path) -> None:
    """What does not follow is refused with a sentence."""
    lines = written(played(Format.KNOCKOUT).events).splitlines()
    at = next(number for number, line in enumerate(lines) if f'"kind": "{kind}"' in line)
    changed = lines[at].replace(old, new, 1)
    assert changed != lines[at]
    lines[at] = changed
    with pytest.raises(BadTournament):
        verify("\n".join(lines))


def test_seats_were_swapped() -> None:
    """Somebody else's table is noticed, and which event it is."""
    lines = written(played(Format.SWISS).events).splitlines()
    at = next(number for number, line in enumerate(lines) if '"kind": "paired"' in line)
    event = read("\n".join(lines))[at - 1]
    tables = event.details["tables"]
    first, second = list(tables)[:2]
    lines[at] = lines[at].replace(str(tables[first]), str(tables[second]), 1)
    with pytest.raises(BadTournament, match=rf"Event {at - 1} \(paired\)"):
        verify("\n".join(lines))


def test_another_seed() -> None:
    """A seed that was not promised is noticed, as nothing drawn by it holds."""
    made = played(Format.ROUND_ROBIN)
    text = written(made.events).replace(bytes(range(32)).hex(), bytes(32).hex())
    with pytest.raises(BadTournament):
        verify(text)


@pytest.mark.parametrize(
    "text", ["", "salud-match 1\n", "salud-tournament 1\n", "salud-tournament 1\n{}\n"]
)
def test_no_tournament(text: str, tmp_path: Path) -> None:
    """Any other file gets a sentence."""
    with pytest.raises(BadTournament):
        verify(text or "\n")
    file = tmp_path / "cup.tournament"
    file.write_text("salud-tournament 1\n[]\n", encoding="utf-8")
    with pytest.raises(BadFile, match=r"cup\.tournament: Line 2 is no event"):
        verify_file(str(file))
