"""A board's lines about time: deadlines, pauses, late or absent players."""

from collections.abc import Sequence

from bot.match.timekeeping.timekeeper import Time, Times
from bot.match.timing.turn_alerts import Access, TurnAlert
from bot.match.values.players import UserId
from cogs.base.mentions import mention
from texts import Words


def clock_lines(times: Times, people: Sequence[UserId], words: Words) -> list[str]:
    if times.paused is not None:
        if times.pause_ends is not None:
            return [
                words.say(
                    "⏸️ The match is paused until <t:{at}:f> at the latest: no clock runs. "
                    "`/resume` ends the pause.",
                    at=times.pause_ends,
                )
            ]
        return [words.say("⏸️ The match is paused: no clock runs. `/resume` ends the pause.")]
    clocks = [time for user in people if (time := times.of(user)) is not None]
    lines = [_line(time, words, alone=len(clocks) == 1) for time in clocks]
    return [line for line in lines if line]


def _cannot_see(user: str, alert: TurnAlert, words: Words) -> str:
    match alert.access:
        case Access.GONE:
            return words.say(
                "🚪 {user} has left the server. Their clock is stopped until <t:{until}:f>.",
                user=user,
                until=alert.gone_until(alert.unseen or 0),
            )
        case Access.HIDDEN:
            return words.say(
                "🙈 {user} can't use this channel. In a tournament that stops their clock for no "
                "more than three days. `/board` takes the match to a channel that all of you can "
                "see.",
                user=user,
            )
        case Access.NO | Access.CLOSED:
            return words.say(
                "🙈 {user} can't use this channel, so their clock is stopped. `/board` takes the "
                "match to a channel that all of you can see.",
                user=user,
            )
        case Access.YES | Access.UNKNOWN:
            return ""


def _line(time: Time, words: Words, *, alone: bool) -> str:
    user = mention(time.user, words)
    if time.away is not None and (time.due is None or time.due >= time.away):
        return words.say(
            "🏖️ {user} is away until <t:{until}:f> (<t:{until}:R>).", user=user, until=time.away
        )
    if time.alert is not None and time.alert.unseen is not None:
        return _cannot_see(user, time.alert, words)
    if time.late is not None:
        return words.say(
            "⏰ {user} is late: the time ran out <t:{at}:R>.", user=user, at=time.late.at
        )
    if time.due is None:
        return ""
    if alone:
        return words.say("⏳ Your deadline: <t:{due}:f> (<t:{due}:R>).", due=time.due)
    return words.say("⏳ {user}: until <t:{due}:f> (<t:{due}:R>).", user=user, due=time.due)
