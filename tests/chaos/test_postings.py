"""The record of posted messages: their subjects and nonces."""

from typing import Any

import pytest

from chaos.checks.posted import not_once
from chaos.custom_ids import MOVE, read
from chaos.evidence import Evidence
from chaos.postings import PostingRecorder, subject_of
from chaos.transcript import Role, Subject, Transcript
from cogs.base import custom_id_families as families
from cogs.posting.nonces import nonce_of
from playground import Playground

CHANNEL = 77


def _message(text: str, *ids: str) -> dict[str, Any]:
    row = {"type": 1, "components": [{"type": 2, "custom_id": custom_id} for custom_id in ids]}
    return {"components": [{"type": 10, "content": text}, row]}


def test_a_custom_id_is_read() -> None:
    parsed = read("2:move:3:14:take t01,take t02")
    assert (parsed.family, parsed.match, parsed.seq) == (MOVE, 3, 14)
    assert parsed.tokens == ("take t01", "take t02")
    assert parsed.is_played


@pytest.mark.parametrize(
    ("custom_id", "subject"),
    [
        (families.INVITATION.spell(3, "accept"), Subject(Role.INVITATION, 3)),
        (families.MATCH.spell(3, "again"), Subject(Role.INVITATION, 3)),
        (families.MATCH.spell(3, "rematch"), Subject(Role.BOARD, 3)),
        (families.UNDO.spell(families.BoardVersion(3, 9)), None),
        (families.MOVE.spell(families.BoardVersion(3, 9), ("pass",)), Subject(Role.BOARD, 3)),
        (families.NOTICE.spell(3, 7, "claim"), Subject(Role.NOTICE, 3, 7)),
        (families.MATCHES.spell("mine", 0), Subject(Role.OVERVIEW, CHANNEL)),
    ],
)
def test_buttons_determine_the_subject(custom_id: str, subject: Subject | None) -> None:
    assert subject_of(_message("Words", custom_id), CHANNEL) == subject


def _sent(*bodies: tuple[str, dict[str, Any]]) -> list[str]:
    playground, transcript = Playground(), Transcript()
    PostingRecorder(playground, transcript)
    assert playground.on_exchange is not None, "the recorder listens"
    for number, (nonce, body) in enumerate(bodies):
        answer = {"id": str(number), "channel_id": str(CHANNEL)}
        route = "/channels/{channel_id}/messages"
        playground.on_exchange("POST", route, {**body, "nonce": nonce}, 200, answer)
    return not_once(Evidence(transcript, "a.token"))


def test_nonce_used_for_two_messages_is_found() -> None:
    board = families.MOVE.spell(families.BoardVersion(3, 9), ("pass",))
    later = families.MOVE.spell(families.BoardVersion(3, 10), ("pass",))
    first, again = _message("Open until <t:5:R>"), _message("Open until <t:9:R>")
    assert _sent(("a", first), ("a", again), ("b", _message("x", board))) == []
    assert _sent(("b", _message("Ann moves", board)), ("b", _message("Ben moves", board))) == []
    assert len(_sent(("b", _message("x", board)), ("b", _message("x", later)))) == 1
    assert len(_sent(("h", _message("Ann can't.")), ("h", _message("Ben can't.")))) == 1
    card, later_card = (_message(f"📣 **Ann** · Nov 30\n**23**{place}") for place in ("", " · 1."))
    assert _sent(("c", card), ("c", later_card)) == [], "a card with a newer place"
    assert len(_sent(("c", card), ("c", _message("📣 **Ann** · Dec 1\n**23**")))) == 1
    other = families.MOVE.spell(families.BoardVersion(4, 9), ("pass",))
    nonce = f"a{nonce_of('move', 3, 77)}"
    asked = (nonce, _message("x", board))
    assert _sent(asked, (nonce, _message("x", later))) == [], "a board that /board asked for"
    assert len(_sent(asked, (nonce, _message("x", other)))) == 1


def test_refused_nonce_is_noted_with_its_board() -> None:
    """A 403 is different: the board can come under the same nonce later."""
    playground, transcript = Playground(), Transcript()
    PostingRecorder(playground, transcript)
    assert playground.on_exchange is not None, "the recorder listens"
    board = _message("x", families.MOVE.spell(families.BoardVersion(3, 9), ("pass",)))
    for status, code in ((404, 10008), (403, 50013)):
        route = "/channels/{channel_id}/messages"
        answer = {"code": code, "message": "No"}
        playground.on_exchange("POST", route, {**board, "nonce": "b"}, status, answer)
    assert [(posting.nonce, posting.content) for posting in transcript.refused] == [
        ("b", "board of 3 at 9")
    ]
    assert transcript.postings == []
