"""What one person did in a match, in numbers: what profiles are made of."""

import json
from dataclasses import astuple, dataclass

from engine.core.fortune import NOTHING, Fortune

Points = tuple[tuple[str, int], ...]
"""Points by kind, in the order of scoring."""


@dataclass(frozen=True, slots=True)
class Deeds:
    """What a person did while the seat was theirs."""

    role: str | None = None
    """The character that they played; None where the game has none."""
    rounds: tuple[Points, ...] = ()
    """The rounds that were scored meanwhile."""
    counts: tuple[tuple[str, int], ...] = ()
    """How often they did what the game counts, by its word, in the order of the words."""
    gifts: tuple[tuple[int, int], ...] = ()
    """To whom (a user id) they gave how often, in the order of the ids; computers are left out."""
    turns: int = 0
    """How often they decided; what was decided without a break is one turn."""
    seconds: int = 0
    """How long the match waited for those turns, all together."""
    late: int = 0
    """How often their time was over before they decided."""
    fortune: Fortune = NOTHING
    """What luck brought them."""

    def count(self, what: str) -> int:
        """How often they did it."""
        return dict(self.counts).get(what, 0)


NO_DEEDS = Deeds()
"""Nothing was done."""


def written(deeds: Deeds) -> str:
    """The Deeds as one line of text, without the gifts, which have rows of their own."""
    return json.dumps(
        {
            "role": deeds.role,
            "rounds": [dict(points) for points in deeds.rounds],
            "counts": dict(deeds.counts),
            "turns": deeds.turns,
            "seconds": deeds.seconds,
            "late": deeds.late,
            "fortune": list(astuple(deeds.fortune)),
        },
        separators=(",", ":"),
    )


def read(text: str) -> Deeds:
    """The Deeds that `written` has written, without the gifts."""
    found = json.loads(text)
    return Deeds(
        role=found["role"],
        rounds=tuple(tuple(points.items()) for points in found["rounds"]),
        counts=tuple(found["counts"].items()),
        turns=found["turns"],
        seconds=found["seconds"],
        late=found["late"],
        fortune=Fortune(*found["fortune"]),
    )
