"""Files of tournaments, from which anyone can verify the draws."""

from pathlib import Path

import pytest

from bot.app.commands.match_files import verify_file
from bot.errors import OperatorError
from bot.match.tournaments.events import TournamentEventKind
from bot.match.tournaments.files import BadTournament, read, verify, write
from bot.match.tournaments.terms import Format
from tests.match.tournaments.simulated import Simulated, by_number, terms


def play_tournament(chosen: Format, seats: int = 2) -> Simulated:
    """Play a tournament of nine to its end, with one player withdrawing."""
    cup = Simulated(terms(chosen, seats=seats), ratings={104: 1500.0, 107: 1400.5})
    cup.join(9)
    cup.start()
    cup.add(TournamentEventKind.WITHDREW, 105)
    cup.play_out(by_number)
    return cup


@pytest.mark.parametrize("chosen", [each for each in Format if each is not Format.LEAGUE])
@pytest.mark.parametrize("seats", [2, 4])
def test_finished_tournament_verifies_and_reads_as_written(
    chosen: Format, seats: int, tmp_path: Path
) -> None:
    cup = play_tournament(chosen, seats)
    text = write(cup.events)
    assert verify(text).places == cup.now.places
    assert write(read(text)) == text
    file = tmp_path / "cup.tournament"
    file.write_text(text, encoding="utf-8")
    verify_file(str(file))


def test_seasons_with_absent_players_verify() -> None:
    cup = Simulated(terms(Format.LEAGUE, days=10))
    cup.join(9)
    cup.start()
    cup.away = frozenset({103})
    while len(cup.now.stages) < 3:
        for table in cup.now.open_tables:
            cup.decide(table, by_number(table))
        cup.at = cup.times()[0]
        cup.go_on()
    assert verify(write(cup.events)).stages == cup.now.stages


def test_file_contains_no_user_ids() -> None:
    text = write(play_tournament(Format.SWISS).events)
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
def test_changed_line_is_rejected(kind: str, old: str, new: str, tmp_path: Path) -> None:
    lines = write(play_tournament(Format.KNOCKOUT).events).splitlines()
    at = next(number for number, line in enumerate(lines) if f'"kind": "{kind}"' in line)
    changed = lines[at].replace(old, new, 1)
    assert changed != lines[at]
    lines[at] = changed
    with pytest.raises(BadTournament):
        verify("\n".join(lines))


def test_swapped_tables_are_rejected_and_the_event_is_named() -> None:
    lines = write(play_tournament(Format.SWISS).events).splitlines()
    at = next(number for number, line in enumerate(lines) if '"kind": "paired"' in line)
    event = read("\n".join(lines))[at - 1]
    tables = event.details["tables"]
    first, second = list(tables)[:2]
    lines[at] = lines[at].replace(str(tables[first]), str(tables[second]), 1)
    with pytest.raises(BadTournament, match=rf"Event {at - 1} \(paired\)"):
        verify("\n".join(lines))


def test_different_seed_is_rejected() -> None:
    cup = play_tournament(Format.ROUND_ROBIN)
    text = write(cup.events).replace(bytes(range(32)).hex(), bytes(32).hex())
    with pytest.raises(BadTournament):
        verify(text)


@pytest.mark.parametrize(
    "text", ["", "salud-match 1\n", "salud-tournament 1\n", "salud-tournament 1\n{}\n"]
)
def test_other_files_are_rejected_with_a_sentence(text: str, tmp_path: Path) -> None:
    with pytest.raises(BadTournament):
        verify(text or "\n")
    file = tmp_path / "cup.tournament"
    file.write_text("salud-tournament 1\n[]\n", encoding="utf-8")
    with pytest.raises(OperatorError, match=r"cup\.tournament: Line 2 is no event"):
        verify_file(str(file))
