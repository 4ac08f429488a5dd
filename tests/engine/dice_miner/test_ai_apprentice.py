"""The apprentice: legal, always the same, and beaten clearly by anybody who looks twice."""

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
    """What the apprentice does, as a token."""
    return GAME.notation(GAME.suggest(state, seat, Level.APPRENTICE))


def foreman(state: State, seat: Seat) -> str:
    """What the foreman does."""
    return GAME.notation(GAME.suggest(state, seat))


def greedy(state: State, seat: Seat) -> str:
    """A simple player: the die after which the hoard scores most at once; no beer, no magic."""
    return GAME.notation(beginner(GAME, state, seat, Allowance().thinking(0)))


MATCHES = full_or(60, 20)
FEW = full_or(10, 4)


def points(players: tuple[Decide, Decide], seed: int) -> tuple[int, ...]:
    """The final points of a match of two."""
    luck = Stream(seed.to_bytes(32, "big"), "luck")
    position = driver.start(GAME, 2)
    while True:
        for made in driver.advance(GAME, position, luck):
            position = made.position
        if GAME.outcome(position.state) is not None:
            return GAME.scores(position.state)
        seat = min(GAME.to_act(position.state))
        token = players[seat](position.state, seat)
        position = driver.choose(GAME, position, seat, token).position


def series(one: Decide, other: Decide, matches: int) -> tuple[int, float]:
    """How many matches the first wins, sitting in turn in both seats, and its mean lead."""
    won, lead = 0, 0
    for seed in range(matches):
        mine = seed % 2
        scored = points((one, other) if mine == 0 else (other, one), seed)
        won += scored[mine] > scored[1 - mine]
        lead += scored[mine] - scored[1 - mine]
    return won, lead / matches


def test_it_loses_to_a_simple_player() -> None:
    """Who only takes what scores most now wins 3 of 4 matches, and 20 points more each."""
    won, lead = series(greedy, apprentice, MATCHES)
    assert won >= 0.75 * MATCHES
    assert lead > 20


def test_it_loses_to_the_foreman() -> None:
    """Always, by far."""
    won, lead = series(foreman, apprentice, FEW)
    assert won == FEW
    assert lead > 60


def test_it_is_worth_beating() -> None:
    """It is no heap of random moves: it wins more matches than it loses against those."""

    def wild(state: State, seat: Seat) -> str:
        choices = Stream(bytes(32), repr((seat, state.hoards, state.mountain, state.stage)))
        legal = GAME.legal_actions(state, seat)
        return GAME.notation(legal[choices.number(0, len(legal))])

    won, lead = series(apprentice, wild, MATCHES)
    assert won > 0.5 * MATCHES
    assert lead > 0


def test_what_it_likes() -> None:
    """Tools, then gems, then high numbers; beer is shared from the second on; no magic."""
    lying = {14: "t01=5", 15: "g01=1", 16: "k01=1"}
    assert apprentice(table(Excavation(0), "", "", lying=lying), 0) == "take k01"
    lying = {14: "h01=5", 15: "t01=5", 16: "t02=1"}
    assert apprentice(table(Excavation(0), "t21=6", "", lying=lying), 0) == "take t01"
    assert apprentice(table(Excavation(0), "t21=6 t22=6", "", lying=lying), 0) == "salud t21 1"
    assert apprentice(table(Magic(0, (1,)), "t01=1 g01=6 m01=1", ""), 0) == "pass"
