"""What the computer decides (ai.py)."""

from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream
from engine.core.types import Level
from engine.games.dynamine.state import State
from tests.engine.dynamine.table import GAME, building, said, tokens
from tests.tiers import full_or


def decided(position: driver.Position[State], level: Level = Level.FOREMAN) -> str:
    """The token of seat 0's computer."""
    return GAME.notation(GAME.suggest(position.state, 0, level))


def points(number: int, usual: int) -> tuple[int, ...]:
    """How a match of a usual computer in this seat and an easy one ends."""
    stream = Stream(number.to_bytes(SEED_BYTES, "big"), "ai")
    position = driver.start(GAME, 2)
    while GAME.outcome(position.state) is None:
        for made in driver.advance(GAME, position, stream):
            position = made.position
        for seat in GAME.to_act(position.state):
            level = Level.FOREMAN if seat == usual else Level.APPRENTICE
            token = GAME.notation(GAME.suggest(position.state, seat, level))
            position = driver.choose(GAME, position, seat, token).position
    return GAME.scores(position.state)


def test_it_beats_who_is_greedy() -> None:
    """By many points, from both seats; ``python -m bench.dynamine`` measures it."""
    ahead = [points(number, seat) for number in range(full_or(3, 1)) for seat in range(2)]
    margins = [one[place % 2] - one[1 - place % 2] for place, one in enumerate(ahead)]
    assert sum(margins) > 10 * len(margins)


def test_it_spends_a_plus_token_only_for_what_it_then_builds() -> None:
    """And not for nothing."""
    walled = {"1.-1": "A2a", "1.1": "B2a", "2.0": "A2b"}
    assert decided(building(walled, {}, plus=2)) == "done"
    saving = building({"2.0": "F1a"}, {}, plus=2, budget=5)
    while (token := decided(saving)) == "plus":
        saving = said(saving, token)
    assert token.startswith("take")


def test_it_takes_a_card_for_a_one() -> None:
    """Rather one that its mine already serves."""
    laid = {"1.1": "C4c", "2.0": "F1a", "2.1": "C3b", "3.0": "C3a"}
    assert decided(building(laid, {}, die=1)) == "card barrel"


def test_it_goes_on_where_somebody_else_began() -> None:
    """With a tile that it would not have taken, or a move that it would not have made."""
    position = building({"1.1": "A1a", "2.0": "F1a"}, {}, action="move", used=("E1",))
    for word in tokens(position):
        if word.startswith(("take", "move")):
            begun = said(position, word)
            assert decided(begun) in tokens(begun)
