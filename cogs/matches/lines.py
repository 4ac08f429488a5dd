"""Parts of the line that tells of a match in a list."""

from bot.match.loaded import Loaded
from bot.match.timing.timekeeper import Timekeeper
from cogs.board.publisher import BoardPublisher
from cogs.posting.places import address
from texts import Words


async def board_url(boards: BoardPublisher, loaded: Loaded) -> str:
    """The address of the current board, or of the place where there is none yet."""
    record = loaded.record
    current = await boards.current(record.id)
    return current or address(record.guild, record.place or record.channel)


async def with_deadline(keeper: Timekeeper, loaded: Loaded, text: str, words: Words) -> str:
    """The text with the next deadline of those to act; as it is where no clock runs."""
    times = await keeper.times(loaded)
    if times.paused is not None:
        return words.say("{match} · paused", match=text)
    due = [time.due for time in times.people if time.due is not None]
    if not due:
        return text
    return words.say("{match} · ⏳ <t:{at}:R>", match=text, at=min(due))
