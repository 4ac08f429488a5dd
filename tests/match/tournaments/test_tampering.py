"""A changed file verifies only if the bot could have written it.

Each case changes one event of a genuine file. Random changes touch every field of every kind of
event; a change that verifies must be one of those that docs/tournaments.md lists as taken on trust.
"""

import json
import random  # noqa: TID251 - random changes, by a seed
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.match.tournaments.events import TournamentEvent, TournamentEventKind, detail_of
from bot.match.tournaments.files import BadTournament, verify, write
from bot.match.tournaments.terms import Format
from bot.match.values.times import DAY, HOUR
from tests.match.tournaments.model.telling import tell
from tests.match.tournaments.simulated import Simulated, by_number, terms
from tests.tiers import every

K = TournamentEventKind
Events = list[TournamentEvent]
MODERATOR = 1


def numbered(events: Events) -> str:
    return write([replace(event, n=n) for n, event in enumerate(events)])


def act(cup: Simulated, kind: K, user: int | None = None, **values: object) -> Events:
    """Return the events of a tournament after a moderator's action of this moment."""
    detail = detail_of(**values)
    return [*cup.events, cup.now.event(cup.at, kind, by=MODERATOR, user=user, detail=detail)]


def cup_of(chosen: Format, people: int = 8, **values: object) -> Simulated:
    cup = Simulated(terms(chosen, **values))
    cup.join(people)
    cup.start()
    return cup


def shorter_swiss(cup: Simulated) -> Events:
    return act(cup, K.EDITED, terms=replace(cup.terms, rounds=1).text)


def another_format(cup: Simulated) -> Events:
    return act(cup, K.EDITED, terms=replace(cup.terms, format=Format.KNOCKOUT).text)


def end_in_the_past(cup: Simulated) -> Events:
    return act(cup, K.EXTENDED, until=cup.at - HOUR, interaction=5)


def second_place(cup: Simulated) -> Events:
    return act(cup, K.SUBSTITUTED, 101, entrant=0)


def back_after_withdrawing(cup: Simulated) -> Events:
    cup.add(K.WITHDREW, 103)
    cup.add(K.JOINED, 103)
    return cup.events


def downtime(cup: Simulated, *down: list[int], up_to: int | None = None) -> Events:
    """Return the events after an extension by these downtimes."""
    lost = sum(until - since for since, until in down)
    until = (cup.now.round_until(1, 1) or 0) + lost
    known = cup.at if up_to is None else up_to
    detail = detail_of(until=until, rounds=[[1, 1, until]], up_to=known, down=[*down])
    return [*cup.events, cup.now.event(cup.at, K.EXTENDED, detail=detail)]


def downtime_to_come(cup: Simulated) -> Events:
    return downtime(cup, [cup.at + HOUR, cup.at + 5 * HOUR], up_to=cup.at + 6 * HOUR)


def same_downtime_twice(cup: Simulated) -> Events:
    span = [cup.at, cup.at + 5 * HOUR]
    cup.at += DAY
    cup.events = downtime(cup, span)
    return [*cup.events, replace(cup.events[-1], n=len(cup.events))]


def result(cup: Simulated, **values: object) -> Events:
    table = cup.now.open_tables[0]
    cup.decide(table, (1, 2))
    changed = {**cup.events[-1].details, **values}
    return [*cup.events[:-1], replace(cup.events[-1], detail=detail_of(**changed))]


def two_losers(cup: Simulated) -> Events:
    return result(cup, places=[2, 2])


def no_match(cup: Simulated) -> Events:
    return result(cup, match=None)


def round_not_over(cup: Simulated) -> Events:
    return result(cup, how="deadline")


def result_before_its_table(cup: Simulated) -> Events:
    events = result(cup)
    return [*events[:-1], replace(events[-1], at=events[-1].at - DAY)]


def rules_of_the_future(cup: Simulated) -> Events:
    return [
        replace(event, detail=detail_of(**{**event.details, "rules": 0}))
        if event.kind is K.STARTED
        else event
        for event in cup.events
    ]


def earlier_edition(cup: Simulated) -> Events:
    """Claim older rules in a tournament of a release that no longer had them."""
    created, *others = cup.events
    created = replace(created, detail=detail_of(**created.details, numbered="by server"))
    return [
        created,
        *(
            replace(event, detail=detail_of(**{**event.details, "edition": 1}))
            if event.kind is K.STAGE
            else event
            for event in others
        ),
    ]


@pytest.mark.parametrize(
    ("forge", "sentence"),
    [
        (shorter_swiss, "FixedByNow"),
        (another_format, "FixedByNow"),
        (end_in_the_past, "BadExtension"),
        (second_place, "HasPlace"),
        (back_after_withdrawing, "Withdrawn"),
        (downtime_to_come, "downtimes that can't have been known"),
        (same_downtime_twice, "was not due"),
        (two_losers, "which no match leads to"),
        (no_match, "is no result of a match"),
        (round_not_over, "a round was over, which it was not"),
        (result_before_its_table, "is older than the events before it"),
        (rules_of_the_future, "names version 0"),
        (earlier_edition, "older than its tournament"),
    ],
)
def test_events_that_the_bot_never_writes_are_rejected(
    forge: Callable[[Simulated], Events], sentence: str
) -> None:
    cup = cup_of(Format.SWISS, days=3, rounds=3)
    verify(write(cup.events))
    with pytest.raises(BadTournament, match=sentence):
        verify(numbered(forge(cup)))


def knockout_after_the_semi_finals() -> Simulated:
    cup = cup_of(Format.KNOCKOUT, 8)
    while cup.now.open_tables[0].id.round < 3:
        cup.decide(cup.now.open_tables[0], by_number(cup.now.open_tables[0]))
        cup.go_on()
    return cup


@pytest.mark.parametrize("decided", ["1.0.1.1", "1.0.2.1"])
def test_bracket_is_never_rewritten(decided: str) -> None:
    events = act(
        knockout_after_the_semi_finals(), K.ADJUDICATED, table=decided, places=[], reason="so"
    )
    with pytest.raises(BadTournament, match="TooLate"):
        verify(write(events))


def test_place_that_is_out_of_a_knockout_gets_no_substitute() -> None:
    events = act(knockout_after_the_semi_finals(), K.SUBSTITUTED, 999, entrant=7)
    with pytest.raises(BadTournament, match="PlaceDone"):
        verify(write(events))


ON_TRUST = {
    *((kind.value, "at") for kind in K),
    *((kind.value, "by") for kind in (K.CREATED, K.EDITED, K.STARTED, K.ADJUDICATED, K.CANCELLED)),
    *((kind.value, "by") for kind in (K.SUBSTITUTED, K.EXTENDED)),
    *((kind.value, "user") for kind in (K.JOINED, K.LEFT, K.CHECKED_IN, K.WITHDREW, K.SUBSTITUTED)),
    *((K.RESULT.value, key) for key in ("places", "how", "match", "late")),
    *((K.ADJUDICATED.value, key) for key in ("places", "reason", "table")),
    *((K.EXTENDED.value, key) for key in ("until", "interaction", "down", "up_to")),
    *((kind.value, "terms") for kind in (K.CREATED, K.EDITED)),
    *((kind.value, "why") for kind in (K.LEFT, K.WITHDREW)),
    *((K.STARTED.value, key) for key in ("ratings", "rules")),
    (K.SUBSTITUTED.value, "entrant"),
    (K.PAIRED.value, "until"),  # up to a minute sooner: releases dated it after pairing
    *(
        (kind.value, how)
        for kind in (K.JOINED, K.LEFT, K.CHECKED_IN, K.WITHDREW, K.EDITED, K.ADJUDICATED)
        for how in ("deleted", "copied", "swapped")
    ),
    *(
        (kind.value, how)
        for kind in (K.SUBSTITUTED, K.EXTENDED, K.RESULT, K.CANCELLED)
        for how in ("deleted", "copied", "swapped")
    ),
}
"""The kinds and fields of events that a person, a match or the world decides."""


def changed_value(value: Any, luck: random.Random) -> Any:
    """Return another value, of the same type or not."""
    if isinstance(value, list) and value and luck.random() < 0.8:
        place = luck.randrange(len(value))
        change = luck.choice(["value", "delete", "copy", "turn"])
        if change == "value":
            return [*value[:place], changed_value(value[place], luck), *value[place + 1 :]]
        if change == "delete":
            return value[:place] + value[place + 1 :]
        return [*value, value[place]] if change == "copy" else value[::-1]
    if isinstance(value, dict) and value and luck.random() < 0.8:
        key = luck.choice([*value])
        if luck.random() < 0.2:
            return {other: kept for other, kept in value.items() if other != key}
        return {**value, key: changed_value(value[key], luck)}
    if type(value) is int and luck.random() < 0.8:
        return value + luck.choice([-DAY, -HOUR, -100, -2, -1, 1, 2, HOUR, DAY])
    return luck.choice([None, True, -1, 0, 1, 2.0, "", "x", [], {}])


def tampered(text: str, luck: random.Random) -> tuple[str, tuple[str, str]] | None:
    """Return a file with one changed event, and the change, or None if it is as before."""
    header, *rows = text.splitlines()
    events: list[dict[str, Any]] = [json.loads(row) for row in rows]
    n = luck.randrange(len(events))
    event = events[n]
    change = luck.choice(["deleted", "copied", "swapped", *["field"] * 9])
    if change == "deleted":
        if n == len(events) - 1:
            return None  # without its last event, this is the file of an earlier moment
        del events[n]
    elif change == "copied":
        events.insert(luck.randrange(n, len(events)), dict(event))
    elif change == "swapped":
        other = min(n + 1, len(events) - 1)
        events[n], events[other] = events[other], events[n]
    else:
        outer = [key for key in event if key not in ("n", "detail")]
        change = luck.choice([*outer, *event["detail"], *event["detail"]])
        values = event if change in outer else event["detail"]
        values[change] = changed_value(values[change], luck)
    if change in ("deleted", "copied", "swapped"):
        for number, each in enumerate(events):
            each["n"] = number
    lines = [json.dumps(each, ensure_ascii=False) for each in events]
    changed = "\n".join((header, *lines, ""))
    return None if changed == text else (changed, (event["kind"], change))


@pytest.mark.parametrize(
    ("number", "chosen", "seats"),
    every(
        [(number, chosen, 2 + number % 3) for number in range(3) for chosen in Format], 5, rows=True
    ),
)
async def test_random_changes_verify_only_where_facts_are_taken_on_trust(
    number: int, chosen: Format, seats: int, tmp_path: Path
) -> None:
    """Stories of the real services have substitutions, withdrawals, adjudications and downtimes."""
    story = await tell(tmp_path, number, chosen, seats)
    text = write(story.referee.events)
    verify(text)
    luck = random.Random(number)  # noqa: S311
    accepted = set()
    for _ in range(300):
        change = tampered(text, luck)
        if change is None:
            continue
        try:
            verify(change[0])
        except BadTournament:
            continue
        accepted.add(change[1])
    assert accepted <= ON_TRUST
