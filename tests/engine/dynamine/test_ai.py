"""Decisions of the computer (ai.py)."""

from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream
from engine.core.types import Level
from engine.games.dynamine.state import State
from tests.engine.dynamine.table import GAME, building, play, tokens
from tests.tiers import full_or


def decided(position: driver.Position[State], level: Level = Level.FOREMAN) -> str:
    return GAME.notation(GAME.suggest(position.state, 0, level))


def points(number: int, usual: int) -> tuple[int, ...]:
    """Return the result of a usual computer in this seat against an easy one."""
    stream = Stream(number.to_bytes(SEED_BYTES, "big"), "ai")
    position = driver.start(GAME, 2)
    while GAME.outcome(position.state) is None:
        for advance in driver.advance(GAME, position, stream):
            position = advance.position
        for seat in GAME.to_act(position.state):
            level = Level.FOREMAN if seat == usual else Level.APPRENTICE
            token = GAME.notation(GAME.suggest(position.state, seat, level))
            position = driver.choose(GAME, position, seat, token).position
    return GAME.scores(position.state)


def test_it_beats_the_greedy_computer_from_both_seats() -> None:
    """``python -m bench.dynamine`` measures by how much."""
    ahead = [points(number, seat) for number in range(full_or(3, 1)) for seat in range(2)]
    margins = [result[place % 2] - result[1 - place % 2] for place, result in enumerate(ahead)]
    assert sum(margins) > 10 * len(margins)


def test_it_spends_a_plus_token_only_for_a_tile() -> None:
    walled = {"1.-1": "A2a", "1.1": "B2a", "2.0": "A2b"}
    assert decided(building(walled, {}, plus=2)) == "done"
    saving = building({"2.0": "F1a"}, {}, plus=2, budget=5)
    while (token := decided(saving)) == "plus":
        saving = play(saving, token)
    assert token.startswith("take")


def test_it_takes_a_card_that_its_mine_serves() -> None:
    laid = {"1.1": "C4c", "2.0": "F1a", "2.1": "C3b", "3.0": "C3a"}
    assert decided(building(laid, {}, die=1)) == "card barrel"


def test_it_continues_a_turn_that_another_player_began() -> None:
    position = building({"1.1": "A1a", "2.0": "F1a"}, {}, action="move", used=("E1",))
    for word in tokens(position):
        if word.startswith(("take", "move")):
            begun = play(position, word)
            assert decided(begun) in tokens(begun)
