"""The checks of tournaments find each fault in a tournament of four."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.match.log.records import Status
from bot.match.tournaments.events import TournamentEvent, TournamentEventKind, detail_of
from bot.match.tournaments.fold import fold
from bot.match.tournaments.terms import Terms
from bot.match.values.times import DAY
from chaos.checks import CHECKS, panels, tournaments
from chaos.checks import pings as of_pings
from chaos.cups.plans import cup_plans
from chaos.evidence import Evidence, LifeEvidence
from chaos.season.cup import season_cups
from chaos.transcript import (
    Interaction,
    Kind,
    Posting,
    Remaining,
    Removal,
    Role,
    Secret,
    Snapshot,
    Subject,
)
from cogs.tournaments.notes import note_nonce
from playground.luck import Luck
from tests.chaos.conftest import copied
from tests.chaos.cup_evidence import HOST, NAME, PANEL, PLACE, held_cup
from tests.match.world import ANN, BEN, CAT, DAN

K = TournamentEventKind
_MADE: list[Evidence] = []
OF_TOURNAMENTS = {
    check.name
    for check in CHECKS
    if check.find.__module__ in (tournaments.__name__, panels.__name__)
}


@pytest.fixture
async def cup(tmp_path: Path) -> Evidence:
    if not _MADE:
        _MADE.append(await held_cup(tmp_path / "salud.db"))
    return copied(_MADE[0])


def _events(evidence: Evidence, events: tuple[TournamentEvent, ...]) -> None:
    """Replace the events, with panels and notes to match."""
    ((number, rows),) = evidence.tournaments.items()
    announced = len(events)
    evidence.tournaments[number] = replace(rows, events=events, shown=announced, told=announced)
    sights = evidence.transcript.panels
    sights[-1] = replace(sights[-1], shows=announced)


def _change(evidence: Evidence, kind: TournamentEventKind, **values: object) -> None:
    events = list(_log(evidence))
    place = next(n for n, event in enumerate(events) if event.kind is kind)
    detail = detail_of(**{**events[place].details, **values})
    events[place] = replace(events[place], detail=detail)
    _events(evidence, tuple(events))


def _log(evidence: Evidence) -> tuple[TournamentEvent, ...]:
    (rows,) = evidence.tournaments.values()
    return rows.events


def _rows(evidence: Evidence, **values: object) -> None:
    ((number, rows),) = evidence.tournaments.items()
    evidence.tournaments[number] = replace(rows, **values)  # type: ignore[arg-type]


def _said(evidence: Evidence, user: int, answer: str) -> None:
    click = Interaction(9001, 5.0, user, "2:tournament:1:join", True, (answer,))
    evidence.transcript.clicks.append(click)


def table_with_two_matches(cup: Evidence) -> None:
    (rows,) = cup.tournaments.values()
    _rows(cup, matches=(*rows.matches, (rows.matches[0][0], 99)))


def last_table_without_match(cup: Evidence) -> None:
    (rows,) = cup.tournaments.values()
    _rows(cup, matches=rows.matches[:-1])


def strangers_at_table(cup: Evidence) -> None:
    match, loaded = next(iter(cup.matches.items()))
    roster = replace(loaded.roster, original=loaded.roster.original[::-1])
    cup.matches[match] = replace(loaded, roster=roster)


def substitute_without_seat(cup: Evidence) -> None:
    running_final(cup)
    (rows,) = cup.tournaments.values()
    now = fold(rows.events)
    number = now.open_tables[0].seats[0]
    put_in = TournamentEvent(
        now.events, K.SUBSTITUTED, rows.events[-1].at, HOST, 999, detail_of(entrant=number)
    )
    _events(cup, (*rows.events, put_in))


def match_runs_after_a_decision(cup: Evidence) -> None:
    running_final(cup)
    (rows,) = cup.tournaments.values()
    now = fold(rows.events)
    detail = detail_of(table=str(now.open_tables[0].id), places=[1, 2], reason="so")
    decided = TournamentEvent(now.events, K.ADJUDICATED, rows.events[-1].at, HOST, None, detail)
    _events(cup, (*rows.events, decided))


def match_bound_after_the_end(cup: Evidence) -> None:
    running_final(cup)
    (rows,) = cup.tournaments.values()
    ended = TournamentEvent(len(rows.events), K.CANCELLED, rows.events[-1].at, HOST)
    _events(cup, (*rows.events, ended))


def running_final(cup: Evidence) -> None:
    last = max(e.n for e in _log(cup) if e.kind is K.RESULT)
    match, loaded = list(cup.matches.items())[-1]
    running = replace(loaded.roster, status=Status.RUNNING)
    cup.matches[match] = replace(loaded, roster=running)
    _events(cup, _log(cup)[:last])


def confirmed_join_lost(cup: Evidence) -> None:
    _said(cup, 999, f"You're in **{NAME}**! Your matches begin by themselves.")


def two_confirmations_for_one_join(cup: Evidence) -> None:
    _said(cup, ANN, f"You're in **{NAME}**! Your matches begin by themselves.")


def join_without_a_press(cup: Evidence) -> None:
    cup.transcript.clicks[:] = [click for click in cup.transcript.clicks if click.user != BEN]


def barred_user_joined(cup: Evidence) -> None:
    _rows(cup, barred=frozenset((CAT,)))


def started_by_a_player(cup: Evidence) -> None:
    events = (replace(e, by=CAT) if e.kind is K.STARTED else e for e in _log(cup))
    _events(cup, tuple(events))


def stuck_after_the_last_result(cup: Evidence) -> None:
    over = next(e.n for e in _log(cup) if e.kind is K.STAGE_OVER)
    _events(cup, _log(cup)[:over])


def open_table_without_board(cup: Evidence) -> None:
    running_final(cup)


def pairing_against_the_seed(cup: Evidence) -> None:
    values = next(e for e in _log(cup) if e.kind is K.PAIRED).details["tables"]
    seats = list(values.values())
    _change(cup, K.PAIRED, tables=dict(zip(values, [seats[0][::-1], *seats[1:]], strict=True)))


def dropped_without_being_late(cup: Evidence) -> None:
    events = list(_log(cup))
    at = next(e.n for e in events if e.kind is K.RESULT)
    event = TournamentEvent(at, K.DROPPED, events[at].at, user=ANN)
    _events(cup, (*events[:at], event, *(replace(e, n=e.n + 1) for e in events[at:])))


def table_decided_twice(cup: Evidence) -> None:
    events = list(_log(cup))
    at = next(e.n for e in events if e.kind is K.RESULT)
    _events(cup, (*events[: at + 1], *(replace(e, n=e.n + 1) for e in events[at:])))


def over_before_the_last_table(cup: Evidence) -> None:
    events = _log(cup)
    last = max(e.n for e in events if e.kind is K.PAIRED)
    over = next(e.n for e in events if e.kind is K.STAGE_OVER)
    end = [replace(e, n=last + number) for number, e in enumerate(events[over:])]
    _events(cup, (*events[:last], *end))


def result_reversed(cup: Evidence) -> None:
    events = list(_log(cup))
    last = max(e.n for e in events if e.kind is K.RESULT)
    places = events[last].details["places"][::-1]
    events[last] = replace(
        events[last], detail=detail_of(**{**events[last].details, "places": places})
    )
    _events(cup, tuple(events))


def panel_outdated(cup: Evidence) -> None:
    del cup.transcript.panels[-1]


def panel_missing(cup: Evidence) -> None:
    cup.transcript.removals.append(Removal(9e9, PANEL, deleted=True))
    cup.transcript.remaining.clear()


def two_panels(cup: Evidence) -> None:
    sight = cup.transcript.panels[-1]
    cup.transcript.panels.append(replace(sight, message=9002))
    subject = Subject(Role.TOURNAMENT, sight.tournament)
    cup.transcript.remaining.append(Remaining(1.0, 9002, subject, None))


def panel_pings(cup: Evidence) -> None:
    cup.transcript.pings.append((PANEL, ANN))


def panel_without_commitment(cup: Evidence) -> None:
    sights = cup.transcript.panels
    sights[2] = replace(sights[2], promised=())


def note_missing(cup: Evidence) -> None:
    del cup.transcript.postings[0]


def note_posted_twice(cup: Evidence) -> None:
    postings = cup.transcript.postings
    postings.append(replace(postings[0], message=9003))


def notes_out_of_order(cup: Evidence) -> None:
    postings = cup.transcript.postings
    postings[0] = replace(postings[0], message=9004)


def card_posted_twice(cup: Evidence) -> None:
    card = next(posting for posting in cup.transcript.postings if posting.nonce.startswith("i"))
    cup.transcript.postings.append(replace(card, message=9005))


def card_pings(cup: Evidence) -> None:
    card = next(posting for posting in cup.transcript.postings if posting.nonce.startswith("i"))
    cup.transcript.pings.append((card.message, ANN))


def card_without_commitment(cup: Evidence) -> None:
    cards = {entry.message for entry in cup.transcript.postings if entry.nonce.startswith("i")}
    secrets = cup.transcript.secrets
    secrets[:] = [entry for entry in secrets if entry.message not in cards]


def check_in_without_a_call(cup: Evidence) -> None:
    check_in_called_twice(cup)
    cup.transcript.pings[:] = [ping for ping in cup.transcript.pings if ping[1] != DAN]
    cup.transcript.pings.remove((PANEL + 1, ANN))


def check_in_called_twice(cup: Evidence) -> None:
    ((number, rows),) = cup.tournaments.items()
    joined = [e.n for e in rows.events if e.kind is K.JOINED][-1]
    check = TournamentEvent(joined + 1, K.CHECK_IN, rows.events[joined].at)
    later = [replace(e, n=e.n + 1) for e in rows.events[joined + 1 :]]
    moved = {note_nonce(number, replace(e, n=e.n - 1)): note_nonce(number, e) for e in later}
    postings = cup.transcript.postings
    postings[:] = [
        replace(posting, nonce=moved.get(posting.nonce, posting.nonce)) for posting in postings
    ]
    _rows(cup, events=(*rows.events[: joined + 1], check, *later))
    postings.append(Posting(1.0, PANEL + 1, PLACE, note_nonce(number, check), "Called."))
    cup.transcript.pings += [(PANEL + 1, ANN), (PANEL + 1, DAN), (PANEL + 1, ANN)]


def seed_in_a_message(cup: Evidence) -> None:
    (rows,) = cup.tournaments.values()
    cup.transcript.secrets.append(Secret(1.0, PANEL, rows.seed.hex()))


def seed_in_an_answer(cup: Evidence) -> None:
    (rows,) = cup.tournaments.values()
    _said(cup, ANN, f"Nothing to see: `{rows.seed.hex()}`.")


def seed_in_the_log(cup: Evidence) -> None:
    (rows,) = cup.tournaments.values()
    cup.log += f"{rows.seed.hex()}\n"


def round_of_a_minute(cup: Evidence, lasted: int = 60) -> None:
    first, *events = _log(cup)
    terms = replace(Terms.parse(first.details["terms"]), days=3)
    detail = detail_of(**{**first.details, "terms": terms.text})
    place = max(place for place, event in enumerate(events) if event.kind is K.RESULT)
    paired = next(event for event in reversed(events[:place]) if event.kind is K.PAIRED)
    by_time = detail_of(**{**events[place].details, "how": "deadline"})
    events[place] = replace(events[place], at=paired.at + lasted, detail=by_time)
    _events(cup, (replace(first, detail=detail), *events))


def downtime_counted_for_a_round(cup: Evidence) -> None:
    round_of_a_minute(cup, 3 * DAY)
    paired = max(event.at for event in _log(cup) if event.kind is K.PAIRED)
    ups = [(0.0, True), (paired + 60.0, False), (paired + 2.0 * DAY, True)]
    cup.transcript.ups[:] = ups


def undone_days_counted_for_a_round(cup: Evidence) -> None:
    round_of_a_minute(cup, 3 * DAY)
    paired = max(event.at for event in _log(cup) if event.kind is K.PAIRED)
    restored, copied_at = paired + 2.0 * DAY, paired + 60.0
    life = LifeEvidence(0.0, restored, {}, [], {}, frozenset(), copied=copied_at)
    cup.past_lives.append(life)


def next_round_too_soon(cup: Evidence) -> None:
    first, *events = _log(cup)
    terms = replace(Terms.parse(first.details["terms"]), days=3)
    detail = detail_of(**{**first.details, "terms": terms.text})
    until = [
        replace(event, detail=detail_of(**{**event.details, "until": event.at + 3 * DAY}))
        if event.kind is K.PAIRED
        else event
        for event in events
    ]
    _events(cup, (replace(first, detail=detail), *until))


def note_from_before_a_restore(cup: Evidence) -> None:
    note = cup.transcript.postings[0]
    cup.transcript.postings[0] = replace(note, at=note.at - 3600)


SPOILED: dict[Callable[[Evidence], None], str] = {
    table_with_two_matches: "tables",
    last_table_without_match: "tables",
    strangers_at_table: "tables",
    substitute_without_seat: "tables",
    match_runs_after_a_decision: "tables",
    match_bound_after_the_end: "tables",
    confirmed_join_lost: "entrants",
    two_confirmations_for_one_join: "entrants",
    join_without_a_press: "entrants",
    barred_user_joined: "entrants",
    started_by_a_player: "entrants",
    stuck_after_the_last_result: "entrants",
    open_table_without_board: "entrants",
    pairing_against_the_seed: "draws",
    dropped_without_being_late: "draws",
    table_decided_twice: "draws",
    over_before_the_last_table: "draws",
    result_reversed: "draws",
    panel_outdated: "panels",
    panel_missing: "panels",
    two_panels: "panels",
    panel_pings: "panels",
    panel_without_commitment: "panels",
    note_missing: "panels",
    note_posted_twice: "panels",
    notes_out_of_order: "panels",
    card_posted_twice: "panels",
    card_pings: "panels",
    check_in_called_twice: "panels",
    check_in_without_a_call: "panels",
    card_without_commitment: "panels",
    round_of_a_minute: "rounds",
    downtime_counted_for_a_round: "rounds",
    undone_days_counted_for_a_round: "rounds",
    next_round_too_soon: "rounds",
    note_from_before_a_restore: "panels",
    seed_in_a_message: "lots",
    seed_in_an_answer: "lots",
    seed_in_the_log: "lots",
}


def _found(evidence: Evidence) -> dict[str, list[str]]:
    by_check = {c.name: c.find(evidence) for c in CHECKS if c.name in OF_TOURNAMENTS}
    return {name: problems for name, problems in by_check.items() if problems}


def test_flawless_tournament_passes_and_each_check_has_a_test(cup: Evidence) -> None:
    assert _found(cup) == {}
    assert set(SPOILED.values()) == OF_TOURNAMENTS
    assert {e.kind for e in _log(cup)} >= {K.ADJUDICATED, K.RESULT, K.FINISHED}
    assert _log(cup)[0].by == HOST


@pytest.mark.parametrize("spoil", SPOILED, ids=lambda spoil: spoil.__name__)
def test_fault_is_found_by_its_check(cup: Evidence, spoil: Callable[[Evidence], None]) -> None:
    spoil(cup)
    assert SPOILED[spoil] in _found(cup)


def test_full_round_passes(cup: Evidence) -> None:
    round_of_a_minute(cup, 3 * DAY)
    assert "rounds" not in _found(cup)


def test_call_to_check_in_can_ping_without_buttons(cup: Evidence) -> None:
    check_in_called_twice(cup)
    assert of_pings.too_many(cup) == []
    cup.transcript.pings.append((4711, ANN))
    assert len(of_pings.too_many(cup)) == 1


def test_playable_open_table_passes(cup: Evidence) -> None:
    open_table_without_board(cup)
    assert "tables" not in _found(cup)
    assert "entrants" in _found(cup)
    match = max(cup.matches)
    board = Remaining(1.0, 9006, Subject(Role.BOARD, match), Snapshot(Kind.BOARD, match, 3))
    cup.transcript.remaining.append(board)
    assert "entrants" not in _found(cup)


def test_plans_follow_from_the_seed() -> None:
    seats = range(1, 5)
    plans = [cup_plans(Luck(7, number), seats, brief=False) for number in range(80)]
    assert plans == [cup_plans(Luck(7, number), seats, brief=False) for number in range(80)]
    assert {str(first.options["format"]) for first, *_ in plans} == {"knockout"}
    others = [other.options for _, other, _ in plans]
    assert {str(options["format"]) for options in others} == {
        "knockout",
        "swiss",
        "round robin",
        "groups",
    }
    assert {options.get("seats", 2) for options in others} == {2, 3, 4}
    leagues = [league for _, _, league in plans]
    assert {league.options["format"] for league in leagues} == {"league"}
    assert {league.seasons for league in leagues} == {1, 3}
    assert len(cup_plans(Luck(7), seats, brief=True)) == 1


def test_a_season_has_a_league_and_another_tournament() -> None:
    plans_by_season = [season_cups(Luck(7, number), range(1, 5)) for number in range(80)]
    assert {league.options["format"] for league, _ in plans_by_season} == {"league"}
    others = {other.options["format"] for _, other in plans_by_season}
    assert others == {"knockout", "swiss", "round robin", "groups"}
    assert {plan.options.get("seats", 2) for pair in plans_by_season for plan in pair} == {2, 3, 4}
    assert all("days" in plan.options for pair in plans_by_season for plan in pair)
    assert season_cups(Luck(7), (1, 3, 4)) == []


def test_plans_keep_to_the_seats_of_the_game() -> None:
    for number in range(40):
        _, other = cup_plans(Luck(7, number), (2,), brief=False)
        assert other.options.get("seats", 2) == 2


def test_repeated_decision_can_be_confirmed_twice(cup: Evidence) -> None:
    answer = f"Decided. Everybody is told that you did, and why: **{NAME}**."
    for _ in range(2):
        _said(cup, HOST, answer)
    assert _found(cup) == {}
    _said(cup, ANN, answer)
    assert "entrants" in _found(cup)
