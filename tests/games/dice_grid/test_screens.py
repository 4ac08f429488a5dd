"""The dice grid's screens: few presses for every decision, and a reason for every refusal."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest
from discord import ui

from cogs.base.custom_ids import BoardVersion
from cogs.screens import Control, Menu
from cogs.screens.base import SESSION, BadChoice, Panel
from cogs.ui.layouts import board_rows, compose
from engine.core import driver
from engine.core.chance import Stream
from engine.core.driver import Position
from engine.games.dice_grid.observation import Observation, Phase
from engine.games.dice_grid.phases import round as rounds
from engine.games.dice_grid.state import SimpleStage, State
from engine.games.dice_grid.why import why_not
from games.dice_grid.screens.controls import MOST
from games.dice_grid.screens.screens import SCREENS
from games.dice_grid.screens.why import _row
from tests.cogs.test_layout import PICTURE, check
from tests.games.dice_grid.moments import GAME, batches, grids, groups, scene
from tests.games.dice_grid.test_presses_told import cheapest
from tests.tiers import exhaustive
from texts import Catalogue

SESSION_BOARD = BoardVersion(10**15 - 1, 10**6 - 1, session=True)
CONTENT = GAME.content
MENU_TOO = 4
"""Presses of a move that found no room as a button: row, square, and a menu."""
COMPONENTS_OF_A_SESSION = 35


@cache
def positions() -> tuple[Position[Any], ...]:
    """Return the positions of several grids, with at least one of each kind."""
    return tuple(position for taste in "abc" for position in grids(taste))


def after(position: Position[Any], *tokens: str) -> Position[Any]:
    """Return the position after these tokens, without the luck of the last one."""
    for token in tokens:
        position = driver.choose(GAME, position, 0, token).position
    return position


def missing(position: Position[Any], offered: set[tuple[str, ...]], words: tuple[str, ...]) -> bool:
    """Return whether some legal word after these cannot be pressed."""
    if words in offered:
        return False  # later words are tested in the position that follows
    here = after(position, *words)
    legal = driver.legal_tokens(GAME, here, 0) if GAME.to_act(here.state) else ()
    return not legal or any(missing(position, offered, (*words, token)) for token in legal)


@exhaustive
def test_controls_offer_exactly_the_legal_words() -> None:
    kinds = set()
    for position in positions():
        here = scene(position.state)
        if not here.to_act:
            assert list(groups(here)) == [[]]
            continue
        view: Observation = here.view
        kinds.add((view.phase, bool(view.places), bool(view.types), bool(view.boxes), view.may_end))
        offered = batches(here)
        for tokens in offered:
            after(position, *tokens)  # raises an error if illegal
        assert not missing(position, offered, ())
    assert {phase for phase, *_ in kinds} == {*Phase} - {Phase.FINISHED}
    assert len(kinds) >= 9, "stars and ends are among them"


def test_panels_fit_discord_and_a_phone_in_every_language() -> None:
    languages = Catalogue.load()
    for number, position in enumerate(positions()):
        words = languages.words(languages.languages[number % len(languages.languages)])
        here = scene(position.state)
        object.__setattr__(here, "words", words)
        for offered in groups(here):
            rows = board_rows(SESSION_BOARD, offered)
            assert len(rows) <= 4
            check(compose(texts=[SCREENS.headline(here)], below=[SCREENS.ask(here)], rows=rows))
            for control in (control for group in offered for control in group):
                if isinstance(control, Menu):
                    for option in control.options:
                        assert len(option.label) <= 100, "nothing is cut"
                        assert len(option.hint or "") <= 100
                else:
                    assert len(control.label) <= 34, "a button shows no more on a phone"
        for text in (SCREENS.text(here), SCREENS.headline(here), SCREENS.ask(here)):
            assert "{" not in text


def test_every_move_takes_at_most_three_presses_after_the_roll() -> None:
    """Row, square, number with its die; fewer if there are few moves."""
    counts: Counter[int] = Counter()
    for position in positions():
        here = scene(position.state)
        view: Observation = here.view
        if view.phase is Phase.CHOOSE and view.dice:
            first = (c for g in SCREENS.controls(here) for c in g)
            dice = [c for c in first if isinstance(c, Control) and c.tokens]
            assert len(dice) == len(view.dice)
            for control in dice:
                die, box = control.tokens
                column = view.columns[[f"die {c.die.name}" for c in view.columns].index(die)]
                assert box == f"cross {column.open[-1]}", "the highest pays"
                assert f"· {len(column.open)}" in control.label
        if view.phase is Phase.MOVE:
            presses = cheapest(here)
            for go in view.goes:
                for type_ in go.types:
                    counts[presses[go.token, f"write {CONTENT.dice[type_].name}"]] += 1
    assert set(counts) == {1, 2, 3, MENU_TOO}, "only a menu takes more"
    assert counts[MENU_TOO] < counts.total() / 50


def crowded() -> Iterator[State]:
    """Yield grids after the first roll, with every result, from each square of a quarter: the
    others are mirror images.
    """
    begun = after(driver.start(GAME, 1), "at a1", "write d20", "cross 20").state
    quarter = (row * 6 + column for row in range(3) for column in range(3))
    for square, die in product(quarter, CONTENT.types):
        grid = tuple(5 if other == square else None for other in CONTENT.squares)
        boxes = tuple(
            open_[:-1] if type_ == die and len(open_) > 1 else open_
            for type_, open_ in enumerate(begun.open)
        )
        for result in range(2, CONTENT.dice[die].faces + 1):
            yield replace(
                begun,
                stage=SimpleStage.MOVING,
                grid=grid,
                open=boxes,
                marker=square,
                die=die,
                result=result,
            )


def test_most_crowded_square_fits_a_message() -> None:
    """More boxes are never open than after the first roll, so no later square has more moves."""
    most: Counter[int] = Counter()
    for state in crowded():
        moves: Counter[int] = Counter()
        for go, types in rounds.goes(CONTENT, state):
            moves[go.square] += len(types)
        square, count = moves.most_common(1)[0] if moves else (0, 0)
        if count > most[count]:
            most[count] = count
            here = scene(state)
            panel = SCREENS.form(here, 0, f"square {CONTENT.square_name(square)}")
            if count == 1:
                continue
            assert panel is not None
            offered = [control for group in panel.controls for control in group]
            assert sum(isinstance(control, Menu) for control in offered) == (count > MOST)
            rows = board_rows(SESSION_BOARD, panel.controls)
            texts = ["note", SCREENS.headline(here)]
            below = [panel.ask, "until", "fair"]
            beside: list[ui.Item[Any]] = [ui.Button(label=str(number)) for number in range(4)]
            layout = compose(
                texts=texts, galleries=[[("a.png", PICTURE)]], story="story", below=below,
                rows=[*rows, beside],
            )  # fmt: skip
            check(layout)
            assert layout.total_children_count <= COMPONENTS_OF_A_SESSION
    assert max(most) == 24


def test_choices_of_menus_from_earlier_versions_are_still_played() -> None:
    position = next(
        candidate for candidate in positions() if len(scene(candidate.state).view.goes) > 30
    )
    here = scene(position.state)
    go = here.view.goes[0]
    row = f"row {go.square // 6 + 1}"
    both = (go.token, f"write {CONTENT.dice[go.types[0]].name}")
    for panel in ("go", row, f"{row} b", "column a"):
        assert SCREENS.tokens(here, 0, panel, {"menu": [go.token]}) == (go.token,)
        assert SCREENS.tokens(here, 0, panel, {"menu": [",".join(both)]}) == both
    for panel in (
        "rows",
        "columns",
        row,
        f"{row} b",
        f"column {CONTENT.square_name(go.square)[0]}",
    ):
        assert isinstance(SCREENS.form(here, 0, panel), Panel)


def test_forged_choice_is_refused() -> None:
    position = next(
        candidate for candidate in positions() if scene(candidate.state).view.phase is Phase.MOVE
    )
    here = scene(position.state)
    go = here.view.goes[0]
    for panel, values in (
        ("go", ["at c4"]),
        ("go", [f"{go.token},write d7"]),
        ("boxes", ["die d8,cross 8"]),
        (f"row {go.square // 6 + 1}", []),
        (f"row {go.square // 6 + 1}", ["star"]),
        ("nonsense", [go.token, go.token]),
    ):
        with pytest.raises(BadChoice):
            SCREENS.tokens(here, 0, panel, {"menu": values})
    assert SCREENS.form(here, 0, "row 9") is None
    assert SCREENS.form(here, 0, "square c9") is None
    assert SCREENS.form(here, 0, "nonsense") is None


def test_public_board_has_one_button_until_the_end() -> None:
    for position in positions()[:200]:
        here = scene(position.state, None)
        offered = [control.panel for group in SCREENS.controls(here) for control in group]
        assert offered == ([SESSION] if here.to_act else [])


def test_every_unavailable_square_has_a_reason() -> None:
    explained = set()
    for position in positions()[::3]:
        here = scene(position.state)
        view: Observation = here.view
        questions = SCREENS.questions(here, 0)
        assert len({question.value for question in questions}) == len(questions) <= 25
        if not here.to_act:
            assert questions == ()
            continue
        rows = {question.value for question in questions if question.value.startswith("row")}
        if not (view.places or view.phase is Phase.MOVE):
            assert rows == set()
            assert "square" in {question.value for question in questions}
            continue
        for number, row in enumerate(CONTENT.rows):
            barred = [square for square in row if why_not(CONTENT, here.state, square)]
            assert (f"row {number + 1}" in rows) == bool(barred)
            lines = list(_row(here, number))
            for square, line in zip(barred, lines, strict=False):
                assert line.startswith(f"- **{CONTENT.square_name(square)}**: ")
                explained.add(re.sub(r"[a-f]?\d+", "", line))
            assert len(lines) == len(barred) + (len(barred) < len(row))
    assert len(explained) > 5, "taken, too far, nothing fits"


def test_answers_have_pictures_and_are_true() -> None:
    kinds = {}
    for position in positions():
        view: Observation = scene(position.state).view
        kinds[(view.phase, bool(view.places), bool(view.types), view.may_end)] = position
    for position in kinds.values():
        here = scene(position.state)
        for question in SCREENS.questions(here, 0):
            answer = SCREENS.answer(here, 0, question.value)
            assert answer is not None
            text, picture = answer
            assert picture is not None
            assert "You can do that now" not in text
        for nonsense in ("row 0", "row 7", "write d9", "die", "", "salud"):
            assert SCREENS.answer(here, 0, nonsense) is None


def test_text_names_every_reachable_square_and_open_box() -> None:
    for position in positions()[::5]:
        here = scene(position.state)
        view: Observation = here.view
        text = SCREENS.text(here)
        for go in view.goes:
            dice = "/".join(CONTENT.dice[type_].name for type_ in go.types)
            entry = re.search(rf"[ :]{CONTENT.square_name(go.square)}: ([^;]*)", text)
            assert entry is not None
            numbers = re.findall(rf"([\d ]+) \({dice}\)", entry[1])
            assert str(go.number) in " ".join(numbers).split()
        for column in view.columns:
            line = next(
                line for line in text.splitlines() if line.startswith(f"{column.die.name} ")
            )
            assert [int(n) for n in line.split()[1:] if n != "–"] == list(column.open)


def test_story_has_a_line_per_roll_and_mark_and_the_points() -> None:
    position = driver.start(GAME, 1)
    stream = Stream(bytes(32), "story")
    advances = list(driver.advance(GAME, position, stream))
    while True:
        position = advances[-1].position if advances else position
        if not GAME.to_act(position.state):
            break
        token = driver.legal_tokens(GAME, position, 0)[0]
        advances.append(driver.choose(GAME, position, 0, token))
        advances += driver.advance(GAME, advances[-1].position, stream)
    state: State = position.state
    lines = SCREENS.story(scene(state), tuple(advances))
    rolls = [line for line in lines if "shows" in line]
    marks = [line for line in lines if line[0] in "👣⭐✏"]
    assert len(marks) == state.marked
    assert len(rolls) == sum(advance.entry.actor is None for advance in advances)
    score = GAME.scores(state)[0]
    assert f"**{score} of 63**" in lines[-1]
    assert f"**{score} of 63**" in SCREENS.final(scene(state))
    assert f"{score} of 63" in SCREENS.highlight(scene(state), tuple(advances))
    assert SCREENS.end(scene(state)).alt.startswith("Practice grid")
