"""What changed over several turns: traces, slides and new dice, all at once."""

from engine.games.dice_miner.events import HoardsRolled, MountainFilled
from engine.games.dice_miner.state import Excavation, Magic
from render.games.dice_miner.alt import board_facts
from render.games.dice_miner.board import paint_board
from render.games.dice_miner.changes import NONE, changes, changes_of, emptied, slides
from render.games.dice_miner.last_turn import last_moves
from tests.engine.dice_miner.table import CONTENT, GAME, play, table, told
from tests.render.dice_miner.views import FULL, PLAYERS, WORDS

HEROES = "alchemist dragon-slayer"
DIGGING = table(Excavation(0), "t07=6 t08=6", "h06=1", heroes=HEROES, lying=FULL)
SALUD = ("0 salud t07 1", "* roll t07=3", "0 take m02", "0 take t01")


def test_all_turns_count() -> None:
    """Each die that was taken, by whom, and every die that is new in a hoard."""
    found = changes(told(DIGGING, *SALUD, "1 take h01"), CONTENT)
    assert [(seat, taken.die.name) for seat, taken in found.taken] == [
        (0, "m02"),
        (0, "t01"),
        (1, "h01"),
    ]
    assert found.fresh == {"t07", "m02", "t01", "h01"}


def test_one_turn_is_what_it_was() -> None:
    """The changes of the last turn are those of its own events."""
    events = told(DIGGING, *SALUD)
    assert changes_of(last_moves(events, CONTENT)) == changes(events, CONTENT)
    assert changes_of(None) == changes((), CONTENT) == NONE


def test_where_dice_slid() -> None:
    """A step for each place on a die's way, as long as it lies there still."""
    found = changes(told(DIGGING, *SALUD), CONTENT)
    assert found.taken[0][1].slid == ((5, 9), (2, 5), (0, 2))
    position, _ = play(DIGGING, *SALUD)
    lying = {seen.place for seen in GAME.observe(position.state, None).mountain}
    ways = slides(found, lying)
    assert {end for _, end in ways} <= lying
    assert (5, 9) in ways
    assert slides(found, ()) == []
    places = [place for _, _, place in emptied(found)]
    assert len(set(places)) == len(places)
    assert not set(places) & lying


def test_a_new_mountain_and_a_roll_hide_what_was() -> None:
    """What lies there no more is not marked."""
    events = told(DIGGING, *SALUD)
    assert changes([*events, MountainFilled(1, 0)], CONTENT).taken == ()
    assert changes([*events, HoardsRolled((0, 1))], CONTENT).fresh == frozenset()


def test_magic_makes_dice_new() -> None:
    """Dice that were rerolled are marked."""
    state = table(Magic(0, (0, 1)), "t07=4 m01=1", "h06=1", heroes="dragon-slayer engineer")
    found = changes(told(state, "0 spend m01", "0 reroll t07", "* roll t07=5"), CONTENT)
    assert found.fresh == {"t07"}


def test_the_picture_and_its_text_say_so() -> None:
    """Traces of every turn are drawn, new dice are ringed, and the text names them."""
    lines = ("0 take t01", "1 take h01", "0 take m01")
    position, events = play(DIGGING, *lines)
    view = GAME.observe(position.state, None)
    last = last_moves(events, CONTENT)
    all_of_it = changes(events, CONTENT)
    one = paint_board(view, PLAYERS, WORDS, last)
    three = paint_board(view, PLAYERS, WORDS, last, changed=all_of_it)
    assert one.size == three.size
    assert one.tobytes() != three.tobytes()
    facts = board_facts(view, PLAYERS, WORDS, last, (), all_of_it)
    assert "New for Ana: Tunnel 1, 1 diamond." in facts
    assert "New for Benjamín: Rockfall ×1." in facts
