"""The model notices each kind of fault that is planted in the product."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from bot.match.timing.pace import DAY, HOUR
from bot.match.tournaments import (
    brackets,
    conductor,
    fold,
    known,
    ladders,
    matches,
    moderating,
    progress,
    rounds,
    stages,
    standings,
    trophies,
    waits,
)
from bot.match.tournaments.conductor import Conductor
from bot.match.tournaments.eligibility import Eligibility
from bot.match.tournaments.errors import PlaceDone
from bot.match.tournaments.pairing import tie_breaks
from bot.match.tournaments.terms import Format
from tests.match.tournaments.model.book import Unfair
from tests.match.tournaments.model.telling import tell
from tests.tiers import exhaustive

TRIES = 25
"""Stories that are played until one shows a fault."""
Patch = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True)
class Fault:
    """A fault of the product, and the rule that it breaks."""

    name: str
    rules: tuple[str, ...]
    patch: Patch
    chosen: Format
    seats: int = 2
    quick: int | None = None
    """The number of a short story that shows it; None: searched for in the sweep."""


def wrap(module: Any, name: str, change: Callable[..., Any]) -> Patch:
    """Return a patch by which a function goes through another, which gets it first."""
    original = getattr(module, name)

    def patch(patched: pytest.MonkeyPatch) -> None:
        patched.setattr(module, name, lambda *given, **named: change(original, *given, **named))

    return patch


def always(module: Any, name: str, value: object) -> Patch:
    """Return a patch by which a function returns always the same."""
    return wrap(module, name, lambda *_, **__: value)


def first_has_the_bye(swiss: Any, players: Any, *rest: Any, **named: Any) -> Any:
    found = swiss(players, *rest, **named)
    if not found.byes or not rest[4]:
        return found
    best, (lone,) = rest[4][0], found.byes
    swap = {best: lone, lone: best}
    tables = tuple(tuple(swap.get(one, one) for one in table) for table in found.tables)
    return replace(found, tables=tables, byes=(best,))


def nobody_has_met(swiss: Any, players: Any, *rest: Any, **named: Any) -> Any:
    return swiss([replace(one, opponents=(0,)) for one in players], *rest, **named)


def other_order(patched: pytest.MonkeyPatch) -> None:
    order = {kind: tuple(reversed(found)) for kind, found in standings._MEASURES.items()}
    patched.setattr(standings, "_MEASURES", order)


def ignore_downtimes(patched: pytest.MonkeyPatch) -> None:
    for module in (progress, conductor):
        patched.setattr(module, "extension", lambda *_: None)


def everybody_is_fit(patched: pytest.MonkeyPatch) -> None:
    async def ineligible(*_: object) -> frozenset[int]:
        return frozenset()

    patched.setattr(Eligibility, "ineligible", ineligible)


def seats_stay(patched: pytest.MonkeyPatch) -> None:
    async def follow(*_: object) -> None:
        pass

    patched.setattr(Conductor, "_follow", follow)


def refuse_substitutes(*_: object) -> None:
    raise PlaceDone(user=1)


def all_at_once(_: Any, now: Any, stage: Any, __: int) -> Any:
    return dict(rounds._to_come(now, stage))


def earlier(need: Any, table: Any, until: int | None, now: int) -> Any:
    return need(table, None if until is None else until - 9 * HOUR, now)


def turned(places: Any, now: Any) -> Any:
    found = places(now)
    return (*found[1:], found[0])


def still_waiting(substituted: Any, now: Any, *rest: Any) -> Any:
    return replace(substituted(now, *rest), reserves=now.reserves)


def nobody_is_absent(start: Any, now: Any, facts: Any) -> Any:
    here = tuple(replace(one, checked_in=True) for one in now.entrants)
    return start(replace(now, entrants=here), facts)


def shorter(end: Any, now: Any, stage: Any) -> Any:
    found = end(now, stage)
    return None if found is None else found - DAY


def fastest(waits: Any, *given: Any) -> Any:
    return tuple(-one for one in waits(*given))


K, R, S, G, L = (
    Format.KNOCKOUT,
    Format.ROUND_ROBIN,
    Format.SWISS,
    Format.GROUPS,
    Format.LEAGUE,
)
FAULTS = (
    Fault("bye", ("bye",), wrap(rounds, "swiss_round", first_has_the_bye), S),
    Fault("repeats", ("repeat",), wrap(rounds, "swiss_round", nobody_has_met), S),
    Fault("tie-breaks", ("standings",), other_order, S),
    Fault("virtual opponents", ("standings",), always(standings, "_unplayed", None), S, 3),
    Fault("play-off", ("final",), always(progress, "tied_first", ()), R, 4),
    Fault("downtime", ("deadline", "check-in"), ignore_downtimes, K),
    Fault("deadline", ("deadline",), wrap(known, "need_of", earlier), K),
    Fault("champion", ("champion",), wrap(progress, "final_places", turned), K),
    Fault("reserve", ("reserve", "places"), wrap(fold, "_substituted", still_waiting), R),
    Fault("medal", ("trophy",), always(trophies, "_has_earned", True), K),
    Fault(
        "promotion",
        ("ladder",),
        wrap(
            ladders, "ladder_after", lambda after, old, order, movers: after(old, order, movers + 1)
        ),
        L,
    ),
    Fault("season", ("season",), wrap(progress, "season_end", shorter), L),
    Fault(
        "points of two",
        ("winner",),
        always(matches, "_decided_by_points", False),
        K,
    ),
    Fault("waiting", ("winner",), wrap(waits, "waits", fastest), R, 3),
    Fault("bars", ("bar",), everybody_is_fit, S),
    Fault("two matches", ("pairing",), wrap(rounds, "_round_robin", all_at_once), R),
    Fault("replay", ("replay", "bracket", "stuck"), always(brackets, "_is_replayed", False), K),
    Fault("check-in", ("check-in",), wrap(progress, "start", nobody_is_absent), S),
    Fault(
        "seeds",
        ("seeds",),
        wrap(stages, "first_order", lambda order, now: tuple(reversed(order(now)))),
        K,
    ),
    Fault(
        "final",
        ("final",),
        wrap(stages, "advancing", lambda best, groups, each, seats: best(groups, each + 1, seats)),
        G,
    ),
    Fault("moderator", ("refused",), always(moderating, "_check_adjudicable", None), K),
    Fault("refusal", ("allowed",), wrap(moderating, "_check_playable", refuse_substitutes), L),
    Fault("dropping", ("dropped",), always(progress, "vacated", None), R),
    Fault("seats", ("seats", "result"), seats_stay, R, 3),
    Fault(
        "points",
        ("standings",),
        wrap(tie_breaks, "quarters", lambda points, places: points([*places][::-1])),
        R,
        3,
    ),
)


def shown_by(fault: Fault, folder: Path, numbers: Iterable[int]) -> tuple[int, Unfair] | None:
    """Return the first story that shows a fault, and how."""
    for number in numbers:
        inside = folder / str(number)
        inside.mkdir()
        with pytest.MonkeyPatch.context() as patched:
            fault.patch(patched)
            standings.forget_standings()
            try:
                asyncio.run(tell(inside, number, fault.chosen, fault.seats))
            except Unfair as unfair:
                return number, unfair
    return None


@exhaustive
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_planted_faults_are_found(fault: Fault, tmp_path: Path) -> None:
    shown = shown_by(fault, tmp_path, range(TRIES))
    standings.forget_standings()
    assert shown is not None, "the model notices it"
    number, unfair = shown
    print(number, unfair)  # noqa: T201
    assert unfair.rule in fault.rules, unfair
