"""Plans: dice that can be named ahead, and events that break a plan."""

from engine.core.types import Event
from engine.games.dice_miner.actions import Take
from engine.games.dice_miner.plans import BEER, SALUD
from engine.games.dice_miner.state import Excavation, Keeping, Magic, State
from tests.engine.dice_miner.table import GAME, PLACES, die, play, table

_DICE = (
    "t01=1 h01=1 k01=1 g01=3 m01=1 t02=4 h02=4 k02=3 g02=4 m02=5"
    " t03=5 h03=6 k03=5 g03=5 m03=6 t04=2 h04=2 t05=3 h05=5 t06=6"
)
LYING = dict(enumerate(_DICE.split()))
HEROES = "alchemist dragon-slayer surveyor"
DIGGING = table(Excavation(0), "t07=6", "h06=1", "", heroes=HEROES, lying=LYING)


def after(state: State, *lines: str) -> tuple[State, tuple[Event, ...]]:
    position, events = play(state, *lines)
    return position.state, tuple(events)


def broken(then: State, *lines: str, seat: int = 1) -> str | None:
    """Return why a plan of that State breaks after these lines."""
    now, events = after(then, *lines)
    return GAME.plan_broken(then, events, now, seat)


def test_waiting_seats_can_plan_any_die_on_the_mountain() -> None:
    """Also a buried one: it can be on top when their turn comes."""
    named = GAME.plannable(DIGGING, 1)
    assert len(named) == PLACES
    assert named == GAME.plannable(DIGGING, 2)
    assert GAME.notation(named[0]) == "take t01"
    assert GAME.plannable(DIGGING, 0) == ()
    now, _ = after(DIGGING, "0 take t01")
    assert Take(die("t01")) not in GAME.plannable(now, 2)
    assert len(GAME.plannable(now, 0)) == PLACES - 1


def test_no_plans_outside_excavation() -> None:
    for stage in (Magic(0, (0, 1)), Keeping((0, 1), ((), ()))):
        state = table(stage, "m01=1 t07=4", "k05=5", heroes="alchemist surveyor")
        assert GAME.plannable(state, 1) == ()


def test_plain_turn_keeps_a_plan() -> None:
    assert broken(DIGGING, "0 take t01") is None
    assert broken(DIGGING, "0 take t01", "1 take h01", "2 take k01") is None


def test_salud_breaks_every_plan() -> None:
    shout = ("0 salud t07 2", "* roll t07=3", "0 take t01", "0 stop")
    assert broken(DIGGING, *shout) == SALUD
    assert broken(DIGGING, *shout, seat=2) == SALUD


def test_a_new_beer_in_the_hoard_breaks_a_plan() -> None:
    gained = table(Excavation(1), "t07=6", "h06=6", "", heroes=HEROES, lying=LYING)
    assert GAME.plan_broken(DIGGING, (), gained, 1) == BEER
    assert GAME.plan_broken(gained, (), gained, 1) is None
    assert GAME.plan_broken(gained, (), DIGGING, 1) is None
