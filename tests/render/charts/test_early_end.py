from render.charts.early_end import EarlyEnd, draw_early_end, early_end_facts
from render.game_pictures import GamePictures
from render.players import Player
from tests.cogs.moments import WORDS

PLAYERS = (Player("Ada"), Player("Rosa", computer=True))


def test_card_names_winner_reason_and_places_but_no_points() -> None:
    end = EarlyEnd("Rosa wins!", "Ada resigned", (2, 1))
    facts = early_end_facts(end, PLAYERS, WORDS)
    assert facts == ("Rosa wins!", "Ada resigned.", "Place 1: Rosa.", "Place 2: Ada.")
    assert draw_early_end(end, PLAYERS, GamePictures(), WORDS).alt == " ".join(facts)


def test_card_without_a_winner_has_no_places() -> None:
    facts = early_end_facts(EarlyEnd("The match is over"), PLAYERS, WORDS)
    assert facts == ("The match is over.",)
