"""Points and tie-breaks as text: they are stored in quarters and eighths."""

from bot.match.tournaments.pairing.tie_breaks import Measure
from texts import Words

QUARTERS, EIGHTHS = 4, 8
_PARTS = ("", "⅛", "¼", "⅜", "½", "⅝", "¾", "⅞")


def points_text(quarters: int) -> str:
    return _mixed(quarters * 2)


def figure_text(measure: Measure, value: int) -> str:
    match measure:
        case Measure.SONNEBORN_BERGER:
            return _mixed(value)
        case Measure.POINTS | Measure.BUCHHOLZ | Measure.HEAD_TO_HEAD:
            return points_text(value)
        case Measure.WINS | Measure.LOT:
            return str(value)


def heading(measure: Measure, words: Words) -> str:
    match measure:
        case Measure.BUCHHOLZ:
            # Translators: “Buchholz”, a tie-break, in two or three letters.
            return words.say("BH")
        case Measure.SONNEBORN_BERGER:
            # Translators: “Sonneborn-Berger”, a tie-break, in two or three letters.
            return words.say("SB")
        case Measure.WINS:
            # Translators: The number of a player's wins, in a column heading: a few letters.
            return words.say("Wins")
        case Measure.POINTS | Measure.HEAD_TO_HEAD | Measure.LOT:
            raise AssertionError(f"{measure} is no column")


def decided(measure: Measure, words: Words) -> str:
    match measure:
        case Measure.POINTS:
            return ""
        case Measure.HEAD_TO_HEAD:
            return words.say("by their own matches")
        case Measure.BUCHHOLZ:
            return words.say("by Buchholz")
        case Measure.SONNEBORN_BERGER:
            return words.say("by Sonneborn-Berger")
        case Measure.WINS:
            return words.say("by wins")
        case Measure.LOT:
            return words.say("by lot")


def _mixed(eighths: int) -> str:
    whole, part = divmod(eighths, EIGHTHS)
    return f"{whole or ''}{_PARTS[part]}" or "0"
