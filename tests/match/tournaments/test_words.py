"""Moderators' words: stored without ids, and deleted with forgotten users."""

from collections.abc import Sequence

import pytest

from bot.match.tournaments.events import TournamentEventKind
from bot.match.tournaments.files import verify, write
from bot.match.tournaments.loaded import LoadedTournament
from bot.match.tournaments.records import TournamentRequest
from bot.match.tournaments.service import TournamentService
from bot.match.tournaments.terms import Format, Terms
from tests.match.test_forgetting import VIC, columns_with
from tests.match.test_traces import files, left
from tests.match.tournaments.organizing import organizer
from tests.match.world import ANN, BEN, CAT, CHANNEL, DAN, EVE, GUILD, World

MODERATOR = 990_000_990_000_990
SWISS = Terms("Autumn Cup", "toy", Format.SWISS, rounds=3, days=3)
WORDS = "Bob Smith"
REASON = f"{WORDS} <@{VIC}> was rude, says {VIC} to @everyone"
INTERACTION = 123_456_789_012_345_678


@pytest.fixture
def cups(world: World) -> TournamentService:
    return organizer(world)


async def start_cup(cups: TournamentService, world: World, *users: int) -> LoadedTournament:
    request = TournamentRequest(GUILD, CHANNEL, MODERATOR, world.interaction())
    cup = await cups.create(request, SWISS)
    for user in users:
        await cups.join(cup.row.id, user)
    return await cups.start(cup.row.id, MODERATOR)


async def adjudicate(cups: TournamentService, cup: LoadedTournament) -> LoadedTournament:
    table = cup.state.open_tables[0]
    winner = cup.state.entrants[table.seats[0]].user
    return await cups.adjudicate(cup.row.id, MODERATOR, table.id, winner, REASON)


def reasons(cup: LoadedTournament) -> list[str]:
    decided = [event for event in cup.events if event.kind is TournamentEventKind.ADJUDICATED]
    return [event.details["reason"] for event in decided]


def on_disk(world: World, words: Sequence[str]) -> list[str]:
    content = b"".join(files(world).values())
    return [word for word in words if word.encode() in content]


@pytest.mark.both_databases
async def test_ids_and_mentions_are_masked_before_storing(
    cups: TournamentService, world: World
) -> None:
    cup = await adjudicate(cups, await start_cup(cups, world, ANN, BEN, CAT, DAN))
    assert reasons(cup) == [f"{WORDS} … was rude, says … to …"]
    assert columns_with(world) == []
    request = TournamentRequest(GUILD, CHANNEL, MODERATOR, world.interaction())
    named = Terms(f"Cup of <@{VIC}>", "toy", Format.SWISS)
    cup = await cups.create(request, named)
    cup = await cups.edit(cup.row.id, MODERATOR, Terms(f"Cup of {VIC}", "toy", Format.SWISS))
    assert cup.state.terms.name == "Cup of …"
    assert columns_with(world) == []


@pytest.mark.sqlite
async def test_reasons_are_deleted_with_a_forgotten_player(
    cups: TournamentService, world: World
) -> None:
    """Any reason in a tournament can name any of its players."""
    cup = await adjudicate(cups, await start_cup(cups, world, VIC, ANN, BEN, CAT, DAN, EVE))
    other = await adjudicate(cups, await start_cup(cups, world, ANN, BEN, CAT, DAN))
    assert (await world.people.forget(VIC)).done
    cup, other = await cups.load(cup.row.id), await cups.load(other.row.id)
    assert reasons(cup) == [""]
    assert reasons(other) == [f"{WORDS} … was rude, says … to …"], "VIC had no part in it"
    assert left(world) == {}
    assert (await world.people.forget(ANN)).done
    assert on_disk(world, [WORDS]) == []
    cup = await cups.load(cup.row.id)
    assert WORDS not in write(cup.events)
    verify(write(cup.events))


@pytest.mark.sqlite
async def test_words_and_interactions_are_deleted_with_a_forgotten_moderator(
    cups: TournamentService, world: World
) -> None:
    cup = await adjudicate(cups, await start_cup(cups, world, ANN, BEN, CAT, DAN))
    await cups.extend(cup.row.id, MODERATOR, 5, INTERACTION)
    assert on_disk(world, [WORDS, str(INTERACTION)]) == [WORDS, str(INTERACTION)]
    assert (await world.people.forget(MODERATOR)).done
    assert on_disk(world, [WORDS, str(INTERACTION)]) == []
    assert left(world, (MODERATOR,)) == {}
    cup = await cups.load(cup.row.id)
    assert reasons(cup) == [""]
    verify(write(cup.events))
