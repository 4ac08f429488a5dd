"""The lesson: every way through it leads to its end, and what it doesn't ask for is explained."""

from collections.abc import Iterator
from functools import cache

import pytest

from bot.games import DATA
from cogs.games.lesson import BadPath, Learner, LessonPanel
from cogs.games.scripted_lesson import LEARNER, Standing
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


def walk(here: Standing, way: int) -> Iterator[Standing]:
    """This standing and those after it: by one of the choices of each step."""
    yield here
    found = LESSON.wanted(GAME, here)
    if found:
        after = LESSON.choose(GAME, here, found[way % len(found)])
        assert after is not None, "it is wanted"
        yield from walk(after, way)


@cache
def standings() -> tuple[Standing, ...]:
    """Those of several ways through the lesson."""
    ways = (here for way in (0, 1, 5, -1, -2) for here in walk(LESSON.stand(GAME, ""), way))
    return tuple({here.path: here for here in ways}.values())


def fits(made: LessonPanel) -> None:
    """Discord takes the panel, with all that text mode adds."""
    check(
        compose(
            texts=[*made.texts[:-1], made.read],
            galleries=[[("lesson.png", PICTURE)]],
            below=[made.texts[-1]],
            rows=rows(made, LESSON, PACKAGE.name, WORDS),
        )
    )


def presses(path: str) -> Iterator[str]:
    """Presses every button and ticks every option of a panel; gives the paths that they lead to."""
    made = LESSON.panel(GAME, ANN, path)
    assert made.path == path
    fits(made)
    for offer in (offer for group in made.offers for offer in group):
        tried: list[tuple[str, tuple[str, ...]]]
        if isinstance(offer, Menu):
            tried = [(offer.panel, (option.value,)) for option in offer.options]
        else:
            tried = [(",".join(offer.tokens), ())]
        for what, ticked in tried:
            after = LESSON.try_out(GAME, ANN, path, what, ticked)
            assert after.path != path or "### Allowed, but wait" in after.texts[1]
            yield after.path


def points(state: State) -> int:
    """How far the learner is ahead."""
    scores = GAME.scores(state)
    return scores[LEARNER] - scores[ROSA]


def test_every_way_leads_to_the_end() -> None:
    """And teaches what it promises: a +1 that pays, a 1 that brings a card, a match to be won."""
    steps = {here.step for here in standings()}
    assert steps == {*Step}
    for here in standings():
        assert LESSON.stand(GAME, here.path) == here, "the path is all that is known"
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
    assert min(ends) <= 0 < max(ends), "it can be won, and needn't be"


@exhaustive
def test_everything_offered_leads_on_or_is_explained() -> None:
    """In one panel of each step; all that is asked for is offered."""
    found: dict[Step, Standing] = {}
    for here in standings():
        found.setdefault(here.step, here)
    for step, here in found.items():
        made = LESSON.panel(GAME, ANN, here.path)
        if step is Step.END:
            assert made.offers == ()
            fits(made)
            continue
        led = {*presses(here.path)}
        after = {
            one.path
            for choice in LESSON.wanted(GAME, here)
            if (one := LESSON.choose(GAME, here, choice))
        }
        assert led - {here.path} == after


@pytest.mark.parametrize("path", ["", "002002a181221"])
def test_pictures(path: str) -> None:
    """Of a table, and of the points at the end."""
    picture = LESSON.panel(GAME, ANN, path).draw()
    assert picture.width != picture.height


@pytest.mark.parametrize("path", ["1", "0z", "00?", "É", "0" * 17, "002002a1812210"])
def test_garbled_paths(path: str) -> None:
    """What nobody can have chosen, and what would come after the end."""
    with pytest.raises(BadPath):
        LESSON.stand(GAME, path)


@pytest.mark.parametrize(
    "what", ["take A9", "dance", "place 1.1", "take E2,place 1.1", "card ring"]
)
def test_what_was_never_offered(what: str) -> None:
    """It is refused, also where it would be legal later."""
    with pytest.raises(BadPath):
        LESSON.try_out(GAME, ANN, "", what, ())
    with pytest.raises(BadPath):
        LESSON.try_out(GAME, ANN, "", "tiles", (what,))
