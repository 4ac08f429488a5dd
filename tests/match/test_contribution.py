"""What people bring to the dice: a word is theirs alone, and forges nothing."""

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
    """A word as it is kept, of anything that may be typed; mostly one that is taken."""
    typed = draw(st.one_of(st.text("abc αβγ ñ 鉱 🍺 é-._'\"<@#|~*", max_size=40), st.text()))
    with contextlib.suppress(BadWord):
        return word_of(typed)
    return ""


brought = st.lists(st.tuples(st.integers(0, 10**19), words()), min_size=1, max_size=4)


@given(words())
def test_a_word_stays_as_it_is(word: str) -> None:
    """It is what it becomes, of one line, bounded, and shows nothing that hides or turns around."""
    assert word_of(word) == word == unicodedata.normalize("NFC", word).strip()
    assert len(word) <= LONGEST
    assert len(word.splitlines()) == (1 if word else 0)
    assert not any(unicodedata.category(char)[0] in "CZ" and char != " " for char in word)
    assert not set(word) & {JOIN, MARK, ":", "`"}


@given(brought)
def test_no_part_is_taken_for_another(people: list[tuple[int, str]]) -> None:
    """Each is found again as it was brought, in the file as well, and no file has two readings."""
    parts = [part(interaction, word) for interaction, word in people]
    contribution = JOIN.join(parts)
    assert contribution.split(JOIN) == parts
    assert [word_in(one) or "" for one in parts] == [word for _, word in people]
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
def test_what_is_refused(typed: str) -> None:
    """What would forge a part, break a line, hide, or turn the text around."""
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
def test_what_is_taken(typed: str, word: str) -> None:
    """Composed, with single blanks inside and none around it."""
    assert word_of(typed) == word


async def test_words_and_ids_in_seat_order(world: World) -> None:
    """Who types none brings an id as ever; what is brought so far can be read before the start."""
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


async def test_a_word_stays_with_who_takes_it_along(world: World) -> None:
    """Who declines takes their word back; who comes again brings another."""
    match = (await world.toys.challenge(world.asked(ANN), [BEN, CAT])).record.id
    await world.toys.join(match, BEN, 77, "first")
    assert "first" not in (await world.toys.decline(match, BEN)).roster.brought
    assert "=second" in (await world.toys.join(match, BEN, 78, "second")).roster.brought


async def test_a_word_is_told_and_stays_in_the_proof(world: World) -> None:
    """To whom it belongs; when they are forgotten the dice still follow from it."""
    match = (await world.dice.challenge(world.asked(ANN), [BEN])).record.id
    await world.dice.join(match, BEN, 77, "mine")
    assert (await world.people.store.kept(BEN))["words"] == [
        {"match": match, "n": 2, "word": "mine"}
    ]
    assert "words" not in await world.people.store.kept(ANN)
    await world.people.forget(BEN)
    loaded = await world.matches.look(match)
    assert str(loaded.roster.contribution).endswith("+=mine")
    assert await world.matches.verify(match)
    assert not [event for event in loaded.events[:3] if event.detail == "=mine"]
