"""DYNAMINE, as chaos plays it."""

from bot.game_register import GameRegister
from bot.games import load_games
from bot.match.log.loaded import Loaded
from chaos.games import PlayableGame
from engine.games.dynamine.state import State
from games.dynamine import GAME as PACKAGE
from games.register import INSTALLED

TILES, CARDS, PLUS_TOKENS = 98, 12, 4


def _load() -> GameRegister:
    """All games, this one first."""
    others = (one for one in INSTALLED if one.name != PACKAGE.name)
    return load_games(packages=(PACKAGE, *others))


def _missing(loaded: Loaded) -> list[str]:
    """A line for each wrong number of tiles, cards or +1 tokens, and for tiles that are twice."""
    found = set[str]()
    for made in loaded.advances():
        state = made.position.state
        assert isinstance(state, State), "the match is of this game"
        found.update(_wrong(state))
    return sorted(found)


def _wrong(state: State) -> list[str]:
    built = [placed.tile for player in state.players for placed in player.mine]
    tiles = len(built) + sum(state.piles)
    dealt = sum(len(player.cards) for player in state.players)
    cards = len(state.deck) + len(state.face_up) + dealt
    plus = state.supply + sum(player.plus for player in state.players)
    found = []
    if tiles != TILES or len(set(built)) < len(built):
        found.append(f"there were {tiles} tiles, {len(built) - len(set(built))} of them twice")
    if cards != CARDS:
        found.append(f"there were {cards} cards")
    if plus != PLUS_TOKENS:
        found.append(f"there were {plus} +1 tokens")
    return found


GAME = PlayableGame(
    "dynamine",
    _load,
    _missing,
    forged=("take A7", "place 99.0", "move 1.0", "card raven", "undo", "x"),
    forged_panels=("x", "take", "place"),
)
