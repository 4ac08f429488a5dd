"""What must hold after a run: each check with its name and its sentence."""

from collections.abc import Callable
from dataclasses import dataclass

from chaos.checks import boards, logs, pings, presses, secrets
from chaos.evidence import Evidence


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that must hold."""

    name: str
    sentence: str
    find: Callable[[Evidence], list[str]]
    """Gives what is wrong, a line each; [] where it holds."""


CHECKS = (
    Check("finished", "Every match that was begun was finished.", logs.unfinished),
    Check("replays", "Every log replays to the digests stored with it.", logs.not_replaying),
    Check("verifies", "Every exported match proves its dice.", logs.not_proven),
    Check("digests", "The export leads to the last digest stored.", logs.digests_differ),
    Check("dice", "Sixty dice are in every match at every moment.", logs.dice_lost),
    Check("runs", "Each press owns one run of entries, and no two overlap.", presses.bad_runs),
    Check("owners", "Each person's entry has one press, by that person.", presses.bad_owners),
    Check("refused", "What was refused owns nothing.", presses.refused_but_counted),
    Check("on disk", "Nothing was shown before it was on disk.", boards.shown_too_early),
    Check("once", "No board was shown twice in a place.", boards.shown_twice),
    Check("onwards", "What is shown never went back.", boards.went_back),
    Check("last", "Every match ends with its end, once, and no live board.", boards.not_ended),
    Check(
        "current", "In calm weather each match shows its current board, once.", boards.not_current
    ),
    Check("pings", "Nobody was pinged twice for a turn, or for their own press.", pings.too_many),
    Check("called", "Nobody waited for a turn without being pinged.", pings.too_few),
    Check(
        "invited",
        "Everybody invited was pinged once for it, as far as is allowed.",
        pings.invitations,
    ),
    Check("secrets", "No seed was known before the end, and no token ever.", secrets.told),
    Check("stops", "Who was asked to stop did so within ten seconds.", secrets.slow_stops),
)


def judge(evidence: Evidence) -> dict[str, list[str]]:
    """What is wrong, by the name of the check; {} where all holds."""
    found = {check.name: check.find(evidence) for check in CHECKS}
    return {name: problems for name, problems in found.items() if problems}
