"""Swiss pairings: players of equal points meet, and repeats only if unavoidable."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from math import ceil, log2

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.match.tournaments.pairing.luck import draw
from bot.match.tournaments.pairing.seating import count_seat, times
from bot.match.tournaments.pairing.swiss import Pairing, SwissPlayer, swiss_round
from bot.match.tournaments.pairing.tie_breaks import WIN, quarters
from tests.tiers import every, exhaustive, full_or

Players = dict[int, SwissPlayer]
Outcome = Callable[[int, tuple[int, ...]], tuple[int, ...]]
"""The places at a table in a round."""


def by_luck(seed: bytes) -> Outcome:
    """Return places that a seed draws, including ties."""
    return lambda number, table: tuple(
        1 + draw(seed, "result", number, player) % (len(table) + 1) for player in table
    )


def by_strength(_: int, table: tuple[int, ...]) -> tuple[int, ...]:
    """Return places by number: the lowest number wins."""
    return tuple(sorted(table).index(player) + 1 for player in table)


def after(players: Players, pairing: Pairing, number: int, outcome: Outcome) -> Players:
    result = dict(players)
    for entrant in pairing.byes:
        player = players[entrant]
        result[entrant] = replace(player, points=player.points + WIN, byes=player.byes + 1)
    for table in pairing.tables:
        for seat, (entrant, got) in enumerate(
            zip(table, quarters(outcome(number, table)), strict=True)
        ):
            player = players[entrant]
            others = tuple(other for other in table if other != entrant)
            result[entrant] = replace(
                player,
                points=player.points + got,
                opponents=player.opponents + others,
                firsts=count_seat(player.firsts, seat),
            )
    return result


def newcomers(people: int) -> Players:
    return {number: SwissPlayer(number) for number in range(people)}


def rounds(
    people: int, seats: int, count: int, seed: bytes, outcome: Outcome
) -> Iterator[tuple[Players, Pairing, Players]]:
    """Yield the players before a round, its pairing, and the players after it."""
    players = newcomers(people)
    for number in range(1, count + 1):
        pairing = swiss_round(tuple(players.values()), seats, 1, seed, number, range(people))
        before, players = players, after(players, pairing, number, outcome)
        yield before, pairing, players


def repeats(players: Mapping[int, SwissPlayer]) -> int:
    """Count repeated meetings."""
    return (
        sum(len(player.opponents) - len(set(player.opponents)) for player in players.values()) // 2
    )


def leans(players: Mapping[int, SwissPlayer]) -> int:
    """Return the largest difference between a player's first and second seats."""
    return max(
        abs(times(player.firsts, 0) - times(player.firsts, 1)) for player in players.values()
    )


def fresh_pairing_exists(players: Players) -> bool:
    """Return whether every player can meet a new opponent. The number of players must be even."""
    if not players:
        return True
    first, *others = players.values()
    return any(
        fresh_pairing_exists({place.number: place for place in others if place is not other})
        for other in others
        if other.number not in first.opponents
    )


def test_first_round_pairs_the_better_half_with_the_other() -> None:
    """The FIDE rules do the same: of eight, 1 meets 5, 2 meets 6, 3 meets 7, 4 meets 8."""
    players = tuple(newcomers(9).values())[1:]
    pairing = swiss_round(players, 2, 1, b"seed", 1, range(1, 9))
    assert [set(table) for table in pairing.tables] == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]
    assert pairing.byes == ()


def test_first_round_seats_one_of_the_best_at_each_larger_table() -> None:
    pairing = swiss_round(tuple(newcomers(11).values()), 4, 2, b"seed", 1, range(11))
    assert [set(table) for table in pairing.tables] == [{0, 3, 6, 9}, {1, 4, 7, 10}, {2, 5, 8}]


def test_first_round_without_an_order_is_drawn_by_lot() -> None:
    players = tuple(newcomers(16).values())
    first, again, other = (swiss_round(players, 2, 1, seed, 1) for seed in (b"a", b"a", b"b"))
    assert first == again
    assert first != other


def test_second_round_pairs_equal_points_half_against_half() -> None:
    players = newcomers(8)
    first = swiss_round(tuple(players.values()), 2, 1, b"seed", 1, range(8))
    players = after(players, first, 1, by_strength)
    second = swiss_round(tuple(players.values()), 2, 1, b"seed", 2, range(8))
    assert {frozenset(table) for table in second.tables} == {
        frozenset(two) for two in [(0, 2), (1, 3), (4, 6), (5, 7)]
    }
    assert all(players[player].points == WIN for table in second.tables[:2] for player in table)


def test_bye_goes_to_fewest_byes_then_fewest_points() -> None:
    players = [
        SwissPlayer(0, points=0, byes=1),
        SwissPlayer(1, points=24),
        SwissPlayer(2, points=12),
        SwissPlayer(3, points=12, byes=1),
        SwissPlayer(4, points=24, byes=1),
    ]
    assert swiss_round(players, 2, 1, b"seed", 3).byes == (2,)


def test_no_player_has_a_second_bye_before_all_had_one() -> None:
    for before, pairing, _ in rounds(7, 2, 9, b"seed", by_strength):
        (rests,) = pairing.byes
        assert before[rests].byes == min(player.byes for player in before.values())


def test_bye_goes_to_more_points_if_that_avoids_a_repeat() -> None:
    players = [
        SwissPlayer(0, points=24, opponents=(1,)),
        SwissPlayer(1, points=12, opponents=(0,)),
        SwissPlayer(2, points=0),
    ]
    pairing = swiss_round(players, 2, 1, b"seed", 2)
    assert pairing.byes == (1,)
    assert [set(table) for table in pairing.tables] == [{0, 2}]


def test_two_players_who_sat_first_too_often_do_not_meet() -> None:
    """This holds even if no other players have the same points."""
    players = [
        SwissPlayer(0, points=24, firsts=(2, 0)),
        SwissPlayer(1, points=24, firsts=(2, 0)),
        SwissPlayer(2, points=12, firsts=(1, 1)),
        SwissPlayer(3, points=12, firsts=(1, 1)),
    ]
    pairing = swiss_round(players, 2, 1, b"seed", 3, range(4))
    assert all(table[0] in (2, 3) and table[1] in (0, 1) for table in pairing.tables)


@given(st.sampled_from([4, 6, 8]), st.integers(1, 7), st.binary(max_size=8))
def test_players_meet_again_only_if_unavoidable(people: int, count: int, seed: bytes) -> None:
    for before, _, players in rounds(people, 2, count, seed, by_luck(seed)):
        met_again = repeats(players) > repeats(before)
        assert met_again == (not fresh_pairing_exists(before))


@given(st.sampled_from([4, 6, 8]), st.integers(1, 5), st.binary(max_size=8))
def test_no_swap_between_two_tables_is_better(people: int, count: int, seed: bytes) -> None:
    """Better means fewer repeats, then smaller differences in points."""
    for before, pairing, _ in rounds(people, 2, count, seed, by_luck(seed)):

        def cost(player: int, other: int, before: Players = before) -> tuple[int, int, int]:
            mine, theirs = before[player], before[other]
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
def test_first_and_second_seats_differ_by_at_most_two(people: int, more: int, seed: bytes) -> None:
    """Checked for the usual number of rounds, and for one more."""
    count = ceil(log2(people)) + more
    for _, _, players in rounds(people, 2, count, seed, by_luck(seed)):
        assert leans(players) <= 2


@given(st.integers(4, 40), st.integers(2, 4), st.integers(1, 2), st.binary(max_size=8))
@settings(max_examples=full_or(40, 10))
def test_each_player_has_one_seat_or_bye_in_every_round(
    people: int, seats: int, low: int, seed: bytes
) -> None:
    players = newcomers(people)
    for number in range(1, 4):
        pairing = swiss_round(tuple(players.values()), seats, low, seed, number)
        players_seated = [player for table in pairing.tables for player in table] + [*pairing.byes]
        assert sorted(players_seated) == list(range(people))
        assert len(pairing.byes) == (people % 2 if seats == 2 else 0)
        assert pairing == swiss_round(tuple(reversed(players.values())), seats, low, seed, number)
        players = after(players, pairing, number, by_luck(seed))


@exhaustive
@given(st.integers(4, 20), st.binary(max_size=8))
@settings(max_examples=full_or(30, 7))
def test_byes_of_a_game_for_three_or_four_differ_by_at_most_one(people: int, seed: bytes) -> None:
    players = newcomers(people)
    for number in range(1, 7):
        pairing = swiss_round(tuple(players.values()), 4, 3, seed, number)
        assert all(3 <= len(table) <= 4 for table in pairing.tables)
        players = after(players, pairing, number, by_luck(seed))
    byes = [player.byes for player in players.values()]
    assert max(byes) - min(byes) <= 1


def test_missing_opponents_and_late_players_are_paired() -> None:
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
def test_128_players_have_no_repeats_in_three_rounds(people: int, seats: int) -> None:
    for _, _, players in rounds(people, seats, 3, b"seed", by_luck(b"luck")):
        assert not repeats(players)
