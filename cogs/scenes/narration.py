"""The story of a match in lines, from its log entries and match events."""

from collections.abc import Hashable, Sequence
from typing import Any

from bot.match.log.events import Forfeit, MatchEvent, MatchEventKind, Void
from bot.match.log.loaded import Loaded
from bot.match.log.records import LogEntry
from bot.match.values.players import UserId
from cogs.base.markup import bold
from cogs.base.mentions import mention
from cogs.screens import Scene
from cogs.screens.base import Advances, Beside
from cogs.ui.paces import forfeit_line, pace_line
from engine.core.driver import UNDO, Advance
from engine.core.types import Seat
from texts import Words

LINES = 14
"""Maximum number of lines; earlier ones are omitted."""
BRIEF_LINES = 5
LENGTH = 1_500
"""Maximum characters, which leaves room for the rest of a message."""


def narrate(
    scene: Scene,
    advances: Advances,
    events: Sequence[MatchEvent],
    beside: Beside = Beside.NOTHING,
) -> list[str]:
    most = LINES if beside is Beside.NOTHING else BRIEF_LINES
    return cap_lines(_story_lines(scene, advances, events, beside), scene.words, most)


def recap(scene: Scene, loaded: Loaded, user: UserId) -> list[str]:
    """Return the story since the user's last turn, or all of it for spectators. Matches for one
    tell their last turn only.

    Slow: call it in a thread.
    """
    seat = loaded.roster.seat_of(user)
    advances = loaded.history()
    since = start_for(loaded, seat)
    events = [event for event in loaded.events if event.after_seq >= since]
    return narrate(scene, advances[since:], events)


def _story_lines(
    scene: Scene, advances: Advances, events: Sequence[MatchEvent], beside: Beside
) -> list[str]:
    """Return all lines in order; consecutive “took a move back” lines of a player become one."""
    story = scene.screens.story
    undone = _undone(advances)
    lines: list[str] = []
    run: list[Advance[Any]] = []
    """Entries since the last event or change of players; `tell` flushes them."""

    def tell(line: str = "") -> None:
        story_lines = story(scene.at(run[0].entry.seq), tuple(run), beside) if run else []
        lines.extend(text for text in story_lines if text)
        run.clear()
        if line:
            lines.append(line)

    waiting = [event for event in events if not _ends_with_it(event, events)]
    for advance in advances:
        while waiting and waiting[0].after_seq <= advance.entry.seq:
            tell(event_line(scene, waiting.pop(0)))
        if _is_undo(advance) and advance.entry.actor is not None:
            tell()
            name = scene.name(advance.entry.actor)
            back = scene.words.say("↩️ {player} took a move back.", player=name)
            if lines[-1:] != [back]:  # not twice in a row
                lines.append(back)
        elif advance.entry.seq not in undone:
            if run and scene.at(run[0].entry.seq).players != scene.at(advance.entry.seq).players:
                tell()  # another player has the seat by now
            run.append(advance)
    tell()
    for event in waiting:
        tell(event_line(scene, event))
    return lines


def _ends_with_it(event: MatchEvent, events: Sequence[MatchEvent]) -> bool:
    """Return whether the event hands a seat to a computer that never plays, because the
    match ends.
    """
    return (
        event.kind is MatchEventKind.HANDED
        and event.holder is None
        and any(later.kind is MatchEventKind.ENDED and later.n == event.n + 1 for later in events)
    )


def _undone(advances: Advances) -> set[int]:
    counting: list[int] = []
    undone: set[int] = set()
    for advance in advances:
        if not _is_undo(advance):
            counting.append(advance.entry.seq)
        elif counting:
            undone.add(counting.pop())
    return undone


def _is_undo(advance: Advance[Any]) -> bool:
    return advance.entry.token == UNDO and advance.entry.actor is not None


def cap_lines(lines: Sequence[str], words: Words, most: int = LINES) -> list[str]:
    last = list(lines[-most:])
    while len(last) > 1 and sum(map(len, last)) + len(last) > LENGTH:
        last.pop(0)
    left = len(lines) - len(last)
    if not left:
        return last
    more = words.count(
        "-# … and {count} earlier event: `/replay` shows it all.",
        "-# … and {count} earlier events: `/replay` shows it all.",
        left,
    )
    return [more, *last]


def event_line(scene: Scene, event: MatchEvent) -> str:
    if event.kind is MatchEventKind.RESIGNED and event.seat is not None:
        return scene.words.say("🏳️ {player} resigned.", player=_who(scene, event))
    if event.kind is MatchEventKind.FORFEITED:
        return forfeit_line(event.fact(Forfeit), _who(scene, event), scene.words)
    if event.kind is MatchEventKind.HANDED and event.holder is None:
        return _taken_over(scene, event)
    if event.kind is MatchEventKind.STOOD_IN and event.seat is not None:
        return scene.words.say(
            "🤖 {computer} plays this turn for {player}.",
            computer=_computer(scene, event.seat),
            player=_who(scene, event),
        )
    if event.kind is MatchEventKind.PLANNED:
        return scene.words.say("📝 {player} had planned this:", player=_who(scene, event))
    if event.kind is MatchEventKind.PLAN_DROPPED:
        why = scene.screens.plan_dropped(scene, event.fact(str))
        player = _who(scene, event)
        text = scene.words.say("📝 {player}, your plan was dropped. {why}", player=player, why=why)
        return text.rstrip()
    if event.kind is MatchEventKind.VOIDED:
        return _voided(event.fact(Void), scene.words)
    return pace_line(event, scene.words)


def _taken_over(scene: Scene, event: MatchEvent) -> str:
    seat = event.seat or 0
    leavers = (
        player
        for other, until, player in scene.former
        if other == seat and until == event.after_seq and not player.computer
    )
    leaver, computer = next(leavers, None), _computer(scene, seat)
    if leaver is None:
        return scene.words.say("🤖 {computer} takes over the seat.", computer=computer)
    return scene.words.say(
        "🤖 {computer} plays for {player} from now on.",
        computer=computer,
        player=bold(leaver.name),
    )


def _computer(scene: Scene, seat: Seat) -> str:
    return bold(scene.computers[seat].name)


def _voided(why: Void, words: Words) -> str:
    match why:
        case Void.MODERATED:
            return words.say("🛑 A moderator ended the match.")
        case Void.VOTED:
            return words.say("🛑 The others ended the match because someone was late.")
        case Void.IDLE:
            return words.say("🛑 Nobody moved for two months, so the match has ended.")
        case Void.FORFEIT:
            return words.say("🛑 Everyone was late for too long, so nobody gets anything.")
        case Void.ROUND_OVER:
            return words.say("⌛ The round is over. The match does not count for anyone.")


def _who(scene: Scene, event: MatchEvent) -> str:
    return mention(event.holder or 0, scene.words)


def start_for(loaded: Loaded, seat: Seat | None) -> int:
    """Return the index of the first entry to show a seat: the one after its last turn, or 0 for
    spectators. Matches for one start at their last turn.
    """
    if loaded.seats == 1:
        return start_of_last_turn(loaded)
    return 0 if seat is None else end_of_last_turn(loaded.log, seat)


def ends_of_last_turns(loaded: Loaded) -> list[int]:
    holders = loaded.roster.holders
    people = [seat for seat in loaded.seats_to_act if holders[seat] is not None]
    return [end_of_last_turn(loaded.log, seat) for seat in people]


def end_of_last_turn(log: Sequence[LogEntry], seat: Seat) -> int:
    """Return the log length after the seat's last turn; 0 if it never acted."""
    end = len(log)
    while end and log[end - 1].entry.actor in (seat, None):
        end -= 1
    while end and log[end - 1].entry.actor != seat:
        end -= 1
    return end


def start_of_last_turn(loaded: Loaded) -> int:
    """Return the index of the latest turn's first entry."""
    game, history = loaded.game, loaded.history()
    first: int | None = None
    turn: Hashable = None
    for place in reversed(range(loaded.seq)):
        actor = loaded.log[place].entry.actor
        state = history[place - 1].position.state if place else game.new(loaded.seats)
        key = game.turn(state, actor)
        if first is not None and key != turn:
            return first
        first, turn = place, key
    return 0
