"""Small matches with made-up contents for the store, and reads of the file."""

import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from bot.app.games import load_games
from bot.app.puzzle_bundle import missing
from bot.match.core.boards import BoardProgress
from bot.match.core.change import Change
from bot.match.core.store import Store
from bot.match.core.unread_rows import UnreadEnd
from bot.match.daily.days import DayGame
from bot.match.daily.standings import StandingsStore
from bot.match.daily.store import DayStore
from bot.match.forgetting.store import PeopleStore
from bot.match.lobby.challenges import RefusalStore
from bot.match.log.events import MatchEvent, MatchEventKind
from bot.match.log.records import LogEntry, NewMatch, Status
from bot.match.people.messages import MessageKey, MessageKind, MessageRow, MessageStore
from bot.match.people.pings import PingStore
from bot.match.people.role_pings import RolePing, RolePingStore
from bot.match.people.servers import Bar, ServerStore
from bot.match.people.watching import Every, Watch, WatchStore
from bot.match.playing.plans import Plan, Plans
from bot.match.puzzles.store import Mined, PuzzleStore
from bot.match.statistics.played import PlayedStore
from bot.match.statistics.projections import Leaderboard, LeaderboardMeasure, Ranking, Tally
from bot.match.statistics.result import MatchStats, Result
from bot.match.statistics.store import StatisticsStore
from bot.match.timekeeping.absences import AbsenceNews, AbsenceNewsStore
from bot.match.timing.alert_store import TurnAlertStore
from bot.match.timing.deadline_store import DeadlineStore, StoredDeadline
from bot.match.timing.deadlines import Deadline, DeadlineKind
from bot.match.timing.turn_alerts import TurnAlert
from bot.match.tournaments.events import TournamentEvent, detail_of
from bot.match.tournaments.events import TournamentEventKind as TournamentKind
from bot.match.tournaments.fold import fold
from bot.match.tournaments.records import TournamentRequest, TournamentRow, Trophy
from bot.match.tournaments.state import Entrant, TournamentStatus
from bot.match.tournaments.store import TournamentStore
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.times import Span
from engine.core.types import Entry

GUILD, OTHER = 900, 901
SEED = bytes(range(32))
NEW = NewMatch("toy", 3, 2, SEED, GUILD, 55, created=1000, expires=2000)
ASKED = (
    MatchEvent(0, 0, MatchEventKind.JOINED, 1000, holder=11, detail="77"),
    MatchEvent(1, 0, MatchEventKind.INVITED, 1000, holder=12),
)
STARTED = MatchEvent(2, 0, MatchEventKind.STARTED, 1001, detail="77+78")
ENDED = MatchEvent(3, 1, MatchEventKind.ENDED, 1002)
LOG = (
    LogEntry(Entry(0, None, "roll 3"), "aaaa", 1001),
    LogEntry(Entry(1, 0, "add 1"), "bbbb", 1002),
)
RESULTS = (
    Result(
        0,
        11,
        1,
        30,
        counted=(("pebble", 2),),
        stats=MatchStats(gifts=(("pebble", 12, 2),)),
        earned=(("first", 1),),
    ),
    Result(1, 12, 2, -4),
)


def on_disk(path: Path, sql: str) -> list[tuple[Any, ...]]:
    """Return rows as read by a separate connection."""
    connection = sqlite3.connect(path)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


async def create_open(store: Store, **changes: Any) -> int:
    return (await store.create(replace(NEW, **changes), ASKED)).id


async def create_running(store: Store, **changes: Any) -> int:
    """Create a running match with one entry."""
    match = await create_open(store, **changes)
    await store.commit(
        Change(match, 0, 2, LOG[:1], (STARTED,), status=Status.RUNNING, holders=(11, 12))
    )
    return match


def end(match: int) -> Change:
    """Return the change that ends a match made by `create_running`."""
    return Change(
        match,
        1,
        3,
        (),
        (ENDED,),
        status=Status.OVER,
        ended=ENDED.at,
        took_part=(11, 12),
        results=RESULTS,
    )


async def _frozen_end(store: Store, match: int) -> Status:
    await store.freeze(match, frozen=True)
    return await store.end_unread(match, 13, 5)


CALL = TurnAlert(11, 0, 5, began=5, seen=5, check_at=9)
Port = Callable[[Store, int], Awaitable[Any]]
WRITES: dict[str, Port] = {
    "note_tidied": lambda store, match: store.note_tidied(match, 1),
    "create": lambda store, _: store.create(NEW, ASKED),
    "commit": lambda store, match: store.commit(Change(match, 1, 3, LOG[1:])),
    "set_place": lambda store, match: store.set_place(match, 1),
    "set_shared": lambda store, match: store.set_shared(match, 55),
    "drop_forum": lambda store, match: store.drop_forum(match),
    "note_shown": lambda store, match: store.note_shown(
        match, BoardProgress(1, 0, 0, 3, 1, 1), "one", (CALL,)
    ),
    "end_unread": lambda store, match: _frozen_end(store, match),
    "note_unread_end": lambda store, match: store.note_unread_end(
        UnreadEnd((), match, "toy", GUILD, 55, None, None, 55, "over", 3, 5)
    ),
    "freeze": lambda store, match: store.freeze(match, frozen=False),
    "lease": lambda store, match: store.lease(match, "one", 10, 20),
    "release": lambda store, match: store.release(match, "one"),
    "add_guild_setting": lambda store, _: store.add_guild_setting(GUILD, "palette", "safe"),
    "set_guild_settings": lambda store, _: store.set_guild_settings(GUILD, {"a": "b", "c": None}),
    "set_user_settings": lambda store, _: store.set_user_settings(11, {"a": "b", "c": None}),
}
READS: dict[str, Port] = {
    "places_left": lambda store, _: store.places_left(),
    "left_places": lambda store, match: store.left_places(match),
    "of_forum": lambda store, _: store.of_forum(56),
    "channel_of_post": lambda store, _: store.channel_of_post(57),
    "load": lambda store, match: store.load(match),
    "remains": lambda store, match: store.remains(match),
    "unread_end": lambda store, match: store.unread_end(match),
    "unread_ends": lambda store, _: store.unread_ends(),
    "frozen_matches": lambda store, _: store.frozen_matches(GUILD, 11),
    "frozen_of_others": lambda store, _: store.frozen_of_others(GUILD, 11),
    "head": lambda store, match: store.head(match),
    "press": lambda store, _: store.press(1),
    "press_of": lambda store, match: store.press_of(match, 0),
    "opened_by": lambda store, _: store.opened_by(1),
    "has_counted": lambda store, _: store.has_counted(1),
    "progress": lambda store, match: store.progress(match),
    "boards_due": lambda store, _: store.boards_due(),
    "computers_due": lambda store, _: store.computers_due(),
    "unstarted_practice": lambda store, _: store.unstarted_practice(5000),
    "expired_invitations": lambda store, _: store.expired_invitations(5000),
    "guilds": lambda store, match: store.guilds((match,)),
    "channels": lambda store, _: store.channels(GUILD),
    "of_user": lambda store, _: store.of_user(GUILD, 11),
    "private_of_user": lambda store, _: store.private_of_user(11),
    "running_of_user": lambda store, _: store.running_of_user(GUILD, 11),
    "of_place": lambda store, _: store.of_place(1),
    "of_guild": lambda store, _: store.of_guild(GUILD),
    "guild_settings": lambda store, _: store.guild_settings(GUILD),
    "user_settings": lambda store, _: store.user_settings(11),
    "of_board": lambda store, _: store.of_board(1),
    "is_abandoned": lambda store, match: store.is_abandoned(match, "one"),
    "matches_after": lambda store, _: store.matches_after(0, 5),
    "first_id": lambda store, _: store.first_id(5, 9),
    "newest_generation": lambda store, _: store.newest_generation(),
    "highest_number": lambda store, _: store.highest_number(),
}


RANKINGS = tuple(
    Ranking(measure, "pebble" if measure is LeaderboardMeasure.COUNT else "", fewest)
    for measure in LeaderboardMeasure
    for fewest in (False, True)
)
"""Every possible leaderboard."""


async def _leaderboard(ranking: Ranking, store: StatisticsStore, match: int) -> Leaderboard[Tally]:
    del match
    return await store.leaderboard(GUILD, "toy", "all", ranking, start=0, most=10, asker=11)


STATISTICS_PORTS: dict[str, Callable[[StatisticsStore, int], Awaitable[Any]]] = {
    **{
        f"leaderboard {ranking.key}{ranking.fewest * ' fewest'}": partial(_leaderboard, ranking)
        for ranking in RANKINGS
    },
    "tally": lambda store, _: store.tally(GUILD, "toy", 11),
    "results": lambda store, _: store.results(GUILD, "toy", 11),
    "between": lambda store, _: store.between(GUILD, "toy", 11, 12),
    "gifts": lambda store, _: store.gifts(GUILD, "toy", 11),
    "history": lambda store, _: store.history(GUILD, None, 11, start=0, most=5),
    "history everywhere": lambda store, _: store.history(None, None, 11, start=0, most=5),
    "history of a game everywhere": lambda store, _: store.history(
        None, "toy", 11, start=0, most=5
    ),
    "servers_of": lambda store, _: store.servers_of(11),
    "history of a game": lambda store, _: store.history(GUILD, "toy", 11, start=0, most=5),
    "of_match": lambda store, match: store.of_match(match),
    "earned_in": lambda store, match: store.earned_in(match),
    "achievements": lambda store, _: store.achievements(GUILD, "toy", 11),
}
PLAN_PORTS: dict[str, Callable[[Plans, int], Awaitable[Any]]] = {
    "keep": lambda plans, match: plans.keep(Plan(match, 11, 2, ("add 1", "add 2")), 3),
    "of_match": lambda plans, match: plans.of_match(match),
    "due": lambda plans, _: plans.due(),
    "drop": lambda plans, match: plans.drop(match, 12),
}
SERVER_PORTS: dict[str, Callable[[ServerStore, int], Awaitable[Any]]] = {
    "bar": lambda servers, _: servers.bar(GUILD, Bar(13, 11, 5)),
    "barred": lambda servers, _: servers.barred(GUILD, (11, 13)),
    "bars": lambda servers, _: servers.bars(GUILD, 9),
    "forgotten_bars": lambda servers, _: servers.forgotten_bars(GUILD, 9),
    "unbar": lambda servers, _: servers.unbar(GUILD, 13),
    "score": lambda servers, match: servers.score(match),
    "standing_messages": lambda servers, _: servers.standing_messages(GUILD),
}
WATCHED = Watch(1, 13, Every.ROUND)
WATCH_PORTS: dict[str, Callable[[WatchStore, int], Awaitable[Any]]] = {
    "put": lambda watches, match: watches.put(replace(WATCHED, match=match)),
    "of_match": lambda watches, match: watches.of_match(match),
    "of_user": lambda watches, match: watches.of_user(match, 13),
    "drop": lambda watches, match: watches.drop(match, 13),
}
DEADLINE_PORTS: dict[str, Callable[[DeadlineStore, int], Awaitable[Any]]] = {
    "due": lambda deadlines, _: deadlines.due(5000, 9),
    "of_match": lambda deadlines, match: deadlines.of_match(match),
    "postpone": lambda deadlines, match: deadlines.postpone(
        match, [(StoredDeadline(Deadline(DeadlineKind.LATE, 1, 11), 1, 0), 5)]
    ),
    "replace": lambda deadlines, match: deadlines.replace(
        match, (Deadline(DeadlineKind.IDLE, 1),), 2, 3
    ),
    "put_off": lambda deadlines, match: deadlines.put_off(match, 9000),
    "hours": lambda deadlines, _: deadlines.hours((11, 12), 5),
    "downtimes": lambda deadlines, _: deadlines.downtimes(5),
    "alive": lambda deadlines, _: deadlines.alive(5, 1),
    "down": lambda deadlines, _: deadlines.alive(5000, 1),
    "skip": lambda deadlines, _: deadlines.skip(60, 5000, 5100),
    "put back": lambda deadlines, _: deadlines.alive(5, None),
    "be_away": lambda deadlines, _: deadlines.absences(11, 5, lambda _: (Span(5, 9),)),
    "come_back": lambda deadlines, _: deadlines.absences(11, 5, lambda _: ()),
    "absences": lambda deadlines, _: deadlines.absences(11, 5),
    "matches_of": lambda deadlines, _: deadlines.matches_of(11),
}
TURN_ALERT_PORTS: dict[str, Callable[[TurnAlertStore, int], Awaitable[Any]]] = {
    "of_match": lambda calls, match: calls.of_match(match),
    "due": lambda calls, _: calls.due(5000, 9),
    "change": lambda calls, match: calls.change(match, CALL, replace(CALL, unseen=7)),
    "check_soon": lambda calls, match: calls.check_soon(match, (11,), 6),
    "check_soon_in": lambda calls, _: calls.check_soon_in(GUILD, 6),
    "notices_posted": lambda alerts, match: alerts.notices_posted(match),
}
PING_PORTS: dict[str, Callable[[PingStore, int], Awaitable[Any]]] = {
    "claim": lambda pings, _: pings.claim("one", 11, (12, 13), 5000, lambda _: (12, 13)),
    "claim again": lambda pings, _: pings.claim("one", 11, (12, 13), 5000, lambda _: ()),
}
REFUSAL_PORTS: dict[str, Callable[[RefusalStore, int], Awaitable[Any]]] = {
    "refuse": lambda refusals, _: refusals.refuse(11, (12, 13), 5),
    "take": lambda refusals, _: refusals.refuse(11, (13,), 6),
    "refused_by": lambda refusals, _: refusals.refused_by(11),
    "refuses": lambda refusals, _: refusals.refuses(11, 13),
}
A_DAY = DayGame("toy", "2026-11-21", 3, SEED, (Entry(0, None, "roll 3"), Entry(1, 0, "add 1")))
OF_A_DAY = replace(NEW, day=A_DAY.day, seats=1)
PLAYED = (7, A_DAY.opening)
DAY_PORTS: dict[str, Callable[[DayStore, int], Awaitable[Any]]] = {
    "make": lambda days, _: days.make(A_DAY),
    "day": lambda days, _: days.day("toy", A_DAY.day),
    "match_of": lambda days, _: days.match_of("toy", A_DAY.day, 11),
    "opened_in": lambda days, _: days.opened_in("toy", A_DAY.day, 11, OTHER),
    "has_asked": lambda days, _: days.has_asked("toy", A_DAY.day, 11, OTHER),
    "was_forgotten": lambda days, _: days.was_forgotten("toy", A_DAY.day, 11),
    "running": lambda days, _: days.running("toy", A_DAY.day),
    "results": lambda days, _: days.results("toy", A_DAY.day, OTHER, most=9),
    "results, fewest": lambda days, _: days.results("toy", A_DAY.day, None, most=9, fewest=True),
    "standing": lambda days, _: days.standing("toy", A_DAY.day, OTHER, 5),
    "keep_computer": lambda days, _: days.keep_computer("toy", A_DAY.day, PLAYED),
    "computer": lambda days, _: days.computer("toy", A_DAY.day),
}
PLAYED_PORTS: dict[str, Callable[[PlayedStore, int], Awaitable[Any]]] = {
    "finished_matches": lambda store, _: store.finished_matches(OTHER, ["toy"], user=11, since=1),
    "finished in a server": lambda store, _: store.finished_matches(OTHER, ["toy"]),
    "took_part": lambda store, _: store.took_part(GUILD, ["toy"], 11),
    "matches_together": lambda store, _: store.matches_together(GUILD, ["toy"], 11, 12),
}
STANDINGS_PORTS: dict[str, Callable[[StandingsStore, int], Awaitable[Any]]] = {
    "standings": lambda store, _: store.standings(
        OTHER, "toy", "all", needed=1, start=0, most=9, asker=11
    ),
    "standings, fewest": lambda store, _: store.standings(
        OTHER, "toy", A_DAY.day, needed=1, start=0, most=9, asker=11, fewest=True
    ),
    "played": lambda store, _: store.played("toy", 11, OTHER),
    "world": lambda store, _: store.world("toy", A_DAY.day),
}
STOCKED = tuple(islice(missing(load_games(), "dice-miner", ()), 1))
A_PUZZLE = STOCKED[0][0]
PUZZLE_PORTS: dict[str, Callable[[PuzzleStore, int], Awaitable[Any]]] = {
    "known": lambda store, _: store.known(A_PUZZLE.game),
    "add": lambda store, _: store.add(STOCKED, "bundled"),
    "text": lambda store, _: store.text(A_PUZZLE.key),
    "choose": lambda store, _: store.choose(A_PUZZLE.game, A_DAY.day),
    "choose again": lambda store, _: store.choose(A_PUZZLE.game, A_DAY.day),
    "of_day": lambda store, _: store.of_day(A_PUZZLE.game, A_DAY.day),
    "practice": lambda store, _: store.practice(A_PUZZLE.game, 11, A_DAY.day),
    "opened_in": lambda store, _: store.opened_in(A_PUZZLE.game, A_DAY.day, 11, OTHER),
    "answer": lambda store, _: store.answer(11, A_PUZZLE, A_PUZZLE.best.token, A_DAY.day, 5),
    "answer_of": lambda store, _: store.answer_of(11, A_PUZZLE.key),
    "choices": lambda store, _: store.choices(A_PUZZLE.key),
    "day": lambda store, _: store.day(A_PUZZLE.game, A_DAY.day, OTHER),
    "day_in_world": lambda store, _: store.day_in_world(A_PUZZLE.game, A_DAY.day, 11),
    "record": lambda store, _: store.record(A_PUZZLE.game, 11),
    "days_of": lambda store, _: store.days_of(A_PUZZLE.game, 11),
    "excused": lambda store, _: store.excused(A_PUZZLE.game, 11),
    "next_to_mine": lambda store, _: store.next_to_mine("toy"),
    "take_to_mine": lambda store, match: store.take_to_mine(match),
    "refuses": lambda store, _: store.refuses(11),
    "may_mine": lambda store, match: store.may_mine(Mined(match, (11, 12))),
    "left_for_days": lambda store, _: store.left_for_days(A_PUZZLE.game),
    "add mined": lambda store, match: store.add(STOCKED, "match", Mined(match, (11, 12))),
    "withdraw": lambda store, _: store.withdraw(A_PUZZLE.key, 5),
    "take_news": lambda store, _: store.take_news(11),
}
AN_OVERVIEW = MessageRow(MessageKey(MessageKind.OVERVIEW, 55), GUILD)
MESSAGE_PORTS: dict[str, Callable[[MessageStore, int], Awaitable[Any]]] = {
    "begin": lambda store, _: store.begin(AN_OVERVIEW),
    "row": lambda store, _: store.row(AN_OVERVIEW.key),
    "of_subject": lambda store, _: store.of_subject(MessageKind.OVERVIEW, 55),
    "of_kind": lambda store, _: store.of_kind(MessageKind.OVERVIEW, GUILD),
    "want_again": lambda store, _: store.want_again(MessageKind.OVERVIEW, GUILD),
    "want_soon": lambda store, _: store.want_again(MessageKind.OVERVIEW, GUILD, soon=True),
    "due": lambda store, _: store.due(99),
    "claim": lambda store, _: store.claim(AN_OVERVIEW.key, "one", 99, 104),
    "renew": lambda store, _: store.renew(AN_OVERVIEW.key, "one", 105),
    "give_back": lambda store, _: store.give_back(
        AN_OVERVIEW, "one", 110, failed=True, is_unsure=True
    ),
    "claim_again": lambda store, _: store.claim(AN_OVERVIEW.key, "one", 200, 205, forced=True),
    "note": lambda store, _: store.note(replace(AN_OVERVIEW, message=7, shown=1), "one"),
    "hasten": lambda store, _: store.hasten(AN_OVERVIEW.key),
    "forgive": lambda store, _: store.forgive(GUILD),
    "lose": lambda store, _: store.lose([7]),
    "end": lambda store, _: store.end(AN_OVERVIEW, "one"),
    "drop": lambda store, _: store.drop(AN_OVERVIEW.key),
}
A_ROLE_PING = RolePing("match 7", 6, 1000)
ROLE_PING_PORTS: dict[str, Callable[[RolePingStore, int], Awaitable[Any]]] = {
    "claim": lambda store, _: store.claim(OTHER, A_ROLE_PING, 3600),
    "latest": lambda store, _: store.latest(OTHER),
    "release": lambda store, _: store.release(OTHER, "match 7"),
}
ABSENCE_NEWS_PORTS: dict[str, Callable[[AbsenceNewsStore, int], Awaitable[Any]]] = {
    "due": lambda news, _: news.due(5),
    "note_noticed": lambda news, _: news.note_noticed(AbsenceNews(11, 1, None, None, "", None), 5),
    "note_told": lambda news, _: news.note_told(
        AbsenceNews(11, 1, 5, None, "", None), 9, "", 7, {55: GUILD}
    ),
    "of_user": lambda news, _: news.of_user(11),
}
TERMS = Terms("Spring cup", "toy", Format.SWISS)
A_TOURNAMENT = TournamentRequest(GUILD, 55, 11, 88)
MADE = TournamentEvent(
    0,
    TournamentKind.CREATED,
    1000,
    11,
    detail=detail_of(terms=TERMS.text, commitment="c0ffee"),
)
JOINS = tuple(
    TournamentEvent(n, TournamentKind.JOINED, 1000 + n, user=10 + n) for n in (1, 2, 3, 4)
)
RUNNING = TournamentStatus.RUNNING


A_ROW = TournamentRow(
    1, GUILD, 55, SEED, TournamentStatus.OPEN, TERMS.name, TERMS.game,
    events=1, due=None, panel=None, told=0,
)  # fmt: skip


async def append_events(
    store: TournamentStore,
    tournament: int,
    events: Sequence[TournamentEvent] = JOINS,
    *,
    n: int = 1,
    former: int = 0,
    people: Sequence[int] = (11, 12, 13, 14),
    status: TournamentStatus = TournamentStatus.OPEN,
    terms: Terms = TERMS,
    due: int | None = 2000,
    trophies: Sequence[Trophy] = (),
) -> None:
    """Append events to a tournament that has `n`; `people` take part in it after them."""
    row = replace(A_ROW, id=tournament, events=n, former=former)
    entrants = tuple(Entrant(number, user) for number, user in enumerate(people))
    state = replace(fold((MADE,)), entrants=entrants, status=status, terms=terms)
    await store.append(row, events, state, due, trophies)


def trophy(tournament: int, user: int = 11, place: int = 1, stage: int = 0) -> Trophy:
    return Trophy(tournament, stage, user, place, 4, "Spring cup", "toy", 1500 + stage)


async def _joined(store: TournamentStore) -> None:
    row = await store.create(A_TOURNAMENT, SEED, MADE)
    if row.events == 1:
        await append_events(store, row.id, trophies=(trophy(row.id),))


TOURNAMENT_PORTS: dict[str, Callable[[TournamentStore, int], Awaitable[Any]]] = {
    "create, append": lambda store, _: _joined(store),
    "made_by": lambda store, _: store.made_by(88),
    "load": lambda store, _: store.load(1),
    "row": lambda store, _: store.row(1),
    "typed": lambda store, _: store.typed(GUILD, 1),
    "of_place": lambda store, _: store.of_place(1),
    "matches": lambda store, _: store.matches(1),
    "matches of tables": lambda store, _: store.matches(1, ["1.0.1.1", "1.0.1.2"]),
    "due": lambda store, _: store.due(5000, 9),
    "put_off": lambda store, _: store.put_off(
        TournamentRow(1, GUILD, 55, SEED, RUNNING, "a", "toy", 5, None, None, 0), 99
    ),
    "of_guild": lambda store, _: store.of_guild(GUILD, (TournamentStatus.OPEN, RUNNING), 9),
    "of_user": lambda store, _: store.of_user(GUILD, 12),
    "trophies everywhere": lambda store, _: store.trophies(None, 11, 9),
    "trophies": lambda store, _: store.trophies(GUILD, 11, 9),
}
PEOPLE_PORTS: dict[str, Callable[[PeopleStore, int], Awaitable[Any]]] = {
    "begin": lambda people, _: people.begin(11, 5),
    "unfinished": lambda people, _: people.unfinished(),
    "personal_data": lambda people, _: people.personal_data(11),
    "matches_of": lambda people, _: people.matches_of(11),
    "guilds_of": lambda people, _: people.guilds_of(11),
    "forget_in": lambda people, match: people.forget_in(match, 11, stuck=False),
    "finish": lambda people, _: people.finish(14),
    "note_servers": lambda people, _: people.note_servers((GUILD + 1,), 5),
    "note_left": lambda people, _: people.note_left(GUILD, 5),
    "left_before": lambda people, _: people.left_before(5),
    "note_came": lambda people, _: people.note_came(GUILD + 1),
    "forget_matches": lambda people, _: people.forget_matches(GUILD, 5, 9),
    "forget_server": lambda people, _: people.forget_server(GUILD, 5),
}
