"""When a clock that stands still at times has run down."""

from hypothesis import given
from hypothesis import strategies as st

from bot.match.values.times import Span, has_run, in_order, runs_down

SPANS = st.lists(
    st.tuples(st.integers(0, 400), st.integers(0, 60)).map(lambda one: Span(one[0], sum(one))),
    max_size=8,
).map(sorted)


def slowly(start: int, seconds: int, still: list[Span]) -> int:
    """The same, second by second."""
    now = start
    while seconds:
        seconds -= not any(span.start <= now < span.end for span in still)
        now += 1
    return now


@given(start=st.integers(0, 300), seconds=st.integers(1, 300), still=SPANS)
def test_exact(start: int, seconds: int, still: list[Span]) -> None:
    """Every second that does not stand still counts, and no other."""
    assert runs_down(start, seconds, still) == slowly(start, seconds, still)


@given(start=st.integers(0, 300), seconds=st.integers(1, 300), still=SPANS)
def test_how_long_it_has_run(start: int, seconds: int, still: list[Span]) -> None:
    """When it has run down it has run for just so long; a second before, for a second less."""
    end = runs_down(start, seconds, still)
    assert has_run(start, end, still) == seconds
    assert has_run(start, end - 1, still) == seconds - 1
    assert has_run(start, start, still) == 0


@given(start=st.integers(0, 300), seconds=st.integers(1, 300), still=SPANS)
def test_never_early(start: int, seconds: int, still: list[Span]) -> None:
    """It never takes less, and by more stops or more seconds it comes no earlier."""
    end = runs_down(start, seconds, still)
    assert end >= start + seconds
    assert runs_down(start, seconds + 1, still) > end
    assert runs_down(start + 1, seconds, still) >= end
    for kept in range(len(still)):
        assert runs_down(start, seconds, still[:kept]) <= end


@given(
    start=st.integers(0, 300),
    seconds=st.integers(1, 300),
    inside=st.data(),
    long=st.integers(1, 10**6),
)
def test_shifts_exactly(start: int, seconds: int, inside: st.DataObject, long: int) -> None:
    """One stop while it runs shifts the end by its length; after the end it shifts nothing."""
    at = inside.draw(st.integers(start, start + seconds - 1))
    assert runs_down(start, seconds, [Span(at, at + long)]) == start + seconds + long
    end = start + seconds
    assert runs_down(start, seconds, [Span(end, end + long)]) == end


@given(kinds=st.lists(SPANS, max_size=3))
def test_in_order(kinds: list[list[Span]]) -> None:
    """Stops of several kinds come by their starts."""
    assert sorted(span for kind in kinds for span in kind) == sorted(in_order(*kinds))
    starts = [span.start for span in in_order(*kinds)]
    assert starts == sorted(starts)
