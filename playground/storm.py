"""A storm: random faults of a network and a busy Discord, from a seed."""

from collections import Counter
from dataclasses import dataclass

from playground.faults import Fault
from playground.interaction import ANSWER_WITHIN
from playground.luck import Luck

HIT = ("/channels/", "/interactions/", "/webhooks/")
"""Affected routes; the others are needed to log in."""
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
STATUSES = (500, 502, 503, 504)


@dataclass(frozen=True, slots=True)
class Rates:
    """Probability per request or interaction."""

    limited: float = 0.015
    """429 with a short wait."""
    broken: float = 0.012
    """5xx without effect."""
    broken_done: float = 0.008
    """5xx after the request was carried out."""
    cut: float = 0.008
    """The connection ends without effect."""
    cut_done: float = 0.008
    """The connection ends after the request was carried out."""
    slow: float = 0.01
    late: float = 0.01
    """A first answer arrives after its three seconds."""
    twice: float = 0.05
    """An interaction is delivered twice, with the same id."""
    reordered: float = 0.05
    """Later interactions overtake an interaction."""


class Storm:
    """Random faults for requests and interactions."""

    def __init__(self, luck: Luck, rates: Rates = Rates()) -> None:
        self.counts: Counter[str] = Counter()
        self.over = False
        self._luck = luck
        self._rates = rates

    def fault(self, method: str, route: str) -> Fault | None:
        if self.over or not route.startswith(HIT):
            return None
        rates = self._rates
        kinds = {
            "429": rates.limited,
            "5xx": rates.broken,
            "5xx, done": rates.broken_done,
            "cut": rates.cut,
            "cut, done": rates.cut_done,
            "slow": rates.slow,
            "late": rates.late if route == CALLBACK else 0.0,
        }
        kind = self._luck.weighted({**kinds, "": 1 - sum(kinds.values())})
        if not kind:
            return None
        self.counts[kind] += 1
        fault = Fault(method, route, self._luck.pick(STATUSES))
        match kind:
            case "429":
                fault.status, fault.retry_after = 429, self._luck.between(0.05, 0.5)
            case "slow":
                fault.delay, fault.status = self._luck.between(0.05, 0.8), 0
            case "late":
                fault.delay, fault.status = ANSWER_WITHIN + 0.2, 0
            case _:
                fault.cut = kind.startswith("cut")
                fault.done = kind.endswith("done")
        return fault

    def deliveries(self) -> list[float]:
        """Return the delays in seconds for each copy of an interaction."""
        if self.over:
            return [0.0]
        if self._luck.chance(self._rates.twice):
            self.counts["twice"] += 1
            return [0.0, self._luck.between(0.0, 0.3)]
        if self._luck.chance(self._rates.reordered):
            self.counts["reordered"] += 1
            return [self._luck.between(0.05, 0.5)]
        return [0.0]
