"""The most remarkable fact of a match, in one sentence."""

from cogs.screens.base import Advances, Scene
from engine.games.dynamine.observation import Observation
from engine.games.dynamine.outcome import outcome
from games.dynamine.screens.content import content_of
from render.games.dynamine.words import SOURCES, points_of, source_name
from render.words import points

CLOSE = 3
"""Largest lead that counts as a narrow win."""
DEEP = 8
"""Number of levels from which a mine is remarkable."""
MISSIONS = 8
"""Points from which missions are remarkable; it takes two of them."""
FAR = 25
"""Smallest lead that counts as a clear win."""


def highlight(scene: Scene, advances: Advances) -> str:
    del advances
    view: Observation = scene.view
    ended = outcome(content_of(scene), scene.state)
    if ended is None:
        return ""
    words, totals = scene.words, view.totals
    winners = [seat for seat, place in enumerate(ended.places) if place == 1]
    winner_names = words.listed(scene.name(seat) for seat in winners)
    best = totals[winners[0]]
    score = points(words, best)
    if len(winners) > 1:
        return words.say(
            "{players} share the win: {points} each, and as many tiles on levels 1 to 5.",
            players=winner_names,
            points=score,
        )
    winner = winners[0]
    others = [seat for seat in range(len(totals)) if seat != winner]
    second = max(totals[seat] for seat in others)
    beaten = words.listed(scene.name(seat) for seat in others if totals[seat] == second)
    mine = view.mines[winner]
    if second == best:
        return words.say(
            "{player} and {others} had {points} each: the deeper tiles decided for {player}.",
            player=winner_names,
            others=beaten,
            points=score,
        )
    if best - second <= CLOSE:
        margin = points(words, best - second)
        return words.say(
            "{player} won by just {points} over {others}.",
            player=winner_names,
            points=margin,
            others=beaten,
        )
    if best - second >= FAR:
        margin = points(words, best - second)
        return words.say(
            "{player} ran away with it: {points} ahead.", player=winner_names, points=margin
        )
    if mine.score.missions >= MISSIONS:
        return words.say(
            "{player} won with {points}, {count} of them for missions.",
            player=winner_names,
            points=score,
            count=mine.score.missions,
        )
    if mine.depth >= DEEP:
        return words.say(
            "{player} dug down to level {level} and won with {points}.",
            player=winner_names,
            level=mine.depth,
            points=score,
        )
    scored = points_of(mine.score)
    most = max(range(len(SOURCES)), key=lambda source: scored[source])
    return words.say(
        "{player} won with {points}. What brought most: {source}, {count}.",
        player=winner_names,
        points=score,
        source=source_name(words, SOURCES[most]),
        count=scored[most],
    )
