"""Faults planted in the product, each of which the model must detect."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from bot.match.tournaments import (
    actions,
    brackets,
    conductor,
    fold,
    loaded,
    matches,
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
from bot.match.values.times import DAY, HOUR
from tests.match.tournaments.model.book import Unfair
from tests.match.tournaments.model.telling import tell
from tests.tiers import exhaustive

TRIES = 25
"""Stories to play before a fault counts as missed."""
Patch = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True)
class Fault:
    """A fault of the product, and the rule that it breaks."""

    name: str
    number: int
    """The first story that shows the fault. Later ones are tried if stories have changed."""
    rules: tuple[str, ...]
    patch: Patch
    chosen: Format
    seats: int = 2


def wrap(module: Any, name: str, change: Callable[..., Any]) -> Patch:
    """Return a patch that passes calls of a function through `change`, with the original first."""
    original = getattr(module, name)

    def patch(patched: pytest.MonkeyPatch) -> None:
        patched.setattr(module, name, lambda *args, **kwargs: change(original, *args, **kwargs))

    return patch


def always(module: Any, name: str, value: object) -> Patch:
    """Return a patch that makes a function return a constant."""
    return wrap(module, name, lambda *_, **__: value)


def first_has_the_bye(swiss: Any, players: Any, *others: Any, **named: Any) -> Any:
    pairing = swiss(players, *others, **named)
    if not pairing.byes or not others[4]:
        return pairing
    best, (lone,) = others[4][0], pairing.byes
    swap = {best: lone, lone: best}
    tables = tuple(
        tuple(swap.get(entrant, entrant) for entrant in table) for table in pairing.tables
    )
    return replace(pairing, tables=tables, byes=(best,))


def nobody_has_met(swiss: Any, players: Any, *rest: Any, **named: Any) -> Any:
    return swiss([replace(player, opponents=(0,)) for player in players], *rest, **named)


def other_order(patched: pytest.MonkeyPatch) -> None:
    order = {kind: tuple(reversed(measures)) for kind, measures in standings._MEASURES.items()}
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
    final = places(now)
    return (*final[1:], final[0])


def still_waiting(substituted: Any, now: Any, *rest: Any) -> Any:
    return replace(substituted(now, *rest), reserves=now.reserves)


def nobody_is_absent(start: Any, now: Any, facts: Any) -> Any:
    here = tuple(replace(entrant, checked_in=True) for entrant in now.entrants)
    return start(replace(now, entrants=here), facts)


def shorter(end: Any, now: Any, stage: Any) -> Any:
    ends = end(now, stage)
    return None if ends is None else ends - DAY


def last_of_them(waited_for: Any, *args: Any) -> Any:
    return waited_for(*args)[-1:]


K, R, S, G, L = (
    Format.KNOCKOUT,
    Format.ROUND_ROBIN,
    Format.SWISS,
    Format.GROUPS,
    Format.LEAGUE,
)
FAULTS = (
    Fault("bye", 5, ("bye",), wrap(rounds, "swiss_round", first_has_the_bye), S),
    Fault("repeats", 0, ("repeat",), wrap(rounds, "swiss_round", nobody_has_met), S),
    Fault("tie-breaks", 2, ("standings",), other_order, S),
    Fault("virtual opponents", 0, ("standings",), always(standings, "_unplayed", None), S, 3),
    Fault("play-off", 0, ("final",), always(progress, "tied_first", ()), R, 4),
    Fault("downtime", 3, ("deadline", "check-in"), ignore_downtimes, K),
    Fault("deadline", 3, ("deadline",), wrap(loaded, "need_of", earlier), K),
    Fault("champion", 1, ("champion",), wrap(progress, "final_places", turned), K),
    Fault("reserve", 10, ("reserve", "places"), wrap(fold, "_substituted", still_waiting), R),
    Fault("medal", 11, ("trophy",), always(trophies, "_has_earned", True), K),
    Fault(
        "promotion",
        5,
        ("ladder",),
        wrap(
            stages, "ladder_after", lambda after, old, order, movers: after(old, order, movers + 1)
        ),
        L,
    ),
    Fault("season", 6, ("season",), wrap(progress, "season_end", shorter), L),
    Fault("standing still", 27, ("winner",), always(matches, "waited_for", ()), R),
    Fault("waiting", 10, ("winner",), wrap(matches, "waited_for", last_of_them), R, 3),
    Fault("whole turns", 141, ("winner",), always(waits, "_turn_lasted", 0), R, 3),
    Fault("bars", 0, ("bar",), everybody_is_fit, S),
    Fault("two matches", 0, ("pairing",), wrap(rounds, "_round_robin", all_at_once), R),
    Fault("replay", 1, ("replay", "bracket", "stuck"), always(brackets, "_is_replayed", False), K),
    Fault("check-in", 11, ("check-in",), wrap(progress, "start", nobody_is_absent), S),
    Fault(
        "seeds",
        2,
        ("seeds",),
        wrap(stages, "first_order", lambda order, now: tuple(reversed(order(now)))),
        K,
    ),
    Fault(
        "final",
        1,
        ("final",),
        wrap(stages, "advancing", lambda best, groups, each, seats: best(groups, each + 1, seats)),
        G,
    ),
    Fault("moderator", 13, ("refused",), always(actions, "_check_adjudicable", None), K),
    Fault("refusal", 1, ("allowed",), wrap(actions, "_check_playable", refuse_substitutes), L),
    Fault("dropping", 4, ("dropped", "reserve"), always(progress, "next_vacancy", None), R),
    Fault("seats", 4, ("seats", "result"), seats_stay, R, 3),
    Fault(
        "points",
        1,
        ("standings",),
        wrap(tie_breaks, "quarters", lambda points, places: points([*places][::-1])),
        R,
        3,
    ),
)


def shown_by(fault: Fault, folder: Path, numbers: Iterable[int]) -> Unfair | None:
    """Return the error of the first story that shows a fault."""
    for number in numbers:
        inside = folder / str(number)
        inside.mkdir()
        with pytest.MonkeyPatch.context() as patched:
            fault.patch(patched)
            standings.forget_standings()
            try:
                asyncio.run(tell(inside, number, fault.chosen, fault.seats))
            except Unfair as unfair:
                return unfair
    return None


QUICK = {"bye", "bars", "deadline", "refusal", "two matches", "seeds", "waiting"}
"""Faults that short stories show."""


def cases() -> list[object]:
    """Return all faults; most are marked as exhaustive."""
    marks = {fault.name: () if fault.name in QUICK else (exhaustive,) for fault in FAULTS}
    return [pytest.param(fault, marks=marks[fault.name], id=fault.name) for fault in FAULTS]


@pytest.mark.parametrize("fault", cases())
def test_model_detects_planted_faults(fault: Fault, tmp_path: Path) -> None:
    shown = shown_by(fault, tmp_path, range(fault.number, fault.number + TRIES))
    standings.forget_standings()
    assert shown is not None, "the model detects the fault"
    assert shown.rule in fault.rules, shown
