"""The lesson: every way through it leads to its end, and every wrong choice is explained."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.lesson.course import (
    LEARNER,
    VERSION,
    BadPath,
    Standing,
    Step,
    answers,
    choose,
    legal,
    stand,
    tunnels,
    wanted,
)
from cogs.lesson.offers import offers
from cogs.lesson.panels import Panel, panel, try_out
from cogs.lesson.points import rows
from cogs.lesson.tutor import AGAIN, READ, _rows
from cogs.play import ids
from cogs.play.layout import paper
from cogs.screens import Scene
from engine.games.dice_miner.content import Symbol
from engine.games.dice_miner.observation import Reach
from engine.games.dice_miner.scoring import tunnels as rule_of_tunnels
from render.players import Player
from tests.cogs.moments import GAME, LONGEST_NAME, WORDS
from tests.cogs.test_layout import BUTTON, PICTURE, check


def scene_of(standing: Standing) -> Scene:
    """What the tutor makes, for a learner with the worst of names."""
    state = standing.position.state
    return Scene(
        game=GAME,
        state=state,
        view=GAME.observe(state, None),
        to_act=tuple(sorted(GAME.to_act(state))),
        players=(Player(LONGEST_NAME), Player("Rosa", computer=True)),
        words=WORDS,
    )


def right(standing: Standing) -> list[str]:
    """What the step wants, among the buttons of its panel."""
    tokens = [offer.token for offer in offers(GAME, scene_of(standing), standing)]
    return [token for token in tokens if choose(GAME, standing, token) is not None]


def walk(standing: Standing, *, widely: bool) -> Iterator[Standing]:
    """This standing and those after it: by every right button, or by the first and the last."""
    yield standing
    tokens = right(standing)
    for token in tokens if widely else dict.fromkeys((*tokens[:1], *tokens[-1:])):
        if widely and standing.step is Step.SECOND and token is not tokens[0]:
            continue  # the second chapter begins alike after each of them
        after = choose(GAME, standing, token)
        assert after is not None
        yield from walk(after, widely=widely)


@cache
def all_standings() -> tuple[Standing, ...]:
    """The first chapter by every way, and the second from one of them by every way."""
    start = stand(GAME, "")
    first = [s for s in walk(start, widely=True) if s.step < Step.SPEND]
    last = choose(GAME, first[-1], right(first[-1])[0])
    assert last is not None
    second = walk(last, widely=True)
    return (*first, *second)


def test_every_way_leads_to_the_end() -> None:
    """Each step is passed by what it asks for, and the path alone gives the same standing."""
    seen = set()
    for standing in all_standings():
        assert len(standing.path) == standing.step
        assert stand(GAME, standing.path) == standing
        assert right(standing) or standing.step is Step.END
        seen.add(standing.step)
    assert seen == set(Step)


def test_what_each_step_shows() -> None:
    """The prepared luck: a beer at the top, dragons for the friend, gems at the side, magic."""
    beer = stand(GAME, "")
    view = scene_of(beer).view
    (token,) = right(beer)
    taken = next(lying for lying in view.mountain if lying.die.name == token.split()[1])
    assert (taken.reach, taken.die.face.symbol) == (Reach.TOP, Symbol.BEER)
    salud = choose(GAME, beer, token)
    assert salud is not None
    assert {offer.token.split()[0] for offer in offers(GAME, scene_of(salud), salud)} == {
        "salud",
        "take",
    }
    side = choose(GAME, salud, right(salud)[0])
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
    """Right ones lead on; others keep the step, say why, and may be tried again."""
    said: dict[Step, set[str]] = {}
    for standing in walk(stand(GAME, ""), widely=False):
        scene = scene_of(standing)
        for offer in offers(GAME, scene, standing):
            after = try_out(GAME, scene_of, standing, offer.token)
            if offer.token in right(standing):
                assert after.standing.step == standing.step + 1
                continue
            assert after.standing == standing
            assert after.offers == panel(GAME, scene, standing).offers
            said.setdefault(standing.step, set()).add(after.texts[1].splitlines()[0][4:])
            allowed = offer.token in legal(GAME, standing)
            if standing.step is not Step.POINTS:
                assert after.texts[1].startswith(
                    "### Allowed, but wait" if allowed else "### Why not?"
                )
    assert said == {
        Step.BEER: {"Why not?", "Allowed, but wait"},
        Step.SALUD: {"Why not?", "Allowed, but wait"},
        Step.SIDE: {"Why not?", "Allowed, but wait"},
        Step.SECOND: {"Why not?"},
        Step.SPEND: {"Why not?", "Allowed, but wait"},
        Step.CHOOSE: {"Why not?"},
        Step.ANOTHER: {"Why not?"},
        Step.POINTS: {"Not quite"},
    }


def shown(made: Panel) -> list[str]:
    """The custom_ids of a panel that Discord would take, with all that text mode adds."""
    texts = [*made.texts[:-1], made.read]
    gallery = [[("lesson.png", PICTURE)]]
    layout = paper(texts=texts, galleries=gallery, below=[made.texts[-1]], rows=_rows(made, WORDS))
    found = check(layout)
    return [part["custom_id"] for part in found if part["type"] == BUTTON]


def test_panels_fit() -> None:
    """Every panel is a message within Discord's limits; its buttons say all that is known."""
    for standing in walk(stand(GAME, ""), widely=False):
        scene = scene_of(standing)
        made = panel(GAME, scene, standing)
        tokens = [offer.token for offer in made.offers]
        ends = [AGAIN] if standing.step is Step.END else [READ]
        assert shown(made) == [
            ids.lesson(VERSION, standing.path, what) for what in (*tokens, *ends)
        ]
        for token in tokens[:2]:
            shown(try_out(GAME, scene_of, standing, token))


def test_pictures() -> None:
    """One for each step, never square, with the marks in its text."""
    for standing in list(walk(stand(GAME, ""), widely=False))[:9]:
        scene = scene_of(standing)
        picture = panel(GAME, scene, standing).draw()
        assert picture.width > picture.height
        assert picture.alt
        wrong = [o.token for o in offers(GAME, scene, standing) if o.token not in right(standing)]
        for token in wrong[-1:]:
            again = try_out(GAME, scene_of, standing, token).draw()
            assert again.width > again.height


@given(st.text("0123456789abcdefghijklmnopqrstuvwxyz", max_size=16))
def test_garbled_paths(path: str) -> None:
    """A path is one that can be walked, or refused."""
    try:
        standing = stand(GAME, path)
    except BadPath:
        return
    assert standing.path == path
    assert len(path) <= Step.END


@pytest.mark.parametrize("token", ["take t99", "take", "dance", "points 3", "keep t01", "pass"])
def test_garbled_choices(token: str) -> None:
    """What the step never offered is refused, also where it would be a token elsewhere."""
    with pytest.raises(BadPath):
        try_out(GAME, scene_of, stand(GAME, ""), token)


@given(st.lists(st.integers(1, 5), max_size=14))
def test_rows_are_the_rule(numbers: list[int]) -> None:
    """The rows that are shown give what the rules give."""
    assert sum(map(sum, rows(numbers))) == rule_of_tunnels(Counter(numbers))


def test_answers() -> None:
    """Four different ones, the right one among them, which the rules give."""
    for standing in all_standings():
        if standing.step is Step.POINTS:
            offered = answers(GAME, standing)
            assert len(set(offered)) == len(offered) == 4
            worth = scene_of(standing).view.seats[LEARNER].now.tunnels
            assert worth == sum(map(sum, rows(tunnels(scene_of(standing).view))))
            assert [n for n in offered if wanted(GAME, standing, f"points {n}")] == [worth]
