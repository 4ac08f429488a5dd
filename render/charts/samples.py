"""A sample of every chart, to look at in any game's pictures."""

from collections.abc import Iterator

from render.charts.achievement import draw_medal
from render.charts.distribution import draw_distribution
from render.charts.head_to_head import Duel, Row, draw_versus
from render.charts.invitation import Answer, Guest, Party, draw_invitation
from render.charts.leaderboard import Leader, Page, draw_leaderboard
from render.charts.luck import Line, draw_luck
from render.charts.profile import Card, Sheet, draw_profile
from render.charts.samples_tournaments import draw_tournaments
from render.distribution import Distribution
from render.game_pictures import GamePictures
from render.picture import Picture
from render.samples import PLAYERS, STRANGE
from render.theme import Theme
from texts import Words

LEADERS = (
    Leader(1, "Ana", "1612", "20 rated matches"),
    Leader(2, "Benjamín 🦊", "1540", "19 rated matches", you=True),
    Leader(2, "Χρυσάνθη", "1540", "21 rated matches"),
    Leader(4, "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "1498", "4 rated matches"),
    *(Leader(place, f"Player {place}", str(1500 - 9 * place), "") for place in range(5, 11)),
)
_LEADERBOARDS = {
    "0": Page("Leaderboard", "Wins · this month"),
    "1": Page("Leaderboard", "Most points in a match · this season, October to December 2026",
              LEADERS[:1], notes=("In UTC.", "1 of 1")),
    "4": Page("Leaderboard", "Rating · all time", LEADERS[:4]),
    "10": Page("Leaderboard", "Rating · all time", LEADERS,
               Leader(37, "Salud", "966", "3 rated matches", you=True),
               ("At least 3 rated matches.", "1–10 of 43")),
}  # fmt: skip
_CARDS = (
    Card("Wins", "14 (58%)", "3 in a row, best 5"),
    Card("Best match", "131 points", "match #12"),
    Card("Best round", "67 points", "match #31"),
    Card("Average", "54.2", "points per match"),
    Card("Favourite role", "Cartographer", "9 matches, 5 won"),
    Card("Gifts given", "31", "most to Benjamín 🦊"),
    Card("Gifts received", "28", "most from Χρυσάνθη"),
    Card("Luck", "As expected", "+12 points, ±48 is usual"),
    Card("Turns on time", "98%", "3 hours per turn on average"),
    Card("Matches left early", "1 of 24"),
)
_CURVE = tuple(1000 + 9 * number + (number * number * 37 % 120) for number in range(24))
_PROFILES = {
    "many": Sheet("Benjamín 🦊", "24 matches · place 3 of 17 by rating", str(_CURVE[-1]), "Rating",
                  _CURVE, ("3 Sep 2026", "21 Nov 2026"), _CARDS,
                  ("Achievements (3 of 8)", "Marathon, By a whisker, and Overtime")),
    "one": Sheet("W" * 32, "1 match", "1138", "Rating", (1138,), ("1 Nov 2026", "1 Nov 2026"),
                 _CARDS[:3]),
}  # fmt: skip
_DUELS = {
    "many": Duel(("Benjamín 🦊", "Χρυσάνθη"), (7, 4), "12 matches, 1 of them even",
                 (Row("Matches won", ("6", "4")), Row("Points per match", ("98.4", "91.0")),
                  Row("Gifts for the other", ("12", "9"))),
                 (0, 1, 0, 0, -1, 1, 0, 0), "Latest first"),
    "one": Duel(("W" * 32, "W" * 31), (0, 1), "1 match", (Row("Matches won", ("0", "1")),), (1,),
                "Latest first"),
}  # fmt: skip
_DISTRIBUTIONS = {
    "many": Distribution("Points of 147 days",
                         tuple((score, 1 + score**2 % 7) for score in range(21, 62)), 48, 44.7),
    "one": Distribution("Points of 1 day", ((0, 1),), 0, 0.0),
}  # fmt: skip
_LUCK = (
    Line(PLAYERS[0], 12.0, 9.0, "Lucky", "+12 points, ±9 is usual"),
    Line(PLAYERS[1], -3.0, 14.0, "As expected", "−3 points, ±14 is usual"),
    Line(PLAYERS[3], 0.0, 0.0, "Too early", "Nothing has been rolled yet.", silent=True),
)
_PARTIES = {
    "two": Party((Guest(PLAYERS[0], Answer.IN), Guest(PLAYERS[1], Answer.AWAITED))),
    "declined": Party((Guest(PLAYERS[0], Answer.IN), Guest(PLAYERS[1], Answer.DECLINED))),
    "four": Party(tuple(map(Guest, STRANGE, (Answer.IN, Answer.IN, Answer.DECLINED,
                                             Answer.AWAITED)))),
    "table": Party((Guest(PLAYERS[2], Answer.IN),), 3),
    "practice": Party((Guest(PLAYERS[0], Answer.IN), Guest(PLAYERS[3], Answer.IN))),
}  # fmt: skip


def draw_charts(
    pictures: GamePictures, words: Words, theme: Theme
) -> Iterator[tuple[str, Picture]]:
    """Every chart with the pictures of a game, by name."""
    for name, page in _LEADERBOARDS.items():
        yield f"leaderboard-{name}", draw_leaderboard(page, pictures, words, theme)
    for name, sheet in _PROFILES.items():
        yield f"profile-{name}", draw_profile(sheet, pictures, words, theme)
    for name, shown in _DISTRIBUTIONS.items():
        yield f"distribution-{name}", draw_distribution(shown, pictures, words, theme)
    for name, duel in _DUELS.items():
        yield f"versus-{name}", draw_versus(duel, pictures, words, theme)
    for name, party in _PARTIES.items():
        yield f"invitation-{name}", draw_invitation(party, pictures, words, theme)
    yield (
        "medal",
        draw_medal(
            PLAYERS[2], 2, "sample", "Marathon", "played 100 matches", pictures, words, theme
        ),
    )
    alt = "Luck. Ana: lucky."
    yield "luck", draw_luck("Luck in match #12", _LUCK, alt, words, theme)
    yield from draw_tournaments(pictures, words, theme)
