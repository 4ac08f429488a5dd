"""What is noted of the boards of a match, and how that follows from what was posted or found."""

from dataclasses import dataclass, replace

from bot.match.core.store import Shown
from bot.match.log.loaded import Loaded
from cogs.board.recovery import FoundBoards
from cogs.board.updates import BoardUpdate


@dataclass(frozen=True, slots=True)
class Moment:
    """How far a match had come at some time."""

    seq: int
    """How many entries its log had."""
    events: int
    """How many match events there had been."""


def moment_of(loaded: Loaded) -> Moment:
    """Return how far a match has come."""
    return Moment(loaded.seq, len(loaded.events))


def shows(shown: Shown, moment: Moment) -> bool:
    """Return whether the current board shows this moment or a later one."""
    return shown.seq >= moment.seq and shown.events >= moment.events


def after_showing(
    update: BoardUpdate, base: int, message: int | None, place: int | None, rounds: int
) -> Shown:
    """The note once the board is posted as this message, or edited there.

    The board before a new message is stale. If another one is stale still, that one stays noted
    where it lies in another place; in the same place the history tells of both.
    """
    before = update.shown
    is_new = before.message is not None and before.message != message
    shown = Shown(
        seq=update.loaded.seq,
        base=base,
        rounds=rounds,
        events=len(update.loaded.events),
        message=message,
        place=place,
        called=update.loaded.seq if update.pings else before.called,
    )
    still_stale = None if must_repost(before) else before.stale
    if still_stale is not None and (not is_new or before.stale_place != place):
        return replace(shown, stale=still_stale, stale_place=before.stale_place)
    if is_new:
        return replace(shown, stale=before.message, stale_place=before.place)
    return shown


def to_repost(shown: Shown) -> Shown:
    """The note that the current board was deleted or shows what it should not: it is stale."""
    return replace(shown, stale=shown.message, stale_place=shown.place)


def must_repost(shown: Shown) -> bool:
    """Whether that is noted."""
    return shown.stale is not None and shown.stale == shown.message


def with_found(shown: Shown, found: FoundBoards, loaded: Loaded) -> Shown:
    """The note with what was found: the newest board may be one that was posted and not noted."""
    rounds = max([shown.rounds, *(number + 1 for number in found.sheets)])
    shown = replace(shown, rounds=rounds)
    newest = found.boards[0] if found.boards else None
    if newest is None or newest < (shown.message or 0):
        return shown
    if newest == shown.message:  # an edit that came too late may have turned it back
        turned_back = not found.end and found.seq < shown.seq
        return to_repost(shown) if turned_back else shown
    return Shown(
        seq=loaded.seq if found.end else min(found.seq, loaded.seq),
        base=max(shown.seq, 0),
        rounds=rounds,
        events=len(loaded.events) if found.end else shown.events,
        message=newest,
        place=loaded.record.place,
        stale=shown.message,
        stale_place=shown.place,
        called=found.seq,
    )
