"""The registry of checks: invariants that must hold after every run.

Chaos cannot know the right course of a match, because its seed decides only the faults, and the
machine's timing decides the rest. So a check never compares a run with an expected result. It looks
for a contradiction between two records of the same run: the messages that people saw, the answers
that they got, the log of the match, the export, the database after a restore.

A check is a function from the Evidence to a list of problems, one line each; an empty list means
that it holds. Two rules keep checks useful:

- A check must be able to fail. `chaos.mutants` breaks the bot in one way for each important check,
  and the tests corrupt recorded evidence. A check that finds no problem there is worthless.
- A check must not fail for a correct bot. Times are uncertain (chaos.timeline), a killed process
  leaves work to its successor, and Discord loses requests. So a check excuses every case in which
  the bot had no chance, and its comments say why.

The names of checks appear in reports and in the documentation; the sentences say what must hold.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from chaos.checks import (
    annoyance,
    answers,
    boards,
    days,
    lateness,
    leagues,
    logs,
    panels,
    pings,
    places,
    posted,
    presses,
    restores,
    seating,
    secrets,
    shards,
    toggles,
    tournaments,
)
from chaos.evidence import Evidence


class Kind(Enum):
    STORM = "storm"
    SEASON = "season"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Check:
    name: str
    sentence: str
    find: Callable[[Evidence], list[str]]
    """Return the problems, one line each; [] if the check holds."""
    of: Kind = Kind.BOTH

    def applies(self, evidence: Evidence) -> bool:
        return self.of is Kind.BOTH or (self.of is Kind.SEASON) == evidence.season


CHECKS = (
    Check("finished", "Every match that began was finished.", logs.unfinished),
    Check("replays", "Every log replays to the digests stored with it.", logs.not_replaying),
    Check("verifies", "Every exported match proves its dice.", logs.not_proven),
    Check("digests", "The export leads to the last digest stored.", logs.digests_differ),
    Check("pieces", "No piece of the game is lost or doubled at any moment.", logs.pieces_missing),
    Check("runs", "Each press owns one run of entries, and no two overlap.", presses.bad_runs),
    Check("owners", "Each person's entry has one press, by that person.", presses.bad_owners),
    Check("refused", "Refused presses own no entries.", presses.refused_but_counted),
    Check("on disk", "Nothing was shown before it was stored.", boards.shown_too_early),
    Check("once", "No board was shown twice in one place.", boards.shown_twice, Kind.STORM),
    Check("onwards", "No message goes back to an earlier state.", boards.went_back, Kind.STORM),
    Check(
        "posted",
        "Each subject, also an end or result, has one message, and each nonce belongs to one.",
        posted.not_once,
    ),
    Check(
        "current",
        "In each calm every match shows its current board, once.",
        boards.not_current,
        Kind.STORM,
    ),
    Check(
        "pings",
        "No player is pinged twice for a turn, or for their own press.",
        pings.too_many,
        Kind.STORM,
    ),
    Check("called", "Every player is pinged for their turn.", pings.too_few, Kind.STORM),
    Check(
        "invited",
        "Every guest is pinged once for an invitation, within the limits.",
        pings.invitations,
        Kind.STORM,
    ),
    Check(
        "lock screens",
        "Every notification names its subject on a lock screen.",
        pings.without_subject,
    ),
    Check("names", "No message shows @unknown-user instead of a name.", pings.unnamed),
    Check(
        "places",
        "Every match is played in its thread, or in its channel if that has no threads.",
        places.elsewhere,
        Kind.STORM,
    ),
    Check(
        "nonces",
        "A board refused because of a deleted one is posted before the next storm.",
        places.refused_for_good,
        Kind.STORM,
    ),
    Check("secrets", "No seed is revealed before the end, and no token ever.", secrets.leaked),
    Check(
        "promised",
        "Every invitation shows the full, unchanged commitment to its dice.",
        secrets.not_promised,
    ),
    Check("stops", "Every process stops within ten seconds of a request.", secrets.slow_stops),
    Check(
        "time",
        "A player is late only after seeing the call to their turn for the whole time.",
        lateness.late_too_early,
        Kind.SEASON,
    ),
    Check(
        "heard",
        "Being late costs a player nothing until they could see a notice of it.",
        lateness.lost_unheard,
        Kind.SEASON,
    ),
    Check("answers", "No answer contradicts the log.", answers.untrue),
    Check("rematches", "No match has two rematches.", answers.rematches),
    Check("pestered", "No user causes more pings than allowed.", annoyance.pestered),
    Check("away", "No user's absences are announced again and again.", annoyance.away_again),
    Check("toggles", "Every toggle ends as its user last set it.", toggles.not_as_meant),
    Check("shards", "No shard is without a process for long.", shards.unheard, Kind.STORM),
    Check("shared", "No shard has two processes for long.", shards.doubled, Kind.STORM),
    Check("identify", "Sessions begin one after another.", shards.hasty, Kind.STORM),
    Check("numbers", "No two matches have the same number.", restores.numbers_again),
    Check("old buttons", "No button from before a restore counts.", restores.old_buttons),
    Check("day once", "No player has two matches of a day.", days.not_one_each),
    Check("day luck", "On a day, equal rolls have equal results for all players.", days.unequal),
    Check(
        "day secrets",
        "No player sees another player's match before the day is over.",
        days.revealed_too_early,
    ),
    Check("day moves", "No move shown in a private session is lost.", days.lost),
    Check(
        "day onwards",
        "No private session ends up showing less than before.",
        days.went_back,
        Kind.SEASON,
    ),
    Check(
        "day results",
        "Matches of a day end with it, and count with their last points.",
        days.wrong_results,
    ),
    Check("day standings", "Standings are the sum of the logs.", days.wrong_standings),
    Check(
        "day quiet",
        "Days cause no pings; cards come on request, and tables once, on the next morning.",
        days.unquiet,
    ),
    Check(
        "tables",
        "Each table of a tournament has one match, between the players seated there.",
        tournaments.tables_without_match,
    ),
    Check(
        "entrants",
        "Confirmed actions in tournaments happened, and tournaments that began end.",
        tournaments.lost,
    ),
    Check(
        "rounds",
        "No round or season ends early, not counting restores and downtimes.",
        tournaments.cut_short,
    ),
    Check(
        "draws",
        "Each tournament's file verifies, and its results match its matches.",
        tournaments.not_verified,
    ),
    Check(
        "panels",
        "Each tournament has one true panel, and each note comes once and in order.",
        panels.not_shown,
    ),
    Check(
        "lots",
        "No seed of a tournament is revealed before it starts.",
        tournaments.revealed_too_early,
    ),
    Check(
        "seating",
        "No player sits at two tables of a tournament at a time, or at a table after leaving.",
        seating.badly_seated,
    ),
    Check(
        "groups",
        "Groups have the right size and players, and standings decide promotion and relegation.",
        leagues.wrong_groups,
    ),
    Check("order", "Final standings follow from the points of the tables.", leagues.wrong_order),
    Check(
        "trophies",
        "The first three places win trophies, and no others do.",
        leagues.wrong_trophies,
    ),
)


def run_checks(evidence: Evidence) -> dict[str, list[str]]:
    """Return the problems by check; {} if all checks hold."""
    by_check = {check.name: check.find(evidence) for check in CHECKS if check.applies(evidence)}
    return {name: problems for name, problems in by_check.items() if problems}
