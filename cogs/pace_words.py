"""The paces of matches in words."""

from bot.match.pace import Pace
from texts import Words


def each_turn(pace: Pace, words: Words) -> str:
    """What a pace means for who is asked to join, in a sentence or two."""
    match pace:
        case Pace.LIVE:
            return words.say("🕰️ Live: up to 5 minutes each turn. Quiet hours don't count.")
        case Pace.DAY:
            return words.say("🕰️ Each turn: up to a day. Quiet hours and time off don't count.")
        case Pace.THREE_DAYS:
            return words.say("🕰️ Each turn: up to 3 days. Quiet hours and time off don't count.")
        case Pace.WEEK:
            return words.say("🕰️ Each turn: up to a week. Quiet hours and time off don't count.")
        case Pace.NONE:
            return words.say("🕰️ No clock: each turn may take as long as it takes.")


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
