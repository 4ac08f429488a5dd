"""What is new about a match since Discord showed it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.match.core.store import Shown
from bot.match.log.events import EventKind, MatchEvent
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.log.roster import fold
from bot.match.people.servers import Score
from bot.match.playing.automatic import NOTHING_PENDING, Automatic, Pending
from bot.match.playing.undo import retractor
from bot.match.timekeeping.timekeeper import Timekeeper, Times
from bot.match.values.players import UserId, is_person
from bot.match.values.times import Pace
from cogs.board.after_match import AfterMatch
from cogs.board.mentions import ended_by, mentioned_before, starter, to_mention
from cogs.kit import Kit
from cogs.scenes.narration import ends_of_last_turns, start_of_last_turn
from cogs.scenes.scenes import Scenes
from cogs.scenes.table_titles import TableTitles
from cogs.screens import Scene
from engine.core.driver import Advance
from engine.core.types import Seat

LOST_AT_THE_END = (EventKind.CLAIMED, EventKind.FORFEITED)
"""How somebody loses a seat with which the match may end, without having done it themselves."""
NO_CLOCK = Times(Pace.NONE, None, ())
"""A match without clocks."""


@dataclass(frozen=True, slots=True)
class BoardUpdate:
    """A match, how far it is shown, and what follows from the difference."""

    loaded: Loaded
    shown: Shown
    scene: Scene
    advances: Sequence[Advance[Any]]
    """The whole log, as everybody may know it; cheap to look at from `first` on."""
    pings: list[UserId]
    """Whom the next board pings."""
    text_readers: list[UserId]
    """Those to act who play by text."""
    times: Times = NO_CLOCK
    """The deadlines of those to act."""
    computer_at: int | None = None
    """Until when a computer waits for a pick that may be taken back, in seconds since 1970; None
    if none waits for that."""
    score: Score | None = None
    """The score of the rematches that led here; None without any, and while the match goes on."""
    after_match: tuple[str, ...] = ()
    """Lines about ratings and achievements; () while the match goes on."""
    quiet: bool = False
    """Whether the server wants only what is needed."""
    table: str = ""
    """To which tournament and round the match belongs; "" if to none."""

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.loaded.status is not Status.RUNNING

    @property
    def end_pings(self) -> list[UserId]:
        """Whom the end pings: all who were in it to the end, but not the one who ended it."""
        roster, by = self.loaded.roster, ended_by(self.loaded)
        told = [*roster.people]
        if any(event.kind in LOST_AT_THE_END for event in self.loaded.events):
            told += [user for _, user in roster.gone[-1:]]
        return [user for user in dict.fromkeys(told) if is_person(user) and user != by]

    @property
    def end_is_shown(self) -> bool:
        """Whether the last message of the match has been posted."""
        told = self.loaded.events[: self.shown.events]
        return self.over and fold(told).status is Status.OVER

    @property
    def shown_seq(self) -> int:
        """How many entries the current board tells; 0 before the first board."""
        return max(self.shown.seq, 0)

    @property
    def base(self) -> int:
        """The entry from which an edited board tells: it keeps a turn whole, and nothing before."""
        log = self.loaded.log[self.shown.base :]
        actors = {kept.entry.actor for kept in log if kept.entry.actor is not None}
        return self.shown.base if len(actors) == 1 else self.shown_seq

    def start_for_readers(self, base: int) -> int:
        """The entry from which a board tells that must tell at least all from `base` on.

        Those who must act read all since the end of their last turn, so it is the earliest of
        these. Of a match for one it tells the last turn alone.
        """
        if self.loaded.seats == 1:
            return start_of_last_turn(self.loaded)
        return base if self.over else min([base, *ends_of_last_turns(self.loaded)])

    def events(self, base: int, until: int | None = None) -> list[MatchEvent]:
        """The match events since entry `base`, among the first `until` of all."""
        return [event for event in self.loaded.events[:until] if event.after_seq >= base]


@dataclass(eq=False)
class BoardUpdates:
    """Works out what is new, with all that a board tells of it."""

    kit: Kit
    scenes: Scenes
    automatic: Automatic
    keeper: Timekeeper
    after_match: AfterMatch
    tables: TableTitles

    async def since(self, loaded: Loaded, shown: Shown) -> BoardUpdate:
        """What is new since that was shown."""
        guild = loaded.record.guild
        words = await self.kit.preferences.words(guild)
        scene = await self.scenes.scene(loaded, words)
        readers = await self.kit.preferences.readers(loaded.people_to_act)
        pending = await self.automatic.pending(loaded)
        update = await compare(loaded, shown, scene, readers, pending)
        score = None
        if update.over and loaded.roster.follows is not None:
            score = await self.kit.servers.score(loaded.record.id)
        return replace(
            update,
            quiet=(await self.kit.preferences.choices(guild)).quiet,
            score=score,
            times=await self.keeper.times(loaded, calling=True),
            after_match=await self.after_match.lines(loaded, words) if update.over else (),
            table=await self.tables.line(loaded, words),
        )


async def compare(
    loaded: Loaded,
    shown: Shown,
    scene: Scene,
    text_readers: list[UserId],
    pending: Pending = NOTHING_PENDING,
) -> BoardUpdate:
    """See what is new and whom that pings.

    What the board looks back on is in memory, or replayed in a worker thread.

    Those whose plan is about to be carried out are not pinged; those whose plan was dropped are.
    """
    seq = max(shown.seq, 0)
    advances = loaded.history()
    first = min([shown.base, seq - 1, *ends_of_last_turns(loaded)])
    if not advances.reaches(first):
        await asyncio.to_thread(advances.replay)
    before: frozenset[int] = frozenset()
    if seq > 0:
        before = loaded.game.to_act(advances[seq - 1].position.state)
    excused = mentioned_before(loaded, advances, seq, shown.called)
    pings = to_mention(loaded, before, advances[seq:], _presser(loaded, shown, seq), excused)
    pings = [user for user in pings if user not in pending.planners]
    pings += [user for user in _with_dropped_plan(loaded, shown) if user not in pings]
    waits = loaded.computers_to_act and retractor(loaded) is not None
    computer_at = pending.until if waits else None
    public = loaded.disclosed(advances, None)
    return BoardUpdate(loaded, shown, scene, public, pings, text_readers, computer_at=computer_at)


def _with_dropped_plan(loaded: Loaded, shown: Shown) -> list[UserId]:
    """Those to act whose plan was dropped since then, unless a board of this turn pinged them."""
    if shown.called == loaded.seq:
        return []  # the plan was dropped just before that board
    return [
        event.holder
        for event in loaded.events[shown.events :]
        if event.kind is EventKind.PLAN_DROPPED and event.holder in loaded.people_to_act
        if event.holder is not None
    ]


def _presser(loaded: Loaded, shown: Shown, seq: int) -> Seat | None:
    """The seat whose press led to the first `seq` entries, which are shown; None if somebody has
    resigned since."""
    if any(event.kind is EventKind.RESIGNED for event in loaded.events[shown.events :]):
        return None
    for kept in reversed(loaded.log[:seq]):
        actor = kept.entry.actor
        if actor is not None and loaded.roster.holders[actor] is not None:
            return actor
    return starter(loaded)
