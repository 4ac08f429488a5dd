"""Content: unplayable numbers are refused, and version 1 has the numbers of the rules."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.core.errors import BadContent
from engine.games.dice_miner.content import Content, DieKind, Face, Hero, Symbol
from tests.engine.dice_miner.table import CONTENT


def kind(number: int, **changes: object) -> Content:
    changed: DieKind = replace(CONTENT.kinds[number], **changes)  # type: ignore[arg-type]
    kinds = (*CONTENT.kinds[:number], changed, *CONTENT.kinds[number + 1 :])
    return replace(CONTENT, kinds=kinds)


def faces(number: int, *new: Face) -> Content:
    return kind(number, faces=(*new, *CONTENT.kinds[number].faces[len(new) :]))


def hero(*new: Face) -> Content:
    changed = Hero(CONTENT.heroes[0].name, new)
    return replace(CONTENT, heroes=(changed, *CONTENT.heroes[1:]))


@pytest.mark.parametrize(
    ("build", "reason"),
    [
        (lambda: replace(CONTENT, kinds=CONTENT.kinds[1:]), "in die order"),
        (lambda: replace(CONTENT, kinds=CONTENT.kinds[::-1]), "in die order"),
        (lambda: kind(1, faces=CONTENT.kinds[1].faces[1:]), "hazard die must have 6 faces"),
        (lambda: faces(0, Face(Symbol.BEER, 1)), "beer on face 6 and no other"),
        (lambda: kind(3, faces=CONTENT.kinds[3].faces[::-1]), "beer on face 6 and no other"),
        (lambda: faces(2, Face(Symbol.GEM, 1)), "only symbols of its kind"),
        (lambda: kind(4, count=0), "1 to 99 magic dice"),
        (lambda: kind(4, count=100), "1 to 99 magic dice"),
        (lambda: kind(0, count=26), "enough dice"),
        (lambda: replace(CONTENT, rounds=4), "enough dice"),
        (lambda: replace(CONTENT, rounds=0), "one round"),
        (lambda: replace(CONTENT, rows=()), "at least one round and one row"),
        (lambda: replace(CONTENT, rows=(0, 1)), "at least one round and one row"),
        (lambda: replace(CONTENT, rows=(2, 4)), "one die more than the row above"),
        (lambda: replace(CONTENT, heroes=CONTENT.heroes[1:]), "each hero"),
        (lambda: replace(CONTENT, heroes=CONTENT.heroes[:1] * 6), "each hero"),
        (lambda: hero(Face(Symbol.BEER, 1)), "a hero can't show beer"),
        (lambda: hero(Face(Symbol.GEM, 0)), "show its symbol at least once"),
        (lambda: faces(3, Face(Symbol.GEM, 0)), "show its symbol at least once"),
        (lambda: faces(0, Face(Symbol.TUNNEL, 6)), "1 to 5"),
        (
            lambda: replace(CONTENT, rulings=replace(CONTENT.rulings, tiebreaks_at_most=-1)),
            "tie-breaks can't be negative",
        ),
    ],
    ids=[
        "a kind is missing",
        "another order of kinds",
        "five faces",
        "beer first",
        "beer not last",
        "a foreign face",
        "no die",
        "too many dice",
        "too few dice",
        "too many rounds",
        "no round",
        "no row",
        "an empty row",
        "a row that grows by two",
        "a hero is missing",
        "a hero six times",
        "a hero with beer",
        "a hero with nothing",
        "a face with nothing",
        "tunnel 6",
        "fewer than no tie-breaks",
    ],
)
def test_unplayable_content_is_refused_with_a_reason(
    build: Callable[[], Content], reason: str
) -> None:
    with pytest.raises(BadContent, match=reason):
        build()


def test_the_faces_of_each_kind() -> None:
    faces_by_kind = [
        [f"{face.symbol.value} {face.count}" for face in entry.faces] for entry in CONTENT.kinds
    ]
    assert faces_by_kind == [
        ["tunnel 1", "tunnel 2", "tunnel 3", "tunnel 4", "tunnel 5", "beer 1"],
        ["rockfall 1", "rockfall 2", "dragon 2", "dragon 3", "dragon 4", "beer 1"],
        ["pick 1", "pick 1", "shield 1", "shield 1", "chest 2", "beer 1"],
        ["gem 1", "gem 1", "gem 1", "gem 2", "gem 3", "beer 1"],
        ["diamond 1", "diamond 1", "diamond 1", "diamond 2", "diamond 3", "beer 1"],
    ]
    assert [entry.count for entry in CONTENT.kinds] == [27, 10, 7, 8, 8]


def test_heroes_have_their_printed_faces_in_order() -> None:
    faces_by_hero = {
        hero.name.value: [f"{face.symbol.value} {face.count}" for face in hero.faces]
        for hero in CONTENT.heroes
    }
    assert faces_by_hero == {
        "alchemist": ["diamond 1", "diamond 1", "diamond 1"],
        "dragon-slayer": ["shield 1", "diamond 1"],
        "engineer": ["tunnel 2", "pick 1"],
        "prospector": ["gem 1", "pick 1"],
        "surveyor": ["tunnel 1", "diamond 1"],
        "treasurer": ["gem 1", "chest 2"],
    }


def test_mountain_rounds_and_rulings() -> None:
    assert CONTENT.rows == (2, 3, 4, 5, 6)
    assert CONTENT.rounds == 3
    rulings = CONTENT.rulings
    assert rulings.second_may_be_declined
    assert rulings.salud_with_one_die
    assert rulings.spend_with_fewer_targets
    assert rulings.tiebreaks_at_most == 20
