"""Tournaments: events, matches, due work, trophies, and forgetting."""

import asyncio
from dataclasses import replace

import pytest

from bot.match.core.change import Change
from bot.match.core.store import Store
from bot.match.forgetting.store import PeopleStore
from bot.match.log.events import MatchEvent, MatchEventKind
from bot.match.log.records import Status, TournamentTable
from bot.match.log.store_errors import Conflict
from bot.match.people.messages import MessageKey, MessageKind, MessageStore
from bot.match.tournaments.events import TournamentEvent, detail_of
from bot.match.tournaments.events import TournamentEventKind as TournamentKind
from bot.match.tournaments.fold import fold
from bot.match.tournaments.records import TableMatch, TournamentRow
from bot.match.tournaments.state import TournamentStatus
from bot.match.tournaments.store import TournamentStore
from bot.storage.base.database import Database
from bot.storage.opening import open_database
from tests.cards import cards_due, post_card
from tests.storage.samples import (
    A_TOURNAMENT,
    ASKED,
    GUILD,
    JOINS,
    MADE,
    NEW,
    OTHER,
    RUNNING,
    SEED,
    TERMS,
    append_events,
    create_open,
    create_running,
    end,
    trophy,
)

pytestmark = pytest.mark.both_databases


@pytest.fixture
def cups(database: Database) -> TournamentStore:
    return TournamentStore(database)


async def current_row(cups: TournamentStore, tournament: int) -> TournamentRow:
    row = await cups.row(tournament)
    assert row is not None
    return row


async def create_with_people(cups: TournamentStore) -> int:
    row = await cups.create(A_TOURNAMENT, SEED, MADE)
    await append_events(cups, row.id)
    return row.id


async def test_tournament_is_created_once_per_interaction(
    cups: TournamentStore, address: str
) -> None:
    assert await cups.made_by(88) is None
    row = await cups.create(A_TOURNAMENT, SEED, MADE)
    assert (row.guild, row.channel, row.name, row.game) == (GUILD, 55, "Spring cup", "toy")
    assert (row.status, row.events, row.due) == (TournamentStatus.OPEN, 1, 0)
    assert row.seed == SEED
    assert SEED.hex() not in repr(row)
    other = await open_database(address)
    try:
        assert await TournamentStore(other).create(A_TOURNAMENT, SEED, MADE) == row
    finally:
        await other.close()
    assert await cups.made_by(88) == row
    second = await cups.create(replace(A_TOURNAMENT, interaction=89), SEED, MADE)
    assert second.id > row.id
    assert await cups.load(second.id + 1) is None


async def test_tournaments_and_matches_share_their_numbers(
    cups: TournamentStore, store: Store
) -> None:
    """A restore lifts both above all numbers ever given."""
    first = await create_open(store)
    row = await cups.create(A_TOURNAMENT, SEED, MADE)
    assert row.id == first + 1
    assert await create_open(store) == row.id + 1


async def test_appended_events_are_stored_and_fold_to_the_tournament(cups: TournamentStore) -> None:
    tournament = await create_with_people(cups)
    stored = await cups.load(tournament)
    assert stored is not None
    row, events = stored
    assert events == (MADE, *JOINS)
    folded = fold(events)
    assert [item.user for item in folded.entrants] == [11, 12, 13, 14]
    assert folded.terms == TERMS
    assert (row.events, row.name, row.status) == (5, "Spring cup", TournamentStatus.OPEN)


async def test_append_to_an_outdated_state_conflicts(cups: TournamentStore) -> None:
    tournament = await create_with_people(cups)
    stored = await cups.load(tournament)
    for number, n, former in ((tournament, 1, 0), (tournament, 5, 1), (tournament + 1, 1, 0)):
        with pytest.raises(Conflict):
            await append_events(cups, number, n=n, former=former)
    assert await cups.load(tournament) == stored
    answers = await asyncio.gather(
        *(
            append_events(cups, tournament, (replace(JOINS[0], n=5, user=20 + number),), n=5)
            for number in range(3)
        ),
        return_exceptions=True,
    )
    assert sum(item is None for item in answers) == 1, "exactly one append succeeds"


async def test_row_follows_the_latest_terms(cups: TournamentStore) -> None:
    tournament = await create_with_people(cups)
    terms = replace(TERMS, game="other", name="Autumn cup")
    detail = detail_of(terms=terms.text)
    edited = TournamentEvent(5, TournamentKind.EDITED, 1009, 11, detail=detail)
    await append_events(cups, tournament, n=5, events=(edited,), terms=terms)
    row = await current_row(cups, tournament)
    assert (row.name, row.game) == ("Autumn cup", "other")


async def test_of_user_lists_unfinished_tournaments_only(cups: TournamentStore) -> None:
    tournament = await create_with_people(cups)
    (row,) = await cups.of_user(GUILD, 12)
    assert row.id == tournament
    assert await cups.of_user(OTHER, 12) == ()
    await append_events(cups, tournament, (), n=5, people=(11, 13, 15), status=RUNNING)
    assert await cups.of_user(GUILD, 12) == ()
    assert [item.id for item in await cups.of_user(GUILD, 15)] == [tournament]
    await append_events(cups, tournament, (), n=5, people=(11, 15), status=TournamentStatus.OVER)
    assert await cups.of_user(GUILD, 15) == ()


async def test_of_guild_lists_by_status_newest_first(cups: TournamentStore) -> None:
    first = await create_with_people(cups)
    second = (await cups.create(replace(A_TOURNAMENT, interaction=89), SEED, MADE)).id
    await cups.create(replace(A_TOURNAMENT, interaction=90, guild=OTHER), SEED, MADE)
    await append_events(cups, first, n=5, events=(), status=TournamentStatus.CALLED_OFF)

    async def listed(*statuses: TournamentStatus, most: int = 9) -> list[int]:
        return [item.id for item in await cups.of_guild(GUILD, statuses, most)]

    assert await listed(TournamentStatus.OPEN) == [second]
    assert await listed(*TournamentStatus) == [second, first]
    assert await listed(*TournamentStatus, most=1) == [second]


async def test_tournament_is_due_after_creation_an_end_or_its_time(
    cups: TournamentStore, store: Store
) -> None:
    tournament = await create_with_people(cups)
    assert await cups.due(1, 9) == ((tournament, GUILD),)
    row = await current_row(cups, tournament)
    await cups.put_off(replace(row, events=4), 2000)
    assert await cups.due(1, 9) == ((tournament, GUILD),), "the state is outdated"
    await cups.put_off(row, 2000)
    assert await cups.due(1999, 9) == ()
    assert await cups.due(2000, 9) == ((tournament, GUILD),)
    match = await create_running(store, table=TournamentTable(tournament, "1.0.1.1"))
    assert await cups.due(1999, 9) == ()
    await store.commit(end(match))
    assert await cups.due(1, 9) == ((tournament, GUILD),)
    assert (await current_row(cups, tournament)).ended == 1
    await append_events(cups, tournament, n=5, events=(), due=2000)
    assert await cups.due(1, 9) == ((tournament, GUILD),), "an append does not hide an end"
    await cups.put_off(row, None)
    assert await cups.due(1, 9) == ((tournament, GUILD),), "the row was read before the end"
    await cups.put_off(await current_row(cups, tournament), None)
    assert await cups.due(9**9, 9) == ()


async def test_match_called_off_before_its_start_makes_the_tournament_due(
    cups: TournamentStore, store: Store
) -> None:
    """The table needs a decision."""
    tournament = await create_with_people(cups)
    await cups.put_off(await current_row(cups, tournament), None)
    match = await create_open(store, table=TournamentTable(tournament, "1.0.1.1"))
    off = MatchEvent(2, 0, MatchEventKind.CANCELLED, 1001)
    await store.commit(Change(match, 0, 2, (), (off,), status=Status.CALLED_OFF))
    assert await cups.due(1, 9) == ((tournament, GUILD),)


async def test_each_table_has_one_match(cups: TournamentStore, store: Store) -> None:
    tournament = await create_with_people(cups)
    tables = [TournamentTable(tournament, item) for item in ("1.0.1.2", "1.0.1.1")]
    matches = [await store.create(replace(NEW, table=item, expires=None), ASKED) for item in tables]
    again = await store.create(replace(NEW, table=tables[0], seed=SEED[::-1]), ASKED[:1])
    assert again == matches[0]
    assert again.table == tables[0]
    stored = await store.load(matches[1].id)
    assert stored is not None
    assert stored.record.table == tables[1]
    assert await cups.matches(tournament) == (
        TableMatch("1.0.1.1", matches[1].id, Status.OPEN),
        TableMatch("1.0.1.2", matches[0].id, Status.OPEN),
    )
    alone = await create_open(store)
    assert alone in await cards_due(store, 1990)


async def test_unposted_tables_lists_started_matches_without_a_message(
    cups: TournamentStore, store: Store
) -> None:
    tournament = await create_with_people(cups)
    await create_running(store)
    match = await create_running(store, table=TournamentTable(tournament, "1.0.1.1"))
    await create_open(store, table=TournamentTable(tournament, "1.0.1.2"))
    assert match in await cards_due(store)
    await store.commit(end(match))
    assert match in await cards_due(store)
    await post_card(store, match, 7)
    assert match not in await cards_due(store)


async def test_messages_are_due_after_a_moment_for_the_creator_and_after_each_change(
    database: Database, cups: TournamentStore
) -> None:
    messages = MessageStore(database)
    tournament = (await cups.create(A_TOURNAMENT, SEED, MADE)).id
    assert await messages.due(1004) == ()
    panel, note = (MessageKey(kind, tournament) for kind in (MessageKind.PANEL, MessageKind.NOTE))
    assert {row.key for row in await messages.due(1005)} == {panel, note}
    for key, message in ((panel, 7), (note, None)):
        claimed = await messages.claim(key, "one", 1005, 1010)
        assert claimed is not None
        await messages.note(replace(claimed, message=message, shown=1), "one")
    row = await current_row(cups, tournament)
    assert (row.panel, row.told) == (7, 1)
    assert await messages.due(1005) == ()
    await append_events(cups, tournament)
    assert {row.key for row in await messages.due(1005)} == {panel, note}


async def test_trophies_are_listed_per_server_latest_first(cups: TournamentStore) -> None:
    tournament = await create_with_people(cups)
    won = (trophy(tournament), trophy(tournament, stage=1), trophy(tournament, 12, 2))
    former = trophy(tournament, -3, 3)
    await append_events(cups, tournament, n=5, events=(), trophies=(*won, former))
    assert await cups.trophies(GUILD, 11, 9) == (won[1], won[0])
    assert await cups.trophies(GUILD, 11, 1) == (won[1],)
    assert await cups.trophies(GUILD, 12, 9) == (won[2],)
    assert await cups.trophies(OTHER, 11, 9) == ()
    assert await cups.trophies(GUILD, -3, 9) == (), "former miners have no list of trophies"


async def test_forgotten_user_becomes_one_former_miner_in_a_tournament(
    cups: TournamentStore, database: Database
) -> None:
    tournament = await create_with_people(cups)
    await append_events(cups, tournament, n=5, events=(), trophies=(trophy(tournament),))
    await cups.put_off(await current_row(cups, tournament), None)
    people = PeopleStore(database)
    export = await people.personal_data(11)
    assert {"tournament_event.user", "tournament_event.by_user", "trophy"} <= set(export)
    assert export["tournament_person"] == [{"guild": GUILD, "tournament": tournament}]
    await people.begin(11, 5)
    assert await people.finish(11)
    assert await people.personal_data(11) == {}
    stored = await cups.load(tournament)
    assert stored is not None
    row, events = stored
    folded = fold(events)
    former = folded.host
    assert former < 0
    assert [item.user for item in folded.entrants] == [former, 12, 13, 14]
    assert row.former == 1
    assert await cups.made_by(88) is None
    assert await cups.due(1, 9) == ((tournament, GUILD),), "their place is free"
    with pytest.raises(Conflict):
        await append_events(cups, tournament, n=5, events=())
    await append_events(cups, tournament, n=5, former=1, events=(), people=(former, 12))
    assert await cups.of_user(GUILD, former) == ()
    await people.begin(12, 5)
    assert await people.finish(12)
    stored = await cups.load(tournament)
    assert stored is not None
    numbers = [item.user for item in fold(stored[1]).entrants]
    assert len(set(numbers)) == 4, "each gets a number of their own"
    await people.finish(14)
    assert await cups.made_by(88) is None


async def test_forgetting_another_user_keeps_the_creators_interaction(
    cups: TournamentStore, database: Database
) -> None:
    tournament = await create_with_people(cups)
    assert await PeopleStore(database).finish(13)
    row = await cups.made_by(88)
    assert row is not None
    assert row.id == tournament


async def test_forgetting_a_server_deletes_its_tournaments_only(
    cups: TournamentStore, store: Store, database: Database
) -> None:
    tournament = await create_with_people(cups)
    await append_events(cups, tournament, n=5, events=(), trophies=(trophy(tournament),))
    await create_running(store, table=TournamentTable(tournament, "1.0.1.1"))
    other = await cups.create(replace(A_TOURNAMENT, guild=OTHER, interaction=89), SEED, MADE)
    people = PeopleStore(database)
    await people.finish(13)
    await people.note_left(GUILD, 5)
    await people.forget_matches(GUILD, 5, 9)
    await people.forget_server(GUILD, 5)
    assert await cups.load(tournament) is None
    assert await cups.trophies(GUILD, 11, 9) == ()
    assert await cups.of_user(GUILD, 12) == ()
    assert [item.id for item in await cups.of_guild(OTHER, tuple(TournamentStatus), 9)] == [
        other.id
    ]
    again = await cups.create(replace(A_TOURNAMENT, interaction=90), SEED, MADE)
    assert again.id > other.id
