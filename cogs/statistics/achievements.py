"""What achievements are called, what they take, and what somebody did for them."""

from bot.match.statistics.achievements import BEERS, DAMAGE, DAYS, TUNNEL_POINTS, Achievement
from texts import Words

EMOJI = {
    Achievement.LANDLORD: "🍻",
    Achievement.DEEPEST: "⛏️",
    Achievement.SINGED: "🐉",
    Achievement.HAIRLINE: "📏",
    Achievement.LIFT: "🛗",
    Achievement.OVERTIME: "🕯️",
    Achievement.UNDERGROUND: "🕳️",
    Achievement.GEOLOGY: "🪨",
}


def title(words: Words, achievement: Achievement) -> str:
    """Its name, with an emoji."""
    return f"{EMOJI[achievement]} {name(words, achievement)}"


def name(words: Words, achievement: Achievement) -> str:
    """What it is called."""
    match achievement:
        case Achievement.LANDLORD:
            return words.say("Landlord")
        case Achievement.DEEPEST:
            return words.say("Down to five, twice")
        case Achievement.SINGED:
            return words.say("Singed, but smiling")
        case Achievement.HAIRLINE:
            return words.say("By a whisker")
        case Achievement.LIFT:
            return words.say("The lift goes up")
        case Achievement.OVERTIME:
            return words.say("Overtime")
        case Achievement.UNDERGROUND:
            return words.say("Dug too deep")
        case Achievement.GEOLOGY:
            return words.say("Geological time")


def reason(words: Words, achievement: Achievement, figure: int) -> str:
    """What somebody did for it; `figure` is that of bot.match.statistics.achievements."""
    match achievement:
        case Achievement.LANDLORD:
            return words.count(
                "gave {count} beer in one match", "gave {count} beers in one match", figure
            )
        case Achievement.DEEPEST:
            return words.say("{points} points for tunnels in one round", points=figure)
        case Achievement.SINGED:
            return words.say("won although hazards cost {points} points", points=figure)
        case Achievement.HAIRLINE:
            return words.say("won by one point")
        case Achievement.LIFT:
            return words.say("last before the final round, and won")
        case Achievement.OVERTIME:
            return words.say("won a tie-break")
        case Achievement.UNDERGROUND:
            return words.say("scored less than nothing in a round")
        case Achievement.GEOLOGY:
            return words.count(
                "played one match for {count} day", "played one match for {count} days", figure
            )


def needed(words: Words, achievement: Achievement) -> str:
    """What it takes."""
    match achievement:
        case Achievement.LANDLORD:
            return words.count(
                "gave at least {count} beer in one match",
                "gave at least {count} beers in one match",
                BEERS,
            )
        case Achievement.DEEPEST:
            return words.say(
                "at least {points} points for tunnels in one round", points=TUNNEL_POINTS
            )
        case Achievement.SINGED:
            return words.say("won although hazards cost at least {points} points", points=DAMAGE)
        case Achievement.GEOLOGY:
            return words.count(
                "played one match for at least {count} day",
                "played one match for at least {count} days",
                DAYS,
            )
        case (
            Achievement.HAIRLINE | Achievement.LIFT | Achievement.OVERTIME | Achievement.UNDERGROUND
        ):
            return reason(words, achievement, 1)


def known(key: str) -> Achievement | None:
    """The achievement that is stored as that; None where it is of another version."""
    return next((one for one in Achievement if one.value == key), None)
