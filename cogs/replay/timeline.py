"""A match as a sequence of turns, with the position at the end of each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.match.log.events import MatchEvent
from bot.match.log.loaded import RECENT, Loaded
from bot.match.log.roster import fold
from bot.match.values.errors import NotStarted
from cogs.screens import Scene
from cogs.screens.base import Advances
from engine.core.driver import without_undone
from engine.core.turns import turns


@dataclass(frozen=True)
class Timeline:
    """The whole match. Steps are counted from 1."""

    loaded: Loaded
    advances: Advances
    turns: tuple[range, ...]

    def step(self, number: int) -> int:
        return min(max(number, 1), len(self.turns))

    def done(self, step: int) -> Advances:
        turn = self.turns[step - 1]
        return without_undone(self.advances[turn.start : turn.stop])

    def events(self, step: int) -> Sequence[MatchEvent]:
        first, end = self.turns[step - 1].start, self.turns[step - 1].stop
        last = step == len(self.turns)
        return [
            event
            for event in self.loaded.events
            if first < event.after_seq <= end or (last and event.after_seq > end)
        ]

    def at(self, step: int) -> Loaded:
        end = self.turns[step - 1].stop
        if end == self.loaded.seq:
            return self.loaded
        events = tuple(event for event in self.loaded.events if event.after_seq <= end)
        return replace(
            self.loaded,
            log=self.loaded.log[:end],
            events=events,
            roster=fold(events),
            position=self.advances[end - 1].position,
            recent=tuple(self.advances[max(end - RECENT, 0) : end]),
        )


def timeline_of(loaded: Loaded) -> Timeline:
    """Return the turns of a match so far; raise NotStarted. Slow: call it in a thread."""
    if not loaded.seats or not loaded.log:
        raise NotStarted
    advances = loaded.advances()
    steps = turns(loaded.game, loaded.seats, advances)
    if not steps:
        raise NotStarted
    return Timeline(loaded, advances, steps)


def chapters(timeline: Timeline, scene: Scene) -> list[tuple[int, str]]:
    marks: list[tuple[int, str]] = []
    for step, turn in enumerate(timeline.turns, start=1):
        state = timeline.advances[turn.stop - 1].position.state
        scene_then = replace(scene, state=state)
        headline = scene.screens.headline(scene_then)
        if not marks or marks[-1][1] != headline:
            marks.append((step, headline))
    return marks
