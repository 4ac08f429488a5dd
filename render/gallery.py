"""Pictures of every kind of state, from real matches, to look at and to compare."""

import html
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from PIL import Image
from PIL.GifImagePlugin import GifImageFile

from engine.core.chance import Stream
from engine.core.driver import advance, choose, start
from engine.core.types import Event
from engine.games.dice_miner.observation import Observation, Phase, SeenDie
from engine.games.dice_miner.rules import DiceMiner
from render.games.dice_miner.board import draw_board
from render.games.dice_miner.emoji import emoji_name, emoji_pictures
from render.games.dice_miner.faces import draw_faces
from render.games.dice_miner.hand import draw_hand
from render.games.dice_miner.hoard import piles
from render.games.dice_miner.invitation import draw_invitation
from render.games.dice_miner.last import Last, last_moves
from render.games.dice_miner.leaders import Leader, Page, draw_leaderboard
from render.games.dice_miner.medal import draw_medal
from render.games.dice_miner.palette import FACES
from render.games.dice_miner.poster import draw_poster
from render.games.dice_miner.profile import Card, Sheet, draw_profile
from render.games.dice_miner.sheet import draw_sheet
from render.games.dice_miner.shout import draw_shout
from render.games.dice_miner.toast import draw_toast
from render.games.dice_miner.versus import Duel, Row, draw_versus
from render.games.dice_miner.words import palette_name
from render.guests import Answer, Guest, Party
from render.luck import Line, draw_luck
from render.picture import Picture
from render.players import Player
from render.theme import THEMES, USUAL, Theme
from texts import Words

PHONE = 400
"""Pixels that a picture is wide on a phone."""
MATCHES = 80
"""How many matches are searched for a rare state."""
SEATS = (2, 3, 4)

PLAYERS = (
    Player("Ana"),
    Player("Benjamín 🦊"),
    Player("Χρυσάνθη"),
    Player("Salud", computer=True),
)
STRANGE = (
    Player("WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW"),
    Player("田中さん"),
    Player("𝓐𝓵𝓮𝔁 👑 the\u200b 3rd"),
    Player("\u202eمرحبا"),
)


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after one decision, all luck answered."""

    view: Observation
    last: Last | None


def moments(game: DiceMiner, seats: int, seed: int) -> Iterator[Moment]:
    """A whole match between computer players, moment by moment."""
    stream = Stream(seed.to_bytes(32, "big"), "gallery")
    position = start(game, seats)
    events: list[Event] = []
    while True:
        for made in advance(game, position, stream):
            position = made.position
            events += made.events
        yield Moment(game.observe(position.state, None), last_moves(events, game.content))
        to_act = game.to_act(position.state)
        if not to_act:
            return
        seat = min(to_act)
        chosen = choose(game, position, seat, game.notation(game.suggest(position.state, seat)))
        position = chosen.position
        events += chosen.events


@lru_cache(maxsize=1)
def _matches(game: DiceMiner) -> "Matches":
    return Matches(game)


class Matches:
    """Matches played for the gallery, each only once."""

    def __init__(self, game: DiceMiner) -> None:
        self._game = game
        self._played: dict[tuple[int, int], tuple[Moment, ...]] = {}

    def match(self, seats: int, seed: int) -> tuple[Moment, ...]:
        """All moments of one match."""
        key = (seats, seed)
        if key not in self._played:
            self._played[key] = tuple(moments(self._game, seats, seed))
        return self._played[key]

    def first(self, seats: int, wanted: Callable[[Observation], bool]) -> Moment | None:
        """The first moment that is wanted; None if none of MATCHES matches has one."""
        for seed in range(1, MATCHES + 1):
            for moment in self.match(seats, seed):
                if wanted(moment.view):
                    return moment
        return None

    def crowded(self, seats: int) -> Moment:
        """While digging, the moment of one match with the most piles in all hoards."""
        digging = [moment for moment in self.match(seats, 1) if moment.view.mountain]
        return max(digging, key=lambda moment: _piles(moment.view))


def _piles(view: Observation) -> int:
    return sum(len(group) for seat in view.seats for _, group in piles(seat.hoard))


_WANTED: dict[str, Callable[[Observation], bool]] = {
    "draft": lambda view: len(view.free_heroes) == 5,
    "early": lambda view: len(view.mountain) == 17,
    "middle": lambda view: view.round == 1 and len(view.mountain) == 9,
    "salud": lambda view: view.salud and view.taken == 0 and len(view.mountain) > 12,
    "second": lambda view: view.salud and view.taken == 1 and len(view.mountain) > 8,
    "one-left": lambda view: view.round == 2 and len(view.mountain) == 1,
    "magic": lambda view: view.round == 1 and len(view.sources) > 1,
    "spending": lambda view: view.spending is not None and len(view.chosen) == 1,
    "keeping": lambda view: view.phase is Phase.RECOVERY and len(view.to_act) > 1,
    "kept": lambda view: any(entry.kept for seat in view.seats for entry in seat.hoard),
    "tie-break": lambda view: view.phase is Phase.TIEBREAK and bool(view.to_act),
    "finished": lambda view: view.phase is Phase.FINISHED,
    "finished-tie-break": lambda view: view.phase is Phase.FINISHED and bool(view.tiebreaks),
}


LEADERS = (
    Leader(1, "Ana", "1612", "20 rated matches"),
    Leader(2, "Benjamín 🦊", "1540", "19 rated matches", you=True),
    Leader(2, "Χρυσάνθη", "1540", "21 rated matches"),
    Leader(4, "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "1498", "4 rated matches"),
    *(Leader(place, f"Miner {place}", str(1500 - 9 * place), "") for place in range(5, 11)),
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
    Card("Tunnels", "54.2", "points per match"),
    Card("Favourite hero", "Dragon Slayer", "9 matches, 5 won"),
    Card("Beers given", "31", "most to Benjamín 🦊"),
    Card("Beers received", "28", "most from Χρυσάνθη"),
    Card("Luck", "As expected", "+12 points, ±48 is usual"),
    Card("Turns on time", "98%", "3 hours per turn on average"),
    Card("Matches left early", "1 of 24"),
)
_CURVE = tuple(1000 + 9 * number + (number * number * 37 % 120) for number in range(24))
_PROFILES = {
    "many": Sheet("Benjamín 🦊", "24 matches · place 3 of 17 by rating", str(_CURVE[-1]), "Rating",
                  _CURVE, ("3 Sep 2026", "21 Nov 2026"), _CARDS,
                  ("Achievements (3 of 8)", "Landlord, By a whisker, and Overtime")),
    "one": Sheet("W" * 32, "1 match", "1138", "Rating", (1138,), ("1 Nov 2026", "1 Nov 2026"),
                 _CARDS[:3]),
}  # fmt: skip
_DUELS = {
    "many": Duel(("Benjamín 🦊", "Χρυσάνθη"), (7, 4), "12 matches, 1 of them even",
                 (Row("Matches won", ("6", "4")), Row("Points per match", ("98.4", "91.0")),
                  Row("Beers for the other", ("12", "9"))),
                 (0, 1, 0, 0, -1, 1, 0, 0), "Latest first"),
    "one": Duel(("W" * 32, "W" * 31), (0, 1), "1 match", (Row("Matches won", ("0", "1")),), (1,),
                "Latest first"),
}  # fmt: skip


_MEDALS = {
    "landlord": ("Landlord", "gave 5 beers in one match"),
    "deepest": ("Down to five, twice", "40 points for tunnels in one round"),
    "lift": ("The lift goes up", "last before the final round, and won"),
    "geology": ("Geological time", "played one match for 30 days"),
}
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


def gallery(game: DiceMiner, words: Words, theme: Theme = USUAL) -> Iterator[tuple[str, Picture]]:
    """Every picture in one theme, with its name."""
    matches = _matches(game)
    heroes = game.content.heroes
    for seats in SEATS:
        players = PLAYERS[:seats]
        for name, wanted in _WANTED.items():
            moment = matches.first(seats, wanted)
            if moment is None:
                continue
            view = moment.view
            board = draw_board(view, players, words, moment.last, heroes, theme)
            yield f"board-{name}-{seats}", board
            if view.phase is Phase.FINISHED:
                yield f"poster-{name}-{seats}", draw_poster(view, players, words, theme)
                yield f"sheet-{name}-{seats}", draw_sheet(view, players, words, theme)
            elif name in ("middle", "early"):
                yield f"sheet-{name}-{seats}", draw_sheet(view, players, words, theme)
        crowded = matches.crowded(seats)
        for name, called in (("crowded", players), ("names", STRANGE[:seats])):
            board = draw_board(crowded.view, called, words, crowded.last, heroes, theme)
            yield f"board-{name}-{seats}", board
        hoard = crowded.view.seats[0]
        marked = frozenset(pile.dice[0] for _, group in piles(hoard.hoard) for pile in group[:1])
        yield f"hand-{seats}", draw_hand(hoard, "Your hoard and your hero", words, theme, marked)
    yield "faces", draw_faces(game.content, words, theme)
    for name, page in _LEADERBOARDS.items():
        yield f"leaderboard-{name}", draw_leaderboard(page, words, theme)
    for name, sheet in _PROFILES.items():
        yield f"profile-{name}", draw_profile(sheet, words, theme)
    for name, duel in _DUELS.items():
        yield f"versus-{name}", draw_versus(duel, words, theme)
    for kind, face in (FACES[2], FACES[8], FACES[19]):
        die = SeenDie("t01", kind, 1, face)
        yield f"shout-{emoji_name(die)}", draw_shout(PLAYERS, 0, 1, die, words, theme)
    for name, party in _PARTIES.items():
        yield f"invitation-{name}", draw_invitation(party, words, theme)
    for seat, (name, (title, why)) in enumerate(_MEDALS.items()):
        player = (*PLAYERS[:3], STRANGE[0])[seat]
        yield f"medal-{name}", draw_medal(player, seat, name, title, why, words, theme)
    alt = "Luck. Ana: lucky."
    yield "luck", draw_luck("Luck in match #12", _LUCK, alt, words, theme)
    yield "toast", draw_toast("Ana", "Benjamín 🦊", words, theme)
    yield "toast-all", draw_toast("W" * 32, None, words, theme)


def write_gallery(game: DiceMiner, words: Words, folder: Path) -> int:
    """Write the gallery in every theme, with a page to look at it; how many pictures there are."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for theme in THEMES.values():
        rows.append(f"<h1>{html.escape(palette_name(words, theme.name))}</h1>")
        rows.append("<p>" + "".join(_emoji(theme, folder)) + "</p>")
        for base, picture in gallery(game, words, theme):
            name = base if theme is USUAL else f"{base}-{theme.name}"
            rows.append(_row(name, picture, folder))
    page = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title>'
        "<style>body{background:#313338;color:#eee;font-family:sans-serif;max-width:110rem}"
        "img{vertical-align:top;max-width:100%}</style>" + "\n".join(rows) + "</html>\n"
    )
    (folder / "index.html").write_text(page, encoding="utf-8")
    return sum(row.startswith("<h2>") for row in rows)


def _row(name: str, picture: Picture, folder: Path) -> str:
    """Write one picture in full, and as it is seen on a phone; its place on the page."""
    file = f"{name}{picture.suffix}"
    (folder / file).write_bytes(picture.data)
    with Image.open(BytesIO(picture.data)) as image:
        if isinstance(image, GifImageFile):
            image.seek(image.n_frames - 1)
        height = round(image.height * PHONE / image.width)
        small = image.convert("RGB").resize((PHONE, height), Image.Resampling.LANCZOS)
    small.save(folder / f"{name}-{PHONE}.png")
    return (
        f"<h2>{name}</h2><p>{picture.width} × {picture.height}, "
        f"{len(picture.data) / 1000:.0f} kB</p>"
        f'<img src="{file}" alt=""> <img src="{name}-{PHONE}.png" alt="">'
        f"<p>{html.escape(picture.alt)}</p>"
    )


def _emoji(theme: Theme, folder: Path) -> Iterator[str]:
    """Write the emoji of all faces; their places on the page, large and as in a line of text."""
    for name, data in emoji_pictures(theme).items():
        file = f"emoji-{name}-{theme.name}.png"
        (folder / file).write_bytes(data)
        yield f'<img src="{file}" alt="" width="64"><img src="{file}" alt="" width="22"> '
