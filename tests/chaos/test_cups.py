"""What the checks of tournaments find in a tournament of four, spoiled in one way after the
other."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.match.log.records import Status
from bot.match.tournaments.events import EventKind, TournamentEvent, detail_of
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

K = EventKind
_MADE: list[Evidence] = []
OF_TOURNAMENTS = {
    check.name
    for check in CHECKS
    if check.find.__module__ in (tournaments.__name__, panels.__name__)
}


@pytest.fixture
async def cup(tmp_path: Path) -> Evidence:
    """All of it right; played once, and copied for each test."""
    if not _MADE:
        _MADE.append(await held_cup(tmp_path / "salud.db"))
    return copied(_MADE[0])


def _events(evidence: Evidence, events: tuple[TournamentEvent, ...]) -> None:
    """Give it these events, and let everybody have seen them."""
    ((number, rows),) = evidence.tournaments.items()
    told = len(events)
    evidence.tournaments[number] = replace(rows, events=events, shown=told, told=told)
    sights = evidence.transcript.panels
    sights[-1] = replace(sights[-1], shows=told)


def _change(evidence: Evidence, kind: EventKind, **values: object) -> None:
    """Put other values into the first event of a kind."""
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


def _said(evidence: Evidence, user: int, said: str) -> None:
    """Somebody was told this, once more."""
    click = Interaction(9001, 5.0, user, "2:tournament:1:join", True, (said,))
    evidence.transcript.clicks.append(click)


def two_matches(cup: Evidence) -> None:
    """A table has another match."""
    (rows,) = cup.tournaments.values()
    _rows(cup, matches=(*rows.matches, (rows.matches[0][0], 99)))


def no_match(cup: Evidence) -> None:
    """The last table never had one."""
    (rows,) = cup.tournaments.values()
    _rows(cup, matches=rows.matches[:-1])


def strangers_at_table(cup: Evidence) -> None:
    """A match began with other people."""
    match, loaded = next(iter(cup.matches.items()))
    roster = replace(loaded.roster, original=loaded.roster.original[::-1])
    cup.matches[match] = replace(loaded, roster=roster)


def kept_seat(cup: Evidence) -> None:
    """The final is played, and whoever a moderator put in has no seat."""
    running_final(cup)
    (rows,) = cup.tournaments.values()
    now = fold(rows.events)
    number = now.open_tables[0].seats[0]
    put_in = TournamentEvent(
        now.events, K.SUBSTITUTED, rows.events[-1].at, HOST, 999, detail_of(entrant=number)
    )
    _events(cup, (*rows.events, put_in))


def runs_on(cup: Evidence) -> None:
    """A moderator has decided the final, and its match goes on."""
    running_final(cup)
    (rows,) = cup.tournaments.values()
    now = fold(rows.events)
    detail = detail_of(table=str(now.open_tables[0].id), places=[1, 2], reason="so")
    decided = TournamentEvent(now.events, K.ADJUDICATED, rows.events[-1].at, HOST, None, detail)
    _events(cup, (*rows.events, decided))


def not_released(cup: Evidence) -> None:
    """The tournament was ended, and the final goes on by its rules."""
    running_final(cup)
    (rows,) = cup.tournaments.values()
    ended = TournamentEvent(len(rows.events), K.CANCELLED, rows.events[-1].at, HOST)
    _events(cup, (*rows.events, ended))


def running_final(cup: Evidence) -> None:
    """The last table is open, and its match runs: no fault of its own."""
    last = max(e.n for e in _log(cup) if e.kind is K.RESULT)
    match, loaded = list(cup.matches.items())[-1]
    running = replace(loaded.roster, status=Status.RUNNING)
    cup.matches[match] = replace(loaded, roster=running)
    _events(cup, _log(cup)[:last])


def join_lost(cup: Evidence) -> None:
    """Somebody was told that they are in, and is not."""
    _said(cup, 999, f"You're in **{NAME}**! Your matches begin by themselves.")


def join_counted_twice(cup: Evidence) -> None:
    """One press of two was a join, and both were told so."""
    _said(cup, ANN, f"You're in **{NAME}**! Your matches begin by themselves.")


def nobody_pressed(cup: Evidence) -> None:
    """Somebody is in who has pressed nothing."""
    cup.transcript.clicks[:] = [one for one in cup.transcript.clicks if one.user != BEN]


def barred(cup: Evidence) -> None:
    """Somebody is in who may not take part in anything there."""
    _rows(cup, barred=frozenset((CAT,)))


def started_by_anybody(cup: Evidence) -> None:
    """Somebody who is no moderator has started it."""
    events = (replace(e, by=CAT) if e.kind is K.STARTED else e for e in _log(cup))
    _events(cup, tuple(events))


def stands_still(cup: Evidence) -> None:
    """The last result is in, and nothing follows."""
    over = next(e.n for e in _log(cup) if e.kind is K.STAGE_OVER)
    _events(cup, _log(cup)[:over])


def not_playable(cup: Evidence) -> None:
    """The last table is open, and the board of its match is nowhere."""
    running_final(cup)


def paired_otherwise(cup: Evidence) -> None:
    """The first round is not what follows from the seed."""
    values = next(e for e in _log(cup) if e.kind is K.PAIRED).details["tables"]
    seats = list(values.values())
    _change(cup, K.PAIRED, tables=dict(zip(values, [seats[0][::-1], *seats[1:]], strict=True)))


def dropped(cup: Evidence) -> None:
    """A player is dropped who has lost nothing by being late."""
    events = list(_log(cup))
    at = next(e.n for e in events if e.kind is K.RESULT)
    event = TournamentEvent(at, K.DROPPED, events[at].at, user=ANN)
    _events(cup, (*events[:at], event, *(replace(e, n=e.n + 1) for e in events[at:])))


def decided_twice(cup: Evidence) -> None:
    """A table is decided by its match again."""
    events = list(_log(cup))
    at = next(e.n for e in events if e.kind is K.RESULT)
    _events(cup, (*events[: at + 1], *(replace(e, n=e.n + 1) for e in events[at:])))


def ends_too_early(cup: Evidence) -> None:
    """It is over before its last table is seated."""
    events = _log(cup)
    last = max(e.n for e in events if e.kind is K.PAIRED)
    over = next(e.n for e in events if e.kind is K.STAGE_OVER)
    end = [replace(e, n=last + number) for number, e in enumerate(events[over:])]
    _events(cup, (*events[:last], *end))


def upside_down(cup: Evidence) -> None:
    """A result is not that of its match; whoever won the table comes last."""
    events = list(_log(cup))
    last = max(e.n for e in events if e.kind is K.RESULT)
    places = events[last].details["places"][::-1]
    events[last] = replace(
        events[last], detail=detail_of(**{**events[last].details, "places": places})
    )
    _events(cup, tuple(events))


def panel_behind(cup: Evidence) -> None:
    """The last edit never came."""
    del cup.transcript.panels[-1]


def no_panel(cup: Evidence) -> None:
    """Somebody deleted it, and it was not posted again."""
    cup.transcript.removals.append(Removal(9e9, PANEL, deleted=True))
    cup.transcript.remaining.clear()


def two_panels(cup: Evidence) -> None:
    """It was posted again beside itself."""
    sight = cup.transcript.panels[-1]
    cup.transcript.panels.append(replace(sight, message=9002))
    subject = Subject(Role.TOURNAMENT, sight.tournament)
    cup.transcript.remaining.append(Remaining(1.0, 9002, subject, None))


def panel_pings(cup: Evidence) -> None:
    """The panel calls somebody."""
    cup.transcript.pings.append((PANEL, ANN))


def nothing_promised(cup: Evidence) -> None:
    """Before the start nobody could see what the draw was promised by."""
    sights = cup.transcript.panels
    sights[2] = replace(sights[2], promised=())


def note_missing(cup: Evidence) -> None:
    """Nobody was told of a moderator's decision."""
    del cup.transcript.postings[0]


def note_again(cup: Evidence) -> None:
    """A note was posted twice."""
    postings = cup.transcript.postings
    postings.append(replace(postings[0], message=9003))


def notes_in_disorder(cup: Evidence) -> None:
    """The winner was told before the decision."""
    postings = cup.transcript.postings
    postings[0] = replace(postings[0], message=9004)


def second_card(cup: Evidence) -> None:
    """The card of a match is there twice."""
    card = next(one for one in cup.transcript.postings if one.nonce.startswith("i"))
    cup.transcript.postings.append(replace(card, message=9005))


def card_pings(cup: Evidence) -> None:
    """The card of a match calls somebody."""
    card = next(one for one in cup.transcript.postings if one.nonce.startswith("i"))
    cup.transcript.pings.append((card.message, ANN))


def card_promises_nothing(cup: Evidence) -> None:
    """The card of a match does not say what its dice follow from."""
    cards = {one.message for one in cup.transcript.postings if one.nonce.startswith("i")}
    secrets = cup.transcript.secrets
    secrets[:] = [one for one in secrets if one.message not in cards]


def never_called(cup: Evidence) -> None:
    """Somebody did not check in, and nobody had called them to."""
    called_twice(cup)
    cup.transcript.pings[:] = [ping for ping in cup.transcript.pings if ping[1] != DAN]
    cup.transcript.pings.remove((PANEL + 1, ANN))


def called_twice(cup: Evidence) -> None:
    """Somebody is called to check in, and again."""
    ((number, rows),) = cup.tournaments.items()
    joined = [e.n for e in rows.events if e.kind is K.JOINED][-1]
    check = TournamentEvent(joined + 1, K.CHECK_IN, rows.events[joined].at)
    later = [replace(e, n=e.n + 1) for e in rows.events[joined + 1 :]]
    moved = {note_nonce(number, replace(e, n=e.n - 1)): note_nonce(number, e) for e in later}
    postings = cup.transcript.postings
    postings[:] = [replace(one, nonce=moved.get(one.nonce, one.nonce)) for one in postings]
    _rows(cup, events=(*rows.events[: joined + 1], check, *later))
    postings.append(Posting(1.0, PANEL + 1, PLACE, note_nonce(number, check), "Called."))
    cup.transcript.pings += [(PANEL + 1, ANN), (PANEL + 1, DAN), (PANEL + 1, ANN)]


def seed_told(cup: Evidence) -> None:
    """A message has the seed before the start."""
    (rows,) = cup.tournaments.values()
    cup.transcript.secrets.append(Secret(1.0, PANEL, rows.seed.hex()))


def seed_answered(cup: Evidence) -> None:
    """Somebody was told it in private."""
    (rows,) = cup.tournaments.values()
    _said(cup, ANN, f"Nothing to see: `{rows.seed.hex()}`.")


def seed_logged(cup: Evidence) -> None:
    """The log has it."""
    (rows,) = cup.tournaments.values()
    cup.log += f"{rows.seed.hex()}\n"


def round_cut_short(cup: Evidence, lasted: int = 60) -> None:
    """The final ends with its round, which has lasted a minute of its three days."""
    first, *events = _log(cup)
    terms = replace(Terms.parse(first.details["terms"]), days=3)
    detail = detail_of(**{**first.details, "terms": terms.text})
    place = max(place for place, event in enumerate(events) if event.kind is K.RESULT)
    paired = next(event for event in reversed(events[:place]) if event.kind is K.PAIRED)
    by_time = detail_of(**{**events[place].details, "how": "deadline"})
    events[place] = replace(events[place], at=paired.at + lasted, detail=by_time)
    _events(cup, (replace(first, detail=detail), *events))


def downtime_ends_round(cup: Evidence) -> None:
    """It has lasted three days, in most of which no bot was there."""
    round_cut_short(cup, 3 * DAY)
    paired = max(event.at for event in _log(cup) if event.kind is K.PAIRED)
    ups = [(0.0, True), (paired + 60.0, False), (paired + 2.0 * DAY, True)]
    cup.transcript.ups[:] = ups


def lost_days_end_round(cup: Evidence) -> None:
    """It has lasted three days, most of which a restore has taken back."""
    round_cut_short(cup, 3 * DAY)
    paired = max(event.at for event in _log(cup) if event.kind is K.PAIRED)
    restored, copied_at = paired + 2.0 * DAY, paired + 60.0
    life = LifeEvidence(0.0, restored, {}, [], {}, frozenset(), copied=copied_at)
    cup.past_lives.append(life)


def next_round_too_soon(cup: Evidence) -> None:
    """The final was seated a minute after the semi-finals, which have three days."""
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


def note_of_a_lost_event(cup: Evidence) -> None:
    """A decision after a restore has the note of another one, from before it."""
    note = cup.transcript.postings[0]
    cup.transcript.postings[0] = replace(note, at=note.at - 3600)


SPOILED: dict[Callable[[Evidence], None], str] = {
    two_matches: "tables",
    no_match: "tables",
    strangers_at_table: "tables",
    kept_seat: "tables",
    runs_on: "tables",
    not_released: "tables",
    join_lost: "entrants",
    join_counted_twice: "entrants",
    nobody_pressed: "entrants",
    barred: "entrants",
    started_by_anybody: "entrants",
    stands_still: "entrants",
    not_playable: "entrants",
    paired_otherwise: "draws",
    dropped: "draws",
    decided_twice: "draws",
    ends_too_early: "draws",
    upside_down: "draws",
    panel_behind: "panels",
    no_panel: "panels",
    two_panels: "panels",
    panel_pings: "panels",
    nothing_promised: "panels",
    note_missing: "panels",
    note_again: "panels",
    notes_in_disorder: "panels",
    second_card: "panels",
    card_pings: "panels",
    called_twice: "panels",
    never_called: "panels",
    card_promises_nothing: "panels",
    round_cut_short: "rounds",
    downtime_ends_round: "rounds",
    lost_days_end_round: "rounds",
    next_round_too_soon: "rounds",
    note_of_a_lost_event: "panels",
    seed_told: "lots",
    seed_answered: "lots",
    seed_logged: "lots",
}


def _found(evidence: Evidence) -> dict[str, list[str]]:
    found = {c.name: c.find(evidence) for c in CHECKS if c.name in OF_TOURNAMENTS}
    return {name: problems for name, problems in found.items() if problems}


def test_a_fair_tournament_passes(cup: Evidence) -> None:
    """Nothing is found where all holds, and each check has a test."""
    assert _found(cup) == {}
    assert set(SPOILED.values()) == OF_TOURNAMENTS
    assert {e.kind for e in _log(cup)} >= {K.ADJUDICATED, K.RESULT, K.FINISHED}
    assert _log(cup)[0].by == HOST


@pytest.mark.parametrize("spoil", SPOILED, ids=lambda spoil: spoil.__name__)
def test_what_is_spoiled_is_found(cup: Evidence, spoil: Callable[[Evidence], None]) -> None:
    """The check that it concerns finds it."""
    spoil(cup)
    assert SPOILED[spoil] in _found(cup)


def test_a_round_that_lasted_its_days_is_no_fault(cup: Evidence) -> None:
    round_cut_short(cup, 3 * DAY)
    assert "rounds" not in _found(cup)


def test_a_call_to_check_in_is_no_call_to_a_turn(cup: Evidence) -> None:
    """It has no buttons, and may ping all the same."""
    called_twice(cup)
    assert of_pings.too_many(cup) == []
    cup.transcript.pings.append((4711, ANN))
    assert len(of_pings.too_many(cup)) == 1


def test_an_open_table_is_no_fault_while_it_can_be_played(cup: Evidence) -> None:
    """Its match runs, and its board is there."""
    not_playable(cup)
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
    assert {str(one["format"]) for one in others} == {"knockout", "swiss", "round robin", "groups"}
    assert {one.get("seats", 2) for one in others} == {2, 3, 4}
    leagues = [league for _, _, league in plans]
    assert {league.options["format"] for league in leagues} == {"league"}
    assert {league.seasons for league in leagues} == {1, 3}
    assert len(cup_plans(Luck(7), seats, brief=True)) == 1


def test_a_season_has_a_league_and_another_tournament() -> None:
    drawn = [season_cups(Luck(7, number), range(1, 5)) for number in range(80)]
    assert {league.options["format"] for league, _ in drawn} == {"league"}
    others = {other.options["format"] for _, other in drawn}
    assert others == {"knockout", "swiss", "round robin", "groups"}
    assert {plan.options.get("seats", 2) for pair in drawn for plan in pair} == {2, 3, 4}
    assert all("days" in plan.options for pair in drawn for plan in pair)
    assert season_cups(Luck(7), (1, 3, 4)) == []


def test_plans_keep_to_the_seats_of_the_game() -> None:
    for number in range(40):
        _, other = cup_plans(Luck(7, number), (2,), brief=False)
        assert other.options.get("seats", 2) == 2


def test_to_decide_the_same_again_changes_nothing(cup: Evidence) -> None:
    """Whoever decides a table twice at the same moment is told so twice; nobody for nothing."""
    said = f"Decided. Everybody is told that you did, and why: **{NAME}**."
    for _ in range(2):
        _said(cup, HOST, said)
    assert _found(cup) == {}
    _said(cup, ANN, said)
    assert "entrants" in _found(cup)
