"""Sentences about turning points, for replays on Discord and for pages of a match."""

from cogs.screens import Scene
from engine.core.turning import TurningPoint
from render.names import drawn_name

UNLIKELY = 2
"""Per cent shown for an all but impossible outcome."""


def note(point: TurningPoint, scene: Scene) -> str:
    """Return each player's chances to win before and after a turning point."""
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
    """Return the same for the player whose chances changed most."""
    gains = [after - before for before, after in zip(point.before, point.after, strict=True)]
    seat = max(range(len(gains)), key=lambda seat: abs(gains[seat]))
    return scene.words.say(
        "Turning point: {player}, {before}% → {after}%",
        player=drawn_name(scene.words, scene.players, seat),
        before=_percent(point.before[seat]),
        after=_percent(point.after[seat]),
    )


def _percent(share: float) -> int:
    """Round an estimate to the nearest five per cent; only a decided match gets 0 or 100."""
    if 0 < share < 1:
        return min(max(5 * round(20 * share), UNLIKELY), 100 - UNLIKELY)
    return round(100 * share)
