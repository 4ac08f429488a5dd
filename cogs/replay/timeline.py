"""A match as a sequence of turns, and how it stood at the end of each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.match.log.events import MatchEvent
from bot.match.log.loaded import RECENT, Loaded
from bot.match.log.roster import fold
from bot.match.values.errors import NotStarted
from cogs.screens import Scene
from cogs.screens.base import Advances
from engine.core.driver import without_undone
from engine.core.turns import MatchTurn, turns


@dataclass(frozen=True)
class Timeline:
    """The whole of a match, as far as everybody may see it. Steps are counted from 1."""

    loaded: Loaded
    advances: Advances
    """The whole log, to find moments of it again."""
    public: Advances
    """The timeline as this viewer may know it: what is secret has no token and no events."""
    turns: tuple[MatchTurn, ...]

    def step(self, wanted: int) -> int:
        """The nearest step that exists."""
        return min(max(wanted, 1), len(self.turns))

    def done(self, step: int) -> Advances:
        """What was done in that turn and was not taken back."""
        turn = self.turns[step - 1]
        return without_undone(self.public[turn.first : turn.end])

    def events(self, step: int) -> Sequence[MatchEvent]:
        """The events of the match in that turn that are no moves, such as a seat taken over."""
        first, end = self.turns[step - 1].first, self.turns[step - 1].end
        last = step == len(self.turns)
        return [
            event
            for event in self.loaded.events
            if first < event.after_seq <= end or (last and event.after_seq > end)
        ]

    def at(self, step: int) -> Loaded:
        """The match as it was at the end of that turn."""
        end = self.turns[step - 1].end
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
    """The turns of a match so far; raises NotStarted without any. Slow: call it in a thread."""
    if not loaded.seats or not loaded.log:
        raise NotStarted
    advances = loaded.advances()
    found = turns(loaded.game, loaded.seats, advances)
    if not found:
        raise NotStarted
    return Timeline(loaded, advances, loaded.disclosed(advances, None), found)


def chapters(timeline: Timeline, scene: Scene) -> list[tuple[int, str]]:
    """The steps at which the headline changes, with it; `scene` is any of the match."""
    found: list[tuple[int, str]] = []
    for step, turn in enumerate(timeline.turns, start=1):
        state = timeline.advances[turn.end - 1].position.state
        there = replace(scene, state=state)
        headline = scene.screens.headline(there)
        if not found or found[-1][1] != headline:
            found.append((step, headline))
    return found
