"""Matches of every game from the invitation to the leaderboard."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from bot.match.log.events import MatchEventKind
from bot.match.log.records import Status
from bot.match.statistics.results import places, results
from engine.core import driver
from engine.core.chance import commitment
from engine.core.matchfile import Header, open_match, verify, write
from tests.match.world import ANN, BEN, CAT, DAN, GAMES, GUILD, World
from tests.tiers import every

PEOPLE = (ANN, BEN, CAT, DAN)


@pytest.mark.parametrize(
    ("game", "seats", "taste"),
    every(
        [
            ("dice-miner", 3, "b"),
            *(("toy", seats, taste) for taste in ("a", "b", "c") for seats in (2, 3, 4)),
            ("dice-miner", 2, "a"),
            ("dice-miner", 4, "c"),
        ],
        4,
        rows=True,
    ),
)
async def test_match_of_random_presses_ends_replays_and_is_proven(
    world: World, game: str, seats: int, taste: str
) -> None:
    lobby = {"toy": world.toys, "dice-miner": world.dice}[game]
    begun = await world.begun(*PEOPLE[:seats], lobby=lobby)
    loaded = await world.play(begun.record.id, taste)
    assert loaded.status is Status.OVER
    assert [event.kind for event in loaded.events[-2:]] == [
        MatchEventKind.STARTED,
        MatchEventKind.FINISHED,
    ]

    side = await world.another()
    again = await side.matches.load(begun.record.id)
    assert again == loaded
    assert again.outcome is not None
    assert places(again) == again.outcome.places
    scores = again.game.scores(again.state)
    for seat, user in enumerate(PEOPLE[:seats]):
        tally = await side.statistics.tally(GUILD, game, user)
        assert tally is not None
        assert (tally.matches, tally.whole) == (1, 1)
        assert tally.wins == int(again.outcome.places[seat] == 1)
        assert tally.points == tally.best == scores[seat]

    contribution = loaded.roster.contribution
    assert contribution is not None
    secret = loaded.record.seed
    text = write(
        Header(game, 1, seats, commitment(secret), contribution, secret.hex()), loaded.entries
    )
    verify(open_match(text.encode(), GAMES.game))

    presses = world.rows()["press"]
    runs = sorted((first, count) for _, _, first, count in presses)
    decided = sum(1 for entry in loaded.entries if entry.actor is not None)
    assert len(runs) == decided, "each press of one token owns one run"
    assert runs[0][0] > 0, "the first luck belongs to nobody's press"
    for (first, count), (following, _) in pairwise(runs):
        assert first + count == following


@pytest.mark.parametrize("rivals", every([1, 2, 3]))
@pytest.mark.parametrize("game", ["toy", "dice-miner"])
async def test_practice_of_any_game_counts_for_no_leaderboard(
    world: World, game: str, rivals: int
) -> None:
    lobby = {"toy": world.toys, "dice-miner": world.dice}[game]
    begun = await lobby.practice(world.asked(ANN), rivals)
    assert begun.status is Status.RUNNING
    assert begun.seats == 1 + rivals
    assert not begun.computers_to_act
    loaded = await world.play(begun.record.id, "practice", most=12)
    if game == "toy":
        assert loaded.status is Status.OVER
    assert not loaded.computers_to_act
    assert {entry.actor for entry in loaded.entries} == {None, *range(1 + rivals)}
    assert world.rows()["tally"] == []
    assert world.rows()["result"] == []
    position = driver.start(loaded.game, loaded.seats)
    for advance in driver.replay(loaded.game, loaded.seats, loaded.entries):
        position = advance.position
    assert position == loaded.position


async def test_log_is_replayed_again_only_after_it_changed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = await world.begun(ANN, BEN, lobby=world.toys)
    loaded = await world.play(begun.record.id, "a")
    replays, replay = [], driver.replay

    def counted(*given: Any) -> Any:
        replays.append(given)
        return replay(*given)

    monkeypatch.setattr(driver, "replay", counted)
    assert [advance.entry for advance in loaded.advances()] == list(loaded.entries)
    results(loaded)
    assert len(replays) <= 1
    shorter = replace(loaded, log=loaded.log[:-1])
    assert [advance.entry for advance in shorter.advances()] == list(shorter.entries)
