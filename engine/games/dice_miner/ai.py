"""The foreman, the standard computer player: takes the legal Action with the highest immediate
worth. It uses only public information and no random numbers. Ties go to the first Action.
"""

from math import fsum

from engine.core.types import Seat
from engine.games.dice_miner import hoards
from engine.games.dice_miner.actions import Action, ChooseHero, Keep, Reroll, SimpleAction
from engine.games.dice_miner.ai_excavation import Digger
from engine.games.dice_miner.ai_magic import Mage
from engine.games.dice_miner.ai_worth import Shown, fresh_outlook, worth
from engine.games.dice_miner.content import FACES, Content, HeroName, Symbol
from engine.games.dice_miner.state import Draft, Excavation, Keeping, Magic, Spending, State

_HEROES = (
    HeroName.DRAGON_SLAYER,
    HeroName.ALCHEMIST,
    HeroName.SURVEYOR,
    HeroName.PROSPECTOR,
    HeroName.ENGINEER,
    HeroName.TREASURER,
)
"""Best first, as measured in matches between computers."""
_KEEP = 0.4
"""Smallest advantage over an average face that makes a die worth keeping."""
_CHEST_DIE = 1.5
"""Cost of keeping a chest, which then can't keep another die."""


def suggest(content: Content, state: State, seat: Seat, legal: tuple[Action, ...]) -> Action:
    stage = state.stage
    match stage:
        case Draft():
            return min(legal, key=_rank)
        case Excavation():
            return Digger(content, state, stage).best(legal)
        case Magic():
            return Mage(content, state, seat).best_source(stage, legal)
        case Spending():
            rerolls = tuple(action for action in legal if isinstance(action, Reroll))
            return Mage(content, state, seat).best_target(stage, rerolls)
        case Keeping():
            return _keep(content, state, stage, seat, legal)
        case _:
            raise AssertionError("no Action is legal in this stage")


def _rank(action: Action) -> int:
    assert isinstance(action, ChooseHero), "a draft has only heroes to choose"
    return _HEROES.index(action.hero)


def _keep(
    content: Content, state: State, stage: Keeping, seat: Seat, legal: tuple[Action, ...]
) -> Action:
    ahead = fresh_outlook(content, state)
    base = Shown(hoards.hero_faces(content, state, seat))
    for die in stage.kept[seat]:
        base[content.face(die, hoards.face_of(state.hoards[seat], die))] += 1
    before = worth(base, ahead)
    best: Action = SimpleAction.DONE
    most = _KEEP
    for action in legal:
        if not isinstance(action, Keep):
            continue
        shows = hoards.face_of(state.hoards[seat], action.die)
        gains = []
        for number in range(1, FACES + 1):
            more = base.copy()
            more[content.face(action.die, number)] += 1
            gains.append(worth(more, ahead) - before)
        gain = gains[shows - 1] - fsum(gains) / FACES
        if content.face(action.die, shows).symbol is Symbol.CHEST:
            gain -= _CHEST_DIE
        if gain > most:
            best, most = action, gain
    return best
