"""A file verifies only if each event was due or was caused by a person or a match."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.match.tournaments.events import TournamentEvent, TournamentEventKind, detail_of
from bot.match.tournaments.files import BadTournament, read, replay_events, verify, write
from bot.match.tournaments.standings import standings, vacant_places
from bot.match.tournaments.state import StageKind, TournamentStatus
from bot.match.tournaments.terms import Format
from bot.match.values.times import DAY
from tests.match.tournaments.simulated import Simulated, by_number, continued, terms
from tests.match.tournaments.stories import story
from tests.tiers import full_or

EARLIER_RULES = sorted(Path(__file__).parent.glob("*_rules/*.tournament"))
"""Files of earlier editions of the rules."""
DIFFER = frozenset(("final-of-three", "knockout-with-byes", "swiss-of-11-at-threes"))
"""Those in which today's rules pair or place otherwise."""
BY_THEMSELVES = frozenset(
    (
        TournamentEventKind.CHECK_IN,
        TournamentEventKind.STARTED,
        TournamentEventKind.STAGE,
        TournamentEventKind.PAIRED,
        TournamentEventKind.DROPPED,
        TournamentEventKind.SUBSTITUTED,
        TournamentEventKind.STAGE_OVER,
        TournamentEventKind.FINISHED,
    )
)
Events = list[TournamentEvent]


def numbered(events: Sequence[TournamentEvent]) -> str:
    """Return the file of these events, numbered in order."""
    return write([replace(event, n=n) for n, event in enumerate(events)])


def playing(chosen: Format, people: int = 6, **values: object) -> Simulated:
    tournament = Simulated(terms(chosen, **values))
    tournament.join(people)
    tournament.start()
    return tournament


def first(events: Events, kind: TournamentEventKind) -> int:
    return next(event.n for event in events if event.kind is kind)


def ends_early(events: Events) -> Events:
    """End a Swiss of four rounds after the first."""
    second = [event.n for event in events if event.kind is TournamentEventKind.PAIRED][1]
    over, finished = events[-2:]
    return [*events[:second], over, finished]


def drops_a_player(events: Events) -> Events:
    at = first(events, TournamentEventKind.RESULT)
    dropped = TournamentEvent(0, TournamentEventKind.DROPPED, events[at].at, user=103)
    return [*events[:at], dropped, *events[at:]]


def moderator_drops_a_player(events: Events) -> Events:
    return [
        replace(e, by=1) if e.kind is TournamentEventKind.DROPPED else e
        for e in drops_a_player(events)
    ]


def decides_twice(events: Events) -> Events:
    at = first(events, TournamentEventKind.RESULT)
    values = events[at].details
    again = replace(events[at], detail=detail_of(**{**values, "places": values["places"][::-1]}))
    return [*events[: at + 1], again, *events[at + 1 :]]


def gives_a_place_away(events: Events) -> Events:
    at = first(events, TournamentEventKind.RESULT)
    detail = detail_of(entrant=2)
    came = TournamentEvent(
        0, TournamentEventKind.SUBSTITUTED, events[at].at, user=999, detail=detail
    )
    return [*events[:at], came, *events[at:]]


def leaves_a_table_out(events: Events) -> Events:
    at = first(events, TournamentEventKind.PAIRED)
    values = events[at].details
    tables = dict(list(values["tables"].items())[1:])
    return [
        *events[:at],
        replace(events[at], detail=detail_of(**{**values, "tables": tables})),
        *events[at + 1 :],
    ]


def starts_by_itself(events: Events) -> Events:
    return [replace(e, by=None) if e.kind is TournamentEventKind.STARTED else e for e in events]


def one_match_decides_two_tables(events: Events) -> Events:
    results = [event.n for event in events if event.kind is TournamentEventKind.RESULT][:2]
    return [
        replace(e, detail=detail_of(**{**e.details, "match": 5})) if e.n in results else e
        for e in events
    ]


def goes_on_after_its_end(events: Events) -> Events:
    return [*events, TournamentEvent(0, TournamentEventKind.JOINED, events[-1].at, user=999)]


def knows_the_future(events: Events) -> Events:
    return [
        replace(e, detail=detail_of(**{**e.details, "edition": 99}))
        if e.kind is TournamentEventKind.STAGE
        else e
        for e in events
    ]


@pytest.mark.parametrize("chosen", [Format.SWISS, Format.ROUND_ROBIN, Format.KNOCKOUT])
@pytest.mark.parametrize(
    ("forge", "sentence"),
    [
        (drops_a_player, "has no moderator, but was not due"),
        (moderator_drops_a_player, "is no action of a moderator"),
        (decides_twice, r"\(result\) decides table \S+, which was decided by event"),
        (gives_a_place_away, "has no moderator, but was not due"),
        (leaves_a_table_out, r"\(paired\) says .* follows from those before"),
        (starts_by_itself, "has no moderator, but was not due"),
        (one_match_decides_two_tables, r"takes match 5, which decided \S+"),
        (goes_on_after_its_end, "comes after the end of the tournament"),
        (knows_the_future, "edition 99 of the rules"),
    ],
)
def test_event_without_a_cause_must_be_due(
    chosen: Format, forge: Callable[[Events], Events], sentence: str
) -> None:
    tournament = playing(chosen, rounds=4)
    tournament.play_out(by_number)
    verify(write(tournament.events))
    with pytest.raises(BadTournament, match=sentence):
        verify(numbered(forge(tournament.events)))


def test_swiss_that_ends_after_one_of_four_rounds_is_rejected() -> None:
    tournament = playing(Format.SWISS, 8, rounds=4)
    tournament.play_out(by_number)
    with pytest.raises(BadTournament, match=r"does not follow .* then “paired” was due"):
        verify(numbered(ends_early(tournament.events)))


def test_moderators_decide_tables_but_not_byes() -> None:
    tournament = playing(Format.SWISS, 5, rounds=3)
    table = tournament.now.open_tables[0]
    reason = {"places": [1, 2], "reason": "because"}
    detail = detail_of(table=str(table.id), **reason)
    decided = TournamentEvent(
        len(tournament.events), TournamentEventKind.ADJUDICATED, tournament.at, by=1, detail=detail
    )
    verify(write([*tournament.events, decided]))
    bye = next(each for each in tournament.now.tables if each.is_bye)
    other = replace(decided, detail=detail_of(table=str(bye.id), places=[1], reason="because"))
    with pytest.raises(BadTournament, match="NoSuchTable"):
        verify(write([*tournament.events, other]))


def test_round_can_be_stored_a_moment_after_its_pairing() -> None:
    """A round's time starts before its pairing is computed, which takes a while."""
    tournament = playing(Format.SWISS, 6, days=3, rounds=2)
    for table in tournament.now.open_tables:
        tournament.decide(table, by_number(table))
    tournament.at += 3 * DAY
    tournament.go_on()
    *before, paired = tournament.events
    verify(write([*before, replace(paired, at=paired.at + 2)]))
    later = {**paired.details, "until": paired.details["until"] + 2}
    with pytest.raises(BadTournament, match=r"\(paired\) says"):
        verify(write([*before, replace(paired, detail=detail_of(**later))]))


@pytest.mark.parametrize("file", EARLIER_RULES, ids=lambda file: file.stem)
def test_file_of_earlier_rules_verifies_and_names_what_is_taken_on_trust(file: Path) -> None:
    replay = replay_events(file.read_text(encoding="utf-8"))
    assert all(stage.is_on_trust for stage in replay.state.stages)
    recorded = {event.n: event for event in read(file.read_text(encoding="utf-8"))}
    assert all(recorded[n].by is None for n in replay.on_trust)
    if file.stem in DIFFER:
        assert {recorded[n].kind for n in replay.on_trust} & {
            TournamentEventKind.PAIRED,
            TournamentEventKind.STAGE_OVER,
            TournamentEventKind.SUBSTITUTED,
        }


@pytest.mark.parametrize("file", EARLIER_RULES, ids=lambda file: file.stem)
def test_ended_stage_of_earlier_rules_keeps_its_order_and_places(file: Path) -> None:
    now = verify(file.read_text(encoding="utf-8"))
    for stage in now.stages:
        if stage.over is None or stage.kind is StageKind.KNOCKOUT:
            continue
        for lines, order, places in zip(
            standings(now, stage), stage.order, stage.places, strict=True
        ):
            assert tuple(line.entrant for line in lines) == order
            assert tuple(line.place + vacant_places(lines) for line in lines) == places


@pytest.mark.parametrize("file", EARLIER_RULES, ids=lambda file: file.stem)
def test_tournament_of_earlier_rules_goes_on_to_its_end(file: Path) -> None:
    """It continues under today's rules from any of its events on."""
    events = read(file.read_text(encoding="utf-8"))
    start = first(list(events), TournamentEventKind.STAGE) + 1
    for cut in sorted({start, (start + len(events)) // 2, len(events)}):
        tournament = continued(events[:cut])
        for _ in range(200):
            if tournament.now.status is not TournamentStatus.RUNNING:
                break
            if len(tournament.now.stages) > 2:
                break
            tournament.go_on()
            for table in tournament.now.open_tables:
                tournament.decide(table, by_number(table))
            tournament.at += DAY
        now = tournament.now
        assert now.status is not TournamentStatus.RUNNING or len(now.stages) > 2
        assert verify(write(tournament.events)).tables == now.tables


@settings(max_examples=full_or(150, 25), deadline=None)
@given(st.integers(0, 10**6))
def test_every_story_verifies_without_trust(number: int) -> None:
    tournament = story(number)
    replay = replay_events(write(tournament.events))
    assert (replay.state.places, replay.on_trust) == (tournament.now.places, [])


def is_due(event: TournamentEvent) -> bool:
    return event.kind in BY_THEMSELVES and event.by is None


def is_followed(events: Events, n: int) -> bool:
    """Return whether the next event was also due.

    If it was not, results, people or a downtime may have changed what is due.
    """
    return n + 1 < len(events) and is_due(events[n + 1])


@settings(max_examples=full_or(150, 25), deadline=None)
@given(st.integers(0, 10**6), st.data())
def test_no_due_event_can_be_left_out(number: int, data: st.DataObject) -> None:
    """Without the event, the due event after it could not have happened."""
    events = story(number).events
    places = [event.n for event in events if is_due(event) and is_followed(events, event.n)]
    if places:
        at = data.draw(st.sampled_from(places))
        with pytest.raises(BadTournament):
            verify(numbered(events[:at] + events[at + 1 :]))


@settings(max_examples=full_or(150, 25), deadline=None)
@given(st.integers(0, 10**6), st.data())
def test_no_player_can_be_dropped_or_replaced_without_cause(
    number: int, data: st.DataObject
) -> None:
    events = story(number).events
    began = first(events, TournamentEventKind.STAGE)
    at = data.draw(st.integers(began + 1, len(events)))
    user = data.draw(
        st.sampled_from([e.user for e in events if e.kind is TournamentEventKind.JOINED])
    )
    kind = data.draw(
        st.sampled_from([TournamentEventKind.DROPPED, TournamentEventKind.SUBSTITUTED])
    )
    detail = detail_of(entrant=0) if kind is TournamentEventKind.SUBSTITUTED else "{}"
    forged = TournamentEvent(0, kind, events[at - 1].at, user=user, detail=detail)
    if at < len(events) and (events[at].kind, events[at].user) == (kind, user):
        return
    with pytest.raises(BadTournament):
        verify(numbered([*events[:at], forged, *events[at:]]))
