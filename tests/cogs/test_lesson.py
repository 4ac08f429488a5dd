"""The lesson: every path through it reaches the end, and every wrong choice is explained."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.base import custom_id_families as families
from cogs.games.lesson import AGAIN, PRACTISE, BadPath, Learner, LessonPanel
from cogs.games.scripted_lesson import LEARNER, Group, LessonProgress
from cogs.lessons.handlers import HINT, READ
from cogs.lessons.handlers import rows as lesson_rows
from cogs.screens import Control, Menu, Scene
from cogs.screens.base import Style
from cogs.ui.layouts import compose
from engine.games.dice_miner.content import Symbol
from engine.games.dice_miner.observation import Reach
from engine.games.dice_miner.scoring import tunnels as rule_of_tunnels
from games.dice_miner.screens.screens import DiceMinerScreens
from games.dice_miner.tutorial.course import VERSION, Step, answers, decided, legal, offers, tunnels
from games.dice_miner.tutorial.lesson import LESSON
from games.dice_miner.tutorial.scoring_lines import rows
from render.theme import USUAL
from tests.cogs.moments import GAME, LONGEST_NAME, WORDS
from tests.cogs.test_layout import BUTTON, PICTURE, check

SELECT = 3
Press = tuple[str, tuple[str, ...]]
"""A button, or a menu with the chosen values."""


ANN = Learner(LONGEST_NAME, WORDS, USUAL, {})
"""A learner with the longest possible name."""


def scene_of(standing: LessonProgress) -> Scene:
    return LESSON.scene(ANN, GAME, standing)


def panel(standing: LessonProgress) -> LessonPanel:
    return LESSON.panel(GAME, ANN, standing.path)


def try_out(standing: LessonProgress, press: str, ticked: tuple[str, ...] = ()) -> LessonPanel:
    return LESSON.try_out(GAME, ANN, standing.path, press, ticked)


def choose(standing: LessonProgress, *tokens: str) -> LessonProgress | None:
    progress: LessonProgress | None = standing
    for token in tokens:
        progress = progress and LESSON.choose(GAME, progress, (token,))
    return progress


def stand(path: str = "") -> LessonProgress:
    return LESSON.stand(GAME, path)


def presses(groups: Sequence[Group]) -> list[Press]:
    presses: list[Press] = []
    for offer in (offer for group in groups for offer in group):
        if isinstance(offer, Menu):
            values = [option.value for option in offer.options]
            presses += [(offer.panel, ticked) for ticked in combinations(values, offer.at_least)]
        else:
            presses.append((offer.tokens[0], ()))
    return presses


def right(standing: LessonProgress) -> list[Press]:
    """Return the offered presses that are right at this step."""
    return [
        press
        for press in presses(offers(scene_of(standing), standing))
        if choose(standing, *decided(*press)) is not None
    ]


def walk(standing: LessonProgress, *, widely: bool) -> Iterator[LessonProgress]:
    """Yield this progress and later ones, by all right presses or only by the first and last of
    each step.
    """
    yield standing
    accepted = right(standing)
    for press in accepted if widely else dict.fromkeys((*accepted[:1], *accepted[-1:])):
        if widely and standing.step is Step.SECOND and press is not accepted[0]:
            continue  # the second chapter is the same for every press
        after = choose(standing, *decided(*press))
        assert after is not None
        yield from walk(after, widely=widely)


@cache
def all_standings() -> tuple[LessonProgress, ...]:
    """Return the first chapter by every path, and the second chapter after one of its endings."""
    start = stand()
    first = [s for s in walk(start, widely=True) if s.step < Step.SPEND]
    last = choose(first[-1], *decided(*right(first[-1])[0]))
    assert last is not None
    second = walk(last, widely=True)
    return (*first, *second)


def test_every_way_leads_to_the_end() -> None:
    """No panel shows CHOOSE and ANOTHER: one menu spends the magic die and chooses both dice."""
    seen = set()
    for standing in all_standings():
        assert len(standing.path) == standing.step
        assert stand(standing.path) == standing
        assert right(standing) or standing.step is Step.END
        seen.add(standing.step)
    assert seen == {*Step} - {Step.CHOOSE, Step.ANOTHER}


def test_prepared_luck_of_each_step() -> None:
    """The prepared rolls show a beer at the top, dragons for the friend, gems at the side, then
    magic.
    """
    beer = stand()
    view = scene_of(beer).view
    ((token, _),) = right(beer)
    taken = next(lying for lying in view.mountain if lying.die.name == token.split()[1])
    assert (taken.reach, taken.die.face.symbol) == (Reach.TOP, Symbol.BEER)
    salud = choose(beer, token)
    assert salud is not None
    offered = presses(offers(scene_of(salud), salud))
    assert {press.split()[0] for press, _ in offered} == {"salud", "take"}
    side = choose(salud, right(salud)[0][0])
    assert side is not None
    faces = [held.die.face for held in scene_of(side).view.seats[1].hoard]
    assert Symbol.DRAGON in {face.symbol for face in faces}
    sides = [lying for lying in scene_of(side).view.mountain if lying.reach is Reach.SIDE]
    assert 3 in {lying.die.face.count for lying in sides if lying.die.face.symbol is Symbol.GEM}
    for standing in all_standings():
        if standing.step is Step.SPEND:
            sources = scene_of(standing).view.sources
            assert sorted(source.diamonds for source in sources) == [1, 2]
        if standing.step is Step.END:
            assert len(scene_of(standing).view.scored) == 1


def test_every_button_is_right_or_explained() -> None:
    headings: dict[Step, set[str]] = {}
    for standing in walk(stand(), widely=False):
        scene = scene_of(standing)
        good = right(standing)
        for press, ticked in presses(offers(scene, standing)):
            after = try_out(standing, press, ticked)
            if (press, ticked) in good:
                assert len(after.path) == len(standing.path) + len(decided(press, ticked))
                continue
            assert after.path == standing.path
            assert after.offers == panel(standing).offers
            headings.setdefault(standing.step, set()).add(after.texts[1].splitlines()[0][4:])
            allowed = press in legal(GAME, standing)
            if standing.step is not Step.POINTS:
                assert after.texts[1].startswith(
                    "### Allowed, but wait" if allowed else "### Why not?"
                )
    assert headings == {
        Step.BEER: {"Why not?", "Allowed, but wait"},
        Step.SALUD: {"Why not?", "Allowed, but wait"},
        Step.SIDE: {"Why not?", "Allowed, but wait"},
        Step.SECOND: {"Why not?"},
        Step.SPEND: {"Allowed, but wait"},
        Step.POINTS: {"Not quite"},
    }


def shown(panel: LessonPanel) -> list[str]:
    """Return a panel's custom_ids, after checking that it fits with the texts of text mode."""
    texts = [*panel.texts[:-1], panel.read]
    gallery = [[("lesson.png", PICTURE)]]
    layout = compose(
        texts=texts,
        galleries=gallery,
        below=[panel.texts[-1]],
        rows=lesson_rows(panel, LESSON, "", WORDS),
    )
    parts = check(layout)
    return [part["custom_id"] for part in parts if part["type"] in (BUTTON, SELECT)]


def test_every_panel_fits_and_has_its_buttons() -> None:
    for standing in walk(stand(), widely=False):
        lesson_panel = panel(standing)
        moves = list(dict.fromkeys(press for press, _ in presses(lesson_panel.offers)))
        ends = [PRACTISE, AGAIN] if standing.step is Step.END else [READ, HINT]
        assert shown(lesson_panel) == [
            families.TUTORIAL.spell(VERSION, standing.path, press) for press in (*moves, *ends)
        ]
        for press, ticked in presses(lesson_panel.offers)[:2]:
            shown(try_out(standing, press, ticked))


def test_pictures_are_wide_and_described() -> None:
    for standing in list(walk(stand(), widely=False))[:9]:
        scene = scene_of(standing)
        picture = panel(standing).draw()
        assert picture.width > picture.height
        assert picture.alt
        good = right(standing)
        wrong = [press for press in presses(offers(scene, standing)) if press not in good]
        for press, ticked in wrong[-1:]:
            again = try_out(standing, press, ticked).draw()
            assert again.width > again.height


@given(st.text("0123456789abcdefghijklmnopqrstuvwxyz", max_size=16))
def test_garbled_path_is_refused(path: str) -> None:
    try:
        standing = stand(path)
    except BadPath:
        return
    assert standing.path == path
    assert len(path) <= Step.END


@pytest.mark.parametrize("token", ["take t99", "take", "dance", "points 3", "keep t01", "pass"])
def test_garbled_choice_is_refused(token: str) -> None:
    with pytest.raises(BadPath):
        try_out(stand(), token)


@given(st.lists(st.integers(1, 5), max_size=14))
def test_shown_rows_add_up_to_the_rule(numbers: list[int]) -> None:
    assert sum(map(sum, rows(numbers))) == rule_of_tunnels(Counter(numbers))


def test_answers_differ_and_only_the_right_one_counts() -> None:
    for standing in all_standings():
        if standing.step is Step.POINTS:
            offered = answers(scene_of(standing).view)
            assert len(set(offered)) == len(offered) == 4
            worth = scene_of(standing).view.seats[LEARNER].now.tunnels
            assert worth == sum(map(sum, rows(tunnels(scene_of(standing).view))))
            assert [n for n in offered if choose(standing, f"points {n}")] == [worth]


def test_lesson_has_the_buttons_of_a_real_board() -> None:
    compared = set()
    for standing in all_standings():
        if standing.step in (Step.POINTS, Step.END):
            continue
        scene = scene_of(standing)
        lesson = [offer for group in offers(scene, standing) for offer in group]
        board = [offer for group in DiceMinerScreens().controls(scene) for offer in group]
        assert [offer for offer in lesson if offer in board] == board
        assert all(
            isinstance(o, Control) and o.style is Style.CALM for o in lesson if o not in board
        )
        compared.add(standing.step)
    assert len(compared) == 5


@pytest.mark.parametrize("ticked", [(), ("t01",), ("t99", "t98"), ("t01", "t01")])
def test_impossible_ticks_are_refused(ticked: tuple[str, ...]) -> None:
    spend = next(s for s in all_standings() if s.step is Step.SPEND)
    with pytest.raises(BadPath):
        try_out(spend, "reroll", ticked)


def test_hints_lead_through_the_lesson() -> None:
    """Counting points gets no hint."""
    standing = stand()
    while standing.step is not Step.POINTS:
        token = LESSON.best(GAME, standing)
        assert token is not None
        hint = LESSON.hint(GAME, ANN, standing.path)
        assert hint.startswith("### 💡 ")
        assert "\n- " in hint
        after = choose(standing, token)
        assert after is not None
        standing = after
    assert LESSON.hint(GAME, ANN, standing.path) == ""
