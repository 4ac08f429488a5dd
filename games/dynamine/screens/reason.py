"""The largest difference between winner and runner-up, in sentences."""

from itertools import takewhile

from cogs.screens.base import Advances, Scene
from engine.core.driver import without_undone
from engine.core.types import Seat
from render.games.dynamine.words import SOURCES, points_of, source_name
from render.words import points


def reason(scene: Scene, advances: Advances) -> str:
    totals = scene.view.totals
    winner = max(range(len(totals)), key=lambda seat: totals[seat])
    others = [seat for seat in range(len(totals)) if seat != winner]
    other = max(others, key=lambda seat: totals[seat])
    if totals[winner] == totals[other]:
        return ""
    words = scene.words
    mine, theirs = (points_of(scene.view.mines[seat].score) for seat in (winner, other))
    most = max(range(len(SOURCES)), key=lambda source: mine[source] - theirs[source])
    compared = words.say(
        "{category} made the biggest difference: {mine} for {player}, {theirs} for {other}.",
        category=source_name(words, SOURCES[most]),
        mine=points(words, mine[most]),
        theirs=points(words, theirs[most]),
        player=scene.name(winner),
        other=scene.name(other),
    )
    since = _led_since(scene, advances, winner)
    if since is None:
        return compared
    led = words.say("{player} led from round {number} on.", player=scene.name(winner), number=since)
    return f"{compared} {led}"


def _led_since(scene: Scene, advances: Advances, winner: Seat) -> int | None:
    """Return the first of the rounds at whose ends the winner was alone in the lead without a
    break, or None if that is the first or the last round.
    """
    totals: dict[int, tuple[int, ...]] = {}
    for advance in without_undone(advances):
        state = advance.position.state
        totals[state.round] = scene.game.scores(state)
    rounds = [number for number in sorted(totals) if number > 0]

    def led(number: int) -> bool:
        rivals = (points for seat, points in enumerate(totals[number]) if seat != winner)
        return totals[number][winner] > max(rivals)

    last = list(takewhile(led, reversed(rounds)))
    return last[-1] if 1 < len(last) < len(rounds) else None
