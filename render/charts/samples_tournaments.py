"""A sample of every chart of a tournament, to look at in any game's pictures."""

from collections.abc import Iterator
from dataclasses import replace

from render.charts.bracket import Bracket, BracketRound, BracketSeat, BracketTable, TableState
from render.charts.bracket_picture import draw_bracket
from render.charts.standings import Group, Standing, StandingsPage
from render.charts.standings_picture import draw_standings
from render.charts.tournament import Poster, draw_tournament
from render.charts.tournament_signs import Form, State, Zone
from render.charts.winner import Placed, Victory, draw_winner
from render.game_pictures import GamePictures
from render.picture import Picture
from render.samples import PLAYERS, STRANGE
from render.theme import Theme
from texts import Words

_W, _T, _L, _B = Form.WON, Form.TIED, Form.LOST, Form.BYE
_NAMES = (*(player.name for player in PLAYERS[:3]), *(player.name for player in STRANGE),
          "Margarethe", "Jo", "Оксана", "deepdigger_1987", "Old Tom", "Ζήνων", "Iñaki", "Svea",
          "B")  # fmt: skip
_FORMS = ((_W, _W, _T, _W, _W), (_W, _B, _W, _L, _W), (_L, _W, _W, _T, _W), (_W, _L, _L, _B, _W))


def _standings(count: int) -> tuple[Standing, ...]:
    """So many lines of a Swiss tournament after five rounds."""
    return tuple(
        Standing(2 if number == 2 else number + 1, name, 5, ("4½", "4", "4", "3½")[min(number, 3)],
                 (str(17 - number), f"{13 - number}¼", str(5 - number // 4)),
                 _FORMS[number % 4], you=number == 8)
        for number, name in enumerate(_NAMES[:count])
    )  # fmt: skip


def _league(first: int) -> tuple[Standing, ...]:
    """Seven lines of a group in a league."""
    zones = (Zone.PROMOTED, *[Zone.NONE] * 5, Zone.RELEGATED)
    return tuple(
        replace(line, place=number + 1, zone=zone, figures=(str(40 - 9 * number),))
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
        tuple(replace(line, state=state) for line, state in zip(_standings(6), (
            State.CHAMPION, State.IN, State.WITHDRAWN, State.ELIMINATED, State.DROPPED, State.IN,
        ), strict=True)),
    ),
    "groups": StandingsPage("Miners' league", "Season 3, after round 4", ("Points for",),
                            groups=(Group("Gold A", _league(0)), Group("Gold B", _league(7)))),
    "finals": StandingsPage("Summer Cup", "", (), groups=tuple(
        Group(f"Group {letter}", tuple(
            replace(line, place=place + 1, figures=(), form=line.form[:3], played=3,
                    zone=Zone.ADVANCES if place < 2 else Zone.NONE)
            for place, line in enumerate(_standings(16)[4 * number : 4 * number + 4])))
        for number, letter in enumerate("ABCD"))),
}  # fmt: skip


def _played(one: int, other: int) -> BracketTable:
    """A table for two that the first one won; odd people score in three figures."""
    seats = (BracketSeat(_NAMES[one], str(97 + one), goes_on=True),
             BracketSeat(_NAMES[other], str(98 - other), goes_on=False))  # fmt: skip
    return BracketTable(seats, TableState.OVER)


def _bracket(rounds: int, *, over: bool = False) -> Bracket:
    """A bracket of tables for two with so many rounds, just before its last one or after it."""
    names = ("Round of 16", "Quarter-finals", "Semi-finals", "Final")[4 - rounds :]
    made = []
    for number, name in enumerate(names):
        step = 2**number
        people = range(0, 2**rounds, 2 * step)
        tables = [_played(at, at + step) for at in people]
        if number == rounds - 2 and not over:
            waits = (BracketSeat(_NAMES[0]), BracketSeat(_NAMES[3]))
            tables[-1] = BracketTable(waits, TableState.RUNNING, "until 3 Dec")
        if number == rounds - 1 and not over:
            tables = [BracketTable((BracketSeat(_NAMES[0]), BracketSeat()))]
        made.append(BracketRound(name, tuple(tables)))
    first, *others = made
    bye = BracketTable((BracketSeat(_NAMES[0], goes_on=True), BracketSeat(bye=True)),
                       TableState.OVER)  # fmt: skip
    first = BracketRound(first.name, (bye, *first.tables[1:]))
    return Bracket("Winter Cup", "Knockout, 3 hours per turn", (first, *others))


def _table(first: int, seats: int, through: int) -> BracketTable:
    """A table for so many; the first ones go on."""
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
    "one": Victory("Winter Cup", ("Benjamín 🦊",), (Placed(2, "Ana"), Placed(3, "Χρυσάνθη")),
                   _FACTS),
    "strange": Victory("W" * 32, ("W" * 32,), (Placed(2, STRANGE[1].name), Placed(3, "W" * 32),
                                               Placed(3, STRANGE[3].name)), _FACTS[:1]),
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
    """Every chart of a tournament with the pictures of a game, by name."""
    for name, page in _STANDINGS.items():
        yield f"standings-{name}", draw_standings(page, pictures, words, theme)
    for name, bracket in _BRACKETS.items():
        yield f"bracket-{name}", draw_bracket(bracket, pictures, words, theme)
    for name, victory in _VICTORIES.items():
        yield f"winner-{name}", draw_winner(victory, pictures, words, theme)
    for name, poster in _POSTERS.items():
        yield f"tournament-{name}", draw_tournament(poster, pictures, words, theme)
