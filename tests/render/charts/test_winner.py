"""The end of a tournament, and the poster before its start."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from render.charts import tournament, winner
from render.charts.tournament import Poster, draw_tournament, tournament_facts
from render.charts.winner import Victory, draw_winner, winner_facts
from render.game_pictures import GamePictures
from render.games.dice_miner.pictures import PICTURES
from render.theme import THEMES, Theme
from tests.render.charts.measured import NO_SHRINK, check_layout, measured
from tests.render.charts.test_standings import CATALOGUE, NAMES, check
from tests.render.dice_miner.views import WORDS
from tests.tiers import every, full_or

PLACED = ((2, "Ben"), (3, "Eve"))


def test_facts_of_a_finished_tournament() -> None:
    assert winner_facts(Victory("Winter Cup", ("Ana",), PLACED, ("17 people",)), WORDS) == (
        "Winter Cup.",
        "Champion: Ana.",
        "Place 2: Ben.",
        "Place 3: Eve.",
        "17 people.",
    )
    assert winner_facts(Victory("", ("Ana", "Ben")), WORDS) == (
        "Tournament.",
        "Champions: Ana and Ben.",
    )


@pytest.mark.parametrize("theme", every(THEMES.values()), ids=list(THEMES))
@pytest.mark.parametrize("champions", [1, 2, 3, 4])
@pytest.mark.parametrize("placed", [0, 2, 4])
def test_any_number_of_champions_and_places(champions: int, placed: int, theme: Theme) -> None:
    names = tuple(f"Champion {number}" for number in range(champions))
    after = tuple((champions + 1, f"Next {number}") for number in range(placed))
    with measured(winner) as canvases:
        check(draw_winner(Victory("Cup", names, after, ("a", "b")), PICTURES, WORDS, theme))
    check_layout(canvases[0])
    drawn = {line.text for line in canvases[0].lines}
    assert {"Cup", *names, *(name for _, name in after), "a · b"} <= drawn


def test_the_champions_name_is_the_largest_text() -> None:
    with measured(winner) as canvases:
        draw_winner(Victory("Winter Cup", ("Ana",), PLACED, ("17 people",)), PICTURES, WORDS)
    largest = max(canvases[0].lines, key=lambda line: line.size)
    assert largest.text == "Ana"


@settings(max_examples=full_or(25, 6), phases=NO_SHRINK)
@given(
    shown=st.builds(
        Victory, NAMES, st.lists(NAMES, min_size=1, max_size=4).map(tuple),
        st.lists(st.tuples(st.integers(2, 128), NAMES), max_size=4).map(tuple),
        st.lists(st.sampled_from(["17 people", "long " * 30]), max_size=3).map(tuple),
    )
)  # fmt: skip
def test_any_names_fit_the_winners_picture(shown: Victory) -> None:
    with measured(winner) as canvases:
        check(draw_winner(shown, GamePictures(), WORDS))
    check_layout(canvases[0])


def test_facts_of_an_open_tournament() -> None:
    poster = Poster("Winter Cup", "Swiss, 5 rounds", 17, 32, "Until Friday", ("Ana", "Ben"))
    assert tournament_facts(poster, PICTURES, WORDS) == (
        "Winter Cup: Dice Miner.",
        "Swiss, 5 rounds.",
        "17 of 32 are in.",
        "In it: Ana, Ben, 15 more.",
        "Until Friday.",
    )
    alone = Poster("Cup", "Knockout", 1, names=("Ana",))
    assert tournament_facts(alone, GamePictures(), WORDS) == (
        "Cup.",
        "Knockout.",
        "1 is in.",
        "In it: Ana.",
    )  # fmt: skip


@pytest.mark.parametrize("theme", every(THEMES.values()), ids=list(THEMES))
def test_the_bar_depends_on_the_number_of_entrants(theme: Theme) -> None:
    pictures = [
        draw_tournament(Poster("Cup", "Knockout", joined, 32), PICTURES, WORDS, theme)
        for joined in (0, 1, 16, 32)
    ]
    for picture in pictures:
        check(picture)
    assert len({picture.data for picture in pictures}) == 4


@pytest.mark.parametrize("language", every(CATALOGUE.languages))
def test_every_fact_of_the_poster_is_drawn(language: str) -> None:
    words = CATALOGUE.words(language)
    poster = Poster("Winter Cup", "Swiss", 128, 128, "Until Friday", ("Ana", "Ben"))
    with measured(tournament) as canvases:
        picture = draw_tournament(poster, PICTURES, words)
    check_layout(canvases[0])
    drawn = [line.text for line in canvases[0].lines]
    assert all(text.rstrip(".") in picture.alt for text in drawn)
    assert {"Winter Cup", "Swiss", "Ana", "Ben", "Until Friday"} <= set(drawn)


@settings(max_examples=full_or(25, 6), phases=NO_SHRINK)
@given(
    shown=st.builds(
        Poster, NAMES | st.just("A title of many words that needs two lines"),
        st.sampled_from(["Knockout", "long " * 30]), st.integers(0, 128),
        st.sampled_from([0, 4, 128]), st.sampled_from(["", "Until Friday", "until " * 20]),
        st.lists(NAMES, max_size=9).map(tuple),
    )
)  # fmt: skip
def test_any_poster_fits(shown: Poster) -> None:
    with measured(tournament) as canvases:
        check(draw_tournament(shown, GamePictures(), WORDS))
    check_layout(canvases[0])
