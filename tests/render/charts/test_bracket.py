"""Brackets: up to four rounds, tables of two to four, lines between tables for two."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from render.charts import bracket
from render.charts.bracket import (
    MOST_ROUNDS,
    MOST_TABLES,
    Bracket,
    BracketRound,
    BracketSeat,
    BracketTable,
    TableState,
    bracket_facts,
    draw_bracket,
)
from render.game_pictures import GamePictures
from render.games.dice_miner.pictures import PICTURES
from render.theme import THEMES, Theme
from tests.render.charts.measured import NO_SHRINK, check_layout, measured
from tests.render.charts.test_standings import CATALOGUE, NAMES, check
from tests.render.dice_miner.views import WORDS
from tests.tiers import every, full_or

ANA = BracketSeat("Ana", "12", goes_on=True)
BEN = BracketSeat("Ben", "7", goes_on=False)
OVER = BracketTable((ANA, BEN), TableState.OVER)


def knockout(rounds: int, table: BracketTable = OVER, *, final: bool = True) -> Bracket:
    """Return a bracket of tables for two."""
    return Bracket(
        "Winter Cup",
        "Knockout",
        tuple(
            BracketRound(f"Round {number + 1}", (table,) * 2 ** (rounds - 1 - number))
            for number in range(rounds)
        ),
        final,
    )


@pytest.mark.parametrize("theme", every(THEMES.values()), ids=list(THEMES))
@pytest.mark.parametrize("rounds", [1, 2, 3, 4])
def test_every_name_and_score_is_drawn_in_any_size(rounds: int, theme: Theme) -> None:
    with measured(bracket) as canvases:
        check(draw_bracket(knockout(rounds), PICTURES, WORDS, theme))
    check_layout(canvases[0])
    drawn = [line.text for line in canvases[0].lines]
    tables = 2**rounds - 1
    assert [drawn.count(text) for text in ("Ana", "12", "Ben", "7")] == [tables] * 4
    assert all(f"Round {number + 1}" in drawn for number in range(rounds))


def test_facts_skip_tables_without_players() -> None:
    waiting = BracketTable((BracketSeat("Ana"), BracketSeat()))
    shown = Bracket("Winter Cup", "", (
        BracketRound("Semi-finals", (
            BracketTable((BracketSeat("Ana", goes_on=True), BracketSeat(bye=True)),
                         TableState.OVER),
            BracketTable((BracketSeat("Ben"), BracketSeat("Eve")), TableState.RUNNING,
                         "until Friday"),
            OVER,
            BracketTable((BracketSeat("Kim"), BracketSeat("Lea")), TableState.OVER),
        )),
        BracketRound("Finals", (waiting, BracketTable((BracketSeat(), BracketSeat())), OVER)),
    ))  # fmt: skip
    assert bracket_facts(shown, WORDS) == (
        "Winter Cup.",
        "Semi-finals: Ana, bye; Ana goes on.",
        "Semi-finals: Ben, Eve (until Friday); being played.",
        "Semi-finals: Ana 12, Ben 7; Ana goes on.",
        "Semi-finals: Kim, Lea; over.",
        "Finals: Ana, to be decided.",
        "Finals: Ana 12, Ben 7; won by Ana.",
    )


def test_only_the_final_crowns_a_winner() -> None:
    part = knockout(2, final=False)
    assert bracket_facts(part, WORDS)[-1] == "Round 2: Ana 12, Ben 7; Ana goes on."
    assert bracket_facts(knockout(2), WORDS)[-1] == "Round 2: Ana 12, Ben 7; won by Ana."
    drawn = {draw_bracket(each, PICTURES, WORDS).data for each in (part, knockout(2))}
    assert len(drawn) == 2


@pytest.mark.parametrize("theme", every(THEMES.values()), ids=list(THEMES))
def test_each_state_looks_different(theme: Theme) -> None:
    seats = (BracketSeat("Ana"), BracketSeat("Ben"))
    tables = [BracketTable(seats, state) for state in TableState]
    tables.append(BracketTable((BracketSeat("Ana", goes_on=True), seats[1]), TableState.OVER))
    seen = {draw_bracket(knockout(2, each), PICTURES, WORDS, theme).data for each in tables}
    assert len(seen) == len(tables)


def test_lines_only_between_tables_of_two(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    monkeypatch.setattr(bracket, "_draw_lines", lambda *_: drawn.append(1))
    four = BracketTable((ANA, ANA, BEN, BEN), TableState.OVER)
    draw_bracket(knockout(3), PICTURES, WORDS)
    assert len(drawn) == 2
    draw_bracket(knockout(3, four), PICTURES, WORDS)
    odd = Bracket("Cup", "", (BracketRound("1", (OVER,) * 3), BracketRound("2", (OVER,))))
    draw_bracket(odd, PICTURES, WORDS)
    assert len(drawn) == 2


@pytest.mark.parametrize("language", every(CATALOGUE.languages))
def test_labels_of_empty_seats_fit_the_narrowest_column(language: str) -> None:
    words = CATALOGUE.words(language)
    with measured(bracket) as canvases:
        table = BracketTable((BracketSeat(), BracketSeat(bye=True)))
        draw_bracket(knockout(4, table), PICTURES, words)
    drawn = [line.text for line in canvases[0].lines]
    assert drawn.count(words.say("to be decided")) == drawn.count(words.say("bye")) == 15


SEATS = st.builds(
    BracketSeat, NAMES, st.sampled_from(["", "131", "1" * 20]),
    st.sampled_from([None, True, False]), st.booleans(),
)  # fmt: skip
TABLES = st.builds(
    BracketTable, st.lists(SEATS, min_size=1, max_size=4).map(tuple), st.sampled_from(TableState),
    st.sampled_from(["", "until Friday", "until " * 20]),
)  # fmt: skip
ROUNDS = st.builds(
    BracketRound, st.sampled_from(["Final", "Round of the last sixteen people"]),
    st.lists(TABLES, min_size=1, max_size=MOST_TABLES).map(tuple),
)  # fmt: skip
BRACKETS = st.builds(
    Bracket, NAMES, st.sampled_from(["", "Knockout", "long " * 40]),
    st.lists(ROUNDS, min_size=1, max_size=MOST_ROUNDS).map(tuple), st.booleans(),
)  # fmt: skip


@settings(max_examples=full_or(25, 6), phases=NO_SHRINK)
@given(shown=BRACKETS)
def test_any_bracket_fits(shown: Bracket) -> None:
    with measured(bracket) as canvases:
        check(draw_bracket(shown, GamePictures(), WORDS), 120_000)
    check_layout(canvases[0])
