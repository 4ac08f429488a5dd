"""Changes of a match since Discord showed it."""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.match.core.boards import BoardProgress
from bot.match.log.events import MatchEvent, MatchEventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.log.roster import fold
from bot.match.people.servers import SeriesScore
from bot.match.services import DomainServices
from bot.match.timekeeping.timekeeper import Times
from bot.match.tournaments.loaded import Tournaments
from bot.match.values.players import UserId, is_person
from bot.match.values.times import Pace
from cogs.board.after_match import after_match_lines
from cogs.board.first_match import guide_for_newcomers
from cogs.board.mentions import ended_by, mentioned_before, starter, to_mention
from cogs.games.guide import GameGuide
from cogs.kit import Kit
from cogs.scenes.narration import ends_of_last_turns, start_of_last_turn
from cogs.scenes.scenes import Scenes
from cogs.scenes.table_titles import next_round_line, table_line
from cogs.screens import Scene
from engine.core.driver import Advance
from engine.core.types import Seat
from texts import Words

LOST_AT_THE_END = (MatchEventKind.CLAIMED, MatchEventKind.FORFEITED)
"""Events in which a player loses a seat involuntarily, and which can end the match."""
NO_CLOCK = Times(Pace.NONE, None, ())


@dataclass(frozen=True, slots=True)
class BoardUpdate:
    loaded: Loaded
    progress: BoardProgress
    scene: Scene
    advances: Sequence[Advance[Any]]
    """The whole log from public information. Entries that the board doesn't need are slow
    to read.
    """
    pings: list[UserId]
    text_readers: list[UserId]
    times: Times = NO_CLOCK
    score: SeriesScore | None = None
    after_match: tuple[str, ...] = ()
    quiet: bool = False
    table: str = ""
    guide: GameGuide = field(default_factory=GameGuide)
    """Empty if no acting player needs an explanation."""

    @property
    def over(self) -> bool:
        return self.loaded.status is not Status.RUNNING

    @property
    def end_pings(self) -> list[UserId]:
        """All who played to the end, except the player who ended the match."""
        roster, by = self.loaded.roster, ended_by(self.loaded)
        users = [*roster.people]
        if any(event.kind in LOST_AT_THE_END for event in self.loaded.events):
            users += [user for _, user in roster.gone[-1:]]
        return [user for user in dict.fromkeys(users) if is_person(user) and user != by]

    @property
    def end_is_shown(self) -> bool:
        events = self.loaded.events[: self.progress.events]
        return self.over and fold(events).status is Status.OVER

    @property
    def shown_seq(self) -> int:
        return max(self.progress.seq, 0)

    @property
    def base(self) -> int:
        """First entry on an edited board, which shows a turn as a whole and nothing before it."""
        log = self.loaded.log[self.progress.base :]
        actors = {logged.entry.actor for logged in log if logged.entry.actor is not None}
        return self.progress.base if len(actors) == 1 else self.shown_seq

    def start_for_readers(self, base: int) -> int:
        """Return the first entry of a board that must show everything from `base` on.

        Acting players read everything since the end of their last turn, so the board starts at the
        earliest of these. A match for one shows the last turn only.
        """
        if self.loaded.seats == 1:
            return start_of_last_turn(self.loaded)
        return base if self.over else min([base, *ends_of_last_turns(self.loaded)])

    def events(self, base: int, until: int | None = None) -> list[MatchEvent]:
        """Return match events since entry `base`, among the first `until`."""
        return [event for event in self.loaded.events[:until] if event.after_seq >= base]


async def board_update(
    kit: Kit, domain: DomainServices, scenes: Scenes, loaded: Loaded, progress: BoardProgress
) -> BoardUpdate:
    """Return what has changed since the board that `progress` describes."""
    tournaments = domain.tournaments.tournaments
    guild = loaded.record.guild
    words = await kit.preferences.words(guild)
    scene = await scenes.scene(loaded, words)
    readers = await kit.preferences.readers(loaded.people_to_act)
    planners = await domain.play.automatic.planners(loaded)
    update = await compare(loaded, progress, scene, readers, planners)
    score = None
    if update.over and loaded.roster.follows is not None:
        score = await kit.servers.score(loaded.record.id)
    return replace(
        update,
        quiet=(await kit.preferences.choices(guild)).quiet,
        score=score,
        times=await domain.timing.timekeeper.times(loaded, calling=True),
        after_match=await _after_match(kit, tournaments, loaded, words) if update.over else (),
        table=await table_line(tournaments, loaded, words),
        guide=await guide_for_newcomers(kit, loaded),
    )


async def _after_match(
    kit: Kit, tournaments: Tournaments, loaded: Loaded, words: Words
) -> tuple[str, ...]:
    lines = await after_match_lines(kit, loaded, words)
    next_round = await next_round_line(tournaments, loaded, words)
    return (*lines, next_round) if next_round else tuple(lines)


async def compare(
    loaded: Loaded,
    progress: BoardProgress,
    scene: Scene,
    text_readers: list[UserId],
    planners: Collection[UserId] = (),
) -> BoardUpdate:
    """Return the changes and the players to ping.

    Players whose plan is about to be carried out are not pinged; players whose plan was dropped
    are.
    """
    seq = max(progress.seq, 0)
    advances = loaded.history()
    first = min([progress.base, seq - 1, *ends_of_last_turns(loaded)])
    if not advances.reaches(first):
        await asyncio.to_thread(advances.replay)
    before: frozenset[int] = frozenset()
    if seq > 0:
        before = loaded.game.to_act(advances[seq - 1].position.state)
    excused = mentioned_before(loaded, advances, seq, progress.called)
    pings = to_mention(loaded, before, advances[seq:], _presser(loaded, progress, seq), excused)
    pings = [user for user in pings if user not in planners]
    pings += [user for user in _with_dropped_plan(loaded, progress) if user not in pings]
    return BoardUpdate(loaded, progress, scene, advances, pings, text_readers)


def _with_dropped_plan(loaded: Loaded, progress: BoardProgress) -> list[UserId]:
    """Return acting players whose plan was dropped, unless a board has pinged them this turn."""
    if progress.called == loaded.seq:
        return []  # that board came after the plan was dropped
    return [
        event.holder
        for event in loaded.events[progress.events :]
        if event.kind is MatchEventKind.PLAN_DROPPED and event.holder in loaded.people_to_act
        if event.holder is not None
    ]


def _presser(loaded: Loaded, progress: BoardProgress, seq: int) -> Seat | None:
    """Return the seat whose press led to the shown `seq` entries; None if a player has resigned
    since.
    """
    if any(event.kind is MatchEventKind.RESIGNED for event in loaded.events[progress.events :]):
        return None
    for logged in reversed(loaded.log[:seq]):
        actor = logged.entry.actor
        if actor is not None and loaded.roster.holders[actor] is not None:
            return actor
    return starter(loaded)
