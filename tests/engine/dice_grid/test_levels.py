"""Differences between the levels of the dice grid's computers (ai_miner.py, ai_king.py)."""

from dataclasses import replace
from statistics import fmean

import pytest

from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream
from engine.core.computers import decide
from engine.core.types import Entry, Level
from engine.games.dice_grid import rollout
from engine.games.dice_grid.content import DieType
from engine.games.dice_grid.rollout import Mark, Run
from engine.games.dice_grid.rules import DiceGrid
from engine.games.dice_grid.state import State
from engine.games.dice_grid.ways import Lengths
from tests.engine.dice_grid.table import GAME, SETUP, drawn, play
from tests.thinking import Looks
from tests.tiers import every, exhaustive, full_or


def played(level: Level, number: int) -> int:
    stream = Stream(number.to_bytes(SEED_BYTES, "big"), "levels")
    position = driver.start(GAME, 1)
    while GAME.outcome(position.state) is None:
        token = GAME.notation(GAME.suggest(position.state, 0, level))
        position = driver.choose(GAME, position, 0, token).position
        for advance in driver.advance(GAME, position, stream):
            position = advance.position
    return GAME.scores(position.state)[0]


@exhaustive
def test_each_level_beats_the_one_below_on_the_same_dice() -> None:
    """``python -m bench.dice_grid`` measures by how much."""
    means = [
        fmean(played(level, number) for number in range(full_or(8, 3)))
        for level in (Level.APPRENTICE, Level.MINER, Level.FOREMAN)
    ]
    assert means == sorted(means)
    assert means[-1] > means[0] + 6


def test_a_miner_overlooks_detours() -> None:
    """The next square fills a row, but this result reaches it only by a detour."""
    position = drawn("468TW. 6X.... ...... ...... ...... ......", "e1", 4, boxes={"d20": (1, 20)})
    assert GAME.notation(GAME.suggest(position.state, 0)) == "go f1 3"
    straight = GAME.notation(GAME.suggest(position.state, 0, Level.MINER))
    assert straight != "go f1 3"


def test_a_miner_prefers_a_detour_to_a_star() -> None:
    only = {"d4": (), "d6": (), "d8": (), "d10": (), "d12": (), "d20": (1,)}
    position = drawn("468TW. 6X.... ...... ...... ...... ......", "e1", 4, boxes=only)
    decided = GAME.notation(GAME.suggest(position.state, 0, Level.MINER))
    assert decided.startswith("go ")


@pytest.mark.parametrize("number", every(range(6)))
def test_playing_on_is_legal_and_scores_the_same(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = play(*SETUP)
    assert isinstance(position.state, State)
    tokens: list[str] = []
    name = GAME.content.square_name
    dice = [die.name for die in GAME.content.dice]
    choose, move, star = rollout._choose, rollout._move, rollout._star

    def chosen(run: Run, lengths: Lengths) -> int:
        die = choose(run, lengths)
        tokens.extend((f"die {dice[die]}", f"cross {run.open[die].bit_length() - 1}"))
        return die

    def moved(run: Run, lengths: Lengths, result: int) -> Mark | None:
        action = move(run, lengths, result)
        tokens.append(f"roll {result}")
        if action is not None:
            square, type_, left = action
            tokens.extend((f"go {name(square)} {result - left}", f"write {dice[type_]}"))
        return action

    def starred(run: Run) -> Mark | None:
        action = star(run)
        if action is not None:
            square, type_, box = action
            tokens.extend(("star", f"at {name(square)}", f"write {dice[type_]}", f"cross {box}"))
        return action

    monkeypatch.setattr(rollout, "_choose", chosen)
    monkeypatch.setattr(rollout, "_move", moved)
    monkeypatch.setattr(rollout, "_star", starred)
    points = rollout.play(rollout.run_of(position.state), Looks(0, number).random)
    for token in tokens:
        actor = None if token.startswith("roll") else 0
        position = driver.read(GAME, position, Entry(position.seq, actor, token)).position
    if GAME.outcome(position.state) is None:
        position = driver.choose(GAME, position, 0, "end").position
    assert GAME.scores(position.state) == (points,)
    assert points > 30


@pytest.mark.parametrize(
    ("rows", "marker", "result", "token"),
    [
        # Of two reachable squares, one fills a row.
        ("468TW. 6X.... ...... ...... ...... ......", "e1", 2, "go f1 1"),
    ],
)
def test_king_takes_the_obvious_best_with_certainty(
    rows: str, marker: str, result: int, token: str
) -> None:
    position = drawn(rows, marker, result)
    assessments = GAME.assess(position.state, 0, Looks(300))
    assert GAME.notation(assessments[0].action) == token
    assert all(assessment.share == 0.5 for assessment in assessments)


def test_king_counts_a_final_move_exactly() -> None:
    none = {f"d{faces}": () for faces in (4, 6, 8, 10, 12)} | {"d20": (20,)}
    position = drawn("4..... ...... ...... ...... ...... ......", "a1", 2, boxes=none)
    by_token = {
        GAME.notation(assessment.action): assessment
        for assessment in GAME.assess(position.state, 0, Looks(50))
    }
    assert (by_token["end"].points, by_token["end"].error) == (1 + 3 * 4, 0)
    assert by_token["star"].points < by_token["end"].points


@pytest.mark.parametrize("level", Level)
def test_king_finishes_matches_with_other_dice(level: Level) -> None:
    """No table was learned for these dice."""
    dice = (DieType(3, "3"), DieType(4, "4"), DieType(5, "5"))
    game = DiceGrid(replace(GAME.content, dice=dice, size=3))
    position, stream = driver.start(game, 1), Stream(bytes(SEED_BYTES), "other")
    while game.outcome(position.state) is None:
        token = game.notation(decide(game, position.state, 0, level, Looks(3)))
        position = driver.choose(game, position, 0, token).position
        assessments = (
            game.assess(position.state, 0, Looks(3)) if game.to_act(position.state) else ()
        )
        assert len(assessments) == len(driver.legal_tokens(game, position, 0))
        for advance in driver.advance(game, position, stream):
            position = advance.position
    assert game.scores(position.state)[0] > 0
