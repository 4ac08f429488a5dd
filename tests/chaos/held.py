"""Tournaments and leagues played without Discord, for checks of their events."""

from collections.abc import Sequence
from pathlib import Path

from bot.match.tournaments.events import TournamentEventKind
from bot.match.tournaments.loaded import LoadedTournament
from bot.match.tournaments.records import TournamentRequest
from bot.match.tournaments.service import TournamentService
from bot.match.tournaments.steps import MatchState
from bot.match.tournaments.terms import Format, Terms
from chaos.evidence import Evidence, read_tournaments
from chaos.transcript import Transcript
from tests.match.tournaments.organizing import organizer
from tests.match.world import GUILD, World

HOST, PLACE = 90, 77
PEOPLE = tuple(range(101, 110))
NEWCOMER = 110
LEAGUE = Terms("League", "toy", Format.LEAGUE, seats=3)
GROUPS = Terms("Cup", "toy", Format.GROUPS, seats=4)


async def held(path: Path, terms: Terms, stages: int, people: Sequence[int] = PEOPLE) -> Evidence:
    """Play stages of a tournament, or seasons of a league, with a toy game.

    After the first results a player withdraws and another one joins.
    """
    world = await World.open(path)
    try:
        service = organizer(world)
        request = TournamentRequest(GUILD, PLACE, HOST, world.interaction())
        tournament = await service.create(request, terms)
        number = tournament.row.id
        for user in people:
            await service.join(number, user)
        tournament = await service.start(number, HOST)
        while (
            sum(event.kind is TournamentEventKind.STAGE_OVER for event in tournament.events)
            < stages
        ):
            tournament = await _play_round(world, service, tournament)
            if any(event.kind is TournamentEventKind.WITHDREW for event in tournament.events):
                continue
            leaving = tournament.state.entrants[tournament.state.stages[0].groups[0][-1]].user
            await service.leave(number, leaving)
            await service.join(number, NEWCOMER)
            tournament = await service.advance(number)
        rows = await service.store.matches(number)
        matches = {row.match: await world.matches.load(row.match) for row in rows}
    finally:
        await world.close()
    transcript = Transcript(ended=float(world.clock.time))
    return Evidence(transcript, "a.token", matches, tournaments=read_tournaments(path))


async def _play_round(
    world: World, service: TournamentService, tournament: LoadedTournament
) -> LoadedTournament:
    """Play all running matches, and return the tournament after the results."""
    for table in tournament.state.open_tables:
        if tournament.match_states.get(table.id) is MatchState.RUNNING:
            await world.play(tournament.matches[table.id], "chaos")
    world.clock.passes(60)
    return await service.advance(tournament.row.id)
