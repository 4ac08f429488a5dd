"""DYNAMINE's screens: everything can be pressed, fits a phone, and has a reason if refused."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from bot.match.playing.plans import GONE
from cogs.base import custom_id_families as families
from cogs.base.custom_ids import BoardVersion
from cogs.screens import Control, Menu
from cogs.screens.base import PICK_AT_MOST, BadChoice, Beside, moves_of
from cogs.ui.layouts import board_rows, compose, match_button, text_button, undo_button
from cogs.ui.match_controls import board_looks, look_rows
from cogs.ui.modals import modal
from engine.core import driver
from engine.core.driver import Advance, Position
from engine.core.types import Entry
from engine.games.dynamine.content import Reward
from engine.games.dynamine.events import CardTaken, TileBuilt
from engine.games.dynamine.observation import Phase, SeenReward
from engine.games.dynamine.plans import GUESS, REROLL
from engine.games.dynamine.scoring import mission_done
from engine.games.dynamine.statistics import KINDS
from games.dynamine.screens.asks import missing_for
from games.dynamine.screens.content import table
from games.dynamine.screens.screens import SCREENS
from games.dynamine.screens.statistics import STATISTICS_SCREENS
from games.dynamine.screens.why import _answer, allowed
from render.games.dynamine.words import contents_words
from tests.cogs.moments import WORDS
from tests.cogs.test_layout import PICTURE, check
from tests.e2e.thumbs import lines
from tests.engine.dynamine.table import GAME, LUCK, building, play
from tests.games.dynamine.moments import Batch, batches, computer_match, match, pressed, scene
from texts import Catalogue

BOARD = BoardVersion(10**15 - 1, 10**6 - 1)


@cache
def positions() -> tuple[Position[Any], ...]:
    """Return the positions of several matches of two to four."""
    return tuple(
        position for seats, taste in ((2, "a"), (4, "c")) for position in match(seats, taste)
    )


def legal(position: Position[Any]) -> tuple[str, ...]:
    to_act = GAME.to_act(position.state)
    return tuple(token for seat in to_act for token in driver.legal_tokens(GAME, position, seat))


def missing(position: Position[Any], offered: dict[Batch, bool]) -> list[str]:
    """Return legal words that begin no complete press."""
    return [
        token
        for token in legal(position)
        if (token,) not in offered
        and {batch[1:] for batch in offered if batch[0] == token}
        != {(later,) for later in legal(pressed(position, (token,)))}
    ]


def test_controls_offer_exactly_the_legal_words() -> None:
    phases = set()
    for position in positions():
        here = scene(position.state)
        phases.add(here.view.phase)
        offered = batches(here)
        for batch in offered:
            pressed(position, batch)  # raises an error if illegal
        assert missing(position, offered) == []
    assert phases == {*Phase} - {Phase.SETUP}


def test_boards_fit_discord_and_a_phone_in_every_language() -> None:
    languages = Catalogue.load()
    wide = 0
    for number, position in enumerate(positions()):
        words = languages.words(languages.languages[number % len(languages.languages)])
        here = scene(position.state, words)
        rows = board_rows(BOARD, SCREENS.controls(here))
        assert len(rows) <= 5
        house = [
            undo_button(BOARD, "Take back"),
            match_button(1, "why", "Why not?"),
            match_button(1, "rematch", "Plan"),
            text_button(1, words),
            match_button(1, "more", "More"),
        ]
        pictures = [[(f"{name}.png", PICTURE)] for name in ("moment", "board", "board-1")]
        check(
            compose(
                above="your turn",
                galleries=pictures,
                story="told",
                below=["\n".join([SCREENS.headline(here), SCREENS.ask(here)]), "-# A tournament"],
                rows=[*rows, house, *look_rows(1, board_looks(here))],
            )
        )
        for control in (control for group in SCREENS.controls(here) for control in group):
            if isinstance(control, Menu):
                wide += 1
                for option in control.options:
                    assert len(option.label) <= 100, "nothing is cut"
                    assert len(option.hint or "") <= 100
            else:
                assert len(control.label) <= 34, "a button shows no more on a phone"
        assert "{" not in SCREENS.headline(here) + SCREENS.ask(here)
        assert len(SCREENS.ask(here)) < 1_000
        for seat in here.to_act:
            assert here.name(seat) in SCREENS.ask(replace(here, shared=True))
    assert wide, "some positions have more tiles than buttons"


def test_tile_takes_two_presses_or_one_with_a_single_place() -> None:
    start = building({}, {}, budget=3)
    offered = batches(scene(start.state))
    assert ("take A3",) in offered
    assert ("take A2", "place 1.-1") in offered, "open to the east alone, west of the entrance"
    placing = play(start, "take F1")
    here = scene(placing.state)
    places = [control for group in SCREENS.controls(here) for control in group]
    assert [place.label for place in places] == ["A +0 👑+3", "B +0 👑+3", "C +0 👑+9"]
    assert isinstance(places[2], Control)
    assert places[2].name == "C: 2.0, joins the entrance, +0, rewards +9 for now."
    assert "👑 Rewards as of now" in SCREENS.ask(here)


def test_guess_is_never_declined_because_it_costs_nothing() -> None:
    guessing = next(p for p in positions() if scene(p.state).view.phase is Phase.GUESS)
    numbers = range(1, GAME.content.die_faces + 1)
    assert {*batches(scene(guessing.state))} == {(f"guess {number}",) for number in numbers}


def test_question_says_where_moves_come_from_and_which_cost_a_card() -> None:
    mine = {"1.1": "A1a", "2.0": "C1a"}
    asked = SCREENS.ask(scene(building(mine, {}, budget=0, die=1, action="move").state))
    sources = "1 for the round token and 1 for the 1 on the die (then no card)"
    assert f"You may move 2 outer tiles, by their letters: {sources}." in asked
    moving = story(2, *SETUP, "roll 1", "take A1", "place 1.1", "move 1.1")
    assert moving[-1].endswith("is moving 🟫 A1")


def test_last_turn_is_announced_with_everything_within_reach() -> None:
    asked = {}
    for position in positions():
        here = scene(position.state)
        if here.view.phase is Phase.BUILD:
            asked[here.view.round] = SCREENS.ask(here)
    assert [number for number, text in asked.items() if "**Last turn!**" in text] == [10]
    assert "Still to be had: " in asked[10]


def test_reward_counts_what_is_missing_for_first_place() -> None:
    two = SeenReward(Reward.WELLS, (5,), (3, 1), (5, 0))
    assert [missing_for(two, seat) for seat in (0, 1)] == [0, 3]
    tied = SeenReward(Reward.WELLS, (5,), (2, 2), (0, 0))
    assert [missing_for(tied, seat) for seat in (0, 1)] == [1, 1], "a tie of two wins nothing"
    three = SeenReward(Reward.WELLS, (4, 2), (3, 1, 0), (4, 2, 0))
    assert [missing_for(three, seat) for seat in (0, 1, 2)] == [0, 2, 3], "a tie of three wins"
    none = SeenReward(Reward.WELLS, (4, 2), (0, 0, 0), (0, 0, 0))
    assert missing_for(none, 0) == 1, "nobody is rewarded for none"


def test_first_screen_has_few_lines_of_buttons() -> None:
    for position in positions():
        here = scene(position.state)
        if here.view.phase is Phase.BUILD and here.to_act:
            tiles = [group for group in SCREENS.controls(here) if tiles_of(group)]
            assert sum(tiles_of(group) for group in tiles) <= 9
            assert lines(tiles) <= 3


def tiles_of(group: list[Control | Menu]) -> int:
    return sum(isinstance(item, Control) and item.tokens[0].startswith("take ") for item in group)


def test_other_mines_and_all_points_are_one_press_away() -> None:
    for position in (positions()[30], positions()[-1]):
        here = scene(position.state)
        shown = [] if here.view.turn is None else [here.view.turn.seat]
        shown = shown or [here.view.places.index(1)]
        values = {option.value for option in SCREENS.board_looks(here)}
        others = {f"mine {seat}" for seat in range(len(here.players)) if seat not in shown}
        assert values == (others if here.view.places else others | {"points"})


def test_replay_shows_the_mine_of_the_player_who_moved() -> None:
    advances = [*computer_match(3, "replayed")]
    ended = 0
    for number, advance in enumerate(advances):
        if advance.entry.token == "done":
            done = advances[ended : number + 1]
            mover, ended = advance.entry.actor, number + 1
            here = scene(advance.position.state)
            assert here.view.turn is None or here.view.turn.seat != mover
            shown = table(here, moves_of(done))
            assert shown.large == mover
            assert shown.past is not None
            mine = {tile.cell for tile in shown.mine(shown.large).tiles}
            built = [
                event.cell for step in done for event in step.events if type(event) is TileBuilt
            ]
            assert {*shown.past.cells} <= mine
            assert bool(shown.past.cells) >= bool(built)
            assert not shown.letters
            assert not shown.is_buying


def test_choice_from_an_older_board_is_refused_in_words() -> None:
    here = scene(building({}, {}, budget=1).state)
    with pytest.raises(BadChoice, match="Nothing changed"):
        SCREENS.tokens(here, 0, "tiles", {"menu": ["take A6"]})


def story(seats: int, *said_words: str) -> list[str]:
    """Return the story of these words beside a board."""
    position: Position[Any] = driver.start(GAME, seats)
    advances = []
    for seq, word in enumerate(said_words):
        actor = None if word.split()[0] in LUCK else position.state.acting
        advances.append(driver.read(GAME, position, Entry(seq, actor, word)))
        position = advances[-1].position
    return SCREENS.story(scene(position.state), advances, Beside.BOARD)


SETUP = ("start 1", "missions skull,halls", "cards ring,plan,well", "turn 3")


def test_each_turn_is_one_line_of_the_story() -> None:
    played = (
        "roll 4",
        "take A2",
        "place 1.-1",
        "take A1",
        "place 1.1",
        "done",
        "roll 2",
        "take A1",
    )
    lines = story(2, *SETUP, *played)
    assert lines[0].endswith("begins every round.")
    assert lines[1] == "⛏️ Round 1: 2 points for everybody."
    assert (
        "🎲 4, 6 to spend · builds 💎 A2 on level 1 and 🟫 A1 on level 1 · 3 points left over"
        in (lines[2])
    )
    assert lines[3].endswith("🎲 2, 4 to spend · is placing 🟫 A1")


def test_every_question_has_an_answer() -> None:
    asked = set()
    for position in positions()[::9]:
        for seat in range(2):
            here = scene(position.state, viewer=seat)
            for question in SCREENS.questions(here, seat):
                asked.add(question.value)
                answer = _answer(here, seat, question.value)
                assert answer is not None
                assert "{" not in answer
                assert answer != allowed(WORDS), (question.value, position.seq)
    assert len(asked) == 13, "six rows, places, moves and the rest"


def test_reasons_are_true() -> None:
    start = building({}, {}, budget=2, used=("A1",))
    row = _answer(scene(start.state, viewer=0), 0, "row A")
    assert row is not None
    lines = row.splitlines()
    assert lines[0] == "- **A1**: the pile is empty."
    assert lines[1].endswith("you can build it.")
    assert lines[2] == "- **A3** 💎 (ESW, 1 vein): costs 3, 1 more than you have left."
    north = _answer(scene(start.state, viewer=0), 0, "row D")
    assert north is not None
    assert "- **D2** 🦴 (N, fossil 2): you can build it." in north
    placing = play(start, "take F1")
    ends = _answer(scene(placing.state, viewer=0), 0, "places")
    assert ends is not None
    assert "open at NESW" in ends
    moved = building({"1.1": "A1a", "2.0": "C1a"}, {}, action="move")
    bars = _answer(scene(play(moved, "move 1.1").state, viewer=0), 0, "places")
    assert bars is not None
    assert bars.splitlines()[1:3] == [
        "- **1.1**: the tile lies there now.",
        "- **1.2**: no tile of your mine lies beside it.",
    ]
    assert "- **2.1**: an opening meets a wall at W." in bars
    waiting = _answer(scene(start.state, viewer=1), 1, "row A")
    assert waiting is not None
    assert waiting.endswith("it isn't your turn.")


def test_every_fitting_top_tile_can_be_wished_for_and_a_broken_plan_is_explained() -> None:
    start = building({}, {}, budget=2)
    here = scene(start.state, viewer=1)
    form = SCREENS.plan_form(here, 1)
    assert form is not None
    plannable = {GAME.notation(action) for action in GAME.plannable(start.state, 1)}
    offered = [{option.value for option in field.options} for field in form.fields]
    assert len(plannable) > PICK_AT_MOST
    assert len(offered) == 2, "a menu for each of two wishes"
    assert offered[0] == offered[1] < plannable
    assert len(offered[0]) == PICK_AT_MOST
    shown = {
        f"take {pile.name}": len(contents_words(WORDS, pile.top))
        for pile in here.view.piles
        if pile.top is not None
    }
    missing_ones = {shown[token] for token in plannable - offered[0]}
    assert max(missing_ones) <= min(shown[token] for token in offered[0]), "bare ones go first"
    assert SCREENS.plan_form(here, 0) is None
    assert SCREENS.plan_lines(here, ("take A4",)) == ["1. 💎 A4 · E, 2 veins"]
    assert len({SCREENS.plan_dropped(here, why) for why in (GUESS, REROLL, GONE)}) == 3
    late = scene(building({"1.1": "A1a"}, {}, budget=2).state, viewer=1)
    modal(families.PLAN_FORM.spell(1), form)
    assert SCREENS.plan_form(late, 1) is not None


def test_end_names_winner_and_true_remarkable_facts() -> None:
    sentences = set()
    for seats, taste in ((2, "x"), (3, "y"), (4, "z")):
        advances = [*computer_match(seats, taste)]
        here = scene(advances[-1].position.state)
        view = here.view
        first = SCREENS.final(here).splitlines()[0]
        assert str(max(view.totals)) in first
        sentence = SCREENS.highlight(here, advances)
        assert sentence
        assert "{" not in sentence
        sentences.add(sentence)
        points = SCREENS.high_points(here, advances)
        completed = sum(card.done for mine in view.mines for card in mine.cards)
        assert len(points) >= completed - _done_at_once(advances)
    assert len(sentences) > 1


def _done_at_once(advances: list[Advance[Any]]) -> int:
    """Return the missions that were done before their card was taken."""
    return sum(
        mission_done(GAME.content, advance.position.state.players[event.seat].mine, event.card)
        for advance in advances
        for event in advance.events
        if isinstance(event, CardTaken) and GAME.content.cards[event.card].mission
    )


def test_statistics_have_words() -> None:
    words = STATISTICS_SCREENS
    for achievement in GAME.statistics.achievements:
        for figure in (None, 1, 12):
            sentence = words.achievement(WORDS, achievement.name, figure)
            assert sentence is not None
            assert "{" not in sentence.reason
    assert [*words.leaderboards] == [*GAME.statistics.leaderboards]
    assert [kind for kind, _ in words.kinds(WORDS)] == [*KINDS]
