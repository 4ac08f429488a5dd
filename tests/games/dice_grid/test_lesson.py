"""The lesson: every way through it leads to its end, and what it doesn't ask for is explained."""

from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.games.lesson import BadPath, Learner, LessonPanel
from cogs.games.scripted_lesson import Standing
from cogs.lessons.handlers import rows
from cogs.screens.base import SESSION, Menu
from cogs.ui.layouts import compose
from engine.games.dice_grid.observation import Observation
from games.dice_grid.tutorial.lesson import LESSON, Step
from render.theme import USUAL
from tests.cogs.moments import LONGEST_NAME, WORDS
from tests.cogs.test_layout import PICTURE, check
from tests.games.dice_grid.moments import GAME

WIDELY = 100
"""One choice in so many is tried."""
ANN = Learner(LONGEST_NAME, WORDS, USUAL, {})


def walk(here: Standing) -> Iterator[Standing]:
    """This standing and those after it: by every die, and by some of all other choices."""
    yield here
    found = LESSON.choices(GAME, here)
    tried = found if here.step is Step.DIE else dict.fromkeys((*found[::WIDELY], *found[-1:]))
    for tokens in tried:
        after = LESSON.choose(GAME, here, tokens)
        if after is not None:
            yield from walk(after)


@cache
def standings() -> tuple[Standing, ...]:
    """Those of many ways through the lesson."""
    return tuple(walk(LESSON.stand(GAME, "")))


def fits(made: LessonPanel) -> None:
    """Discord takes the panel, with all that text mode adds."""
    check(
        compose(
            texts=[*made.texts[:-1], made.read],
            galleries=[[("lesson.png", PICTURE)]],
            below=[made.texts[-1]],
            rows=rows(made, LESSON, "dice-grid", WORDS),
        )
    )


def presses(path: str, panel: str = "", seen: frozenset[str] = frozenset()) -> Iterator[str]:
    """Presses every button and ticks every option of a panel; gives the paths that they lead to."""
    made = LESSON.try_out(GAME, ANN, path, panel, ()) if panel else LESSON.panel(GAME, ANN, path)
    assert made.path == path
    fits(made)
    for offer in (offer for group in made.offers for offer in group):
        if isinstance(offer, Menu):
            for option in offer.options:
                yield LESSON.try_out(GAME, ANN, path, offer.panel, (option.value,)).path
        elif offer.panel is None:
            after = LESSON.try_out(GAME, ANN, path, ",".join(offer.tokens), ())
            assert after.path != path or "### Allowed, but wait" in after.texts[1]
            yield after.path
        elif offer.panel == SESSION:
            assert LESSON.try_out(GAME, ANN, path, SESSION, ()).offers != made.offers
        elif offer.panel not in seen:
            yield from presses(path, offer.panel, seen | {offer.panel})


def test_every_way_leads_to_the_end() -> None:
    """Any die, squares near and far, each type: then a star that is needed, and the end."""
    steps = set()
    for here in standings():
        steps.add(here.step)
        assert LESSON.stand(GAME, here.path) == here, "the path is all that is known"
        assert len(here.path) <= 16
        view: Observation = GAME.observe(here.position.state, 0)
        if here.step is Step.STAR:
            assert not view.goes
            assert view.may_end
        if here.step is Step.END:
            made = LESSON.panel(GAME, ANN, here.path)
            assert made.offers == ()
            fits(made)
        else:
            assert LESSON.choices(GAME, here)
    assert steps == {*Step}


def test_everything_offered_leads_on_or_is_explained() -> None:
    """In one panel of each step, and in all that it opens."""
    found: dict[Step, Standing] = {}
    for here in standings():
        found.setdefault(here.step, here)
    for step, here in found.items():
        if step is Step.END:
            continue
        led = {*presses(here.path)}
        wanted = {
            after.path
            for one in LESSON.choices(GAME, here)
            if (after := LESSON.choose(GAME, here, one))
        }
        assert led - {here.path} == wanted
        picture = LESSON.panel(GAME, ANN, here.path).draw()
        assert picture.width > picture.height


def test_a_star_can_fill_a_line() -> None:
    """The menu of the last step says which square does."""
    place = next(one for one in standings() if one.step is Step.PLACE)
    made = LESSON.panel(GAME, ANN, place.path)
    menus = [offer for group in made.offers for offer in group if isinstance(offer, Menu)]
    assert [o for menu in menus for o in menu.options if "fills" in (o.hint or "")]


@given(st.text("0123456789abcdefghijklmnopqrstuvwxyz", max_size=6))
def test_garbled_paths(path: str) -> None:
    """A path is one that can be walked, or refused."""
    try:
        here = LESSON.stand(GAME, path)
    except BadPath:
        return
    assert here.path == path


@pytest.mark.parametrize("what", ["go c3 1", "dance", "die d8", "die d8,cross 1", "row 9", "star"])
def test_what_was_never_offered(what: str) -> None:
    """It is refused, also where it would be legal."""
    with pytest.raises(BadPath):
        LESSON.try_out(GAME, ANN, "", what, ())
    with pytest.raises(BadPath):
        LESSON.try_out(GAME, ANN, "", "boxes", (what,))
