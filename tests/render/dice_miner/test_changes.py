"""Changes over several turns: traces, slides and new dice."""

from engine.games.dice_miner.events import HoardsRolled, MountainFilled
from engine.games.dice_miner.state import Excavation, Magic
from render.games.dice_miner.alt import board_facts
from render.games.dice_miner.changes import NONE, changes, changes_of, emptied, slides
from render.games.dice_miner.last_turn import last_moves
from tests.engine.dice_miner.table import CONTENT, GAME, play, table, told
from tests.render.dice_miner.views import FULL, PLAYERS, WORDS
from tools.samples.dice_miner import paint_board

HEROES = "alchemist dragon-slayer"
DIGGING = table(Excavation(0), "t07=6 t08=6", "h06=1", heroes=HEROES, lying=FULL)
SALUD = ("0 salud t07 1", "* roll t07=3", "0 take m02", "0 take t01")


def test_changes_cover_all_turns() -> None:
    changed = changes(told(DIGGING, *SALUD, "1 take h01"), CONTENT)
    assert [(seat, taken.die.name) for seat, taken in changed.taken] == [
        (0, "m02"),
        (0, "t01"),
        (1, "h01"),
    ]
    assert changed.fresh == {"t07", "m02", "t01", "h01"}


def test_changes_of_one_turn_equal_its_events() -> None:
    events = told(DIGGING, *SALUD)
    assert changes_of(last_moves(events, CONTENT)) == changes(events, CONTENT)
    assert changes_of(None) == changes((), CONTENT) == NONE


def test_slides_end_at_dice_still_on_the_mountain() -> None:
    changed = changes(told(DIGGING, *SALUD), CONTENT)
    assert changed.taken[0][1].slid == ((5, 9), (2, 5), (0, 2))
    position, _ = play(DIGGING, *SALUD)
    lying = {seen.place for seen in GAME.observe(position.state).mountain}
    ways = slides(changed, lying)
    assert {end for _, end in ways} <= lying
    assert (5, 9) in ways
    assert slides(changed, ()) == []
    places = [place for _, _, place in emptied(changed)]
    assert len(set(places)) == len(places)
    assert not set(places) & lying


def test_a_new_mountain_and_a_roll_discard_changes() -> None:
    events = told(DIGGING, *SALUD)
    assert changes([*events, MountainFilled(1, 0)], CONTENT).taken == ()
    assert changes([*events, HoardsRolled((0, 1))], CONTENT).fresh == frozenset()


def test_rerolled_dice_are_new() -> None:
    state = table(Magic(0, (0, 1)), "t07=4 m01=1", "h06=1", heroes="dragon-slayer engineer")
    changed = changes(told(state, "0 spend m01", "0 reroll t07", "* roll t07=5"), CONTENT)
    assert changed.fresh == {"t07"}


def test_picture_and_text_show_all_changes() -> None:
    lines = ("0 take t01", "1 take h01", "0 take m01")
    position, events = play(DIGGING, *lines)
    view = GAME.observe(position.state)
    last = last_moves(events, CONTENT)
    all_of_it = changes(events, CONTENT)
    last_only = paint_board(view, PLAYERS, WORDS, last)
    all_turns = paint_board(view, PLAYERS, WORDS, last, changed=all_of_it)
    assert last_only.size == all_turns.size
    assert last_only.tobytes() != all_turns.tobytes()
    facts = board_facts(view, PLAYERS, WORDS, last, (), all_of_it)
    assert "New for Ana: Tunnel 1, 1 diamond." in facts
    assert "New for Benjamín: Rockfall ×1." in facts
