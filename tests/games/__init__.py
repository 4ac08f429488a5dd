"""Guest games: whole games, each added by a folder and one line here.

The laws, the match service and the plain screens are tested with each of them.
"""

from engine.core.game import AnyGame
from tests.games.secret_hand.rules import SecretHand
from tests.games.secret_hand.twins import twin
from tests.games.solitaire.rules import Solitaire

GUESTS: tuple[AnyGame, ...] = (
    SecretHand(),
    Solitaire(),
)

TWINS = {"secret-hand": twin}
"""For each game with hidden information: how to make a log that differs only in that
information.
"""
