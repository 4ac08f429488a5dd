"""DYNAMINE in the arena: unused piles and tiles, and the worth of cards and rewards."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev

from bench.arena.seen import PlayedMatch, Seen
from bench.arena.tables import interval
from engine.core.game import AnyGame
from engine.core.types import Seat
from engine.games.dynamine import scoring
from engine.games.dynamine.content import COLUMNS, ROWS, Content
from engine.games.dynamine.rules import Dynamine
from engine.games.dynamine.state import State

SELDOM = 0.1
"""Tiles built in a smaller share of matches count as unused."""


@dataclass(frozen=True, slots=True)
class Noticed:
    """Notes about one match."""

    state: State
    offered: Counter[str]
    """Number of turns in which a pile or card was available, by token."""
    chosen: Counter[str]
    dealt: tuple[int, ...]
    """Each seat's first mission."""


def notice(game: AnyGame, record: PlayedMatch) -> Noticed:
    """Count tokens of piles and cards by turn, and keep the final table."""
    assert isinstance(game, Dynamine), "these statistics are for DYNAMINE"
    offered: Counter[str] = Counter()
    chosen: Counter[str] = Counter()
    for turn in record.turns:
        offered.update(turn.offered)
        chosen.update(set(turn.chosen))
    dealt = tuple(player.cards[0] for player in record.end.players)
    return Noticed(record.end, offered, chosen, dealt)


def lines(game: AnyGame, played: Sequence[Seen]) -> list[str]:
    """Report all statistics, by number of seats if that matters."""
    assert isinstance(game, Dynamine), "these statistics are for DYNAMINE"
    content = game.content
    report = []
    for seats in sorted({len(match.points) for match in played}):
        part = [match for match in played if len(match.points) == seats]
        report += _mines(content, part)
        report += _rewards(content, part)
    return [*report, *_piles(content, played), *_tiles(content, played), *_cards(content, played)]


def _mines(content: Content, played: Sequence[Seen]) -> list[str]:
    worths = [
        scoring.worth(content, player.mine)
        for match in played
        for player in match.noticed.state.players
    ]
    _, wells, altars, depth, veins, tiles = zip(*(worth.counts for worth in worths), strict=True)
    left = fmean(sum(map(len, match.noticed.state.piles)) for match in played)
    rows = (
        f"{len(played[0].points)} seats: a mine has {fmean(tiles) - 1:.1f} tiles,"
        f" {fmean(depth):.1f} levels, {fmean(veins):.1f} veins, {fmean(altars):.1f} altars,"
        f" {fmean(wells):.1f} wells; {left:.1f} of {len(content.tiles)} tiles stay in the supply"
    )
    return [rows]


def _rewards(content: Content, played: Sequence[Seen]) -> list[str]:
    """Report the points from each reward per match, how often its sole leader wins, and how far
    the rewards of the seats differ.
    """
    rows = []
    sums = [[0] * len(match.points) for match in played]
    for place, reward in enumerate(content.rewards):
        points, wins = [], []
        for match, seats in zip(played, sums, strict=True):
            counts = tuple(
                scoring.worth(content, player.mine).counts for player in match.noticed.state.players
            )
            paid = scoring.reward_points(content, counts)[place]
            seats[:] = [total + more for total, more in zip(seats, paid, strict=True)]
            points.append(sum(paid))
            mine = [seat[place] for seat in counts]
            if mine.count(max(mine)) == 1:
                wins.append(match.wins[mine.index(max(mine))])
        first = f"who leads wins {interval(wins)}" if wins else "nobody leads"
        rows.append(f"    {reward.reward.value}: {fmean(points):.1f} points a match, {first}")
    spread = fmean(pstdev(seats) for seats in sums)
    return [f"  Rewards, which differ by {spread:.2f} points between seats:", *rows]


def _piles(content: Content, played: Sequence[Seen]) -> list[str]:
    """Report, row by row, the share of built tiles and of turns with a built tile."""
    offered: Counter[str] = Counter()
    chosen: Counter[str] = Counter()
    left: Counter[str] = Counter()
    for match in played:
        offered.update(match.noticed.offered)
        chosen.update(match.noticed.chosen)
        for pile, many in zip(content.piles, match.noticed.state.piles, strict=True):
            left[pile.name] += len(many)
    whole = {pile.name: len(pile.tiles) * len(played) for pile in content.piles}
    shown = ["Piles: tiles built in %, and built from in % of the turns that could:"]
    shown.append("     " + "".join(f"{column:>10}" for column in COLUMNS))
    for row in ROWS:
        cells = []
        for column in COLUMNS:
            name = f"{row}{column}"
            built = 100 * (1 - left[name] / whole[name])
            turns = offered[f"take {name}"]
            taken = 100 * chosen[f"take {name}"] / turns if turns else 0.0
            cells.append(f"{built:.0f} / {taken:.0f}")
        shown.append(f"  {row}  " + "".join(f"{cell:>10}" for cell in cells))
    return shown


def _tiles(content: Content, played: Sequence[Seen]) -> list[str]:
    built = Counter(
        placed.tile
        for match in played
        for player in match.noticed.state.players
        for placed in player.mine
    )
    seldom = [
        f"{tile.name} {100 * built[place] / len(played):.0f} %"
        for place, tile in enumerate(content.tiles)
        if built[place] < SELDOM * len(played)
    ]
    listed = ", ".join(seldom) or "none"
    return [f"Tiles built in less than {100 * SELDOM:.0f} % of the matches: {listed}"]


def _cards(content: Content, played: Sequence[Seen]) -> list[str]:
    """Report how often players take an available card, its points, and its owners' wins."""
    offered: Counter[str] = Counter()
    chosen: Counter[str] = Counter()
    for match in played:
        offered.update(match.noticed.offered)
        chosen.update(match.noticed.chosen)
    shown = ["Cards: taken in % of the turns that could; its owner's points from it; their wins"]
    for place, card in enumerate(content.cards):
        token = f"card {card.name.value}"
        share = 100 * chosen[token] / offered[token] if offered[token] else 0.0
        dealt = _owners(played, place, dealt=True)
        taken = _owners(played, place, dealt=False)
        rows = [
            f"{title} {len(owned)} times, {points:.1f} points, wins {_edge(owned)}"
            for title, owned in (("dealt", dealt), ("taken", taken))
            if owned
            for points in [fmean(_points(content, match, seat, place) for match, seat in owned)]
        ]
        shown.append(f"  {card.name.value}: {share:.0f} %; " + "; ".join(rows))
    return shown


def _owners(played: Sequence[Seen], card: int, *, dealt: bool) -> list[tuple[Seen, Seat]]:
    return [
        (match, seat)
        for match in played
        for seat, player in enumerate(match.noticed.state.players)
        if card in player.cards and (match.noticed.dealt[seat] == card) == dealt
    ]


def _edge(owned: Sequence[tuple[Seen, Seat]]) -> str:
    """Return by how much the owners' share of the win exceeds a fair share."""
    more = fmean(match.wins[seat] - 1 / len(match.wins) for match, seat in owned)
    return f"{100 * more:+.0f} points of a hundred"


def _points(content: Content, match: Seen, seat: Seat, card: int) -> int:
    player = match.noticed.state.players[seat]
    effect = content.cards[card]
    if effect.mission:
        return effect.points if scoring.mission_done(content, player.mine, card) else 0
    others = tuple(held for held in player.cards if held != card)
    without = type(player)(player.mine, others)
    return scoring.object_points(content, player) - scoring.object_points(content, without)
