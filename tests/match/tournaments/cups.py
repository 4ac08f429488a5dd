"""Tournaments of the toy game, with real matches, for tests of the service."""

import pytest

from bot.match.tournaments.loaded import LoadedTournament
from bot.match.tournaments.records import TournamentRequest
from bot.match.tournaments.service import TournamentService
from bot.match.tournaments.state import TournamentStatus
from bot.match.tournaments.terms import Format, Terms
from tests.match.tournaments.organizing import organizer
from tests.match.world import CHANNEL, GUILD, World

MODERATOR = 99
KNOCKOUT = Terms("Autumn Cup", "toy", Format.KNOCKOUT)


@pytest.fixture
def cups(world: World) -> TournamentService:
    return organizer(world)


async def create_cup(
    cups: TournamentService, world: World, terms: Terms, *users: int
) -> LoadedTournament:
    request = TournamentRequest(GUILD, CHANNEL, MODERATOR, world.interaction())
    cup = await cups.create(request, terms)
    for user in users:
        cup = await cups.join(cup.row.id, user)
    return cup


async def start_cup(
    cups: TournamentService, world: World, terms: Terms, *users: int
) -> LoadedTournament:
    cup = await create_cup(cups, world, terms, *users)
    return await cups.start(cup.row.id, MODERATOR)


async def play_out(
    cups: TournamentService, world: World, cup: LoadedTournament
) -> LoadedTournament:
    """Play all matches until the tournament is over."""
    for _ in range(50):
        if cup.state.status is TournamentStatus.OVER:
            return cup
        for table in cup.state.open_tables:
            await world.play(cup.matches[table.id])
        cup = await cups.advance(cup.row.id)
    raise AssertionError("the tournament does not end")
