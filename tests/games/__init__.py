"""Guest games: whole games, each added by a folder and one line here.

The laws, the match service and the plain screens are tested with each of them.
"""

from engine.core.game import AnyGame
from tests.games.solitaire.rules import Solitaire

GUESTS: tuple[AnyGame, ...] = (Solitaire(),)
