"""Quick estimates of the winner."""

import pytest

from engine.games.dice_miner.state import Excavation, Finished, Magic, SimpleStage
from tests.cogs.moments import match
from tests.engine.dice_miner.table import GAME, table


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_shares_add_up_to_one_and_winners_have_all_at_the_end(seats: int) -> None:
    moments = match(seats, f"prospects {seats}", "spend")
    for moment in moments:
        shares = GAME.shares(moment.position.state)
        assert len(shares) == seats
        assert all(0 <= share <= 1 for share in shares)
        assert sum(shares) == pytest.approx(1)
    outcome = GAME.outcome(moments[-1].position.state)
    assert outcome is not None
    winners = outcome.places.count(1)
    assert GAME.shares(moments[-1].position.state) == tuple(
        1 / winners if place == 1 else 0 for place in outcome.places
    )


def test_lead_counts_more_later() -> None:
    leads = [
        GAME.shares(table(SimpleStage.FILL, "", "", rounds=[(10, 0)])),
        GAME.shares(table(SimpleStage.FILL, "", "", rounds=[(10, 0), (0, 0)])),
        GAME.shares(table(Magic(0, (1,)), "", "", rounds=[(10, 0), (0, 0)])),
    ]
    assert [0.5, *(shares[0] for shares in leads)] == sorted(
        [0.5, *(shares[0] for shares in leads)]
    )
    assert leads[-1][0] > 0.7


def test_hoard_counts_before_its_round_is_scored() -> None:
    lying = {0: "t10=1", 1: "t11=1"}
    ahead = GAME.shares(table(Excavation(0), "t01=1 t02=2 t03=3", "t04=5", lying=lying))
    assert ahead[0] > 0.5
    even = GAME.shares(table(Excavation(0), "t01=1", "t02=1", lying=lying))
    assert even[0] == pytest.approx(0.5)


def test_only_tied_seats_can_win_a_tie_break() -> None:
    state = table(
        Magic(0, (2,)), "g01=5", "g02=3", "g03=1", tied=(0, 2), rounds=[(9, 1, 9)], magic_start=0
    )
    shares = GAME.shares(state)
    assert shares[1] == 0
    assert shares[0] > shares[2] > 0
    won = table(Finished((0, 1)), "", "", "", rounds=[(9, 9, 1)])
    assert GAME.shares(won) == (0.5, 0.5, 0)
