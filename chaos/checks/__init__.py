"""What must hold after a run: each check with its name and its sentence."""

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
    """The runs of which something must hold."""

    STORM = "storm"
    """Those in real time."""
    SEASON = "season"
    """Those on the fast clock."""
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that must hold."""

    name: str
    sentence: str
    find: Callable[[Evidence], list[str]]
    """Returns what is wrong, a line each; [] if it holds."""
    of: Kind = Kind.BOTH

    def applies(self, evidence: Evidence) -> bool:
        """Whether it must hold of this run."""
        return self.of is Kind.BOTH or (self.of is Kind.SEASON) == evidence.season


CHECKS = (
    Check("finished", "Every match that was begun was finished.", logs.unfinished),
    Check("replays", "Every log replays to the digests stored with it.", logs.not_replaying),
    Check("verifies", "Every exported match proves its dice.", logs.not_proven),
    Check("digests", "The export leads to the last digest stored.", logs.digests_differ),
    Check("pieces", "No piece of the game is lost or doubled at any moment.", logs.pieces_missing),
    Check("runs", "Each press owns one run of entries, and no two overlap.", presses.bad_runs),
    Check("owners", "Each person's entry has one press, by that person.", presses.bad_owners),
    Check("refused", "What was refused owns nothing.", presses.refused_but_counted),
    Check("on disk", "Nothing was shown before it was on disk.", boards.shown_too_early),
    Check("once", "No board was shown twice in a place.", boards.shown_twice, Kind.STORM),
    Check("onwards", "What is shown never went back.", boards.went_back, Kind.STORM),
    Check(
        "posted",
        "Everything posted is there once, ends and results too, and each nonce is of one message.",
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
        "Nobody was pinged twice for a turn, or for their own press.",
        pings.too_many,
        Kind.STORM,
    ),
    Check("called", "Nobody waited for a turn without being pinged.", pings.too_few, Kind.STORM),
    Check(
        "invited",
        "Everybody invited was pinged once for it, as far as is allowed.",
        pings.invitations,
        Kind.STORM,
    ),
    Check(
        "lock screens",
        "Every notification says on a lock screen what it is about.",
        pings.untold,
    ),
    Check("names", "No message shows @unknown-user in place of a name.", pings.unnamed),
    Check(
        "places",
        "Every match is played in its thread, or in its channel where that has none.",
        places.elsewhere,
        Kind.STORM,
    ),
    Check(
        "nonces",
        "A board that Discord refused, because one was deleted, is there before the next storm.",
        places.refused_for_good,
        Kind.STORM,
    ),
    Check("secrets", "No seed was known before the end, and no token ever.", secrets.told),
    Check(
        "promised",
        "Every invitation shows what its dice are committed to, whole and unchanged.",
        secrets.not_promised,
    ),
    Check("stops", "Who was asked to stop did so within ten seconds.", secrets.slow_stops),
    Check(
        "time",
        "Nobody was late who had not been called, where they could see it, for the whole time.",
        lateness.late_too_early,
        Kind.SEASON,
    ),
    Check(
        "heard",
        "Nobody lost anything by being late who could not see that they were.",
        lateness.lost_unheard,
        Kind.SEASON,
    ),
    Check("answers", "No answer says the opposite of the log.", answers.untrue),
    Check("rematches", "No match has two rematches.", answers.rematches),
    Check("pestered", "Nobody causes more pings than they may.", annoyance.pestered),
    Check("away", "Nobody tells again and again that they are away.", annoyance.away_again),
    Check("toggles", "What is on or off ends as it was last meant.", toggles.not_as_meant),
    Check("shards", "No shard is without a process for long.", shards.unheard, Kind.STORM),
    Check("shared", "No shard has two processes for long.", shards.doubled, Kind.STORM),
    Check("identify", "Sessions begin one after another.", shards.hasty, Kind.STORM),
    Check("numbers", "No number is given to two matches.", restores.numbers_again),
    Check("old buttons", "No button of a life that was given up counts.", restores.old_buttons),
    Check("day once", "Nobody has two matches of a day.", days.not_one_each),
    Check("day luck", "Whoever rolls the same on a day gets the same.", days.unlike),
    Check(
        "day secrets", "Nobody sees another's match before the day is over.", days.told_too_early
    ),
    Check("day moves", "No move that a private session showed is lost.", days.lost),
    Check(
        "day onwards",
        "No private session is left showing less than before.",
        days.went_back,
        Kind.SEASON,
    ),
    Check(
        "day results", "Each day's matches end in it, and count as they stood.", days.wrong_results
    ),
    Check("day standings", "Standings are the sum of the logs.", days.wrong_standings),
    Check(
        "day quiet",
        "Days ping nobody; cards are asked for, and tables come once, in the morning after.",
        days.unquiet,
    ),
    Check(
        "tables",
        "Each table of a tournament has one match, of those who were seated.",
        tournaments.tables_without_match,
    ),
    Check(
        "entrants",
        "What people were told of a tournament happened, and what was started ends.",
        tournaments.lost,
    ),
    Check(
        "rounds",
        "No round or season was over before it had lasted its days, restores and downtimes apart.",
        tournaments.cut_short,
    ),
    Check(
        "draws",
        "Each tournament's file verifies, and its results are those of its matches.",
        tournaments.not_verified,
    ),
    Check(
        "panels",
        "Each tournament has one panel, which is true, and each note comes once, in order.",
        panels.not_shown,
    ),
    Check(
        "lots",
        "No seed of a tournament is known before it starts.",
        tournaments.told_too_early,
    ),
    Check(
        "seating",
        "Nobody sits at two tables of a tournament at a time, or at one when they are out.",
        seating.badly_seated,
    ),
    Check(
        "groups",
        "Groups have their size, each player is in one, and the standings promote and relegate.",
        leagues.wrong_groups,
    ),
    Check("order", "Final standings follow from the points of the tables.", leagues.wrong_order),
    Check(
        "trophies",
        "The first three have trophies, each for a place of theirs.",
        leagues.wrong_trophies,
    ),
)


def run_checks(evidence: Evidence) -> dict[str, list[str]]:
    """What is wrong, by the name of the check; {} if all holds."""
    found = {check.name: check.find(evidence) for check in CHECKS if check.applies(evidence)}
    return {name: problems for name, problems in found.items() if problems}
