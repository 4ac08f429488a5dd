"""Paces of matches in words."""

from bot.match.log.events import Forfeit, MatchEvent, MatchEventKind
from bot.match.values.times import Pace
from cogs.base.mentions import mention
from texts import Words, mark


def each_turn(pace: Pace, words: Words) -> str:
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


def time_again(pace: Pace, player: str, words: Words) -> str:
    """Return the choice to give a late player the whole time of a turn once more."""
    match pace:
        case Pace.LIVE:
            return words.say("Give {player} another 5 minutes", player=player)
        case Pace.DAY:
            return words.say("Give {player} another day", player=player)
        case Pace.THREE_DAYS:
            return words.say("Give {player} another three days", player=player)
        case Pace.WEEK:
            return words.say("Give {player} another week", player=player)
        case Pace.NONE:
            return words.say("Give {player} more time", player=player)


PACE_LINES = {
    MatchEventKind.LATE: mark("⏰ {player} ran out of time."),
    MatchEventKind.WAITED: mark("⏳ The others wait for {player}."),
    MatchEventKind.REPLACED: mark("⏰ {player} was late and lost the seat."),
    MatchEventKind.HANDED: mark("🤝 {player} takes the seat."),
    MatchEventKind.RETURNED: mark("👋 {player} is back."),
    MatchEventKind.CLAIMED: mark("🏁 {player} claimed the win."),
    MatchEventKind.PAUSED: mark("⏸️ Everyone agreed to a pause."),
    MatchEventKind.RESUMED: mark("▶️ {player} ended the pause."),
    MatchEventKind.RELEASED: mark("🛑 The tournament was ended. This match goes on as any other."),
}


def forfeit_line(why: Forfeit, player: str, words: Words) -> str:
    match why:
        case Forfeit.LATE:
            return words.say("⏰ {player} was late for too long and lost the seat.", player=player)
        case Forfeit.ROUND_OVER:
            return words.say(
                "⌛ The round is over, and the match was waiting for {player}, who comes last.",
                player=player,
            )
        case Forfeit.WITHDREW:
            return words.say("🏳️ {player} left the tournament.", player=player)
        case Forfeit.SUBSTITUTED:
            return words.say("🔁 {player} hands over the seat.", player=player)


def pace_line(event: MatchEvent, words: Words) -> str:
    """Return a board's line about an event that concerns time, or "" for other events."""
    if event.kind is MatchEventKind.RESUMED and event.holder is None:
        return words.say("▶️ The pause has lasted as long as a tournament allows.")
    line = PACE_LINES.get(event.kind)
    return "" if line is None else words.say(line, player=mention(event.holder or 0, words))
