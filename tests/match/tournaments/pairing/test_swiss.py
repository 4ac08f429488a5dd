"""A Swiss: who have as many points meet, and nobody meets twice before they must."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from math import ceil, log2

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.match.tournaments.pairing.luck import draw
from bot.match.tournaments.pairing.seating import sat_too, times
from bot.match.tournaments.pairing.swiss import Pairing, SwissPlayer, swiss_round
from bot.match.tournaments.pairing.tie_breaks import WIN, quarters
from tests.tiers import every, exhaustive, full_or

Players = dict[int, SwissPlayer]
Outcome = Callable[[int, tuple[int, ...]], tuple[int, ...]]
"""The places at a table in a round."""


def by_luck(seed: bytes) -> Outcome:
    """Anybody may win, and some tie."""
    return lambda number, table: tuple(
        1 + draw(seed, "result", number, one) % (len(table) + 1) for one in table
    )


def by_strength(_: int, table: tuple[int, ...]) -> tuple[int, ...]:
    """The lower number always wins."""
    return tuple(sorted(table).index(one) + 1 for one in table)


def after(players: Players, pairing: Pairing, number: int, outcome: Outcome) -> Players:
    """Everybody after a round."""
    found = dict(players)
    for one in pairing.byes:
        player = players[one]
        found[one] = replace(player, points=player.points + WIN, byes=player.byes + 1)
    for table in pairing.tables:
        for seat, (one, got) in enumerate(
            zip(table, quarters(outcome(number, table)), strict=True)
        ):
            player = players[one]
            others = tuple(other for other in table if other != one)
            found[one] = replace(
                player,
                points=player.points + got,
                opponents=player.opponents + others,
                firsts=sat_too(player.firsts, seat),
            )
    return found


def newcomers(people: int) -> Players:
    """Those who have played nothing yet."""
    return {number: SwissPlayer(number) for number in range(people)}


def rounds(
    people: int, seats: int, count: int, seed: bytes, outcome: Outcome
) -> Iterator[tuple[Players, Pairing, Players]]:
    """Who plays a round, who meets whom in it, and everybody after it."""
    players = newcomers(people)
    for number in range(1, count + 1):
        pairing = swiss_round(tuple(players.values()), seats, 1, seed, number, range(people))
        before, players = players, after(players, pairing, number, outcome)
        yield before, pairing, players


def repeats(players: Mapping[int, SwissPlayer]) -> int:
    """How often two met who had met before."""
    return sum(len(one.opponents) - len(set(one.opponents)) for one in players.values()) // 2


def leans(players: Mapping[int, SwissPlayer]) -> int:
    """How much more often somebody sat first than second, or second than first, at most."""
    return max(abs(times(one.firsts, 0) - times(one.firsts, 1)) for one in players.values())


def fresh_pairing_exists(players: Players) -> bool:
    """Whether all of an even number can meet somebody they have not met."""
    if not players:
        return True
    first, *others = players.values()
    return any(
        fresh_pairing_exists({one.number: one for one in others if one is not other})
        for other in others
        if other.number not in first.opponents
    )


def test_in_the_first_round_the_better_half_meets_the_other() -> None:
    """As in the FIDE rules: of eight, 1 meets 5, 2 meets 6, 3 meets 7, 4 meets 8."""
    players = tuple(newcomers(9).values())[1:]
    pairing = swiss_round(players, 2, 1, b"seed", 1, range(1, 9))
    assert [set(table) for table in pairing.tables] == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]
    assert pairing.byes == ()


def test_larger_tables_have_one_of_each_part_at_first() -> None:
    """Of eleven at tables of four, each table gets one of the best three."""
    pairing = swiss_round(tuple(newcomers(11).values()), 4, 2, b"seed", 1, range(11))
    assert [set(table) for table in pairing.tables] == [{0, 3, 6, 9}, {1, 4, 7, 10}, {2, 5, 8}]


def test_without_an_order_the_first_round_is_drawn() -> None:
    """Another seed is another draw."""
    players = tuple(newcomers(16).values())
    first, again, other = (swiss_round(players, 2, 1, seed, 1) for seed in (b"a", b"a", b"b"))
    assert first == again
    assert first != other


def test_winners_meet_winners() -> None:
    """In the second round of eight all who meet have equal points, half against half."""
    players = newcomers(8)
    first = swiss_round(tuple(players.values()), 2, 1, b"seed", 1, range(8))
    players = after(players, first, 1, by_strength)
    second = swiss_round(tuple(players.values()), 2, 1, b"seed", 2, range(8))
    assert {frozenset(table) for table in second.tables} == {
        frozenset(two) for two in [(0, 2), (1, 3), (4, 6), (5, 7)]
    }
    assert all(players[one].points == WIN for table in second.tables[:2] for one in table)


def test_the_bye_goes_to_who_has_had_the_fewest_then_to_the_fewest_points() -> None:
    """Two have had none; the one who has less is better served by it."""
    players = [
        SwissPlayer(0, points=0, byes=1),
        SwissPlayer(1, points=24),
        SwissPlayer(2, points=12),
        SwissPlayer(3, points=12, byes=1),
        SwissPlayer(4, points=24, byes=1),
    ]
    assert swiss_round(players, 2, 1, b"seed", 3).byes == (2,)


def test_nobody_has_a_second_bye_before_everybody_had_one() -> None:
    """Whoever wins."""
    for before, pairing, _ in rounds(7, 2, 9, b"seed", by_strength):
        (rests,) = pairing.byes
        assert before[rests].byes == min(player.byes for player in before.values())


def test_a_bye_may_save_others_from_meeting_again() -> None:
    """Of those with as few byes, one with more points gets it if two would meet again else."""
    players = [
        SwissPlayer(0, points=24, opponents=(1,)),
        SwissPlayer(1, points=12, opponents=(0,)),
        SwissPlayer(2, points=0),
    ]
    pairing = swiss_round(players, 2, 1, b"seed", 2)
    assert pairing.byes == (1,)
    assert [set(table) for table in pairing.tables] == [{0, 2}]


def test_two_who_have_been_first_too_often_do_not_meet() -> None:
    """Even if they are the only ones with their points."""
    players = [
        SwissPlayer(0, points=24, firsts=(2, 0)),
        SwissPlayer(1, points=24, firsts=(2, 0)),
        SwissPlayer(2, points=12, firsts=(1, 1)),
        SwissPlayer(3, points=12, firsts=(1, 1)),
    ]
    pairing = swiss_round(players, 2, 1, b"seed", 3, range(4))
    assert all(table[0] in (2, 3) and table[1] in (0, 1) for table in pairing.tables)


@given(st.sampled_from([4, 6, 8]), st.integers(1, 7), st.binary(max_size=8))
def test_nobody_meets_twice_before_they_must(people: int, count: int, seed: bytes) -> None:
    """If all can meet somebody new, they do."""
    for before, _, players in rounds(people, 2, count, seed, by_luck(seed)):
        met_again = repeats(players) > repeats(before)
        assert met_again == (not fresh_pairing_exists(before))


@given(st.sampled_from([4, 6, 8]), st.integers(1, 5), st.binary(max_size=8))
def test_points_are_as_near_as_possible(people: int, count: int, seed: bytes) -> None:
    """No two tables could exchange people so that fewer meet again and points are nearer."""
    for before, pairing, _ in rounds(people, 2, count, seed, by_luck(seed)):

        def cost(one: int, other: int, before: Players = before) -> tuple[int, int, int]:
            mine, theirs = before[one], before[other]
            ways = [times(each.firsts, 0) - times(each.firsts, 1) for each in (mine, theirs)]
            return (
                mine.opponents.count(other) ** 2,
                max(min(map(abs, ways)) - 1, 0) if ways[0] * ways[1] > 0 else 0,
                (mine.points - theirs.points) ** 2,
            )

        def total(*meetings: tuple[int, int]) -> list[int]:
            return [sum(level) for level in zip(*(cost(*two) for two in meetings), strict=True)]

        for (a, b), (c, d) in combinations(pairing.tables, 2):
            assert total((a, b), (c, d)) <= min(total((a, c), (b, d)), total((a, d), (b, c)))


@given(st.integers(4, 24), st.integers(0, 1), st.binary(max_size=8))
@settings(max_examples=full_or(40, 10))
def test_nobody_sits_first_much_more_often_than_second(people: int, more: int, seed: bytes) -> None:
    """In as many rounds as it takes for one to be the best, and one more."""
    count = ceil(log2(people)) + more
    for _, _, players in rounds(people, 2, count, seed, by_luck(seed)):
        assert leans(players) <= 2


@given(st.integers(4, 40), st.integers(2, 4), st.integers(1, 2), st.binary(max_size=8))
@settings(max_examples=full_or(40, 10))
def test_everybody_has_a_seat_or_a_bye(people: int, seats: int, low: int, seed: bytes) -> None:
    """In every round, and once only; whatever order the players are given in."""
    players = newcomers(people)
    for number in range(1, 4):
        pairing = swiss_round(tuple(players.values()), seats, low, seed, number)
        everybody = [one for table in pairing.tables for one in table] + [*pairing.byes]
        assert sorted(everybody) == list(range(people))
        assert len(pairing.byes) == (people % 2 if seats == 2 else 0)
        assert pairing == swiss_round(tuple(reversed(players.values())), seats, low, seed, number)
        players = after(players, pairing, number, by_luck(seed))


@exhaustive
@given(st.integers(4, 20), st.binary(max_size=8))
@settings(max_examples=full_or(30, 7))
def test_a_game_for_three_or_four_may_need_several_byes(people: int, seed: bytes) -> None:
    """Nobody has two more than somebody else."""
    players = newcomers(people)
    for number in range(1, 7):
        pairing = swiss_round(tuple(players.values()), 4, 3, seed, number)
        assert all(3 <= len(table) <= 4 for table in pairing.tables)
        players = after(players, pairing, number, by_luck(seed))
    byes = [player.byes for player in players.values()]
    assert max(byes) - min(byes) <= 1


def test_people_may_be_gone_and_come_later() -> None:
    """Opponents who play no more are no trouble, and neither is who joins with a bye or none."""
    players = [
        SwissPlayer(0, 12, (9,), 0, (1,)),
        SwissPlayer(1, 12, (), 1),
        SwissPlayer(2, 0, (8,), 0, (0, 1)),
        SwissPlayer(12),
        SwissPlayer(30),
    ]
    pairing = swiss_round(players, 2, 1, b"seed", 2, (9, 8, 0, 1, 2))
    assert {0, 1} in [set(table) for table in pairing.tables]
    assert pairing.byes[0] in (2, 12, 30)
    assert swiss_round(players[:1], 2, 1, b"seed", 2) == Pairing((), (0,))
    assert swiss_round((), 3, 1, b"seed", 1) == Pairing(())


@exhaustive
@pytest.mark.parametrize(("people", "seats"), every([(128, 3), (127, 2)], rows=True))
def test_128_people_are_paired(people: int, seats: int) -> None:
    """Nobody meets twice in the first rounds."""
    for _, _, players in rounds(people, seats, 3, b"seed", by_luck(b"luck")):
        assert not repeats(players)
