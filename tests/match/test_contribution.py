"""Players' contributions to the dice: a word cannot imitate anything else in the file."""

import contextlib
import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.playing.proof import prove
from bot.match.values.contribution import JOIN, LONGEST, MARK, has_word, part, word_in, word_of
from bot.match.values.errors import BadWord
from engine.core.chance import commitment
from engine.core.matchfile import Header, write
from tests.match.world import ANN, BEN, CAT, GAMES, World

SEED = bytes(32)


@st.composite
def words(draw: st.DrawFn) -> str:
    """A normalized word of any input, or the empty string if the input is rejected."""
    typed = draw(st.one_of(st.text("abc αβγ ñ 鉱 🍺 é-._'\"<@#|~*", max_size=40), st.text()))
    with contextlib.suppress(BadWord):
        return word_of(typed)
    return ""


brought = st.lists(st.tuples(st.integers(0, 10**19), words()), min_size=1, max_size=4)


@given(words())
def test_normalized_word_is_stable_short_and_visible(word: str) -> None:
    assert word_of(word) == word == unicodedata.normalize("NFC", word).strip()
    assert len(word) <= LONGEST
    assert len(word.splitlines()) == (1 if word else 0)
    assert not any(unicodedata.category(char)[0] in "CZ" and char != " " for char in word)
    assert not set(word) & {JOIN, MARK, ":", "`"}


@given(brought)
def test_parts_and_file_can_be_read_in_one_way_only(people: list[tuple[int, str]]) -> None:
    parts = [part(interaction, word) for interaction, word in people]
    contribution = JOIN.join(parts)
    assert contribution.split(JOIN) == parts
    assert [word_in(piece) or "" for piece in parts] == [word for _, word in people]
    assert has_word(contribution) == any(word for _, word in people)
    header = Header("dice-miner", 1, len(people), commitment(SEED), contribution, None)
    lines = write(header, ()).splitlines()
    assert lines[5] == f"contribution: {contribution}"
    assert len(lines) == 7


@pytest.mark.parametrize(
    "typed",
    [
        "a+b",
        "=a",
        "a:1",
        "`a`",
        "two\nlines",
        "two\u2028lines",
        "tab\there",
        "hidden\u200b",
        "\u202eturned",
        "\u2067turned\u2069",
        "\u0301leaning",
        "\ud800",
        "\u3164",
        "x" * (LONGEST + 1),
    ],
)
def test_word_that_could_forge_or_hide_text_is_rejected(typed: str) -> None:
    """Such words contain separators, line breaks, invisible characters or changes of direction."""
    with pytest.raises(BadWord):
        word_of(typed)


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("", ""),
        ("   ", ""),
        ("  otter  of   mine ", "otter of mine"),
        ("e\u0301" * LONGEST, "é" * LONGEST),
        ("⛏️ 42", "⛏️ 42"),
        ("x" * LONGEST, "x" * LONGEST),
    ],
)
def test_word_is_composed_and_trimmed(typed: str, word: str) -> None:
    assert word_of(typed) == word


async def test_contribution_has_words_or_ids_in_seat_order(world: World) -> None:
    asked = replace(world.asked(ANN), word="mine")
    match = (await world.dice.challenge(asked, [BEN, CAT])).record.id
    loaded = await world.dice.join(match, CAT, 77, "cat's")
    assert loaded.roster.brought == "=mine+=cat's"
    loaded = await world.dice.join(match, BEN, 78)
    assert loaded.roster.contribution == loaded.roster.brought == "=mine+78+=cat's"
    await world.play(match, "words")
    stored = await world.store.load(match)
    assert stored is not None
    proof = prove(stored, GAMES, world.clock.now())
    assert proof.proven
    assert proof.contribution == "=mine+78+=cat's"


async def test_declining_withdraws_the_word(world: World) -> None:
    match = (await world.toys.challenge(world.asked(ANN), [BEN, CAT])).record.id
    await world.toys.join(match, BEN, 77, "first")
    assert "first" not in (await world.toys.decline(match, BEN)).roster.brought
    assert "=second" in (await world.toys.join(match, BEN, 78, "second")).roster.brought


async def test_word_is_exported_and_stays_in_the_proof_after_deletion(world: World) -> None:
    match = (await world.dice.challenge(world.asked(ANN), [BEN])).record.id
    await world.dice.join(match, BEN, 77, "mine")
    assert (await world.people.store.personal_data(BEN))["words"] == [
        {"match": match, "n": 2, "word": "mine"}
    ]
    assert "words" not in await world.people.store.personal_data(ANN)
    await world.people.forget(BEN)
    loaded = await world.matches.load(match)
    assert str(loaded.roster.contribution).endswith("+=mine")
    assert await world.matches.verify(match)
    assert not [event for event in loaded.events[:3] if event.detail == "=mine"]
