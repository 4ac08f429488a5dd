"""What was most remarkable of a match, as a sentence."""

from dataclasses import replace

import pytest

from engine.games.dice_miner.remarkable import Fact, Remark
from games.dice_miner.screens.remarks import sentence
from render.players import Player
from tests.cogs.moments import match
from texts import Catalogue

NAMES = ("Ann", "Ben")


@pytest.mark.parametrize("remark", Remark)
def test_each_kind_of_fact_is_told(remark: Remark) -> None:
    """Of whom it is true, in every language, with nothing left to fill in."""
    scene = replace(match(2, "a", "salud")[0].scene(), players=tuple(map(Player, NAMES)))
    catalogue = Catalogue.load()
    for language in catalogue.languages:
        told = sentence(
            replace(scene, words=catalogue.words(language)), Fact(remark, (0, 1), 2, 3, (1,))
        )
        assert "{" not in told
        assert all(name in told for name in NAMES)
