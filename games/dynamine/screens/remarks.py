"""What was most remarkable of a match, in one sentence."""

from cogs.screens.base import Advances, Scene
from engine.games.dynamine.observation import Observation
from engine.games.dynamine.outcome import outcome
from games.dynamine.screens.content import content_of
from render.games.dynamine.words import SOURCES, points_of, source_name
from render.words import points

CLOSE = 3
"""A win by at most so many points is a narrow one."""
DEEP = 8
"""A mine with so many levels is remarkable."""
MISSIONS = 8
"""So many points for missions are remarkable: those of two of them."""
FAR = 25
"""A win by at least so many points is a clear one."""


def highlight(scene: Scene, advances: Advances) -> str:
    """A true sentence about a match that its rules have ended."""
    del advances
    view: Observation = scene.view
    ended = outcome(content_of(scene), scene.state)
    if ended is None:
        return ""
    words, totals = scene.words, view.totals
    winners = [seat for seat, place in enumerate(ended.places) if place == 1]
    who = words.listed(scene.name(seat) for seat in winners)
    best = totals[winners[0]]
    told = points(words, best)
    if len(winners) > 1:
        return words.say(
            "{players} share the win: {points} each, and as many tiles on levels 1 to 5.",
            players=who,
            points=told,
        )
    winner = winners[0]
    others = [seat for seat in range(len(totals)) if seat != winner]
    second = max(totals[seat] for seat in others)
    beaten = words.listed(scene.name(seat) for seat in others if totals[seat] == second)
    mine = view.mines[winner]
    if second == best:
        return words.say(
            "{player} and {others} had {points} each: the deeper tiles decided for {player}.",
            player=who,
            others=beaten,
            points=told,
        )
    if best - second <= CLOSE:
        margin = points(words, best - second)
        return words.say(
            "{player} won by just {points} over {others}.", player=who, points=margin, others=beaten
        )
    if best - second >= FAR:
        margin = points(words, best - second)
        return words.say("{player} ran away with it: {points} ahead.", player=who, points=margin)
    if mine.score.missions >= MISSIONS:
        return words.say(
            "{player} won with {points}, {count} of them for missions.",
            player=who,
            points=told,
            count=mine.score.missions,
        )
    if mine.depth >= DEEP:
        return words.say(
            "{player} dug down to level {level} and won with {points}.",
            player=who,
            level=mine.depth,
            points=told,
        )
    scored = points_of(mine.score)
    most = max(range(len(SOURCES)), key=lambda source: scored[source])
    return words.say(
        "{player} won with {points}. What brought most: {source}, {count}.",
        player=who,
        points=told,
        source=source_name(words, SOURCES[most]),
        count=scored[most],
    )
