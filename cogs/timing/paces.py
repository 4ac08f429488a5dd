"""The paces of matches in words."""

from bot.match.events import EventKind, MatchEvent
from bot.match.timing.pace import Pace
from cogs.ui.names import mention
from texts import Words


def each_turn(pace: Pace, words: Words) -> str:
    """What a pace means, in a sentence or two for an invitation."""
    match pace:
        case Pace.LIVE:
            return words.say("🕰️ Live: up to 5 minutes per turn. Quiet hours don't count.")
        case Pace.DAY:
            return words.say("🕰️ Up to a day per turn. Quiet hours and days off don't count.")
        case Pace.THREE_DAYS:
            return words.say("🕰️ Up to 3 days per turn. Quiet hours and days off don't count.")
        case Pace.WEEK:
            return words.say("🕰️ Up to a week per turn. Quiet hours and days off don't count.")
        case Pace.NONE:
            return words.say("🕰️ No clock: take as long as you like.")


def whole_time(pace: Pace, words: Words) -> str:
    """The time of one turn, as part of a label."""
    match pace:
        case Pace.LIVE:
            return words.say("5 minutes")
        case Pace.DAY:
            return words.say("a day")
        case Pace.THREE_DAYS:
            return words.say("three days")
        case Pace.WEEK:
            return words.say("a week")
        case Pace.NONE:
            return words.say("a while")


def pace_line(event: MatchEvent, words: Words) -> str:
    """A board's line about an event that concerns time; empty for other events."""
    user = mention(event.holder or 0, words)
    match event.kind:
        case EventKind.LATE:
            return words.say("⏰ {player} ran out of time.", player=user)
        case EventKind.WAITED:
            return words.say("⏳ The others wait for {player}.", player=user)
        case EventKind.STOOD_IN:
            return words.say("🤖 A computer plays this turn for {player}.", player=user)
        case EventKind.REPLACED:
            return words.say("⏰ {player} was late and lost the seat.", player=user)
        case EventKind.HANDED if event.holder is not None:
            return words.say("🤝 {player} takes the seat.", player=user)
        case EventKind.RETURNED:
            return words.say("👋 {player} is back.", player=user)
        case EventKind.CLAIMED:
            return words.say("🏁 {player} claimed the win.", player=user)
        case EventKind.PAUSED:
            return words.say("⏸️ Everyone agreed to a pause.")
        case EventKind.RESUMED:
            return words.say("▶️ {player} ended the pause.", player=user)
        case _:
            return ""
