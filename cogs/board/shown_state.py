"""What is noted of what Discord shows of a match, and how that follows from what was found."""

from dataclasses import replace

from bot.match.loaded import Loaded
from bot.match.types import Shown
from cogs.board.recovery import Recovery
from cogs.board.updates import BoardUpdate


def kept(
    news: BoardUpdate, base: int, message: int | None, place: int | None, rounds: int
) -> Shown:
    """The note after the board was posted as this message, or edited.

    The board before it is stale then. Where another one is stale still, that one stays noted if it
    lies elsewhere; in the same place the history tells of both.
    """
    before = news.shown
    moved = before.message is not None and before.message != message
    shown = Shown(
        seq=news.loaded.seq,
        base=base,
        rounds=rounds,
        events=len(news.loaded.events),
        message=message,
        place=place,
        called=news.loaded.seq if news.calls else before.called,
    )
    pending = None if is_anew(before) else before.stale
    if pending is not None and (not moved or before.stale_place != place):
        return replace(shown, stale=pending, stale_place=before.stale_place)
    if moved:
        return replace(shown, stale=before.message, stale_place=before.place)
    return shown


def anew(shown: Shown) -> Shown:
    """The current board is gone, or shows what it should not: it is stale itself."""
    return replace(shown, stale=shown.message, stale_place=shown.place)


def is_anew(shown: Shown) -> bool:
    """Whether that was noted."""
    return shown.stale is not None and shown.stale == shown.message


def counting(found: Recovery, loaded: Loaded, shown: Shown) -> Shown:
    """What is shown, where the newest board that was found may be one that was never noted."""
    rounds = max([shown.rounds, *(number + 1 for number in found.sheets)])
    shown = replace(shown, rounds=rounds)
    newest = found.boards[0] if found.boards else None
    if newest is None or newest < (shown.message or 0):
        return shown
    if newest == shown.message:  # an edit that came too late may have turned it back
        turned_back = not found.end and found.seq < shown.seq
        return anew(shown) if turned_back else shown
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
