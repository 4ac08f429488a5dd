"""Until when a match of a day keeps its secrets: as everybody gets the same dice, what one person
rolled tells others what is to come, even once their own match is over."""

from bot.match.log.records import Record
from bot.match.values.days import end_of
from bot.match.values.errors import SecretUntilDayEnds


def secret_until(record: Record, now: int) -> int | None:
    """Until when nobody else may see anything of a match, in seconds since 1970.

    None: not any more, or it is of no day. Its file, its seed and its luck are for nobody till
    then, not even for its player.
    """
    if record.day is None or now >= (end := end_of(record.day)):
        return None
    return end


def check_revealed(record: Record, now: int) -> None:
    """Raises SecretUntilDayEnds while the match keeps its secrets."""
    until = secret_until(record, now)
    if until is not None:
        raise SecretUntilDayEnds(until=until)
