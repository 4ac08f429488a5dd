"""Kinds of puzzles, by features of the position and of the two moves (docs/puzzles.md, Kinds)."""

from collections.abc import Iterable
from fractions import Fraction

from engine.core.types import Seat
from engine.games.dice_miner.actions import Action, Keep, Salud, SimpleAction, Take
from engine.games.dice_miner.content import Content, Face, Symbol
from engine.games.dice_miner.merit import ActionFact
from engine.games.dice_miner.merits import facts
from engine.games.dice_miner.state import Excavation, Keeping, State

BEER, GEMS, CHESTS, LAST, DIGGING = (
    "beer-tempo",
    "gem-race",
    "chest-timing",
    "last-picks",
    "digging",
)
KINDS = (BEER, GEMS, CHESTS, LAST, DIGGING)
FEW = 3
"""Dice per seat with which the last picks begin."""


def kind_of(
    content: Content, state: State, seat: Seat, best: Action, tempting: Action
) -> str | None:
    """Return the first kind that fits, or None if `/hint` can't explain the difference.

    Heroes and rerolls make no puzzles: a hero's worth shows over the whole match, and rerolls are
    arithmetic.
    """
    if not isinstance(state.stage, Excavation | Keeping):
        return None
    if not _explained(facts(content, state, seat, best), facts(content, state, seat, tempting)):
        return None
    if isinstance(best, Keep) or best is SimpleAction.DONE:
        return CHESTS
    beer_decisions = [
        isinstance(action, Salud) or action is SimpleAction.STOP for action in (best, tempting)
    ]
    if any(beer_decisions) and not all(beer_decisions):
        return BEER
    faces = [_face(content, state, action) for action in (best, tempting)]
    symbols = [face.symbol for face in faces if face is not None]
    if symbols.count(Symbol.BEER) == 1:
        return BEER
    if Symbol.CHEST in symbols:
        return CHESTS
    if sum(rolled is not None for rolled in state.mountain) <= FEW * state.seats:
        return LAST
    if Symbol.GEM in symbols:
        return GEMS
    return DIGGING


def _face(content: Content, state: State, action: Action) -> Face | None:
    if not isinstance(action, Take):
        return None
    shown = next(one for one in state.mountain if one is not None and one.die == action.die)
    return content.face(shown.die, shown.face)


def _explained(best: Iterable[ActionFact], tempting: Iterable[ActionFact]) -> bool:
    """Return whether a fact with a number speaks for the best move and not as much for the
    other.
    """
    against = {fact.merit: _number(fact) for fact in tempting}
    return any(
        _number(fact) > 0 and _number(fact) > against.get(fact.merit, Fraction(0)) for fact in best
    )


def _number(fact: ActionFact) -> Fraction:
    return max(Fraction(fact.points), Fraction(fact.count), fact.average)
