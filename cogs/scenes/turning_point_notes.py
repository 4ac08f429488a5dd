"""Sentences about turning points, for replays on Discord and for pages of a match."""

from cogs.screens import Scene
from engine.core.turning import TurningPoint
from render.names import drawn_name

UNLIKELY = 2
"""Lowest percentage shown for an outcome that is still possible."""


def note(point: TurningPoint, scene: Scene) -> str:
    words = scene.words
    changes = (
        words.say(
            "{player}: {before}% → {after}%",
            player=scene.name(seat),
            before=_percent(before),
            after=_percent(after),
        )
        for seat, (before, after) in enumerate(zip(point.before, point.after, strict=True))
    )
    return words.say("⚡ Chances to win · {changes}", changes=words.listed(changes))


def caption(point: TurningPoint, scene: Scene) -> str:
    gains = [after - before for before, after in zip(point.before, point.after, strict=True)]
    seat = max(range(len(gains)), key=lambda seat: abs(gains[seat]))
    return scene.words.say(
        "Turning point: {player}, {before}% → {after}%",
        player=drawn_name(scene.words, scene.players, seat),
        before=_percent(point.before[seat]),
        after=_percent(point.after[seat]),
    )


def _percent(share: float) -> int:
    """Round to the nearest five per cent; only a decided match gets 0 or 100."""
    if 0 < share < 1:
        return min(max(5 * round(20 * share), UNLIKELY), 100 - UNLIKELY)
    return round(100 * share)
