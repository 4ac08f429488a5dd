"""Arguments for an Action, as facts with numbers (merit.py); the screens put them into words."""

from typing import assert_never

from engine.core.types import Seat
from engine.games.dice_miner import actions, merits_digging, merits_rerolling
from engine.games.dice_miner.content import Content
from engine.games.dice_miner.merit import ActionFact, Merit
from engine.games.dice_miner.merit_table import MeritTable
from engine.games.dice_miner.state import State


def facts(
    content: Content, state: State, seat: Seat, action: actions.Action
) -> tuple[ActionFact, ...]:
    """Return facts in favour of a legal Action, strongest first; () if none applies."""
    table = MeritTable(content, state, seat)
    match action:
        case actions.Take(die):
            return tuple(merits_digging.take(table, die))
        case actions.Salud(die, friend):
            return tuple(merits_digging.salud(table, die, friend))
        case actions.SimpleAction.STOP:
            return tuple(merits_digging.stop(table))
        case actions.Spend() | actions.SpendHero():
            return tuple(merits_rerolling.spend(table, action))
        case actions.Reroll(die):
            return tuple(merits_rerolling.reroll(table, die))
        case actions.SimpleAction.PASS:
            return tuple(merits_rerolling.passing(table))
        case actions.Keep(die):
            return tuple(merits_rerolling.keep(table, die))
        case actions.SimpleAction.DONE:
            return tuple(merits_rerolling.done(table))
        case actions.ChooseHero(hero):
            rounds = content.rounds - len(state.rounds)
            return (ActionFact(Merit.HERO, count=rounds, hero=hero),)
        case _:
            assert_never(action)
