"""The last turn, read from Events and described."""

from engine.games.dice_miner.content import HeroName
from engine.games.dice_miner.events import MountainFilled
from engine.games.dice_miner.state import Excavation, Keeping, Magic
from render.games.dice_miner.last_turn import Last, last_moves, last_words
from tests.engine.dice_miner.table import CONTENT, table, told
from tests.render.dice_miner.views import ALL, FULL, PLAYERS, WORDS

HEROES = "alchemist dragon-slayer"
DIGGING = table(Excavation(0), "t07=6 t08=6", "h06=1", heroes=HEROES, lying=FULL)


def sentence(last: Last | None) -> str:
    assert last is not None
    return last_words(WORDS, last, PLAYERS)


def test_no_last_turn_before_events_or_after_a_new_mountain() -> None:
    assert last_moves((), CONTENT) is None
    events = told(DIGGING, "0 take t01")
    assert last_moves([*events, MountainFilled(1, 0)], CONTENT) is None


def test_a_turn_that_takes_one_die() -> None:
    last = last_moves(told(DIGGING, "0 take t01"), CONTENT)
    assert last is not None
    assert (last.seat, last.taken[0].place, last.taken[0].slid) == (0, 0, ())
    assert last.taken[0].die.name == "t01"
    assert sentence(last) == "Ana took Tunnel 1."


def test_only_the_last_turn_counts() -> None:
    last = last_moves(told(DIGGING, "0 take t01", "1 take h01"), CONTENT)
    assert last is not None
    assert (last.seat, [taken.die.name for taken in last.taken]) == (1, ["h01"])


def test_a_shared_beer_and_two_dice() -> None:
    shared = ("0 salud t07 1", "* roll t07=3")
    last = last_moves(told(DIGGING, *shared), CONTENT)
    assert sentence(last) == "¡Salud! Ana gave Benjamín a beer die: Tunnel 3."
    last = last_moves(told(DIGGING, *shared, "0 take m02", "0 take t01"), CONTENT)
    assert last is not None
    assert last.taken[0].slid == ((5, 9), (2, 5), (0, 2))
    assert sentence(last) == "¡Salud! Ana shared with Benjamín and took 3 diamonds and Tunnel 1."


def test_leaving_the_second_die_ends_the_turn() -> None:
    lines = ("0 salud t07 1", "* roll t07=3", "0 take t01", "0 stop", "1 take h01")
    last = last_moves(told(DIGGING, *lines), CONTENT)
    assert sentence(last) == "Benjamín took Rockfall ×1."


def test_spending_magic_and_rerolling() -> None:
    state = table(Magic(0, (1,)), "m01=1 t01=4", "m02=1 t02=2", heroes=HEROES, magic_start=0)
    assert sentence(last_moves(told(state, "0 spend m01"), CONTENT)) == "Ana spends magic."
    rolled = told(state, "0 spend m01", "0 reroll t01", "* roll t01=5")
    assert sentence(last_moves(rolled, CONTENT)) == "Ana rerolled: Tunnel 4 → Tunnel 5."


def test_a_reroll_to_the_same_face() -> None:
    two = table(Magic(0, (1,)), "m01=4 t01=4 t03=3", "m02=1 t02=2", heroes=HEROES, magic_start=0)
    lines = ("0 spend m01", "0 reroll t01", "0 reroll t03", "* roll t01=4,t03=5")
    rolled = told(two, *lines)
    assert sentence(last_moves(rolled, CONTENT)) == (
        "Ana rerolled: Tunnel 4 (unchanged) and Tunnel 3 → Tunnel 5."
    )


def test_keeping_dice() -> None:
    state = table(
        Keeping((0, 1), ((), ())), "k01=5 t01=4", "k02=5 t02=2", heroes=HEROES, rounds=((1, 2),)
    )
    events = told(state, "0 keep t01", "0 done")
    assert sentence(last_moves(events, CONTENT)) == "Ana keeps Tunnel 4."
    assert sentence(last_moves(told(state, "0 done"), CONTENT)) == "Ana keeps nothing."


def test_choosing_a_hero() -> None:
    last = ALL["draft"]().last
    assert last == Last(2, hero=HeroName.ENGINEER)
    assert sentence(last) == "Χρυσάνθη chose Engineer."
