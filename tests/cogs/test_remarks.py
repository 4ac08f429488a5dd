"""Sentences about a match's most remarkable fact."""

from dataclasses import replace

import pytest

from engine.games.dice_miner.remarkable import MatchFact, Remark
from games.dice_miner.screens.remarks import sentence
from render.players import Player
from tests.cogs.moments import match
from texts import Catalogue

NAMES = ("Ann", "Ben")


@pytest.mark.parametrize("remark", Remark)
def test_every_kind_of_fact_has_a_complete_sentence_in_every_language(remark: Remark) -> None:
    scene = replace(match(2, "a", "salud")[0].scene(), players=tuple(map(Player, NAMES)))
    catalogue = Catalogue.load()
    for language in catalogue.languages:
        text = sentence(
            replace(scene, words=catalogue.words(language)), MatchFact(remark, (0, 1), 2, 3, (1,))
        )
        assert "{" not in text
        assert all(name in text for name in NAMES)
