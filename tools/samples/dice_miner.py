"""Dice Miner's part of the gallery: every kind of its own pictures, from real matches."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from PIL import Image

from engine.games.dice_miner.content import Hero
from engine.games.dice_miner.observation import Observation, Phase, SeenDie
from engine.games.dice_miner.rules import DiceMiner
from render.canvas import Canvas, dots
from render.charts.achievement import draw_medal
from render.games.dice_miner.backdrop import paint_scene
from render.games.dice_miner.board import WIDTH, draw_board, draw_table, lay_out
from render.games.dice_miner.changes import Changes
from render.games.dice_miner.emoji import emoji_name
from render.games.dice_miner.faces import draw_faces
from render.games.dice_miner.hand import draw_hand
from render.games.dice_miner.hoard import piles
from render.games.dice_miner.last_turn import Last, last_moves
from render.games.dice_miner.palette import FACES
from render.games.dice_miner.pictures import PICTURES
from render.games.dice_miner.poster import draw_poster
from render.games.dice_miner.salud_move import draw_shout
from render.games.dice_miner.salud_toast import draw_toast
from render.games.dice_miner.score_sheet import draw_sheet
from render.picture import Picture
from render.players import Player
from render.samples import PLAYERS, playout
from render.theme import USUAL, Theme
from texts import Words
from tools.samples import STRANGE

MATCHES = 80
SEATS = (2, 3, 4)


@dataclass(frozen=True, slots=True)
class Moment:
    view: Observation
    last: Last | None


def moments(game: DiceMiner, seats: int, seed: int) -> Iterator[Moment]:
    for position, events in playout(game, seats, seed):
        yield Moment(game.observe(position.state), last_moves(events, game.content))


@cache
def match_moments(game: DiceMiner, seats: int, seed: int) -> tuple[Moment, ...]:
    return tuple(moments(game, seats, seed))


def _first(game: DiceMiner, seats: int, wanted: Callable[[Observation], bool]) -> Moment | None:
    for seed in range(1, MATCHES + 1):
        for moment in match_moments(game, seats, seed):
            if wanted(moment.view):
                return moment
    return None


def _crowded(game: DiceMiner, seats: int) -> Moment:
    digging = [moment for moment in match_moments(game, seats, 1) if moment.view.mountain]
    return max(digging, key=lambda moment: _piles(moment.view))


def _piles(view: Observation) -> int:
    return sum(len(group) for seat in view.seats for group in piles(seat.hoard))


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


_MEDALS = {
    "landlord": ("Landlord", "gave 5 beers in one match"),
    "deepest": ("Down to five, twice", "40 points for tunnels in one round"),
    "lift": ("The lift goes up", "last before the final round, and won"),
    "geology": ("Geological time", "played one match for 30 days"),
}


def gallery(game: DiceMiner, words: Words, theme: Theme) -> Iterator[tuple[str, Picture]]:
    heroes = game.content.heroes
    for seats in SEATS:
        players = PLAYERS[:seats]
        for name, wanted in _WANTED.items():
            moment = _first(game, seats, wanted)
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
        crowded = _crowded(game, seats)
        for name, called in (("crowded", players), ("names", STRANGE[:seats])):
            board = draw_board(crowded.view, called, words, crowded.last, heroes, theme)
            yield f"board-{name}-{seats}", board
        hoard = crowded.view.seats[0]
        marked = frozenset(pile.dice[0] for group in piles(hoard.hoard) for pile in group[:1])
        yield f"hand-{seats}", draw_hand(hoard, "Your hoard and your hero", words, theme, marked)
    yield "faces", draw_faces(game.content, words, theme)
    for kind, face in (FACES[2], FACES[8], FACES[19]):
        die = SeenDie("t01", kind, 1, face)
        yield f"shout-{emoji_name(die)}", draw_shout(PLAYERS, 0, 1, die, words, theme)
    yield "toast", draw_toast("Ana", "Benjamín 🦊", words, theme)
    yield "toast-all", draw_toast("W" * 32, None, words, theme)
    for seat, (name, (title, why)) in enumerate(_MEDALS.items()):
        player = (*PLAYERS[:3], STRANGE[0])[seat]
        medal = draw_medal(player, seat, name, title, why, PICTURES, words, theme)
        yield f"medal-{name}", medal


def paint_board(
    view: Observation,
    players: Sequence[Player],
    words: Words,
    last: Last | None,
    heroes: Sequence[Hero] = (),
    theme: Theme = USUAL,
    *,
    changed: Changes | None = None,
    canvas: Callable[[Image.Image], Canvas] = Canvas,
) -> Image.Image:
    """Draw a board in all colours, on any kind of canvas."""
    layout = lay_out(view, heroes)
    image = Image.new("RGB", (dots(WIDTH), dots(layout.height)), theme.ground)
    rows, top, step = layout.lattice.rows, layout.lattice.top, layout.lattice.step
    scene = paint_scene(theme, view.round, WIDTH, rows, top, step, bare=not view.mountain)
    image.paste(scene.image, (0, 0))
    draw_table(canvas(image), theme, layout, view, players, words, last, heroes, changed)
    return image
