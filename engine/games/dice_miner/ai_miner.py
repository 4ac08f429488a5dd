"""The miner: a computer player that rates its own hoard's points well and considers nothing else.

It ignores rivals' gems, the dice left on the mountain, later rounds, dice that the first of two
makes available, and the friend's benefit from a beer. It evaluates the dice of a magic source
independently of each other.
"""

from collections import Counter
from collections.abc import Callable
from math import fsum

from engine.core.types import Seat
from engine.games.dice_miner import hoards, mountain, scoring
from engine.games.dice_miner.actions import (
    Action,
    ChooseHero,
    Keep,
    Reroll,
    Salud,
    SimpleAction,
    Spend,
    SpendHero,
    Take,
)
from engine.games.dice_miner.content import FACES, TUNNELS, Content, Face, HeroName, Symbol
from engine.games.dice_miner.phases import magic
from engine.games.dice_miner.state import Draft, Excavation, Keeping, Magic, Spending, State

_HEROES = (
    HeroName.ALCHEMIST,
    HeroName.DRAGON_SLAYER,
    HeroName.PROSPECTOR,
    HeroName.SURVEYOR,
    HeroName.ENGINEER,
    HeroName.TREASURER,
)
_WAITING = 0.3
"""Fraction of a tunnel's number that counts while lower numbers are missing."""
_TOOL = 2.0
"""Worth of a pick without rockfalls, or a shield without dragons."""
_BEER = 1.0
_DIAMOND = 0.7
_SPENT = 0.3
"""Smallest total gain that makes spending magic worthwhile."""
_KEPT = 2.0
"""Smallest gain that makes a die worth keeping."""

_Shown = Counter[Face]


def suggest_miner(content: Content, state: State, seat: Seat, legal: tuple[Action, ...]) -> Action:
    match state.stage:
        case Draft():
            return min(legal, key=_rank)
        case Excavation():
            return _dig(content, state, seat, legal)
        case Magic():
            return _spend(content, state, seat, legal)
        case Spending():
            hopes = _hopes(content, state, seat)
            return max(legal, key=lambda action: _hope(action, hopes))
        case Keeping() as stage:
            return _keep(content, state, stage, seat, legal)
        case _:
            raise AssertionError("no Action is legal in this stage")


def _rank(action: Action) -> int:
    assert isinstance(action, ChooseHero), "a draft has only heroes to choose"
    return _HEROES.index(action.hero)


def _dig(content: Content, state: State, seat: Seat, legal: tuple[Action, ...]) -> Action:
    seen = Counter(hoards.faces(content, state, seat))
    now = _worth(seen)
    faces = {
        rolled.die: content.face(rolled.die, rolled.face)
        for rolled in state.mountain
        if rolled is not None
    }
    added = {die: _worth(seen + Counter((face,))) - now for die, face in faces.items()}

    def value(action: Action) -> float:
        match action:
            case Take(die):
                return added[die]
            case SimpleAction.STOP:
                return 0.0
            case Salud():
                return _best_two(content, state, added.__getitem__) - _BEER
            case _:
                raise AssertionError("an excavation has no other Actions")

    return max(legal, key=value)


def _best_two(content: Content, state: State, added: Callable[[int], float]) -> float:
    places = mountain.takeable(content.rows, state.mountain, sides=True)
    dice = [rolled.die for place in places if (rolled := state.mountain[place]) is not None]
    best, *more = sorted(map(added, dice), reverse=True)
    return best + max(0.0, *more[:1]) if more else best


def _spend(content: Content, state: State, seat: Seat, legal: tuple[Action, ...]) -> Action:
    hopes = _hopes(content, state, seat)
    best: Action = SimpleAction.PASS
    most = _SPENT
    for action in legal:
        if isinstance(action, Spend | SpendHero):
            dice = magic.targets(content, state, seat, action)
            gains = sorted((hopes[die] for die in dice), reverse=True)
            gain = fsum(gains[: magic.diamonds(content, state, seat, action)])
            if gain > most:
                best, most = action, gain
    return best


def _hope(action: Action, hopes: dict[int, float]) -> float:
    assert isinstance(action, Reroll), "only rerolls are legal while magic is spent"
    return hopes[action.die]


def _hopes(content: Content, state: State, seat: Seat) -> dict[int, float]:
    seen = Counter(hoards.faces(content, state, seat))
    now = _worth(seen, last=True)
    hopes = {}
    for rolled in state.hoards[seat]:
        without = seen - Counter((content.face(rolled.die, rolled.face),))
        rolls = (
            _worth(without + Counter((content.face(rolled.die, face),)), last=True)
            for face in range(1, FACES + 1)
        )
        hopes[rolled.die] = fsum(rolls) / FACES - now
    return hopes


def _keep(
    content: Content, state: State, stage: Keeping, seat: Seat, legal: tuple[Action, ...]
) -> Action:
    kept = Counter(hoards.hero_faces(content, state, seat))
    for die in stage.kept[seat]:
        kept[content.face(die, hoards.face_of(state.hoards[seat], die))] += 1
    now = _worth(kept)
    best: Action = SimpleAction.DONE
    most = _KEPT
    for action in legal:
        if isinstance(action, Keep):
            face = content.face(action.die, hoards.face_of(state.hoards[seat], action.die))
            gain = _worth(kept + Counter((face,))) - now
            if gain > most:
                best, most = action, gain
    return best


def _worth(seen: _Shown, *, last: bool = False) -> float:
    """Return the score now, plus a little for things that can still score unless `last`."""
    numbers: Counter[int] = Counter()
    amounts: Counter[Symbol] = Counter()
    for face, times in seen.items():
        if face.symbol is Symbol.TUNNEL:
            numbers[face.count] += times
        else:
            amounts[face.symbol] += face.count * times
    rockfalls, dragons = amounts[Symbol.ROCKFALL], amounts[Symbol.DRAGON]
    picks, shields = amounts[Symbol.PICK], amounts[Symbol.SHIELD]
    points: float = scoring.tunnels(numbers) + amounts[Symbol.GEM]
    points += scoring.hazards(rockfalls=rockfalls, dragons=dragons, picks=picks, shields=shields)
    points += _DIAMOND * amounts[Symbol.DIAMOND]
    if last:
        return points
    shown = sum(number * numbers[number] for number in range(1, TUNNELS + 1))
    points += _WAITING * (shown - scoring.tunnels(numbers))
    points += _TOOL * ((picks if not rockfalls else 0) + (shields if not dragons else 0))
    return points + _BEER * amounts[Symbol.BEER]
