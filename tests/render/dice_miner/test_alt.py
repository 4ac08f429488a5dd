"""The texts that replace the picture."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.dice_miner.mountain import lying_on, shape
from engine.games.dice_miner.state import Rolled
from render.games.dice_miner.alt import alt_text, board_facts, board_text
from render.games.dice_miner.words import letters
from render.picture import ALT_LIMIT, join_facts
from render.players import Player
from tests.cogs.moments import GAME, Moment, scene
from tests.cogs.moments import match as played_out
from tests.render.dice_miner.views import ALL, HEROES, WORDS


def played(number: int) -> tuple[Moment, ...]:
    """Return all moments of one of three matches."""
    return played_out(2 + number, "rests", ("salud", "spend", "keep")[number])


@pytest.mark.parametrize("name", ALL)
def test_alt_text_consists_of_whole_facts_within_the_limit(name: str) -> None:
    table = ALL[name]()
    long = [Player("W" * 32) for _ in table.players]
    for players in (table.players, long):
        facts = board_facts(table.view, players, WORDS, table.last, HEROES)
        text = alt_text(table.view, players, WORDS, table.last, HEROES)
        assert 0 < len(text) <= ALT_LIMIT
        assert text in [" ".join(facts[:count]) for count in range(1, len(facts) + 1)]


@pytest.mark.parametrize("name", ALL)
def test_alt_text_names_every_available_die(name: str) -> None:
    table = ALL[name]()
    long = [Player("W" * 32) for _ in table.players]
    text = alt_text(table.view, long, WORDS, table.last, HEROES)
    lettered = letters(table.view)
    assert all(f"{letter}: " in text for letter in lettered.values())
    assert len(lettered) == sum(seen.takeable for seen in table.view.mountain)


def test_letters_follow_reading_order() -> None:
    view = ALL["salud"]().view
    takeable = [seen for seen in view.mountain if seen.takeable]
    assert [letters(view)[seen.die.name] for seen in takeable] == list("ABCDEFGHIJ")
    assert [seen.place for seen in takeable] == sorted(seen.place for seen in takeable)
    text = board_text(view, ALL["salud"]().players, WORDS, None)
    row = "Row 2: B: Tunnel 1, C: 1 gem (under A), D: 1 diamond (under A)."
    assert row in text.splitlines()


@given(st.integers(0, 2), st.data())
def test_the_full_text_names_the_dice_on_each_die(match: int, data: st.DataObject) -> None:
    moments = played(match)
    view = scene(moments[data.draw(st.integers(0, len(moments) - 1))].position.state).view
    content = GAME.content
    lying: list[Rolled | None] = [None] * len(shape(content.rows).spots)
    for seen in view.mountain:
        die = content.die(seen.die.name)
        assert die is not None
        lying[seen.place] = Rolled(die, seen.die.number)
    text = board_text(view, [Player("Ann")] * 4, WORDS, None)
    rows = [line for line in text.splitlines() if re.match(r"Row \d: ", line)]
    described = dict(
        re.findall(
            r"([A-Z]|\d\.\d): [^,(]+?(?: \(under ([^)]*)\))?(?=, |\.(?: |$))", " ".join(rows)
        )
    )
    names = {
        seen.place: letters(view).get(seen.die.name) or f"{seen.row + 1}.{seen.column + 1}"
        for seen in view.mountain
    }
    assert described == {
        names[place]: " and ".join(
            names[above] for above in lying_on(content.rows, tuple(lying), place)
        )
        for place in names
    }
    assert "under" not in alt_text(view, [Player("Ann")] * 4, WORDS, None), (
        "alt text must stay short"
    )


def test_join_facts_stops_before_the_limit() -> None:
    assert join_facts(["abc", "defg", "h"], 8) == "abc defg"
    assert join_facts(["abc", "defg", "h"], 7) == "abc"
    assert join_facts(["abcdef"], 3) == ""


def test_the_full_text_lists_all_hoards() -> None:
    table = ALL["crowded"]()
    text = board_text(table.view, table.players, WORDS, table.last)
    assert "Waiting for Benjamín." in text
    assert (
        "Salud holds: Tunnel 1 (2 times), Tunnel 3 (2 times), Tunnel 5, 3 gems, 2 diamonds, "
        "Tunnel die showing beer." in text.splitlines()
    )


def test_each_phase_has_its_own_facts() -> None:
    texts = {
        name: board_text(make().view, make().players, WORDS, make().last, HEROES)
        for name, make in ALL.items()
    }
    assert "Free hero: Prospector (1 gem and Pick)." in texts["draft"]
    assert "Engineer (" not in texts["draft"]
    assert "1 more die to reroll." in texts["magic"]
    assert "1 diamond, spent" in texts["magic"]
    assert "Benjamín can keep 1 more die." in texts["keeping"]
    assert "Tunnel 5, kept" in texts["keeping"]
    assert "Round 1, Salud: tunnels 15, treasure 0, hazards 0, total 15." in texts["keeping"]
    assert "is worth" not in texts["keeping"]
    assert "Benjamín, Dragon Slayer: 15 points." in texts["tiebreak"].splitlines()
    assert texts["finished"].startswith("Χρυσάνθη won.")
    assert "Tie-break 1, Ana: tunnels 3" in texts["finished"]
