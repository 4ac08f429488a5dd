"""Learning the worth of hoards from matches."""

from bench.dice_miner.worth import SCORED, SHOWN, Sample, fit, play, text
from engine.core.chance import Stream
from engine.games.dice_miner.search.learned import WORTH

STREAM = Stream(bytes(32), "worth")


def test_match_yields_one_sample_per_round() -> None:
    samples = play((3, 2))
    assert [sample.round for sample in samples] == [0, 1, 2]
    assert samples == play((3, 2))


def test_fit_recovers_known_weights() -> None:
    weights = [1.0 if n < SCORED else n / 4 - 1 for n in range(SHOWN)]
    samples = []
    for number in range(600):
        at = number * (SHOWN + 1)
        features = tuple(float(STREAM.number(at + n, 9) - 4) for n in range(SHOWN))
        noise = STREAM.number(at + SHOWN, 101) / 100 - 0.5
        gained = sum(weight * value for weight, value in zip(weights, features, strict=True))
        samples.append(Sample(0, features, gained + noise))
    fitted = fit(samples, SHOWN)
    assert (
        max(abs(weight - fit_weight) for weight, fit_weight in zip(weights, fitted, strict=True))
        < 0.2
    )


def test_printed_weights_can_be_loaded() -> None:
    rounds = [
        [*weights.shown, *weights.kinds, *weights.pairs, *weights.heroes]
        for weights in WORTH.rounds
    ]
    scope: dict[str, object] = {}
    exec(text(rounds), scope)  # noqa: S102 - our own text
    assert getattr(scope["WORTH"], "rounds", None) == WORTH.rounds
