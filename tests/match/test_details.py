"""Stored details of match events."""

import pytest

from bot.match.log.events import Detail, Forfeit, Remedy, Void, Vote, read_detail, written_detail
from bot.match.log.events import MatchEventKind as L
from bot.match.values.players import Company, Computer
from engine.core.types import Level

STORED: dict[tuple[L, str], Detail] = {
    (L.JOINED, "1234567890"): "1234567890",
    (L.STARTED, "1+=a word"): "1+=a word",
    (L.PLAN_DROPPED, "gone"): "gone",
    (L.FOLLOWS, "12"): 12,
    (L.REMATCH, "13"): 13,
    (L.LATE, "2"): 2,
    (L.IDLE_WARNED, "14"): 14,
    (L.PRACTICE, "king"): Level.KING,
    (L.HANDED, "miner"): Level.MINER,
    (L.STOOD_IN, "apprentice"): Level.APPRENTICE,
    (L.COMPUTERS, "miner 3"): Company(Level.MINER, 3),
    (L.SEATED, "apprentice rosa"): Computer(Level.APPRENTICE, "rosa"),
    (L.SEATED, "foreman "): Computer(Level.FOREMAN, ""),
    (L.VOIDED, "moderated"): Void.MODERATED,
    (L.FORFEITED, "round over"): Forfeit.ROUND_OVER,
    (L.VOTED, "wait"): Vote(Remedy.WAIT),
    (L.VOTED, "person -3"): Vote(Remedy.PERSON, -3),
}


@pytest.mark.parametrize(("stored", "detail"), STORED.items())
def test_stored_text_has_one_meaning_and_stays_as_it_is(
    stored: tuple[L, str], detail: Detail
) -> None:
    kind, text = stored
    assert read_detail(kind, None, text) == detail
    assert written_detail(detail) == text


@pytest.mark.parametrize("kind", L)
def test_missing_detail_stays_missing(kind: L) -> None:
    """Events of older versions lack some, and a forgotten person's part is removed."""
    assert written_detail(read_detail(kind, None, "")) == ""


@pytest.mark.parametrize("kind", [L.SEATED, L.HANDED])
def test_seat_of_a_person_has_no_computer(kind: L) -> None:
    assert read_detail(kind, 11, "king otto") == "king otto"
