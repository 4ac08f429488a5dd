"""The words that stand in for the picture."""

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
    """All moments of one of three matches."""
    return played_out(2 + number, "rests", ("salud", "spend", "keep")[number])


@pytest.mark.parametrize("name", ALL)
def test_alt_is_short_and_whole(name: str) -> None:
    """At most ALT_LIMIT characters, made of whole facts from the first on."""
    table = ALL[name]()
    long = [Player("W" * 32) for _ in table.players]
    for players in (table.players, long):
        facts = board_facts(table.view, players, WORDS, table.last, HEROES)
        text = alt_text(table.view, players, WORDS, table.last, HEROES)
        assert 0 < len(text) <= ALT_LIMIT
        assert text in [" ".join(facts[:count]) for count in range(1, len(facts) + 1)]


@pytest.mark.parametrize("name", ALL)
def test_alt_names_every_letter(name: str) -> None:
    """Whatever may be taken is in the alt text, with its letter and what it shows."""
    table = ALL[name]()
    long = [Player("W" * 32) for _ in table.players]
    text = alt_text(table.view, long, WORDS, table.last, HEROES)
    lettered = letters(table.view)
    assert all(f"{letter}: " in text for letter in lettered.values())
    assert len(lettered) == sum(seen.takeable for seen in table.view.mountain)


def test_letters_follow_reading_order() -> None:
    """A, B, C … from the top left, as on the picture."""
    view = ALL["salud"]().view
    takeable = [seen for seen in view.mountain if seen.takeable]
    assert [letters(view)[seen.die.name] for seen in takeable] == list("ABCDEFGHIJ")
    assert [seen.place for seen in takeable] == sorted(seen.place for seen in takeable)
    text = board_text(view, ALL["salud"]().players, WORDS, None)
    row = "Row 2: B: Tunnel 1, C: 1 gem (under A), D: 1 diamond (under A)."
    assert row in text.splitlines()


@given(st.integers(0, 2), st.data())
def test_what_lies_on_what(match: int, data: st.DataObject) -> None:
    """The whole text names for each die of the mountain those that lie on it, as the rules say."""
    found = played(match)
    view = scene(found[data.draw(st.integers(0, len(found) - 1))].position.state).view
    content = GAME.content
    lying: list[Rolled | None] = [None] * len(shape(content.rows).spots)
    for seen in view.mountain:
        die = content.die(seen.die.name)
        assert die is not None
        lying[seen.place] = Rolled(die, seen.die.number)
    text = board_text(view, [Player("Ann")] * 4, WORDS, None)
    rows = [line for line in text.splitlines() if re.match(r"Row \d: ", line)]
    told = dict(
        re.findall(
            r"([A-Z]|\d\.\d): [^,(]+?(?: \(under ([^)]*)\))?(?=, |\.(?: |$))", " ".join(rows)
        )
    )
    names = {
        seen.place: letters(view).get(seen.die.name) or f"{seen.row + 1}.{seen.column + 1}"
        for seen in view.mountain
    }
    assert told == {
        names[place]: " and ".join(
            names[above] for above in lying_on(content.rows, tuple(lying), place)
        )
        for place in names
    }
    assert "under" not in alt_text(view, [Player("Ann")] * 4, WORDS, None), "that must stay short"


def test_cut() -> None:
    """Facts are taken from the first until one has no room."""
    assert join_facts(["abc", "defg", "h"], 8) == "abc defg"
    assert join_facts(["abc", "defg", "h"], 7) == "abc"
    assert join_facts(["abcdef"], 3) == ""


def test_the_whole_table() -> None:
    """For those without the picture: all dice of all hoards, however long."""
    table = ALL["crowded"]()
    text = board_text(table.view, table.players, WORDS, table.last)
    assert "Waiting for Benjamín." in text
    assert (
        "Salud holds: Tunnel 1 (2 times), Tunnel 3 (2 times), Tunnel 5, 3 gems, 2 diamonds, "
        "Tunnel die showing beer." in text.splitlines()
    )


def test_each_phase_says_what_matters() -> None:
    """Free heroes, magic left to choose, dice to keep, ties, winners."""
    said = {
        name: board_text(make().view, make().players, WORDS, make().last, HEROES)
        for name, make in ALL.items()
    }
    assert "Free hero: Prospector (1 gem and Pick)." in said["draft"]
    assert "Engineer (" not in said["draft"]
    assert "1 more die to reroll." in said["magic"]
    assert "1 diamond, spent" in said["magic"]
    assert "Benjamín can keep 1 more die." in said["keeping"]
    assert "Tunnel 5, kept" in said["keeping"]
    assert "Round 1, Salud: tunnels 15, treasure 0, hazards 0, total 15." in said["keeping"]
    assert "is worth" not in said["keeping"]
    assert "Benjamín, Dragon Slayer: 15 points." in said["tiebreak"].splitlines()
    assert said["finished"].startswith("Χρυσάνθη won.")
    assert "Tie-break 1, Ana: tunnels 3" in said["finished"]
