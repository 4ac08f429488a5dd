"""Hoards as they are shown: piles in groups in scoring order, laid out in lines."""

from render.games.dice_miner.flow import flow, flow_that_fits, rails
from render.games.dice_miner.hoard import Group, hero_piles, piles
from tests.render.dice_miner.views import ALL


def test_groups_in_scoring_order() -> None:
    """Tunnels by number, treasure, hazards each beside their tools, then the others."""
    held = piles(ALL["crowded"]().view.seats[0].hoard)
    assert [group for group, _ in held] == list(Group)
    shown = {
        group: [(pile.face.symbol.value, pile.face.count, pile.count) for pile in gathered]
        for group, gathered in held
    }
    assert shown[Group.TUNNELS][:2] == [("tunnel", 1, 2), ("tunnel", 2, 1)]
    assert shown[Group.ROCKFALLS] == [("rockfall", 1, 1), ("pick", 1, 1)]
    assert shown[Group.DRAGONS] == [("dragon", 2, 1), ("dragon", 4, 1), ("shield", 1, 1)]


def test_no_die_is_lost() -> None:
    """The piles hold every die of the hoard once."""
    for make in ALL.values():
        for seat in make().view.seats:
            held = [name for _, group in piles(seat.hoard) for p in group for name in p.dice]
            assert sorted(held) == sorted(entry.die.name for entry in seat.hoard)


def test_spent_and_kept_dice_lie_apart() -> None:
    """What differs from its like is a pile of its own."""
    kept = [p for _, group in piles(ALL["keeping"]().view.seats[1].hoard) for p in group if p.kept]
    assert [(pile.dice, pile.count) for pile in kept] == [(("t07",), 1)]
    spent = [p for _, group in piles(ALL["magic"]().view.seats[0].hoard) for p in group if p.spent]
    assert [pile.dice for pile in spent] == [("m04",), ("m05",)]


def test_hero_faces_are_named_as_sources() -> None:
    """Each printed diamond is a source of its own."""
    alchemist = ALL["magic"]().view.seats[0]
    assert [pile.dice for pile in hero_piles(alchemist)] == [("hero1",), ("hero2",), ("hero3",)]


def test_lines_stay_within_the_width() -> None:
    """No pile reaches over the edge, and lines follow one another."""
    held = piles(ALL["crowded"]().view.seats[0].hoard)
    for die in (64, 40, 22):
        made = flow(held, 400, die)
        assert all(spot.x + die <= 400 for spot in made.spots)
        assert made.lines == len({spot.y for spot in made.spots})
        assert len(made.spots) == sum(len(group) for _, group in held)


def test_dice_shrink_to_fit() -> None:
    """The largest dice that need few enough lines; the smallest if none do."""
    held = piles(ALL["crowded"]().view.seats[0].hoard)
    assert flow_that_fits(held, 2000, (64, 40), 1).die == 64
    assert flow_that_fits(held, 700, (64, 40), 2).die == 40
    assert flow_that_fits(held, 100, (64, 40), 1).die == 40
    assert flow((), 100, 64).height == 0


def test_rails() -> None:
    """Below tunnels that count, on each line; a gap ends them, a hero's tunnel may close it."""
    held = piles(ALL["crowded"]().view.seats[3].hoard)
    made = flow(held, 2000, 40)
    assert [[spot.pile.face.count for spot in row] for row in rails(made, ())] == [[1]]
    assert [[spot.pile.face.count for spot in row] for row in rails(made, {2, 4})] == [[1, 3, 5]]
    assert rails(flow((), 100, 40), {1}) == []
