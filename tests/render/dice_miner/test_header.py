"""The plates at the upper edge of a board."""

from collections.abc import Iterator

import pytest

from engine.games.dice_miner.observation import Observation
from render.games.dice_miner.board import HIGHEST, WIDTH
from render.games.dice_miner.header import draw_header
from render.players import Player
from render.theme import USUAL
from tests.render.dice_miner.views import WORDS, played
from tests.render.noted import NotedCanvas
from tests.tiers import every

PHONE = 390


def headers(seats: int, players: tuple[Player, ...]) -> Iterator[tuple[Observation, NotedCanvas]]:
    """Draw the plates of all moments of a match."""
    for moment in played(seats, 1):
        canvas = NotedCanvas(WIDTH, HIGHEST)
        beside = 4 if seats < 4 else 3
        draw_header(canvas, USUAL, moment.view, players, WORDS, moment.last, beside)
        yield moment.view, canvas


@pytest.mark.parametrize("seats", every([4, 2, 3]))
def test_the_last_move_is_not_shortened_and_legible(seats: int) -> None:
    players = tuple(map(Player, ("Ana", "Benjamín 🦊", "Χρυσάνθη", "Salud")))[:seats]
    moves = 0
    for view, canvas in headers(seats, players):
        texts = [text for text in canvas.texts if text.text not in "1234"]
        assert not [text.text for text in texts if text.text.endswith("…")]
        assert min(text.size for text in texts) * PHONE / WIDTH >= 9.75
        if view.mountain:
            assert max(text.y for text in texts) < (218 if seats < 4 else 203)
        moves += len(texts) > 3
    assert moves > 20


def test_two_current_players_are_named_and_more_have_discs() -> None:
    players = tuple(map(Player, ("Ana", "Benjamín", "Χρυσάνθη", "Salud")))
    several = 0
    for view, canvas in headers(4, players):
        if len(view.to_act) > 1:
            several += 1
            drawn = {text.text: text.y for text in canvas.texts}
            named = [players[seat].name for seat in view.to_act]
            if len(named) == 2:
                assert drawn[named[0]] < drawn[named[1]] - 40
            else:
                assert not set(named) & set(drawn)
            assert {str(seat + 1) for seat in view.to_act} <= set(drawn)
    assert several
