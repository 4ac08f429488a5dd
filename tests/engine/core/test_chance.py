"""The stream of luck, compared with its formula written out again."""

import hashlib
import hmac

import pytest

from engine.core.chance import SEED_BYTES, Stream, commitment

SEED = bytes(range(SEED_BYTES))


def by_hand(seed: bytes, contribution: str, index: int, below: int) -> int:
    """HMAC-SHA-256 from its definition, without the hmac module and Stream."""
    key = seed + bytes(64 - len(seed))
    for attempt in range(100):
        message = f"{contribution}:{index}:{attempt}".encode()
        inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
        outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).hexdigest()
        value = int(outer, 16)
        if value < below * (2**256 // below):
            return value % below
    raise AssertionError("one of a hundred attempts is below the limit")


@pytest.mark.parametrize("contribution", ["", "1234+5678", "πλήθος ⛏", " two  blanks "])
@pytest.mark.parametrize("below", [1, 2, 6, 41, 60, 1000003])
def test_numbers_follow_the_formula(contribution: str, below: int) -> None:
    stream = Stream(SEED, contribution)
    for index in (0, 1, 2, 10, 999, 123456):
        expected = by_hand(SEED, contribution, index, below)
        assert expected == stream.number(index, below)


@pytest.mark.parametrize("below", [2**255 + 1, 2**256 - 1, 2**256 // 3 * 2])
def test_number_above_the_multiples_takes_the_next_attempt(below: int) -> None:
    stream = Stream(SEED, "x")
    for index in range(20):
        assert by_hand(SEED, "x", index, below) == stream.number(index, below)


def test_third_attempt_counts_after_two_high_digests(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def digest(key: bytes, message: bytes, _: object) -> bytes:
        assert key == SEED
        asked.append(message)
        return b"\xff" * 32 if len(asked) < 3 else (11).to_bytes(32, "big")

    monkeypatch.setattr(hmac, "digest", digest)
    assert Stream(SEED, "c").number(7, 6) == 5
    assert asked == [b"c:7:0", b"c:7:1", b"c:7:2"]


def test_limit_is_refused_and_the_number_below_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = 6 * (2**256 // 6)
    values = [limit, limit - 1]
    monkeypatch.setattr(hmac, "digest", lambda *_: values.pop(0).to_bytes(32, "big"))
    assert Stream(SEED, "c").number(0, 6) == 5


def test_answer_continues_from_its_position() -> None:
    stream = Stream(SEED, "x")
    bounds = (60, 6, 59, 6)
    expected = tuple(by_hand(SEED, "x", 5 + i, n) for i, n in enumerate(bounds))
    assert expected == stream.answer(bounds, 5)


def test_faces_are_spread_evenly() -> None:
    stream = Stream(SEED, "x")
    numbers = [stream.number(index, 6) for index in range(6000)]
    assert all(850 < numbers.count(face) < 1150 for face in range(6))


def test_commitment_is_the_sha256_of_the_seed() -> None:
    assert hashlib.sha256(SEED).hexdigest() == commitment(SEED)
    empty = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    assert empty == commitment(bytes(32))


def test_repr_hides_the_seed() -> None:
    assert repr(Stream(SEED, "x")) == "Stream(seed hidden)"
