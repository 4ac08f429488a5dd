"""The apprentice: legal, deterministic, and clearly beaten by careful players."""

from collections.abc import Callable

from bench.arena.ideas.dice_miner import beginner
from bench.arena.thinking import Allowance
from engine.core import driver
from engine.core.chance import Stream
from engine.core.types import Level, Seat
from engine.games.dice_miner.state import Excavation, Magic, State
from tests.engine.dice_miner.table import GAME, table
from tests.tiers import full_or

Decide = Callable[[State, Seat], str]


def apprentice(state: State, seat: Seat) -> str:
    return GAME.notation(GAME.suggest(state, seat, Level.APPRENTICE))


def foreman(state: State, seat: Seat) -> str:
    return GAME.notation(GAME.suggest(state, seat))


def greedy(state: State, seat: Seat) -> str:
    """Choose simply: take the die with the best immediate score; share no beer, use no magic."""
    return GAME.notation(beginner(GAME, state, seat, Allowance().thinking(0)))


MATCHES = full_or(60, 20)
FEW = full_or(10, 4)


def points(players: tuple[Decide, Decide], seed: int) -> tuple[int, ...]:
    luck = Stream(seed.to_bytes(32, "big"), "luck")
    position = driver.start(GAME, 2)
    while True:
        for advance in driver.advance(GAME, position, luck):
            position = advance.position
        if GAME.outcome(position.state) is not None:
            return GAME.scores(position.state)
        seat = min(GAME.to_act(position.state))
        token = players[seat](position.state, seat)
        position = driver.choose(GAME, position, seat, token).position


def series(first: Decide, second: Decide, matches: int) -> tuple[int, float]:
    """Return the number of wins of the first player, in both seats in turn, and the mean lead."""
    won, lead = 0, 0
    for seed in range(matches):
        mine = seed % 2
        scored = points((first, second) if mine == 0 else (second, first), seed)
        won += scored[mine] > scored[1 - mine]
        lead += scored[mine] - scored[1 - mine]
    return won, lead / matches


def test_it_loses_to_a_greedy_player() -> None:
    """A greedy player wins 3 of 4 matches, by 20 points on average."""
    won, lead = series(greedy, apprentice, MATCHES)
    assert won >= 0.75 * MATCHES
    assert lead > 20


def test_it_always_loses_to_the_foreman() -> None:
    won, lead = series(foreman, apprentice, FEW)
    assert won == FEW
    assert lead > 60


def test_it_beats_random_moves() -> None:
    def wild(state: State, seat: Seat) -> str:
        choices = Stream(bytes(32), repr((seat, state.hoards, state.mountain, state.stage)))
        legal = GAME.legal_actions(state, seat)
        return GAME.notation(legal[choices.number(0, len(legal))])

    won, lead = series(apprentice, wild, MATCHES)
    assert won > 0.5 * MATCHES
    assert lead > 0


def test_it_takes_tools_gems_and_high_numbers_and_shares_beer_late() -> None:
    lying = {14: "t01=5", 15: "g01=1", 16: "k01=1"}
    assert apprentice(table(Excavation(0), "", "", lying=lying), 0) == "take k01"
    lying = {14: "h01=5", 15: "t01=5", 16: "t02=1"}
    assert apprentice(table(Excavation(0), "t21=6", "", lying=lying), 0) == "take t01"
    assert apprentice(table(Excavation(0), "t21=6 t22=6", "", lying=lying), 0) == "salud t21 1"
    assert apprentice(table(Magic(0, (1,)), "t01=1 g01=6 m01=1", ""), 0) == "pass"
