"""Accuracy after a match: computed in separate processes, and shown in private."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from math import ceil
from typing import Any, assert_never

import discord
from babel.numbers import format_decimal
from discord import ui

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status, check_revealed
from bot.match.values.errors import NotOver
from bot.match.values.players import UserId
from bot.match.values.times import Clock
from bot.worker.judging import Judging
from bot.worker.pool import WorkerPool
from bot.worker.tasks import Played
from cogs.base.custom_ids import BoardVersion
from cogs.base.figures import percent
from cogs.replay.timeline import Timeline
from cogs.runtime.expensive import ExpensiveWork
from cogs.screens import Scene
from cogs.screens.hint_words import move_words
from cogs.ui.layouts import ACCENT, MessageLayout, compose, rows_of
from cogs.ui.match_controls import hint_button, replay_button
from engine.core import driver
from engine.core.accuracy import SURE, Accuracy, Weighed, accuracy, band, dearest
from engine.core.chance import commitment
from engine.core.types import Level, Seat
from render.charts.chances import ChanceCurve, draw_chances
from render.names import plain_name
from render.picture import Picture, join_facts
from render.players import Player
from texts import Words


def has_accuracy(loaded: Loaded) -> bool:
    return loaded.status is Status.OVER and bool(loaded.log)


SOON = 8.5
"""Seconds after which an answer shows the certain part. Its picture takes a second more."""
MOST = 4
"""Maximum number of matches that are judged at the same time, sharing the worker processes."""


class Accuracies:
    """Evaluates decisions, and caches them so that repeated questions get the same numbers."""

    def __init__(self, clock: Clock, workers: WorkerPool) -> None:
        self._clock = clock
        self._workers = workers
        self._work = ExpensiveWork[tuple[Weighed, ...]](waiting=0, at_once=MOST)
        self._judging: dict[int, Judging] = {}

    def clear(self) -> None:
        self._work.clear()

    async def find(self, loaded: Loaded, asker: UserId) -> tuple[Weighed, ...]:
        """Return the decisions of a finished match, in order.

        Raise NotOver, SecretUntilDayEnds, a refusal of ExpensiveWork, or WorkerLost.
        """
        check_revealed(loaded.record, self._clock.now())
        if loaded.status is not Status.OVER:
            raise NotOver
        return await self._work.get(asker, loaded.record.id, partial(self._judge, loaded, asker))

    async def _judge(self, loaded: Loaded, asker: UserId) -> tuple[Weighed, ...]:
        match = loaded.record.id
        judging = Judging(Played(loaded.seats, loaded.entries, commitment(loaded.record.seed)))
        self._judging[match] = judging
        try:
            return await judging.run(self._workers, loaded.game, asker)
        finally:
            del self._judging[match]

    async def soon(
        self, match: int, finding: "asyncio.Future[tuple[Weighed, ...]]"
    ) -> tuple[Weighed, ...]:
        """Return the result of `find`; after SOON seconds its certain part, as soon as
        each decision has been searched once.
        """
        await asyncio.wait((finding,), timeout=SOON)
        judging = self._judging.get(match)
        if finding.done() or judging is None:
            return await finding
        complete = asyncio.create_task(judging.complete.wait())
        try:
            await asyncio.wait((finding, complete), return_when=asyncio.FIRST_COMPLETED)
        finally:
            complete.cancel()
        return finding.result() if finding.done() else judging.certain

    def progress(self, match: int, words: Words) -> MessageLayout:
        """Return the message to show while the decisions of this match are weighed."""
        at = self._clock.now() + ceil(SOON)
        return compose(
            texts=[
                words.say(
                    # Translators: Discord shows {time} as "in 9 seconds".
                    "🎯 Weighing every decision of match #{match}. "
                    "The result should be here {time}.",
                    match=match,
                    time=f"<t:{at}:R>",
                )
            ]
        )


PLACES = 3
ENTRIES = 6
"""Maximum number of costly decisions in a message: each takes at most four of the message's
components.
"""
SIDES = 8
"""Maximum number of players in a message, including former players."""


Decisions = tuple[Player, tuple[Weighed, ...]]


def by_player(timeline: Timeline, scene: Scene, weighed: Iterable[Weighed]) -> list[Decisions]:
    """Return the decisions by player; a seat that changed hands has two players.

    Leave out a computer's decisions in place of a late player.
    """
    decisions: dict[tuple[Seat, Player], list[Weighed]] = {}
    for decision in weighed:
        if not _stood_in(timeline, decision):
            player = scene.at(decision.seq).players[decision.seat]
            decisions.setdefault((decision.seat, player), []).append(decision)
    return [
        (player, tuple(own))
        for (_, player), own in sorted(decisions.items(), key=lambda item: item[0][0])
    ]


def _stood_in(timeline: Timeline, decision: Weighed) -> bool:
    turn = timeline.turns[step_of(timeline, decision.seq) - 1]
    return any(
        seat == decision.seat and turn.start <= since <= decision.seq
        for seat, since in timeline.loaded.roster.stood_in
    )


def step_of(timeline: Timeline, seq: int) -> int:
    return next(
        (step for step, turn in enumerate(timeline.turns, start=1) if seq < turn.stop),
        len(timeline.turns),
    )


def accuracy_panel(
    timeline: Timeline,
    scene: Scene,
    weighed: Sequence[Weighed],
    words: Words,
    *,
    final: bool = True,
) -> tuple[MessageLayout, list[tuple[str, Picture]]]:
    """Return the message with its pictures by file name; unless it is `final`, say that a more
    certain one follows. Slow: call it in a thread.
    """
    match = timeline.loaded.record.id
    layout = MessageLayout()
    container: ui.Container[MessageLayout] = ui.Container(accent_colour=ACCENT)
    layout.add_item(container)
    players = by_player(timeline, scene, weighed)[:SIDES]
    lines = [words.say("## 🎯 Accuracy in match #{match}", match=match)]
    game = timeline.loaded.game
    lines += [
        _player_lines(scene, player, figures)
        for player, decisions in players
        if (figures := accuracy(decisions, game.accuracy_scale)) is not None
    ]
    container.add_item(ui.TextDisplay("\n".join(lines)))
    costliest = _costliest(players)
    pictures = _curve(timeline, scene, costliest)
    for name, picture in pictures:
        shown = discord.MediaGalleryItem(f"attachment://{name}", description=picture.alt)
        container.add_item(ui.MediaGallery(shown))
    if not costliest and final:
        nothing = words.say("Nobody gave away anything that could be told from the best moves.")
        container.add_item(ui.TextDisplay(nothing))
    for step, places in _by_step(timeline, costliest).items():
        lines = [_place(timeline, scene, player, decision, step) for player, decision in places]
        container.add_item(ui.TextDisplay("\n".join(lines)))
        go = replay_button(match, step, "open", words.say("Replay from here"), "⏯️")
        buttons = [go, *_hints(match, [decision for _, decision in places], words)]
        for row in rows_of([buttons]):
            container.add_item(ui.ActionRow(*row))
    meaning = _meaning(words)
    if not final:
        still = words.say("-# ⏳ I'm still weighing: this message will soon be more certain.")
        meaning = f"{still}\n{meaning}"
    container.add_item(ui.TextDisplay(meaning))
    return layout, pictures


def _curve(
    timeline: Timeline, scene: Scene, costliest: Sequence[tuple[Player, Weighed]]
) -> list[tuple[str, Picture]]:
    """Return the chances to win as a picture with its file name; none for a single player."""
    shares = win_chances(timeline)
    if not shares:
        return []
    words, match = scene.words, timeline.loaded.record.id
    dear = [(decision.seat, step_of(timeline, decision.seq)) for _, decision in costliest]
    curves = [
        ChanceCurve(
            player,
            tuple(share[seat] for share in shares),
            tuple(step for owner, step in dear if owner == seat),
        )
        for seat, player in enumerate(scene.players)
    ]
    title = words.say("Chances to win · match #{match}", match=match)
    facts = [
        words.say(
            "{player}: {lowest} to {highest}, {last} in the end.",
            player=plain_name(words, scene.players, seat),
            lowest=percent(words, min(curve.shares)),
            highest=percent(words, max(curve.shares)),
            last=percent(words, curve.shares[-1]),
        )
        for seat, curve in enumerate(curves)
    ]
    picture = draw_chances(title, curves, join_facts([f"{title}.", *facts]), words, scene.theme)
    return [(f"chances-{match}-{timeline.loaded.seq}{picture.suffix}", picture)]


def win_chances(timeline: Timeline) -> list[tuple[float, ...]]:
    """Return the quick estimates of all shares of the win, before the first turn and after each.

    Return [] for a Game without a forecast.
    """
    loaded = timeline.loaded
    game = loaded.game
    ends = (timeline.advances[turn.stop - 1].position.state for turn in timeline.turns)
    states = (driver.start(game, loaded.seats).state, *ends)
    return [shares for state in states if (shares := game.shares(state))]


def _costliest(players: Sequence[Decisions]) -> list[tuple[Player, Weighed]]:
    each = max(1, min(PLACES, ENTRIES // max(len(players), 1)))
    costliest = [
        (player, decision) for player, decisions in players for decision in dearest(decisions, each)
    ]
    return costliest[:ENTRIES]


def _by_step(
    timeline: Timeline, costliest: Sequence[tuple[Player, Weighed]]
) -> dict[int, list[tuple[Player, Weighed]]]:
    places: dict[int, list[tuple[Player, Weighed]]] = {}
    for player, decision in costliest:
        places.setdefault(step_of(timeline, decision.seq), []).append((player, decision))
    return places


def _hints(match: int, weighed: Sequence[Weighed], words: Words) -> list[ui.Item[Any]]:
    boards = [BoardVersion(match, decision.seq) for decision in weighed]
    if len(boards) == 1:
        return [hint_button(boards[0], words)]
    return [hint_button(board, words, number) for number, board in enumerate(boards, start=1)]


def _player_lines(scene: Scene, player: Player, figures: Accuracy) -> str:
    words = scene.words
    name = replace(scene, players=(player,)).name(0)
    return "\n".join(
        [
            _verdict(words, band(figures.value), name),
            words.count(
                "-# {value} ± {margin} of 100 · {count} decision · "
                "{lost} points clearly given away",
                "-# {value} ± {margin} of 100 · {count} decisions · "
                "{lost} points clearly given away",
                figures.decisions,
                value=whole_words(words, figures.value),
                margin=whole_words(words, figures.margin),
                lost=decimal_words(words, figures.lost),
            ),
        ]
    )


def _verdict(words: Words, level: Level | None, player: str) -> str:
    match level:
        case None:
            return words.say("**{player}** decided hardly better than chance.", player=player)
        case Level.APPRENTICE:
            return words.say("**{player}** decided like an apprentice.", player=player)
        case Level.MINER:
            return words.say("**{player}** decided like a miner.", player=player)
        case Level.FOREMAN:
            return words.say("**{player}** decided like a foreman.", player=player)
        case Level.KING:
            return words.say(
                "**{player}** decided like the king under the mountain.", player=player
            )
        case _:
            assert_never(level)


def _place(timeline: Timeline, scene: Scene, player: Player, decision: Weighed, step: int) -> str:
    words = scene.words
    then = moment(timeline, scene, decision)
    return words.say(
        "Turn {step} · {player}: **{points} ± {margin}** points given away\n{played}. "
        "Better: {better}.",
        step=step,
        player=replace(scene, players=(player,)).name(0),
        points=decimal_words(words, decision.lost),
        margin=decimal_words(words, SURE * decision.error),
        played=move_words(then, decision.seat, decision.token),
        better=move_words(then, decision.seat, decision.best),
    )


def moment(timeline: Timeline, scene: Scene, decision: Weighed) -> Scene:
    loaded = timeline.loaded
    state = (
        timeline.advances[decision.seq - 1].position.state
        if decision.seq
        else driver.start(loaded.game, loaded.seats).state
    )
    return replace(scene, state=state, to_act=(decision.seat,)).at(decision.seq)


def decimal_words(words: Words, number: float) -> str:
    return format_decimal(round(number, 1), "#,##0.0", locale=words.locale)


def whole_words(words: Words, number: float) -> str:
    return format_decimal(round(number), "#,##0", locale=words.locale)


def _meaning(words: Words) -> str:
    return words.say(
        "-# Random moves get about 0, an apprentice 50, and the moves that the king under the "
        "mountain prefers 100. Only what a player could know counts, not how the dice fell "
        "afterwards. Dots mark the moves listed here, whose loss is certain."
    )
