"""Accuracy after a match: worked out in a process of its own, and shown in private."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from babel.numbers import format_decimal
from discord import ui

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status, check_revealed
from bot.match.values.errors import NotOver, refusal
from bot.match.values.players import UserId
from bot.match.values.times import Clock
from bot.worker.pool import WorkerPool
from bot.worker.tasks import Weigh
from cogs.base.custom_ids import BoardVersion
from cogs.replay.timeline import Timeline
from cogs.runtime.expensive import ExpensiveWork
from cogs.screens import Scene
from cogs.screens.hint_words import move_words
from cogs.ui.layouts import ACCENT, MessageLayout, rows_of
from cogs.ui.match_controls import hint_button, replay_button
from engine.core import driver
from engine.core.accuracy import SURE, Accuracy, Weighed, accuracy, dearest
from engine.core.capabilities import Assess
from engine.core.chance import commitment
from engine.core.types import Seat
from render.players import Player
from texts import Words

NoAccuracy = refusal("NoAccuracy", "In this game I can't tell how well anyone decided.")


def has_accuracy(loaded: Loaded) -> bool:
    """Whether its decisions can be weighed: it is over, and its game can be searched."""
    return loaded.status is Status.OVER and bool(loaded.log) and isinstance(loaded.game, Assess)


class Accuracies:
    """Weighs decisions and remembers them, so that who asks twice reads the same numbers."""

    def __init__(self, clock: Clock, workers: WorkerPool) -> None:
        self._clock = clock
        self._workers = workers
        self._work = ExpensiveWork[tuple[Weighed, ...]]()

    async def find(self, loaded: Loaded, asker: UserId) -> tuple[Weighed, ...]:
        """Return the decisions of a match that is over, in order.

        Raise NotOver, NoAccuracy, SecretUntilDayEnds, what ExpensiveWork refuses, or WorkerLost.
        """
        check_revealed(loaded.record, self._clock.now())
        if loaded.status is not Status.OVER:
            raise NotOver
        if not has_accuracy(loaded):
            raise NoAccuracy
        task = Weigh(loaded.seats, loaded.entries, commitment(loaded.record.seed))
        weigh = partial(self._workers.run, loaded.game, task)
        return await self._work.get(asker, loaded.record.id, weigh)


PLACES = 3
"""So many places of each player are told at most."""
ENTRIES = 6
"""So many of all players together: each takes at most four parts of a message."""
SIDES = 8
"""So many players, former ones among them, are told."""


@dataclass(frozen=True, slots=True)
class Side:
    """Whoever sat in a seat for a while, and their decisions."""

    seat: Seat
    player: Player
    weighed: tuple[Weighed, ...]


def sides(timeline: Timeline, scene: Scene, weighed: Iterable[Weighed]) -> list[Side]:
    """The decisions by who made them: a seat that was handed over is that of two players.

    What a computer played in a turn for somebody who was late is nobody's.
    """
    found: dict[tuple[Seat, Player], list[Weighed]] = {}
    for one in weighed:
        if not _stood_in(timeline, one):
            player = scene.at(one.seq).players[one.seat]
            found.setdefault((one.seat, player), []).append(one)
    return [
        Side(seat, player, tuple(ones))
        for (seat, player), ones in sorted(found.items(), key=lambda item: item[0][0])
    ]


def _stood_in(timeline: Timeline, one: Weighed) -> bool:
    turn = timeline.turns[step_of(timeline, one.seq) - 1]
    return any(
        seat == one.seat and turn.first <= since <= one.seq
        for seat, since in timeline.loaded.roster.stood_in
    )


def step_of(timeline: Timeline, seq: int) -> int:
    """The step of a replay that an entry belongs to."""
    return next(
        (step for step, turn in enumerate(timeline.turns, start=1) if seq < turn.end),
        len(timeline.turns),
    )


def accuracy_panel(
    timeline: Timeline, scene: Scene, weighed: Sequence[Weighed], words: Words
) -> MessageLayout:
    """Everybody's accuracy, the places that cost most, each with ways there, and what it means."""
    match = timeline.loaded.record.id
    layout = MessageLayout()
    container: ui.Container[MessageLayout] = ui.Container(accent_colour=ACCENT)
    layout.add_item(container)
    there = sides(timeline, scene, weighed)[:SIDES]
    lines = [words.say("## 🎯 Accuracy in match #{match}", match=match)]
    lines += [
        _side_line(scene, side, found)
        for side in there
        if (found := accuracy(side.weighed)) is not None
    ]
    container.add_item(ui.TextDisplay("\n".join(lines)))
    told = _told(there)
    if not told:
        nothing = words.say("Nobody gave away anything that could be told from the best moves.")
        container.add_item(ui.TextDisplay(nothing))
    for step, places in _by_step(timeline, told).items():
        lines = [_place(timeline, scene, side, one, step) for side, one in places]
        container.add_item(ui.TextDisplay("\n".join(lines)))
        go = replay_button(match, step, "open", words.say("Replay from here"), "⏯️")
        buttons = [go, *_hints(match, [one for _, one in places], words)]
        for row in rows_of([buttons]):
            container.add_item(ui.ActionRow(*row))
    container.add_item(ui.TextDisplay(_meaning(words)))
    return layout


def _told(there: Sequence[Side]) -> list[tuple[Side, Weighed]]:
    """The dearest places of each side, fewer where there are many sides."""
    each = max(1, min(PLACES, ENTRIES // max(len(there), 1)))
    return [(side, one) for side in there for one in dearest(side.weighed, each)][:ENTRIES]


def _by_step(
    timeline: Timeline, told: Sequence[tuple[Side, Weighed]]
) -> dict[int, list[tuple[Side, Weighed]]]:
    """Group places by the step of the replay that shows them, which has one button."""
    places: dict[int, list[tuple[Side, Weighed]]] = {}
    for side, one in told:
        places.setdefault(step_of(timeline, one.seq), []).append((side, one))
    return places


def _hints(match: int, weighed: Sequence[Weighed], words: Words) -> list[ui.Item[Any]]:
    """Return a button for each decision of a turn, numbered if there are several."""
    boards = [BoardVersion(match, one.seq) for one in weighed]
    if len(boards) == 1:
        return [hint_button(boards[0], words)]
    return [hint_button(board, words, number) for number, board in enumerate(boards, start=1)]


def _side_line(scene: Scene, side: Side, found: Accuracy) -> str:
    """One player's accuracy, with what they gave away."""
    words = scene.words
    name = replace(scene, players=(side.player,)).name(0)
    return words.count(
        "{player}: **{value} ± {margin}** of 100 · {count} decision · gave away {lost} ± "
        "{lost_margin} points",
        "{player}: **{value} ± {margin}** of 100 · {count} decisions · gave away {lost} ± "
        "{lost_margin} points",
        found.decisions,
        player=name,
        value=decimal_words(words, found.value),
        margin=decimal_words(words, found.margin),
        lost=decimal_words(words, found.lost),
        lost_margin=decimal_words(words, found.lost_margin),
    )


def _place(timeline: Timeline, scene: Scene, side: Side, one: Weighed, step: int) -> str:
    """What was decided there, and what would have been better."""
    words = scene.words
    then = moment(timeline, scene, one)
    return words.say(
        "Turn {step} · {player}: **{points} ± {margin}** points given away\n{played}. "
        "Better: {better}.",
        step=step,
        player=replace(scene, players=(side.player,)).name(0),
        points=decimal_words(words, one.lost),
        margin=decimal_words(words, SURE * one.error),
        played=move_words(then, one.seat, one.token),
        better=move_words(then, one.seat, one.best),
    )


def moment(timeline: Timeline, scene: Scene, one: Weighed) -> Scene:
    """The match when something was decided."""
    loaded = timeline.loaded
    state = (
        timeline.advances[one.seq - 1].position.state
        if one.seq
        else driver.start(loaded.game, loaded.seats).state
    )
    return replace(scene, state=state, to_act=(one.seat,)).at(one.seq)


def decimal_words(words: Words, number: float) -> str:
    """A number with one digit after the point."""
    return format_decimal(round(number, 1), "#,##0.0", locale=words.locale)


def _meaning(words: Words) -> str:
    return words.say(
        "-# 100 is what the king under the mountain would have decided, by what it expects; how "
        "the dice fell afterwards counts for nobody. What lies within its error counts as "
        "nothing given away, and where only one move was legal nothing counts."
    )
