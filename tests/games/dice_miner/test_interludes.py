"""A ¡Salud! is animated before its board if a person takes part in it."""

from dataclasses import replace

from engine.games.dice_miner.events import BeerShared
from games.dice_miner.screens.screens import SCREENS
from render.players import Player
from tests.cogs.moments import Moment, moments


def shouts(moment: Moment) -> list[BeerShared]:
    events = (event for advance in moment.fresh for event in advance.events)
    return [event for event in events if isinstance(event, BeerShared)]


def test_shout_from_or_to_a_person_is_animated() -> None:
    moment = next(moment for moment in moments() if len(shouts(moment)) == 1)
    scene, (event,) = moment.scene(), shouts(moment)
    computers = tuple(Player(player.name, computer=True) for player in scene.players)
    person = scene.players[event.friend]
    mixed = (*computers[: event.friend], person, *computers[event.friend + 1 :])
    for players in (scene.players, mixed):
        draw = SCREENS.interlude(replace(scene, players=players), moment.fresh)
        assert draw is not None
        assert draw().seconds > 0
    assert SCREENS.interlude(replace(scene, players=computers), moment.fresh) is None


def test_entries_without_a_shout_have_no_animation() -> None:
    moment = next(moment for moment in moments() if moment.fresh and not shouts(moment))
    assert SCREENS.interlude(moment.scene(), moment.fresh) is None
