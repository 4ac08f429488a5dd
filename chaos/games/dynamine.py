"""DYNAMINE, as chaos plays it."""

from bot.app.games import load_games
from bot.game_register import GameRegister
from bot.match.log.loaded import Loaded
from chaos.games import PlayableGame
from engine.games.dynamine.state import State
from games.dynamine import GAME as PACKAGE
from games.register import INSTALLED

TILES, CARDS, PLUS_TOKENS = 98, 12, 4


def _load() -> GameRegister:
    others = (package for package in INSTALLED if package.name != PACKAGE.name)
    return load_games(packages=(PACKAGE, *others))


def _missing(loaded: Loaded) -> list[str]:
    problems = set[str]()
    for advance in loaded.advances():
        state = advance.position.state
        assert isinstance(state, State), "the match is of this game"
        problems.update(_wrong(state))
    return sorted(problems)


def _wrong(state: State) -> list[str]:
    built = [placed.tile for player in state.players for placed in player.mine]
    tiles = len(built) + sum(len(pile) for pile in state.piles)
    dealt = sum(len(player.cards) for player in state.players)
    cards = len(state.deck) + len(state.face_up) + dealt
    plus = state.supply + sum(player.plus for player in state.players)
    problems = []
    if tiles != TILES or len(set(built)) < len(built):
        problems.append(f"there were {tiles} tiles, {len(built) - len(set(built))} of them twice")
    if cards != CARDS:
        problems.append(f"there were {cards} cards")
    if plus != PLUS_TOKENS:
        problems.append(f"there were {plus} +1 tokens")
    return problems


GAME = PlayableGame(
    "dynamine",
    _load,
    _missing,
    forged=("take A7", "place 99.0", "move 1.0", "card raven", "undo", "x"),
    forged_panels=("x", "take", "place"),
)
