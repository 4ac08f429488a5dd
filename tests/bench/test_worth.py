"""Learning what hoards are worth: from whole matches, and back to weights that are known."""

from bench.dice_miner.worth import SCORED, SHOWN, Sample, fit, play, text
from engine.core.chance import Stream
from engine.games.dice_miner.search.learned import WORTH

STREAM = Stream(bytes(32), "worth")


def test_a_match_gives_a_sample_a_round() -> None:
    """The same match each time; what was gained from the last mountain on is in its last sample."""
    samples = play((3, 2))
    assert [one.round for one in samples] == [0, 1, 2]
    assert samples == play((3, 2))


def test_known_weights_are_found() -> None:
    """Of samples whose gains follow them, with a little noise."""
    known = [1.0 if n < SCORED else n / 4 - 1 for n in range(SHOWN)]
    samples = []
    for number in range(600):
        at = number * (SHOWN + 1)
        more = tuple(float(STREAM.number(at + n, 9) - 4) for n in range(SHOWN))
        noise = STREAM.number(at + SHOWN, 101) / 100 - 0.5
        gained = sum(w * value for w, value in zip(known, more, strict=True)) + noise
        samples.append(Sample(0, more, gained))
    found = fit(samples, SHOWN)
    assert max(abs(one - other) for one, other in zip(known, found, strict=True)) < 0.2


def test_what_is_printed_can_be_read() -> None:
    """As the module that players read."""
    rounds = [
        [*weights.shown, *weights.kinds, *weights.pairs, *weights.heroes]
        for weights in WORTH.rounds
    ]
    scope: dict[str, object] = {}
    exec(text(rounds), scope)  # noqa: S102 - our own text
    assert getattr(scope["WORTH"], "rounds", None) == WORTH.rounds
