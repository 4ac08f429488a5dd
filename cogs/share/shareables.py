"""What can be shared of a match: how it is spelled, and which of it there is."""

import re
from dataclasses import dataclass

from bot.match.records import Status
from bot.match.statistics.results import results
from cogs.replay.timeline import Timeline
from cogs.screens import Scene
from cogs.screens.capabilities import MomentScreens
from cogs.screens.statistics import StatisticsScreens
from engine.core.turning import TurningPoint

END, FILM = "end", "film"
"""The result, and the whole match as an animation."""
TURN, POINT, HIGH, FEAT = "turn", "point", "high", "feat"
"""A moment of the replay, a turning point, a high point, something achieved; numbers follow."""
_SPELLED = re.compile(r"(end|film|turn|point|high|feat)([0-9]{0,6})(?:-([a-z]{1,20}))?")


@dataclass(frozen=True, slots=True)
class Shareable:
    """Something that is to be shared."""

    kind: str
    number: int = 0
    """The step of TURN and POINT, the entry of HIGH, the seat of FEAT."""
    name: str = ""
    """The achievement of FEAT."""

    def __str__(self) -> str:
        number = "" if self.kind in (END, FILM) else str(self.number)
        return f"{self.kind}{number}-{self.name}" if self.name else f"{self.kind}{number}"


def thing(spelled: str) -> Shareable | None:
    """What is spelled like that, or None."""
    found = _SPELLED.fullmatch(spelled)
    if found is None:
        return None
    read = Shareable(found[1], int(found[2] or 0), found[3] or "")
    return read if str(read) == spelled else None


def offered(
    reel: Timeline,
    scene: Scene,
    statistics: StatisticsScreens,
    points: tuple[TurningPoint, ...],
    wanted: Shareable,
) -> list[tuple[Shareable, str]]:
    """What can be shared with its label, what is wanted first; `scene` is the match now.

    Of a match that goes on only what its boards have shown to all. Slow: call it in a thread.
    """
    words = scene.words
    found: list[tuple[Shareable, str]] = []
    if reel.loaded.status is Status.OVER:
        found.append((Shareable(END), words.say("🏆 The result")))
    found.append((Shareable(FILM), words.say("🎞️ The whole match as an animation")))
    found += [(feat, _feat_label(feat, scene, statistics)) for feat in feats(reel)]
    found += [
        (
            Shareable(POINT, point.step),
            words.say("⚡ The turning point in turn {step}", step=point.step),
        )
        for point in points
    ]
    if isinstance(scene.screens, MomentScreens):
        done = reel.told[: reel.turns[-1].end]
        high_points = scene.screens.high_points(scene, done)
        found += [(Shareable(HIGH, seq), label) for seq, label in high_points]
    last = next((pair for pair in found if pair[0] == wanted), None)
    if last is not None:
        found.remove(last)
        return [last, *found]
    if wanted.kind == TURN:
        step = reel.step(wanted.number)
        return [(Shareable(TURN, step), words.say("📣 Turn {step}", step=step)), *found]
    return found


def feats(reel: Timeline) -> list[Shareable]:
    """What people have achieved in a match that is over, also what they had before."""
    if reel.loaded.status is not Status.OVER:
        return []
    return [
        Shareable(FEAT, result.seat, one.name)
        for result in results(reel.loaded)
        for one in result.earned
    ]


def _feat_label(feat: Shareable, scene: Scene, statistics: StatisticsScreens) -> str:
    achievement = statistics.achievement(scene.words, feat.name, None)
    assert achievement is not None, "a game has words for all that it declares"
    return scene.words.say(
        "{achievement} · {player}",
        achievement=achievement.title,
        player=scene.players[feat.number].name,
    )
