"""Hoards: piles in groups in scoring order, laid out in lines."""

from render.games.dice_miner.flow import flow, flow_that_fits, rails
from render.games.dice_miner.hoard import GROUPS, hero_piles, piles
from tests.render.dice_miner.views import ALL


def test_groups_in_scoring_order() -> None:
    groups = piles(ALL["crowded"]().view.seats[0].hoard)
    for group, symbols in zip(groups, GROUPS, strict=True):
        assert {pile.face.symbol for pile in group} <= set(symbols)
    tunnels, _, rockfalls, dragons, *_ = [
        [(pile.face.symbol.value, pile.face.count, pile.count) for pile in group]
        for group in groups
    ]
    assert tunnels[:2] == [("tunnel", 1, 2), ("tunnel", 2, 1)]
    assert rockfalls == [("rockfall", 1, 1), ("pick", 1, 1)]
    assert dragons == [("dragon", 2, 1), ("dragon", 4, 1), ("shield", 1, 1)]


def test_piles_contain_every_die_once() -> None:
    for make in ALL.values():
        for seat in make().view.seats:
            dice = [name for group in piles(seat.hoard) for p in group for name in p.dice]
            assert sorted(dice) == sorted(entry.die.name for entry in seat.hoard)


def test_spent_and_kept_dice_have_separate_piles() -> None:
    kept = [p for group in piles(ALL["keeping"]().view.seats[1].hoard) for p in group if p.kept]
    assert [(pile.dice, pile.count) for pile in kept] == [(("t07",), 1)]
    spent = [p for group in piles(ALL["magic"]().view.seats[0].hoard) for p in group if p.spent]
    assert [pile.dice for pile in spent] == [("m04",), ("m05",)]


def test_hero_faces_are_named_as_sources() -> None:
    alchemist = ALL["magic"]().view.seats[0]
    assert [pile.dice for pile in hero_piles(alchemist)] == [("hero1",), ("hero2",), ("hero3",)]


def test_lines_stay_within_the_width() -> None:
    groups = piles(ALL["crowded"]().view.seats[0].hoard)
    for die in (64, 40, 22):
        layout = flow(groups, 400, die)
        assert all(spot.x + die <= 400 for spot in layout.spots)
        assert layout.lines == len({spot.y for spot in layout.spots})
        assert len(layout.spots) == sum(len(group) for group in groups)


def test_dice_shrink_to_fit() -> None:
    groups = piles(ALL["crowded"]().view.seats[0].hoard)
    assert flow_that_fits(groups, 2000, (64, 40), 1).die == 64
    assert flow_that_fits(groups, 700, (64, 40), 2).die == 40
    assert flow_that_fits(groups, 100, (64, 40), 1).die == 40
    assert flow((), 100, 64).height == 0


def test_rails_mark_tunnels_that_count() -> None:
    """A gap ends the rail, unless a hero's tunnel closes it."""
    groups = piles(ALL["crowded"]().view.seats[3].hoard)
    layout = flow(groups, 2000, 40)
    assert [[spot.pile.face.count for spot in row] for row in rails(layout, ())] == [[1]]
    assert [[spot.pile.face.count for spot in row] for row in rails(layout, {2, 4})] == [[1, 3, 5]]
    assert rails(flow((), 100, 40), {1}) == []
