"""Samples of every chart, drawn with the pictures of any game, for the gallery."""

from collections.abc import Iterator

from render.charts.achievement import draw_medal
from render.charts.bracket import (
    Bracket,
    BracketRound,
    BracketSeat,
    BracketTable,
    TableState,
    draw_bracket,
)
from render.charts.chances import ChanceCurve, draw_chances
from render.charts.distribution import draw_distribution
from render.charts.head_to_head import Duel, draw_versus
from render.charts.invitation import Guest, InvitationReply, Party, draw_invitation
from render.charts.leaderboard import Leader, Page, draw_leaderboard
from render.charts.luck import LuckRow, draw_luck
from render.charts.profile import Card, Sheet, draw_profile
from render.charts.standings import Group, StandingsPage, StandingsRow, draw_standings
from render.charts.tournament import Poster, draw_tournament
from render.charts.tournament_signs import Form, State, Zone
from render.charts.winner import Victory, draw_winner
from render.distribution import Distribution
from render.game_pictures import GamePictures
from render.picture import Picture
from render.samples import PLAYERS
from render.theme import Theme
from texts import Words
from tools.samples import STRANGE

_W, _T, _L, _B = Form.WON, Form.TIED, Form.LOST, Form.BYE
_NAMES = (*(player.name for player in PLAYERS[:3]), *(player.name for player in STRANGE),
          "Margarethe", "Jo", "Оксана", "deepdigger_1987", "Old Tom", "Ζήνων", "Iñaki", "Svea",
          "B")  # fmt: skip
_FORMS = ((_W, _W, _T, _W, _W), (_W, _B, _W, _L, _W), (_L, _W, _W, _T, _W), (_W, _L, _L, _B, _W))


def _standings(count: int) -> tuple[StandingsRow, ...]:
    return tuple(
        StandingsRow(2 if number == 2 else number + 1, name, 5,
            ("4½", "4", "4", "3½")[min(number, 3)],
                 (str(17 - number), f"{13 - number}¼", str(5 - number // 4)),
                 _FORMS[number % 4], you=number == 8)
        for number, name in enumerate(_NAMES[:count])
    )  # fmt: skip


def _league(first: int) -> tuple[StandingsRow, ...]:
    zones = (Zone.PROMOTED, *[Zone.NONE] * 5, Zone.RELEGATED)
    return tuple(
        line._replace(place=number + 1, zone=zone, figures=(str(40 - 9 * number),))
        for number, (line, zone) in enumerate(
            zip(_standings(14)[first : first + 7], zones, strict=True)
        )
    )


_STANDINGS = {
    "0": StandingsPage("Winter Cup", "Before the first round"),
    "1": StandingsPage("Winter Cup", "Round 1 of 5", ("Buch.",), _standings(1)),
    "16": StandingsPage("Winter Cup", "Swiss, round 5 of 7", ("Buch.", "S-B", "Wins"),
                        _standings(16), notes=("In UTC.", "1–16 of 43")),
    "over": StandingsPage(
        "The Great Open Championship of Everybody Underground", "Final standings",
        ("S-B",),
        tuple(line._replace(state=state) for line, state in zip(_standings(6), (
            State.CHAMPION, State.IN, State.WITHDRAWN, State.ELIMINATED, State.DROPPED, State.IN,
        ), strict=True)),
    ),
    "groups": StandingsPage("Miners' league", "Season 3, after round 4", ("Points for",),
                            groups=(Group("Gold A", _league(0)), Group("Gold B", _league(7)))),
    "finals": StandingsPage("Summer Cup", "", (), groups=tuple(
        Group(f"Group {letter}", tuple(
            line._replace(place=place + 1, figures=(), form=line.form[:3], played=3,
                    zone=Zone.ADVANCES if place < 2 else Zone.NONE)
            for place, line in enumerate(_standings(16)[4 * number : 4 * number + 4])))
        for number, letter in enumerate("ABCD"))),
}  # fmt: skip


def _played(winner: int, loser: int) -> BracketTable:
    seats = (BracketSeat(_NAMES[winner], str(97 + winner), goes_on=True),
             BracketSeat(_NAMES[loser], str(98 - loser), goes_on=False))  # fmt: skip
    return BracketTable(seats, TableState.OVER)


def _bracket(rounds: int, *, over: bool = False) -> Bracket:
    names = ("Round of 16", "Quarter-finals", "Semi-finals", "Final")[4 - rounds :]
    columns = []
    for number, name in enumerate(names):
        step = 2**number
        people = range(0, 2**rounds, 2 * step)
        tables = [_played(at, at + step) for at in people]
        if number == rounds - 2 and not over:
            waits = (BracketSeat(_NAMES[0]), BracketSeat(_NAMES[3]))
            tables[-1] = BracketTable(waits, TableState.RUNNING, "until 3 Dec")
        if number == rounds - 1 and not over:
            tables = [BracketTable((BracketSeat(_NAMES[0]), BracketSeat()))]
        columns.append(BracketRound(name, tuple(tables)))
    first, *others = columns
    bye = BracketTable((BracketSeat(_NAMES[0], goes_on=True), BracketSeat(bye=True)),
                       TableState.OVER)  # fmt: skip
    first = BracketRound(first.name, (bye, *first.tables[1:]))
    return Bracket("Winter Cup", "Knockout, 3 hours per turn", (first, *others))


def _table(first: int, seats: int, through: int) -> BracketTable:
    return BracketTable(tuple(
        BracketSeat(_NAMES[first + seat], str(120 - 9 * seat), goes_on=seat < through)
        for seat in range(seats)), TableState.OVER, "Match #31")  # fmt: skip


_BRACKETS = {
    "16": _bracket(4),
    "16-over": _bracket(4, over=True),
    "8": _bracket(3, over=True),
    "4": _bracket(2),
    "tables": Bracket("W" * 32, "", (
        BracketRound("Round 1 of 3, already", tuple(_table(4 * at, 4, 2) for at in range(4))),
        BracketRound("Semi-finals", (_table(0, 4, 2), _table(4, 3, 2))),
        BracketRound("Final", (BracketTable((BracketSeat(_NAMES[3]), *[BracketSeat()] * 3)),)),
    )),
    "one": Bracket("Winter Cup", "Final", (BracketRound("Final", (_played(3, 4),)),)),
}  # fmt: skip

_FACTS = ("17 people", "5 rounds", "41 matches")
_VICTORIES = {
    "one": Victory("Winter Cup", ("Benjamín 🦊",), ((2, "Ana"), (3, "Χρυσάνθη")),
                   _FACTS),
    "strange": Victory("W" * 32, ("W" * 32,), ((2, STRANGE[1].name), (3, "W" * 32),
                                               (3, STRANGE[3].name)), _FACTS[:1]),
    "shared": Victory("The Great Open Championship of Everybody", ("Ana", "Benjamín 🦊", "W" * 32),
                      (), _FACTS),
    "alone": Victory("Miners' league, season 3", ("Jo",)),
}  # fmt: skip
_POSTERS = {
    "17": Poster("Winter Cup", "Swiss, 5 rounds, 2 to a table, 3 hours per turn", 17, 32,
                 "Until Fri, 27 Nov 2026, 18:00 UTC", _NAMES[:5]),
    "full": Poster("The Great Open Championship of Everybody", "Groups, then a final", 16, 16,
                   "Until Friday", _NAMES[3:9]),
    "none": Poster("Summer Cup", "Knockout", 0, 8, "Until Friday"),
    "endless": Poster("W" * 32, "League, 4 to a table, one match a week, and a season each month",
                      128, 0, "", _NAMES[:2]),
}  # fmt: skip


def draw_tournaments(
    pictures: GamePictures, words: Words, theme: Theme
) -> Iterator[tuple[str, Picture]]:
    for name, page in _STANDINGS.items():
        yield f"standings-{name}", draw_standings(page, pictures, words, theme)
    for name, bracket in _BRACKETS.items():
        yield f"bracket-{name}", draw_bracket(bracket, pictures, words, theme)
    for name, victory in _VICTORIES.items():
        yield f"winner-{name}", draw_winner(victory, pictures, words, theme)
    for name, poster in _POSTERS.items():
        yield f"tournament-{name}", draw_tournament(poster, pictures, words, theme)


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
                 (("Matches won", ("6", "4")), ("Points per match", ("98.4", "91.0")),
                  ("Gifts for the other", ("12", "9"))),
                 (0, 1, 0, 0, -1, 1, 0, 0), "Latest first"),
    "one": Duel(("W" * 32, "W" * 31), (0, 1), "1 match", (("Matches won", ("0", "1")),), (1,),
                "Latest first"),
}  # fmt: skip
_DISTRIBUTIONS = {
    "many": Distribution("Points of 147 days",
                         tuple((score, 1 + score**2 % 7) for score in range(21, 62)), 48, 44.7),
    "one": Distribution("Points of 1 day", ((0, 1),), 0, 0.0),
}  # fmt: skip
_LUCK = (
    LuckRow(PLAYERS[0], 12.0, 9.0, "Lucky", "+12 points, ±9 is usual"),
    LuckRow(PLAYERS[1], -3.0, 14.0, "As expected", "−3 points, ±14 is usual"),
    LuckRow(PLAYERS[3], 0.0, 0.0, "Too early", "Nothing has been rolled yet.", silent=True),
)
_CURVES = (
    ChanceCurve(PLAYERS[0], (0.4, 0.45, 0.42, 0.55, 0.5, 0.62, 0.7, 0.66, 0.9, 1.0), (4,)),
    ChanceCurve(PLAYERS[1], (0.3, 0.25, 0.3, 0.2, 0.3, 0.2, 0.15, 0.3, 0.08, 0.0), (3, 8)),
    ChanceCurve(STRANGE[0], (0.2, 0.2, 0.18, 0.15, 0.1, 0.1, 0.1, 0.03, 0.02, 0.0), (1,)),
    ChanceCurve(PLAYERS[3], (0.1, 0.1, 0.1, 0.1, 0.1, 0.08, 0.05, 0.01, 0.0, 0.0)),
)
_IN, _AWAITED, _DECLINED = InvitationReply.IN, InvitationReply.AWAITED, InvitationReply.DECLINED
_PARTIES = {
    "two": Party((Guest(PLAYERS[0], _IN), Guest(PLAYERS[1], _AWAITED))),
    "declined": Party((Guest(PLAYERS[0], _IN), Guest(PLAYERS[1], _DECLINED))),
    "four": Party(tuple(map(Guest, STRANGE, (_IN, _IN, _DECLINED,
                                             _AWAITED)))),
    "table": Party((Guest(PLAYERS[2], _IN),), 3),
    "practice": Party((Guest(PLAYERS[0], _IN), Guest(PLAYERS[3], _IN))),
}  # fmt: skip


def draw_charts(
    pictures: GamePictures, words: Words, theme: Theme
) -> Iterator[tuple[str, Picture]]:
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
    for name, curves in {"four": _CURVES, "two": _CURVES[:2]}.items():
        alt = "Chances to win. Ana: 40%, in the end 100%."
        yield f"chances-{name}", draw_chances("Chances to win", curves, alt, words, theme)
    yield from draw_tournaments(pictures, words, theme)
