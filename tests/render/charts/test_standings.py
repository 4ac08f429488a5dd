"""The standings of a tournament: one to sixteen lines, groups, signs, any name."""

import io
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from render.canvas import Canvas
from render.charts import standings
from render.charts.standings import (
    MOST,
    MOST_FORM,
    Group,
    StandingsPage,
    StandingsRow,
    draw_standings,
    groups_that_fit,
    standings_facts,
)
from render.charts.tournament_signs import (
    Form,
    State,
    Zone,
    draw_form,
    form_letters,
    form_word,
    state_sprite,
    state_word,
    zone_sprite,
    zone_word,
)
from render.game_pictures import GamePictures
from render.games.dice_miner.pictures import PICTURES
from render.picture import ALT_LIMIT, Picture
from render.theme import THEMES, Theme
from tests.render.charts.measured import NO_SHRINK, check_layout, measured
from tests.render.dice_miner.views import WORDS
from tests.tiers import every, full_or
from texts import Catalogue
from tools.samples import STRANGE

CATALOGUE = Catalogue.load()
FORM = (Form.WON, Form.TIED, Form.LOST, Form.BYE, Form.WON)


def line(place: int, **others: object) -> StandingsRow:
    usual = StandingsRow(
        place, f"Player {place}", 5, f"{17 - place}½", (str(30 - place), "9¼"), FORM
    )
    return usual._replace(**others)  # type: ignore[arg-type]


def page(count: int, **others: object) -> StandingsPage:
    lines = tuple(line(place) for place in range(1, count + 1))
    usual = StandingsPage("Winter Cup", "Round 5 of 7", ("Buch.", "S-B"), lines)
    return replace(usual, **others)  # type: ignore[arg-type]


def check(picture: Picture, most: int = 90_000) -> None:
    """Check size, shape and alt text."""
    assert picture.width != picture.height
    assert len(picture.data) <= most
    assert 0 < len(picture.alt) <= ALT_LIMIT
    with Image.open(io.BytesIO(picture.data)) as image:
        assert image.size == (picture.width, picture.height)


@pytest.mark.parametrize("theme", every(THEMES.values()), ids=list(THEMES))
@pytest.mark.parametrize("count", [0, 1, 2, 8, 9, 15, 16])
def test_any_number_of_lines(count: int, theme: Theme) -> None:
    picture = draw_standings(page(count), PICTURES, WORDS, theme)
    check(picture)
    assert picture.alt.startswith("Winter Cup. Round 5 of 7. ")
    assert picture.alt.count(", points: ") == count
    assert ("Nobody yet." in picture.alt) == (count == 0)
    more = draw_standings(page(min(count + 1, MOST)), PICTURES, WORDS, theme)
    assert count in (0, 8, MOST) or more.height > picture.height


def test_facts_list_all_places_first() -> None:
    """The details can then be cut if they don't fit."""
    lines = (
        line(1, state=State.CHAMPION, zone=Zone.PROMOTED),
        line(2, state=State.WITHDRAWN, form=(), played=1),
    )
    assert standings_facts(page(0, lines=lines, notes=("1–2 of 9",)), WORDS) == (
        "Winter Cup.",
        "Round 5 of 7.",
        "Place 1: Player 1, points: 16½, champion, promoted.",
        "Place 2: Player 2, points: 15½, withdrawn.",
        "1–2 of 9.",
        "Player 1: 5 matches played, Buch. 29, S-B 9¼, won, tied, lost, bye, won.",
        "Player 2: 1 match played, Buch. 28, S-B 9¼.",
    )


def test_every_fact_is_drawn() -> None:
    shown = page(3, columns=("Buch.",))
    with measured(standings) as canvases:
        draw_standings(shown, PICTURES, WORDS)
    drawn = [line_shown.text for line_shown in canvases[0].lines]
    for line_shown in shown.lines:
        for text in (
            line_shown.name,
            line_shown.points,
            line_shown.figures[0],
            str(line_shown.played),
        ):
            assert text in drawn
    assert [drawn.count(letter) for letter in "WTLB"] == [6, 3, 3, 3]
    assert {"Buch.", "Points", "Played"} <= set(drawn)


def test_older_results_are_dropped_first() -> None:
    history = (*[Form.LOST] * 9, *[Form.WON] * MOST_FORM)
    with measured(standings) as canvases:
        draw_standings(page(0, lines=(line(1, form=history),)), PICTURES, WORDS)
        crowded = ("A long heading",) * 3
        figures = ("1000000",) * 3
        lines = (line(1, form=history, figures=figures),)
        draw_standings(page(0, lines=lines, columns=crowded), PICTURES, WORDS)
    roomy, narrow = ([each.text for each in canvas.lines] for canvas in canvases)
    assert (roomy.count("W"), roomy.count("L")) == (MOST_FORM, 0)
    assert narrow.count("W") < MOST_FORM
    assert "Played" not in narrow
    assert "Player 1" in narrow


def test_only_groups_that_fit_are_shown() -> None:
    groups = tuple(Group(f"Group {letter}", page(5).lines) for letter in "ABCD")
    assert groups_that_fit(groups) == 3
    shown = page(0, groups=groups)
    with measured(standings) as canvases:
        picture = draw_standings(shown, PICTURES, WORDS)
    check(picture)
    check_layout(canvases[0])
    drawn = {each.text for each in canvases[0].lines}
    for letter in "ABCD":
        assert (
            (f"Group {letter}" in drawn) == (f"Group {letter}." in picture.alt) == (letter != "D")
        )


def test_an_oversized_group_is_cut() -> None:
    huge = page(0, groups=(Group("All", page(MOST + 4).lines),))
    assert groups_that_fit(huge.groups) == 0
    facts = standings_facts(huge, WORDS)
    assert sum(", points: " in fact for fact in facts) == MOST


@pytest.mark.parametrize("theme", every(THEMES.values()), ids=list(THEMES))
def test_signs_differ_without_colour(theme: Theme) -> None:
    signs = [state_sprite(theme, state) for state in State if state is not State.IN]
    signs += [zone_sprite(theme, zone) for zone in Zone if zone is not Zone.NONE]
    assert len({sign.convert("LA").tobytes() for sign in signs}) == len(signs)
    canvas = Canvas(Image.new("RGB", (200, 60), theme.paper))
    for number, form in enumerate(Form):
        draw_form(canvas, theme, 30 + 60 * number, 40, form, "")
    places = [canvas.image.crop((45 * n, 0, 45 * n + 45, 60)).convert("L") for n in range(4)]
    assert len({place.tobytes() for place in places}) == len(Form)


@pytest.mark.parametrize("language", every(CATALOGUE.languages))
def test_every_language_has_distinct_letters_and_words(language: str) -> None:
    words = CATALOGUE.words(language)
    letters = form_letters(words)
    assert len({letters[form] for form in Form}) == len(Form)
    assert all(len(letter) == 1 for letter in letters.values())
    assert len({form_word(words, form) for form in Form}) == len(Form)
    assert [state for state in State if not state_word(words, state)] == [State.IN]
    assert [zone for zone in Zone if not zone_word(words, zone)] == [Zone.NONE]


@pytest.mark.parametrize("language", every(CATALOGUE.languages))
def test_the_legend_explains_every_sign(language: str) -> None:
    words = CATALOGUE.words(language)
    lines = [line(place, state=state) for place, state in enumerate(State, 1)]
    lines += [line(place, zone=zone) for place, zone in enumerate(Zone, 6)]
    with measured(standings) as canvases:
        picture = draw_standings(page(0, lines=tuple(lines), notes=("a", "b")), PICTURES, words)
    check(picture)
    check_layout(canvases[0])
    drawn = [each.text for each in canvases[0].lines]
    for state in State:
        assert state_word(words, state) in ["", *drawn]
    for zone in Zone:
        assert zone_word(words, zone) in ["", *drawn]


def test_the_readers_line_is_highlighted() -> None:
    mine = (line(1), line(2, you=True))
    assert (
        draw_standings(page(0, lines=mine), PICTURES, WORDS).data
        != draw_standings(page(2), PICTURES, WORDS).data
    )


NAMES = st.sampled_from([*(player.name for player in STRANGE), "", "🦊", "Ana", "x" * 60])
LINES = st.builds(
    StandingsRow,
    st.integers(1, 128),
    NAMES,
    st.integers(0, 31),
    st.sampled_from(["0", "7½", "100¾", "1" * 30]),
    st.lists(st.sampled_from(["", "3", "−12½", "1" * 30]), max_size=4).map(tuple),
    st.lists(st.sampled_from(Form), max_size=12).map(tuple),
    st.sampled_from(State),
    st.booleans(),
    st.sampled_from(Zone),
)
PAGES = st.builds(
    StandingsPage,
    NAMES,
    st.sampled_from(["", "Round 3", "A very long subtitle " * 9]),
    st.lists(st.sampled_from(["Buch.", "Siege", "Sonneborn-Berger"]), max_size=4).map(tuple),
    st.lists(LINES, max_size=MOST).map(tuple),
    st.lists(
        st.builds(Group, st.sampled_from(["", "Gold", "W" * 40]), st.lists(LINES).map(tuple)),
        max_size=4,
    ).map(tuple),
    st.lists(st.sampled_from(["In UTC.", "1–16 of 43", "note " * 30]), max_size=3).map(tuple),
)


@settings(max_examples=full_or(25, 6), phases=NO_SHRINK)
@given(shown=PAGES)
def test_any_standings_fit(shown: StandingsPage) -> None:
    with measured(standings) as canvases:
        check(draw_standings(shown, GamePictures(), WORDS), 120_000)
    check_layout(canvases[0])
