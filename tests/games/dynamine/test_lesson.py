"""The lesson: every way leads to its end, and it explains wrong choices."""

from collections.abc import Iterator
from functools import cache

import pytest

from bot.app.games import DATA
from cogs.games.lesson import BadPath, Learner, LessonPanel
from cogs.games.scripted_lesson import LEARNER, LessonProgress
from cogs.lessons.handlers import rows
from cogs.screens.base import Menu
from cogs.ui.layouts import compose
from engine.games.dynamine.rules import Dynamine
from engine.games.dynamine.state import State
from games.dynamine import GAME as PACKAGE
from games.dynamine.tutorial.lesson import LESSON, ROSA, Step
from render.theme import USUAL
from tests.cogs.moments import LONGEST_NAME, WORDS
from tests.cogs.test_layout import PICTURE, check
from tests.tiers import exhaustive

GAMES = PACKAGE.load_rules(DATA / PACKAGE.name)
_GAME = GAMES[max(GAMES)]
assert isinstance(_GAME, Dynamine), "the package builds DYNAMINE"
GAME = _GAME
ANN = Learner(LONGEST_NAME, WORDS, USUAL, {})


def walk(here: LessonProgress, way: int) -> Iterator[LessonProgress]:
    """Yield this standing and later ones, by one choice of each step."""
    yield here
    choices = LESSON.wanted_choices(GAME, here)
    if choices:
        after = LESSON.choose(GAME, here, choices[way % len(choices)])
        assert after is not None, "the step must accept the choice"
        yield from walk(after, way)


@cache
def standings() -> tuple[LessonProgress, ...]:
    ways = (here for way in (0, 1, 5, -1, -2) for here in walk(LESSON.stand(GAME, ""), way))
    return tuple({here.path: here for here in ways}.values())


def fits(panel: LessonPanel) -> None:
    check(
        compose(
            texts=[*panel.texts[:-1], panel.read],
            galleries=[[("lesson.png", PICTURE)]],
            below=[panel.texts[-1]],
            rows=rows(panel, LESSON, PACKAGE.name, WORDS),
        )
    )


def presses(path: str) -> Iterator[str]:
    """Press every button and tick every option of a panel; yield the resulting paths."""
    panel = LESSON.panel(GAME, ANN, path)
    assert panel.path == path
    fits(panel)
    for offer in (offer for group in panel.offers for offer in group):
        tried: list[tuple[str, tuple[str, ...]]]
        if isinstance(offer, Menu):
            tried = [(offer.panel, (option.value,)) for option in offer.options]
        else:
            tried = [(",".join(offer.tokens), ())]
        for choice, ticked in tried:
            after = LESSON.try_out(GAME, ANN, path, choice, ticked)
            assert after.path != path or "### Allowed, but wait" in after.texts[1]
            yield after.path


def points(state: State) -> int:
    """Return the learner's lead."""
    scores = GAME.scores(state)
    return scores[LEARNER] - scores[ROSA]


def test_every_way_leads_to_the_end() -> None:
    """On the way it teaches a +1 that pays, a 1 that brings a card, and a match that can be won."""
    steps = {here.step for here in standings()}
    assert steps == {*Step}
    for here in standings():
        assert LESSON.stand(GAME, here.path) == here, "the path must hold the whole state"
        assert len(here.path) <= 16
        turn = here.position.state.turn
        if here.step is Step.JOIN:
            assert here.position.state.players[LEARNER].plus == 1
        if here.step is Step.CARD:
            assert turn.die == 1
            assert points(here.position.state) < 0
        if here.step is Step.END:
            assert GAME.outcome(here.position.state) is not None
    ends = [points(here.position.state) for here in standings() if here.step is Step.END]
    assert min(ends) <= 0 < max(ends), "some ways must win and others not"


@exhaustive
def test_every_control_continues_or_explains() -> None:
    by_step: dict[Step, LessonProgress] = {}
    for here in standings():
        by_step.setdefault(here.step, here)
    for step, here in by_step.items():
        panel = LESSON.panel(GAME, ANN, here.path)
        if step is Step.END:
            assert panel.offers == ()
            fits(panel)
            continue
        led = {*presses(here.path)}
        after = {
            next_standing.path
            for choice in LESSON.wanted_choices(GAME, here)
            if (next_standing := LESSON.choose(GAME, here, choice))
        }
        assert led - {here.path} == after


@pytest.mark.parametrize("path", ["", "002002202220220"])
def test_pictures_show_the_table_and_the_final_points(path: str) -> None:
    picture = LESSON.panel(GAME, ANN, path).draw()
    assert picture.width != picture.height


@pytest.mark.parametrize("path", ["1", "0z", "00?", "É", "0" * 17, "0020022022202200"])
def test_garbled_path_is_refused(path: str) -> None:
    with pytest.raises(BadPath):
        LESSON.stand(GAME, path)


@pytest.mark.parametrize(
    "what", ["take A9", "dance", "place 1.1", "take E2,place 1.1", "card ring"]
)
def test_choice_that_was_not_offered_is_refused(what: str) -> None:
    with pytest.raises(BadPath):
        LESSON.try_out(GAME, ANN, "", what, ())
    with pytest.raises(BadPath):
        LESSON.try_out(GAME, ANN, "", "tiles", (what,))
