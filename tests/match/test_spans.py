"""The time at which a clock that stops now and then has run down."""

from hypothesis import given
from hypothesis import strategies as st

from bot.match.values.times import Span, has_run, in_order, runs_down

SPANS = st.lists(
    st.tuples(st.integers(0, 400), st.integers(0, 60)).map(lambda pair: Span(pair[0], sum(pair))),
    max_size=8,
).map(sorted)


def slowly(start: int, seconds: int, still: list[Span]) -> int:
    """Return the time at which the seconds have run down, counted one by one."""
    now = start
    while seconds:
        seconds -= not any(span.start <= now < span.end for span in still)
        now += 1
    return now


@given(start=st.integers(0, 300), seconds=st.integers(1, 300), still=SPANS)
def test_only_seconds_outside_spans_count(start: int, seconds: int, still: list[Span]) -> None:
    assert runs_down(start, seconds, still) == slowly(start, seconds, still)


@given(start=st.integers(0, 300), seconds=st.integers(1, 300), still=SPANS)
def test_has_run_is_the_inverse_of_runs_down(start: int, seconds: int, still: list[Span]) -> None:
    end = runs_down(start, seconds, still)
    assert has_run(start, end, still) == seconds
    assert has_run(start, end - 1, still) == seconds - 1
    assert has_run(start, start, still) == 0


@given(start=st.integers(0, 300), seconds=st.integers(1, 300), still=SPANS)
def test_further_spans_or_seconds_never_make_the_end_earlier(
    start: int, seconds: int, still: list[Span]
) -> None:
    end = runs_down(start, seconds, still)
    assert end >= start + seconds
    assert runs_down(start, seconds + 1, still) > end
    assert runs_down(start + 1, seconds, still) >= end
    for count in range(len(still)):
        assert runs_down(start, seconds, still[:count]) <= end


@given(
    start=st.integers(0, 300),
    seconds=st.integers(1, 300),
    inside=st.data(),
    long=st.integers(1, 10**6),
)
def test_span_shifts_the_end_by_its_length_unless_after_it(
    start: int, seconds: int, inside: st.DataObject, long: int
) -> None:
    at = inside.draw(st.integers(start, start + seconds - 1))
    assert runs_down(start, seconds, [Span(at, at + long)]) == start + seconds + long
    end = start + seconds
    assert runs_down(start, seconds, [Span(end, end + long)]) == end


@given(kinds=st.lists(SPANS, max_size=3))
def test_spans_of_several_kinds_are_sorted_by_start(kinds: list[list[Span]]) -> None:
    assert sorted(span for kind in kinds for span in kind) == sorted(in_order(*kinds))
    starts = [span.start for span in in_order(*kinds)]
    assert starts == sorted(starts)
