"""The lesson: every way through it leads to its end, and every wrong choice is explained."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.base import custom_id_families as families
from cogs.games.lesson import BadPath, Learner, LessonPanel
from cogs.games.scripted_lesson import LEARNER, Group, Standing
from cogs.lessons.handlers import AGAIN, HINT, PRACTISE, READ
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
"""A button, or a menu with what is ticked in it."""


ANN = Learner(LONGEST_NAME, WORDS, USUAL, {})
"""A learner with the worst of names."""


def scene_of(standing: Standing) -> Scene:
    """What the tutor makes."""
    return LESSON.scene(ANN, GAME, standing)


def panel(standing: Standing) -> LessonPanel:
    """Return the panel of a step."""
    return LESSON.panel(GAME, ANN, standing.path)


def try_out(standing: Standing, what: str, ticked: tuple[str, ...] = ()) -> LessonPanel:
    """Press a button, or tick in the menu `what`."""
    return LESSON.try_out(GAME, ANN, standing.path, what, ticked)


def choose(standing: Standing, *tokens: str) -> Standing | None:
    """Make choices one after the other; None if the lesson wants others."""
    here: Standing | None = standing
    for token in tokens:
        here = here and LESSON.choose(GAME, here, (token,))
    return here


def stand(path: str = "") -> Standing:
    """Return where choices lead."""
    return LESSON.stand(GAME, path)


def presses(groups: Sequence[Group]) -> list[Press]:
    """All that can be pressed, and all that can be ticked."""
    found: list[Press] = []
    for offer in (offer for group in groups for offer in group):
        if isinstance(offer, Menu):
            values = [option.value for option in offer.options]
            found += [(offer.panel, ticked) for ticked in combinations(values, offer.at_least)]
        else:
            found.append((offer.tokens[0], ()))
    return found


def right(standing: Standing) -> list[Press]:
    """What the step wants, among all that its panel offers."""
    return [
        press
        for press in presses(offers(scene_of(standing), standing))
        if choose(standing, *decided(*press)) is not None
    ]


def walk(standing: Standing, *, widely: bool) -> Iterator[Standing]:
    """This standing and those after it: by every right button, or by the first and the last."""
    yield standing
    ways = right(standing)
    for press in ways if widely else dict.fromkeys((*ways[:1], *ways[-1:])):
        if widely and standing.step is Step.SECOND and press is not ways[0]:
            continue  # the second chapter begins alike after each of them
        after = choose(standing, *decided(*press))
        assert after is not None
        yield from walk(after, widely=widely)


@cache
def all_standings() -> tuple[Standing, ...]:
    """The first chapter by every way, and the second from one of them by every way."""
    start = stand()
    first = [s for s in walk(start, widely=True) if s.step < Step.SPEND]
    last = choose(first[-1], *decided(*right(first[-1])[0]))
    assert last is not None
    second = walk(last, widely=True)
    return (*first, *second)


def test_every_way_leads_to_the_end() -> None:
    """Each step is passed by what it asks for, and the path alone gives the same standing.

    Two dice are ticked at once, so the steps in which older versions had them chosen are left out.
    """
    seen = set()
    for standing in all_standings():
        assert len(standing.path) == standing.step
        assert stand(standing.path) == standing
        assert right(standing) or standing.step is Step.END
        seen.add(standing.step)
    assert seen == {*Step} - {Step.CHOOSE, Step.ANOTHER}


def test_what_each_step_shows() -> None:
    """The prepared luck: a beer at the top, dragons for the friend, gems at the side, magic."""
    beer = stand()
    view = scene_of(beer).view
    ((token, _),) = right(beer)
    taken = next(lying for lying in view.mountain if lying.die.name == token.split()[1])
    assert (taken.reach, taken.die.face.symbol) == (Reach.TOP, Symbol.BEER)
    salud = choose(beer, token)
    assert salud is not None
    offered = presses(offers(scene_of(salud), salud))
    assert {what.split()[0] for what, _ in offered} == {"salud", "take"}
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
    """Right ones lead on; others keep the step, say why, and may be tried again."""
    said: dict[Step, set[str]] = {}
    for standing in walk(stand(), widely=False):
        scene = scene_of(standing)
        good = right(standing)
        for what, ticked in presses(offers(scene, standing)):
            after = try_out(standing, what, ticked)
            if (what, ticked) in good:
                assert len(after.path) == len(standing.path) + len(decided(what, ticked))
                continue
            assert after.path == standing.path
            assert after.offers == panel(standing).offers
            said.setdefault(standing.step, set()).add(after.texts[1].splitlines()[0][4:])
            allowed = what in legal(GAME, standing)
            if standing.step is not Step.POINTS:
                assert after.texts[1].startswith(
                    "### Allowed, but wait" if allowed else "### Why not?"
                )
    assert said == {
        Step.BEER: {"Why not?", "Allowed, but wait"},
        Step.SALUD: {"Why not?", "Allowed, but wait"},
        Step.SIDE: {"Why not?", "Allowed, but wait"},
        Step.SECOND: {"Why not?"},
        Step.SPEND: {"Allowed, but wait"},
        Step.POINTS: {"Not quite"},
    }


def shown(made: LessonPanel) -> list[str]:
    """The custom_ids of a panel that Discord would take, with all that text mode adds."""
    texts = [*made.texts[:-1], made.read]
    gallery = [[("lesson.png", PICTURE)]]
    layout = compose(
        texts=texts,
        galleries=gallery,
        below=[made.texts[-1]],
        rows=lesson_rows(made, LESSON, "", WORDS),
    )
    found = check(layout)
    return [part["custom_id"] for part in found if part["type"] in (BUTTON, SELECT)]


def test_panels_fit() -> None:
    """Every panel is a message within Discord's limits; its buttons say all that is known."""
    for standing in walk(stand(), widely=False):
        made = panel(standing)
        whats = list(dict.fromkeys(what for what, _ in presses(made.offers)))
        ends = [PRACTISE, AGAIN] if standing.step is Step.END else [READ, HINT]
        assert shown(made) == [
            families.TUTORIAL.spell(VERSION, standing.path, what) for what in (*whats, *ends)
        ]
        for what, ticked in presses(made.offers)[:2]:
            shown(try_out(standing, what, ticked))


def test_pictures() -> None:
    """One for each step, never square, with the marks in its text."""
    for standing in list(walk(stand(), widely=False))[:9]:
        scene = scene_of(standing)
        picture = panel(standing).draw()
        assert picture.width > picture.height
        assert picture.alt
        good = right(standing)
        wrong = [one for one in presses(offers(scene, standing)) if one not in good]
        for what, ticked in wrong[-1:]:
            again = try_out(standing, what, ticked).draw()
            assert again.width > again.height


@given(st.text("0123456789abcdefghijklmnopqrstuvwxyz", max_size=16))
def test_garbled_paths(path: str) -> None:
    """A path is one that can be walked, or refused."""
    try:
        standing = stand(path)
    except BadPath:
        return
    assert standing.path == path
    assert len(path) <= Step.END


@pytest.mark.parametrize("token", ["take t99", "take", "dance", "points 3", "keep t01", "pass"])
def test_garbled_choices(token: str) -> None:
    """What the step never offered is refused, also where it would be a token elsewhere."""
    with pytest.raises(BadPath):
        try_out(stand(), token)


@given(st.lists(st.integers(1, 5), max_size=14))
def test_rows_are_the_rule(numbers: list[int]) -> None:
    """The rows that are shown give what the rules give."""
    assert sum(map(sum, rows(numbers))) == rule_of_tunnels(Counter(numbers))


def test_answers() -> None:
    """Four different ones, the right one among them, which the rules give."""
    for standing in all_standings():
        if standing.step is Step.POINTS:
            offered = answers(scene_of(standing).view)
            assert len(set(offered)) == len(offered) == 4
            worth = scene_of(standing).view.seats[LEARNER].now.tunnels
            assert worth == sum(map(sum, rows(tunnels(scene_of(standing).view))))
            assert [n for n in offered if choose(standing, f"points {n}")] == [worth]


def test_it_has_the_very_buttons_of_a_match() -> None:
    """All that a board of a match would offer here is there, drawn alike and in its order."""
    compared = set()
    for standing in all_standings():
        if standing.step in (Step.POINTS, Step.END):
            continue
        scene = scene_of(standing)
        mine = [offer for group in offers(scene, standing) for offer in group]
        board = [offer for group in DiceMinerScreens().controls(scene) for offer in group]
        assert [offer for offer in mine if offer in board] == board
        assert all(isinstance(o, Control) and o.style is Style.CALM for o in mine if o not in board)
        compared.add(standing.step)
    assert len(compared) == 5


def test_buttons_of_older_versions() -> None:
    """One for the magic die and one for each die to reroll: they lead to the same, step by step,
    and a wrong one is explained."""
    spend = next(s for s in all_standings() if s.step is Step.SPEND)
    (source,) = [s.token for s in scene_of(spend).view.sources if s.diamonds == 2]
    chosen = stand(try_out(spend, source).path)
    assert chosen.step is Step.CHOOSE
    assert "Allowed, but wait" in try_out(spend, "spend hero1").texts[1]
    hoard = [held.die for held in scene_of(spend).view.seats[LEARNER].hoard]
    hazard = next(die.name for die in hoard if die.name.startswith("h"))
    assert "Why not?" in try_out(chosen, f"reroll {hazard}").texts[1]
    tunnels_held = [die.name for die in hoard if die.name.startswith("t")][:2]
    here = chosen
    for die in tunnels_held:
        shown(panel(here))
        here = stand(try_out(here, f"reroll {die}").path)
    assert here.step is Step.POINTS
    assert here.path == try_out(spend, source, tuple(tunnels_held)).path
    menu = try_out(chosen, "reroll", tuple(tunnels_held))
    assert menu.path == here.path


@pytest.mark.parametrize("ticked", [(), ("t01",), ("t99", "t98"), ("t01", "t01")])
def test_ticks_that_no_menu_has(ticked: tuple[str, ...]) -> None:
    """Nothing, too few, strangers: refused."""
    spend = next(s for s in all_standings() if s.step is Step.SPEND)
    with pytest.raises(BadPath):
        try_out(spend, "reroll", ticked)


def test_hints_lead_through_the_lesson() -> None:
    """Each is what its step asks for, with a reason; where points are to be counted there is
    none."""
    standing = stand()
    while standing.step is not Step.POINTS:
        token = LESSON.best(GAME, standing)
        assert token is not None
        told = LESSON.hint(GAME, ANN, standing.path)
        assert told.startswith("### 💡 ")
        assert "\n- " in told
        after = choose(standing, token)
        assert after is not None
        standing = after
    assert LESSON.hint(GAME, ANN, standing.path) == ""
