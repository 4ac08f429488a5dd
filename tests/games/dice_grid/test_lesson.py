"""The lesson: every way leads to its end, and it explains wrong choices."""

from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.games.lesson import BadPath, Learner, LessonPanel
from cogs.games.scripted_lesson import LessonProgress
from cogs.lessons.handlers import rows
from cogs.screens.base import SESSION, Menu
from cogs.ui.layouts import compose
from engine.games.dice_grid.observation import Observation
from games.dice_grid.tutorial.lesson import LESSON, Step
from render.theme import USUAL
from tests.cogs.moments import LONGEST_NAME, WORDS
from tests.cogs.test_layout import PICTURE, check
from tests.games.dice_grid.moments import GAME

WIDELY = 300
"""One in this many choices is tried."""
ANN = Learner(LONGEST_NAME, WORDS, USUAL, {})


def walk(here: LessonProgress) -> Iterator[LessonProgress]:
    """Yield this standing and later ones: by every die, and by some of all other choices."""
    yield here
    choices = LESSON.choices(GAME, here)
    tried = choices if here.step is Step.DIE else dict.fromkeys((*choices[::WIDELY], *choices[-1:]))
    for tokens in tried:
        after = LESSON.choose(GAME, here, tokens)
        if after is not None:
            yield from walk(after)


@cache
def standings() -> tuple[LessonProgress, ...]:
    return tuple(walk(LESSON.stand(GAME, "")))


def fits(panel: LessonPanel) -> None:
    check(
        compose(
            texts=[*panel.texts[:-1], panel.read],
            galleries=[[("lesson.png", PICTURE)]],
            below=[panel.texts[-1]],
            rows=rows(panel, LESSON, "dice-grid", WORDS),
        )
    )


def presses(path: str, panel: str = "", visited: frozenset[str] = frozenset()) -> Iterator[str]:
    """Press every button and tick every option of a panel; yield the resulting paths."""
    lesson_panel = (
        LESSON.try_out(GAME, ANN, path, panel, ()) if panel else LESSON.panel(GAME, ANN, path)
    )
    assert lesson_panel.path == path
    fits(lesson_panel)
    for offer in (offer for group in lesson_panel.offers for offer in group):
        if isinstance(offer, Menu):
            for option in offer.options:
                yield LESSON.try_out(GAME, ANN, path, offer.panel, (option.value,)).path
        elif offer.panel is None:
            after = LESSON.try_out(GAME, ANN, path, ",".join(offer.tokens), ())
            assert after.path != path or "### Allowed, but wait" in after.texts[1]
            yield after.path
        elif offer.panel == SESSION:
            assert LESSON.try_out(GAME, ANN, path, SESSION, ()).offers != lesson_panel.offers
        elif offer.panel not in visited:
            yield from presses(path, offer.panel, visited | {offer.panel})


def test_every_way_leads_to_the_end() -> None:
    """The ways cover any die, squares near and far, a needed star, and the end."""
    steps = set()
    for here in standings():
        steps.add(here.step)
        assert LESSON.stand(GAME, here.path) == here, "the path must hold the whole state"
        assert len(here.path) <= 16
        view: Observation = GAME.observe(here.position.state)
        if here.step is Step.STAR:
            assert not view.goes
            assert view.may_end
        if here.step is Step.END:
            panel = LESSON.panel(GAME, ANN, here.path)
            assert panel.offers == ()
            fits(panel)
        else:
            assert LESSON.choices(GAME, here)
    assert steps == {*Step}


def test_every_control_continues_or_explains() -> None:
    by_step: dict[Step, LessonProgress] = {}
    for here in standings():
        by_step.setdefault(here.step, here)
    for step, here in by_step.items():
        if step is Step.END:
            continue
        led = {*presses(here.path)}
        expected = {
            after.path
            for choice in LESSON.choices(GAME, here)
            if (after := LESSON.choose(GAME, here, choice))
        }
        assert led - {here.path} == expected
        picture = LESSON.panel(GAME, ANN, here.path).draw()
        assert picture.width > picture.height


def test_last_square_that_fills_a_line_says_so() -> None:
    place = next(standing for standing in standings() if standing.step is Step.PLACE)
    panel = LESSON.panel(GAME, ANN, place.path)
    labels = [offer.label for group in panel.offers for offer in group]
    assert [label for label in labels if label.endswith(" +3")]


@given(st.text("0123456789abcdefghijklmnopqrstuvwxyz", max_size=6))
def test_garbled_path_is_refused(path: str) -> None:
    try:
        here = LESSON.stand(GAME, path)
    except BadPath:
        return
    assert here.path == path


@pytest.mark.parametrize("what", ["go c3 1", "dance", "die d8", "die d8,cross 1", "row 9", "star"])
def test_choice_that_was_not_offered_is_refused(what: str) -> None:
    with pytest.raises(BadPath):
        LESSON.try_out(GAME, ANN, "", what, ())
    with pytest.raises(BadPath):
        LESSON.try_out(GAME, ANN, "", "boxes", (what,))
