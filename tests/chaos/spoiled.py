"""Ways to spoil the evidence of a flawless run, each with the checks that must find it."""

from dataclasses import replace

from bot.match.log.records import Status
from bot.match.people.pings import ALLOWED
from chaos.checks import annoyance
from chaos.evidence import Evidence, LifeEvidence
from chaos.transcript import (
    Kind,
    Post,
    Snapshot,
    Stop,
    ToggleResult,
)
from tests.chaos.spoiled_messages import SPOILED_MESSAGES, Spoil

FEWEST = ALLOWED.pair[0]
"""The pings that one person may cause another in the shortest time."""


def unfinished(evidence: Evidence) -> None:
    """The last event is missing."""
    match, loaded = next(iter(evidence.matches.items()))
    running = replace(loaded.roster, status=Status.RUNNING)
    evidence.matches[match] = replace(loaded, roster=running)


def stuck(evidence: Evidence) -> None:
    """A table never began."""
    evidence.transcript.stuck[0] = "begins a match"


def not_replaying(evidence: Evidence) -> None:
    """A match could not be read."""
    evidence.broken[9] = "entry 3 leads elsewhere"


def not_proven(evidence: Evidence) -> None:
    """The seed in the export is another one."""
    match, text = next(iter(evidence.exports.items()))
    seed = evidence.matches[match].record.seed.hex()
    other = text.replace(f"seed: {seed}", f"seed: {seed[::-1]}")
    evidence.exports[match] = evidence.printed[match] = other


def printed_otherwise(evidence: Evidence) -> None:
    """The command line prints something else."""
    evidence.printed[next(iter(evidence.printed))] += "more\n"


def digests_differ(evidence: Evidence) -> None:
    """A stored digest is wrong."""
    match, loaded = next(iter(evidence.matches.items()))
    log = (*loaded.log[:-1], replace(loaded.log[-1], digest="0" * 16))
    evidence.matches[match] = replace(loaded, log=log, recent=())


def overlapping(evidence: Evidence) -> None:
    """A press owns one entry more, which is the next one's."""
    evidence.presses[3] = replace(evidence.presses[3], count=evidence.presses[3].count + 1)


def counted_twice(evidence: Evidence) -> None:
    """One interaction counts again, for the entries of another press."""
    evidence.presses.append(evidence.presses[0])


def nobodys_entry(evidence: Evidence) -> None:
    """A press is missing."""
    del evidence.presses[4]


def somebody_elses(evidence: Evidence) -> None:
    """The press was made by another person."""
    evidence.transcript.clicks[2] = replace(evidence.transcript.clicks[2], user=999)


def refused(evidence: Evidence) -> None:
    """A press counted, and its player was told that it did not."""
    said = "The board has moved on. Nothing changed. [Go to](https://x)"
    evidence.transcript.clicks[2] = replace(evidence.transcript.clicks[2], told=(said,))


def told_early(evidence: Evidence) -> None:
    """The seed is told before the end."""
    evidence.transcript.secrets[0] = replace(evidence.transcript.secrets[0], at=1.0)


def told_in_private(evidence: Evidence) -> None:
    """The seed is told to one player before the end."""
    loaded = next(iter(evidence.matches.values()))
    click = replace(evidence.transcript.clicks[0], told=(f"`{loaded.record.seed.hex()}`",))
    evidence.transcript.clicks[0] = click


def _promises(evidence: Evidence, promised: tuple[str, ...]) -> None:
    """The first invitation shows these digits."""
    revisions = evidence.transcript.revisions
    number = next(n for n, one in enumerate(revisions) if one.snapshot.kind is Kind.LOBBY)
    revisions[number] = replace(revisions[number], promised=promised)


def nothing_promised(evidence: Evidence) -> None:
    """An invitation without a commitment."""
    _promises(evidence, ())


def promised_otherwise(evidence: Evidence) -> None:
    """An invitation with another commitment beside its own."""
    own = next(one.promised for one in evidence.transcript.revisions if one.promised)
    _promises(evidence, (*own, own[0][::-1]))


def logged(evidence: Evidence) -> None:
    """The token is in the log."""
    evidence.log += evidence.token


def denied(evidence: Evidence) -> None:
    """A press counted, and its player was told that it could not be kept."""
    said = "That couldn't be saved, so it didn't count. Try again later."
    evidence.transcript.clicks[2] = replace(evidence.transcript.clicks[2], told=(said,))


def rematch_twice(evidence: Evidence) -> None:
    """Two matches follow the same one."""
    first, *others = evidence.matches
    for match in others:
        loaded = evidence.matches[match]
        roster = replace(loaded.roster, follows=first)
        evidence.matches[match] = replace(loaded, roster=roster)


def flooded(evidence: Evidence) -> None:
    """One more message than is allowed names somebody and pings somebody else."""
    for number in range(FEWEST.pings + 1):
        post = Post(5.0, 6000 + number, 77, 1, "<@5> <@6>", (), (5, 6))
        evidence.transcript.posts.append(post)
        evidence.transcript.missed.append((6000 + number, 6))
        evidence.transcript.pings.append((6000 + number, 6))


def away_and_back(evidence: Evidence) -> None:
    """A place is told again and again that somebody is away."""
    for number in range(annoyance.MESSAGES + 1):
        post = Post(5.0, 6000 + number, 77, 1, "👋 <@5> is back.", (), (5,))
        evidence.transcript.posts.append(post)


def flipped(evidence: Evidence) -> None:
    """Something was turned off, and is on."""
    evidence.transcript.toggles.append(ToggleResult(1.0, 5, "/me 📖", "off", "on"))


def given_again(evidence: Evidence) -> None:
    """Another match had the number before a restore."""
    match, loaded = next(iter(evidence.matches.items()))
    record = replace(loaded.record, seed=b"?" * 32)
    before = {match: replace(loaded, record=record)}
    evidence.past_lives.append(LifeEvidence(-2.0, -1.0, before, [], {}, frozenset()))


def from_before(evidence: Evidence) -> None:
    """A button of a board that was shown before the restore counted after it."""
    match, loaded = next(iter(evidence.matches.items()))
    before = {match: replace(loaded, log=loaded.log[:1], recent=())}
    evidence.past_lives.append(LifeEvidence(-2.0, -1.0, before, [], {}, frozenset()))
    press = next(press for press in evidence.presses if press.first > 1)
    clicks = evidence.transcript.clicks
    place = next(n for n, click in enumerate(clicks) if click.interaction == press.interaction)
    look = Snapshot(Kind.BOARD, match, press.first)
    revisions = evidence.transcript.revisions
    place_of_board = next(n for n, s in enumerate(revisions) if s.snapshot == look)
    board = revisions[place_of_board]
    revisions[place_of_board] = replace(board, at=-1.5)
    clicks[place] = replace(clicks[place], message=board.message)


def slow_stop(evidence: Evidence) -> None:
    """A process that did not stop in time."""
    evidence.transcript.stops.append(Stop(12.0, 0))


def left_alone(evidence: Evidence) -> None:
    """Nobody took the shard of a process that died."""
    evidence.transcript.shards.unheard = 31.0


def heard_twice(evidence: Evidence) -> None:
    """Two processes had the same shard."""
    evidence.transcript.shards.doubled = 6.0


def too_soon(evidence: Evidence) -> None:
    """Two sessions began at once."""
    evidence.transcript.shards.hasty = 1


SPOILED: dict[Spoil, set[str]] = {
    **SPOILED_MESSAGES,
    unfinished: {"finished", "secrets"},
    stuck: {"finished"},
    not_replaying: {"replays"},
    not_proven: {"verifies"},
    printed_otherwise: {"verifies"},
    digests_differ: {"digests"},
    overlapping: {"runs", "owners"},
    counted_twice: {"runs", "owners"},
    nobodys_entry: {"owners"},
    somebody_elses: {"owners"},
    refused: {"refused", "answers"},
    denied: {"refused", "answers"},
    rematch_twice: {"rematches"},
    flooded: {"pings", "pestered"},
    away_and_back: {"away"},
    flipped: {"toggles"},
    given_again: {"numbers"},
    from_before: {"old buttons"},
    told_early: {"secrets"},
    told_in_private: {"secrets"},
    nothing_promised: {"promised"},
    promised_otherwise: {"promised"},
    logged: {"secrets"},
    slow_stop: {"stops"},
    left_alone: {"shards"},
    heard_twice: {"shared"},
    too_soon: {"identify"},
}
