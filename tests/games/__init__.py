"""Guest games: whole games that come in by their own folder and one line here.

The laws, the match service and the plain screens are tried on each of them.
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
"""By the name of each game that hides something: how to make a log that differs only in that."""
