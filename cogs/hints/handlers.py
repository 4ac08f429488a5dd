"""Answers /hint and its button: the best move, its reasons, and how certain it is."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from babel.numbers import format_decimal
from discord import app_commands, ui

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.playing.hints import hint_moment
from bot.match.values.players import UserId
from bot.worker.pool import WorkerPool
from bot.worker.tasks import Advise
from cogs.base import custom_id_families as families
from cogs.base.custom_ids import BoardVersion
from cogs.base.figures import percent
from cogs.base.markup import plain
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.presses import on_press
from cogs.scenes.lookup import MatchLookup
from cogs.scenes.scenes import Scenes
from cogs.screens import Scene
from cogs.screens.base import Style
from cogs.screens.hint_words import move_words, signed_decimal
from cogs.topics.autocomplete import running_matches
from cogs.topics.kit import BuiltTopic, TopicKit
from cogs.ui import widgets
from cogs.ui.layouts import MessageLayout, compose
from engine.core import driver
from engine.core.advice import Advised, lead
from engine.core.chance import commitment
from engine.core.thinking import Assessed
from engine.core.types import Seat
from texts import Words, mark

REMEMBERED = 256
"""Number of positions whose advice is cached."""

_Moment = tuple[int, int, int, str]


class Advisor:
    """Finds the best moves of a position, and caches them so that repeated questions get one
    answer.
    """

    def __init__(self, workers: WorkerPool) -> None:
        self._workers = workers
        self._known: OrderedDict[_Moment, tuple[Advised, ...]] = OrderedDict()
        self._searches: dict[_Moment, asyncio.Task[tuple[Advised, ...]]] = {}

    async def advise(self, loaded: Loaded, seat: Seat, asker: UserId) -> tuple[Advised, ...]:
        """Return the best moves of a seat, the best first; raise WorkerLost."""
        legal = driver.legal_tokens(loaded.game, driver.Position(loaded.state), seat)
        if len(legal) == 1:
            return (Advised(legal[0]),)
        position = (
            loaded.record.id,
            loaded.seq,
            seat,
            driver.digest(loaded.game, loaded.state),
        )
        if position in self._known:
            return self._known[position]
        search = self._searches.get(position)
        if search is None:
            search = asyncio.create_task(self._search(position, loaded, seat, asker))
            self._searches[position] = search
            search.add_done_callback(lambda _: self._searches.pop(position))
        # It continues if the player stops waiting, so that the next request finds its result.
        return await asyncio.shield(search)

    async def _search(
        self, position: _Moment, loaded: Loaded, seat: Seat, asker: UserId
    ) -> tuple[Advised, ...]:
        task = Advise(loaded.state, seat, commitment(loaded.record.seed))
        advice = await self._workers.run(loaded.game, task, asker)
        self._known[position] = advice
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return advice


@dataclass(eq=False)
class HintHandlers(Handlers):
    scenes: Scenes
    lookup: MatchLookup
    advisor: Advisor

    @app_commands.command(
        description=mark("In practice: the best move now, and why; only you see it")
    )
    @app_commands.describe(match=mark("Which match, if you're in several"))
    @app_commands.autocomplete(match=running_matches)
    @handler()
    async def hint(self, ctx: Context, match: int | None = None) -> None:
        number = (await self.lookup.find(ctx, match)).record.id
        await self._tell(ctx, number, None)

    @on_press(families.HINT)
    @handler()
    async def press(self, ctx: Context, board: BoardVersion) -> None:
        await self._tell(ctx, board.match, board.seq)

    async def _tell(self, ctx: Context, match: int, seq: int | None) -> None:
        loaded = await ctx.match(match)
        now = self.kit.matches.clock.now()
        then, seat = await asyncio.to_thread(hint_moment, loaded, ctx.user, seq, now)
        moves = await self.advisor.advise(then, seat, ctx.user)
        scene = await self.scenes.scene(then, ctx.words, seat)
        scene = replace(scene, to_act=(seat,)).at(then.seq)
        board = None
        if loaded.status is Status.RUNNING:
            board = BoardVersion(match, loaded.seq)
        layout = await asyncio.to_thread(hint_layout, scene, seat, moves, board)
        await ctx.tell(layout=layout)


def hint_layout(
    scene: Scene, seat: Seat, moves: Sequence[Advised], board: BoardVersion | None
) -> MessageLayout:
    """Return the hint; for the current `board`, with a button for each move that it recommends."""
    rows: list[list[ui.Item[Any]]] = []
    if board is not None:
        recommended = (moves[0].token, _equal(scene, seat, moves))
        tokens = [token for token in recommended if token is not None]
        rows = [
            [
                widgets.button(
                    families.MOVE.spell(board, (token,)),
                    plain(move_words(scene, seat, token)),
                    style=Style.GOOD if token == tokens[0] else Style.CALM,
                )
                for token in tokens
                if families.MOVE.fits(board, (token,))
            ]
        ]
    return compose(texts=[hint_text(scene, seat, moves)], rows=filter(None, rows))


def _equal(scene: Scene, seat: Seat, moves: Sequence[Advised]) -> str | None:
    """Return the second move that the hint recommends, or None if the best one stands alone."""
    other = _other(scene, seat, moves, move_words(scene, seat, moves[0].token))
    return None if other is None or _apart(moves[0], other) else other.token


def hint_text(scene: Scene, seat: Seat, moves: Sequence[Advised]) -> str:
    words = scene.words
    best, named = moves[0], move_words(scene, seat, moves[0].token)
    alternative = _other(scene, seat, moves, named)
    if alternative is None or _apart(best, alternative):
        heading = words.say("### 💡 {move}", move=named)
    else:
        heading = words.say(
            "### 💡 {move}, or: {other}",
            move=named,
            other=move_words(scene, seat, alternative.token),
        )
    found = scene.screens.hint_reasons(scene, seat, best.token)
    reasons = [words.say("- {reason}", reason=reason) for reason in found]
    return "\n".join([heading, *reasons, f"-# {_sure(scene, seat, best, alternative)}"])


def _other(scene: Scene, seat: Seat, moves: Sequence[Advised], named: str) -> Advised | None:
    for move in moves[1:]:
        if move_words(scene, seat, move.token) != named:
            return move
    return None


def _apart(best: Advised, other: Advised) -> bool:
    if best.assessed is None or other.assessed is None:
        return False
    return not lead(best.assessed, other.assessed).alike


def _sure(scene: Scene, seat: Seat, best: Advised, alternative: Advised | None) -> str:
    words = scene.words
    if len(scene.tokens(seat)) == 1:
        return words.say("It's the only move there is.")
    if best.assessed is None:
        return words.say("That's what the foreman would do, at a glance. Nothing was searched.")
    if alternative is None or alternative.assessed is None:
        return words.say("All other moves come to the same.")
    return _compared(
        words, best.assessed, alternative.assessed, move_words(scene, seat, alternative.token)
    )


def _compared(words: Words, best: Assessed[Any], other: Assessed[Any], named: str) -> str:
    gap = lead(best, other)
    exact = round(gap.margin, 1) == 0
    if exact and gap.alike:
        return words.say("To the king under the mountain these two are worth the same.")
    if exact and gap.sure:
        return words.say(
            "The king under the mountain expects {points} points against the next best: {move}.",
            points=signed_decimal(words, gap.points),
            move=named,
        )
    figures = {
        "points": signed_decimal(words, gap.points),
        "margin": format_decimal(gap.margin, "#,##0.0", locale=words.locale),
    }
    if gap.alike:
        return words.say(
            "Even the king under the mountain would toss a coin here: {points} ± {margin} points.",
            **figures,
        )
    if gap.sure:
        return words.say(
            "The king under the mountain expects {points} ± {margin} points against the next "
            "best: {move}.",
            move=named,
            **figures,
        )
    return words.say(
        "The king under the mountain expects fewer points ({points} ± {margin}) and more wins "
        "than with the next best, {move}: {share} against {other}.",
        move=named,
        share=percent(words, best.share),
        other=percent(words, other.share),
        **figures,
    )


def build(kit: TopicKit) -> BuiltTopic:
    handlers = HintHandlers(kit.interactions, kit.scenes, kit.lookup, Advisor(kit.kit.workers))
    return BuiltTopic((handlers,))
