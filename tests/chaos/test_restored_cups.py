"""A restore after the end of a round: the round continues, and a planted fault is found."""

from pathlib import Path

import pytest

from bot.match.tournaments import conductor, progress
from bot.match.tournaments.events import TournamentEventKind
from bot.match.tournaments.records import TournamentRequest
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.times import DAY, HOUR, Pace
from bot.storage.opening import open_database
from bot.storage.sqlite.copies import backup, restore
from chaos.checks import leagues, restores, seating, tournaments
from chaos.evidence import Evidence, LifeEvidence, read_tournaments
from chaos.mutants import MUTANTS
from chaos.transcript import Transcript
from tests.chaos.held import HOST, PEOPLE, PLACE
from tests.match.hours import ticks, wait
from tests.match.tournaments.organizing import organizer
from tests.match.world import GUILD, Side, World
from tests.tiers import exhaustive

LEAGUE = Terms("League", "toy", Format.LEAGUE, seats=4, days=3, pace=Pace.DAY)
KNOCKOUT = Terms("Cup", "toy", Format.KNOCKOUT, seats=3, days=3, pace=Pace.DAY)
FOUND_BY = (
    tournaments.cut_short,
    tournaments.not_verified,
    seating.badly_seated,
    leagues.wrong_groups,
    leagues.wrong_order,
    leagues.wrong_trophies,
    restores.numbers_again,
)


async def _restored(folder: Path, terms: Terms) -> Evidence:
    """Restore a backup of a round's first hour after its end, and wait for its new end."""
    path, copy, ended_life = folder / "salud.db", folder / "copy.db", folder / "life-1.db"
    world = await World.open(path)
    clock = world.clock
    try:
        await ticks(world)
        service = organizer(world)
        number = (await service.create(_request(world), terms)).row.id
        for user in PEOPLE:
            await service.join(number, user)
        await service.start(number, HOST)
        await wait(world, hours=1)
        began = float(clock.time) - HOUR
        copied = float(clock.time)
        backup(str(path), copy)
        for _ in range(4):
            await wait(world, days=1)
            await service.advance(number)
        lost = await service.create(_request(world), terms)
    finally:
        await world.database.close()
    backup(str(path), ended_life)
    restore(copy, str(path), "now", clock.time)
    ended = float(clock.time)
    side = Side(await open_database(str(path)), clock, world.seeds)
    try:
        await ticks(side)
        service = organizer(side)
        for _ in range(4):
            await service.advance(number)
            clock.time += DAY
            await ticks(side)
        again = await service.create(_request(world), terms)
        assert again.row.id > lost.row.id
        await service.advance(number)
        rows = await service.store.matches(number)
        loaded = {row.match: await side.matches.load(row.match) for row in rows}
    finally:
        await side.database.close()
    life = LifeEvidence(0.0, ended, {}, [], {}, frozenset(), copied=copied)
    life.tournaments.update(read_tournaments(ended_life))
    transcript = Transcript(ended=float(clock.time), ups=[(began - 1, True)])
    return Evidence(
        transcript, "a.token", loaded, past_lives=[life], tournaments=read_tournaments(path)
    )


def _request(world: World) -> TournamentRequest:
    return TournamentRequest(GUILD, PLACE, HOST, world.interaction())


@pytest.mark.parametrize(
    "terms", [LEAGUE, pytest.param(KNOCKOUT, marks=exhaustive)], ids=lambda terms: terms.name
)
async def test_restored_round_lasts_its_days(tmp_path: Path, terms: Terms) -> None:
    evidence = await _restored(tmp_path, terms)
    assert [problem for find in FOUND_BY for problem in find(evidence)] == []
    number = min(evidence.tournaments)
    before, after = (life.tournaments[number].events for life in evidence.lives())
    assert {TournamentEventKind.RESULT} <= {event.kind for event in before} & {
        event.kind for event in after
    }
    moved = [event for event in after if event.kind is TournamentEventKind.EXTENDED]
    assert any("down" in event.details for event in moved)


async def test_round_that_a_restore_ends_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        for owner, name in (
            (conductor, "extension"),
            (progress, "extension"),
            (progress.Facts, "due_by"),
        ):
            patch.setattr(owner, name, vars(owner)[name])
        MUTANTS["wall-clock"]()
        evidence = await _restored(tmp_path, LEAGUE)
    assert tournaments.cut_short(evidence) != []
