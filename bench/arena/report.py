"""Results of an arena: a Markdown table for readers and a CSV table for programs."""

import csv
from collections.abc import Sequence
from io import StringIO
from math import inf, isinf
from statistics import fmean

from bench.arena.contests import Side
from bench.arena.ladder import Met, ladder
from bench.arena.matches import Spent
from bench.arena.running import ContestResult, Question
from bench.arena.shares import Interval, elo_interval, interval

_HEADS = (
    "player",
    "against",
    "seats",
    "seeds",
    "share of the win",
    "Elo",
    "points",
    "ms a decision",
    "test",
)
_COLUMNS = (
    "game",
    "player",
    "against",
    "seats",
    "seeds",
    "share",
    "share_low",
    "share_high",
    "elo",
    "elo_low",
    "elo_high",
    "points",
    "points_against",
    "ms",
    "ms_against",
    "test",
)


def markdown(answers: Sequence[ContestResult], asked: Question) -> str:
    """Return win rates with 95 % intervals, Elo, points and time, one line per contest."""
    lines = [f"| {' | '.join(_HEADS)} |", "|---" * len(_HEADS) + "|"]
    lines += [f"| {' | '.join(_cells(answer))} |" for answer in answers]
    lines += ["", _asked(asked)]
    ladders = {seats: _ladder(answers, seats) for seats in _tables(answers)}
    for seats, steps in ladders.items():
        if len(steps) > 1:
            lines += ["", f"Elo with {seats} seats, above the weakest:", ""]
            lines += [f"- {name}: {whole(step)}" for name, step in steps.items()]
    return "\n".join(lines) + "\n"


def _asked(asked: Question) -> str:
    test = asked.test
    explanation = (
        f"Between two, not better is a share of {100 * test.below:.0f} % or less, better one of"
        f" {100 * test.above:.0f} % or more; the test errs in {100 * test.error:.0f} % of such."
    )
    if asked.stops:
        return f"{explanation} It stopped as soon as it was sure, so shares look a little clearer."
    return f"{explanation} All seeds were played."


def _cells(answer: ContestResult) -> tuple[str, ...]:
    contest = answer.contest
    share = interval(answer.shares)
    mine, theirs = sides(answer)
    fair = "" if contest.seats < 3 else f" (alike: {100 / contest.seats:.1f})"
    return (
        contest.one,
        contest.other,
        str(contest.seats),
        str(len(answer.seeds)),
        f"{percent(share)}{fair}",
        whole(elo_interval(share, contest.seats)),
        f"{mine.points:.1f} : {theirs.points:.1f}",
        f"{_pace(mine.spent)} : {_pace(theirs.spent)}",
        answer.verdict.value,
    )


def percent(share: Interval) -> str:
    return f"{100 * share.value:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"


def whole(share: Interval) -> str:
    """Format Elo with its interval, or with one bound if the other is infinite."""
    if isinf(share.value):
        return f"above {share.low:+.0f}" if share.value > 0 else f"below {share.high:+.0f}"
    return f"{share.value:+.0f} ({share.low:+.0f} to {share.high:+.0f})"


def _pace(spent: Spent) -> str:
    """Return processor milliseconds per decision."""
    return f"{1000 * spent.seconds / max(spent.decisions, 1):.1f}"


def sides(answer: ContestResult) -> tuple[Side, Side]:
    """Return both players' results over all seeds."""
    own, other = (
        Side(
            fmean(seed.sides[place].points for seed in answer.seeds),
            sum((seed.sides[place].spent for seed in answer.seeds), Spent()),
        )
        for place in (0, 1)
    )
    return own, other


def _tables(answers: Sequence[ContestResult]) -> list[int]:
    return sorted({answer.contest.seats for answer in answers})


def _ladder(answers: Sequence[ContestResult], seats: int) -> dict[str, Interval]:
    met = [
        Met(answer.contest.one, answer.contest.other, seats, answer.shares)
        for answer in answers
        if answer.contest.seats == seats
    ]
    return ladder(met) if len(met) > 1 else {}


def table(answers: Sequence[ContestResult]) -> str:
    """Return CSV with shares from 0 to 1. Infinite Elo becomes an empty field."""
    to = StringIO()
    writer = csv.writer(to, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for answer in answers:
        contest, share = answer.contest, interval(answer.shares)
        lead = elo_interval(share, contest.seats)
        mine, theirs = sides(answer)
        elos = ("" if abs(it) == inf else f"{it:.1f}" for it in (lead.value, lead.low, lead.high))
        writer.writerow(
            (
                contest.game,
                contest.one,
                contest.other,
                contest.seats,
                len(answer.seeds),
                *(f"{it:.6f}" for it in (share.value, share.low, share.high)),
                *elos,
                f"{mine.points:.2f}",
                f"{theirs.points:.2f}",
                _pace(mine.spent),
                _pace(theirs.spent),
                answer.verdict.value,
            )
        )
    return to.getvalue()
