"""Points and tie-breaks as text; they are stored in quarters and eighths."""

from collections.abc import Iterable

from bot.match.tournaments.pairing.tie_breaks import TieBreak
from texts import Words

QUARTERS, EIGHTHS = 4, 8
_PARTS = ("", "⅛", "¼", "⅜", "½", "⅝", "¾", "⅞")


def points_text(quarters: int) -> str:
    return _mixed(quarters * 2)


def figure_text(measure: TieBreak, value: int) -> str:
    match measure:
        case TieBreak.SONNEBORN_BERGER:
            return _mixed(value)
        case TieBreak.POINTS | TieBreak.BUCHHOLZ | TieBreak.HEAD_TO_HEAD:
            return points_text(value)
        case TieBreak.WINS | TieBreak.LOT:
            return str(value)


def heading(measure: TieBreak, words: Words) -> str:
    match measure:
        case TieBreak.BUCHHOLZ:
            # Translators: “Buchholz”, a tie-break, in two or three letters.
            return words.say("BH")
        case TieBreak.SONNEBORN_BERGER:
            # Translators: “Sonneborn-Berger”, a tie-break, in two or three letters.
            return words.say("SB")
        case TieBreak.WINS:
            # Translators: The number of a player's wins, in a column heading: a few letters.
            return words.say("Wins")
        case TieBreak.POINTS | TieBreak.HEAD_TO_HEAD | TieBreak.LOT:
            raise AssertionError(f"{measure} is no column")


def legend(measures: Iterable[TieBreak], words: Words) -> str:
    """Return an explanation of the abbreviations in column headings; "" if there are none."""
    meanings = {
        # Translators: The tie-break “Buchholz”, explained in a few words.
        TieBreak.BUCHHOLZ: words.say("points of all opponents"),
        # Translators: The tie-break “Sonneborn-Berger”, explained in a few words.
        TieBreak.SONNEBORN_BERGER: words.say("points of beaten opponents"),
    }
    return " · ".join(
        f"{heading(measure, words)}: {meanings[measure]}"
        for measure in measures
        if measure in meanings
    )


def deciding_measure(measure: TieBreak, words: Words) -> str:
    match measure:
        case TieBreak.POINTS:
            return ""
        case TieBreak.HEAD_TO_HEAD:
            return words.say("by their own matches")
        case TieBreak.BUCHHOLZ:
            return words.say("by Buchholz")
        case TieBreak.SONNEBORN_BERGER:
            return words.say("by Sonneborn-Berger")
        case TieBreak.WINS:
            return words.say("by wins")
        case TieBreak.LOT:
            return words.say("by lot")


def _mixed(eighths: int) -> str:
    whole, part = divmod(eighths, EIGHTHS)
    return f"{whole or ''}{_PARTS[part]}" or "0"
