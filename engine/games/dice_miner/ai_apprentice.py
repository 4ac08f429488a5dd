"""The apprentice: the easiest computer player, an opponent for a player's first match. It likes
tools, then shiny things, then high numbers, whatever its hoard needs. It shares beer once it holds
two, never spends magic and never keeps dice.
"""

from typing import assert_never

from engine.games.dice_miner import actions
from engine.games.dice_miner.content import Content, HeroName, Symbol
from engine.games.dice_miner.state import State

_HEROES = (
    HeroName.ALCHEMIST,
    HeroName.PROSPECTOR,
    HeroName.TREASURER,
    HeroName.SURVEYOR,
    HeroName.DRAGON_SLAYER,
    HeroName.ENGINEER,
)
"""Order of preference: shiny heroes first, although it never spends magic."""
_SHARED_FROM = 2
"""Number of beers from which it shares one."""
_NEVER, _AT_LAST, _LIKED = 0, 1, 10


def suggest_apprentice(
    content: Content, state: State, legal: tuple[actions.Action, ...]
) -> actions.Action:
    beers = len({action.die for action in legal if isinstance(action, actions.Salud)})
    return max(legal, key=lambda action: _liking(content, state, action, beers))


def _liking(content: Content, state: State, action: actions.Action, beers: int) -> int:
    match action:
        case actions.ChooseHero(hero):
            return -_HEROES.index(hero)
        case actions.Salud():
            return 2 * _LIKED if beers >= _SHARED_FROM else _NEVER
        case actions.Take(die):
            return _LIKED + _shine(content, state, die)
        case actions.Reroll() | actions.SimpleAction.PASS | actions.SimpleAction.DONE:
            return _AT_LAST
        case actions.Spend() | actions.SpendHero() | actions.Keep() | actions.SimpleAction.STOP:
            return _NEVER
        case _:
            assert_never(action)


def _shine(content: Content, state: State, die: int) -> int:
    shown = next(rolled.face for rolled in state.mountain if rolled and rolled.die == die)
    face = content.face(die, shown)
    match face.symbol:
        case Symbol.PICK | Symbol.SHIELD | Symbol.CHEST:
            return 6
        case Symbol.GEM | Symbol.DIAMOND:
            return 3 + face.count
        case Symbol.TUNNEL:
            return face.count
        case Symbol.BEER | Symbol.ROCKFALL | Symbol.DRAGON:
            return 3
        case _:
            assert_never(face.symbol)
