"""Ways to spoil the evidence of a flawless run, each with the checks that must find it."""

from dataclasses import replace

from bot.match.log.records import Status
from bot.match.people.pings import OF_PAIR
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

FEWEST, _ = OF_PAIR[0]


def last_event_missing(evidence: Evidence) -> None:
    match, loaded = next(iter(evidence.matches.items()))
    running = replace(loaded.roster, status=Status.RUNNING)
    evidence.matches[match] = replace(loaded, roster=running)


def table_never_began(evidence: Evidence) -> None:
    evidence.transcript.stuck[0] = "begins a match"


def unreadable_match(evidence: Evidence) -> None:
    evidence.broken[9] = "entry 3 leads elsewhere"


def wrong_seed_exported(evidence: Evidence) -> None:
    match, text = next(iter(evidence.exports.items()))
    seed = evidence.matches[match].record.seed.hex()
    other = text.replace(f"seed: {seed}", f"seed: {seed[::-1]}")
    evidence.exports[match] = evidence.printed[match] = other


def command_line_exports_something_else(evidence: Evidence) -> None:
    evidence.printed[next(iter(evidence.printed))] += "more\n"


def wrong_digest_stored(evidence: Evidence) -> None:
    match, loaded = next(iter(evidence.matches.items()))
    log = (*loaded.log[:-1], replace(loaded.log[-1], digest="0" * 16))
    evidence.matches[match] = replace(loaded, log=log, recent=())


def press_owns_an_entry_of_the_next(evidence: Evidence) -> None:
    evidence.presses[3] = replace(evidence.presses[3], count=evidence.presses[3].count + 1)


def interaction_counts_twice(evidence: Evidence) -> None:
    evidence.presses.append(evidence.presses[0])


def press_missing(evidence: Evidence) -> None:
    del evidence.presses[4]


def press_of_another_player(evidence: Evidence) -> None:
    evidence.transcript.clicks[2] = replace(evidence.transcript.clicks[2], user=999)


def refused_press_counts(evidence: Evidence) -> None:
    answer = "The board has moved on. Nothing changed. [Go to](https://x)"
    evidence.transcript.clicks[2] = replace(evidence.transcript.clicks[2], told=(answer,))


def seed_revealed_early(evidence: Evidence) -> None:
    evidence.transcript.secrets[0] = replace(evidence.transcript.secrets[0], at=1.0)


def seed_revealed_in_an_answer(evidence: Evidence) -> None:
    loaded = next(iter(evidence.matches.values()))
    click = replace(evidence.transcript.clicks[0], told=(f"`{loaded.record.seed.hex()}`",))
    evidence.transcript.clicks[0] = click


def _promises(evidence: Evidence, promised: tuple[str, ...]) -> None:
    revisions = evidence.transcript.revisions
    number = next(n for n, revision in enumerate(revisions) if revision.snapshot.kind is Kind.LOBBY)
    revisions[number] = replace(revisions[number], promised=promised)


def invitation_without_commitment(evidence: Evidence) -> None:
    _promises(evidence, ())


def invitation_with_two_commitments(evidence: Evidence) -> None:
    own = next(revision.promised for revision in evidence.transcript.revisions if revision.promised)
    _promises(evidence, (*own, own[0][::-1]))


def token_in_the_log(evidence: Evidence) -> None:
    evidence.log += evidence.token


def denied_press_counts(evidence: Evidence) -> None:
    answer = "That couldn't be saved, so it didn't count. Try again later."
    evidence.transcript.clicks[2] = replace(evidence.transcript.clicks[2], told=(answer,))


def two_rematches(evidence: Evidence) -> None:
    first, *others = evidence.matches
    for match in others:
        loaded = evidence.matches[match]
        roster = replace(loaded.roster, follows=first)
        evidence.matches[match] = replace(loaded, roster=roster)


def one_ping_too_many(evidence: Evidence) -> None:
    for number in range(FEWEST + 1):
        post = Post(5.0, 6000 + number, 77, 1, "<@5> <@6>", (), (5, 6))
        evidence.transcript.posts.append(post)
        evidence.transcript.missed.append((6000 + number, 6))
        evidence.transcript.pings.append((6000 + number, 6))


def absences_announced_again_and_again(evidence: Evidence) -> None:
    for number in range(annoyance.MESSAGES + 1):
        post = Post(5.0, 6000 + number, 77, 1, "👋 <@5> is back.", (), (5,))
        evidence.transcript.posts.append(post)


def toggle_reversed(evidence: Evidence) -> None:
    evidence.transcript.toggles.append(ToggleResult(1.0, 5, "/me 📖", "off", "on"))


def number_used_before_a_restore(evidence: Evidence) -> None:
    match, loaded = next(iter(evidence.matches.items()))
    record = replace(loaded.record, seed=b"?" * 32)
    before = {match: replace(loaded, record=record)}
    evidence.past_lives.append(LifeEvidence(-2.0, -1.0, before, [], {}, frozenset()))


def button_from_before_a_restore_counts(evidence: Evidence) -> None:
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


def process_stops_too_slowly(evidence: Evidence) -> None:
    evidence.transcript.stops.append(Stop(12.0, 0))


def shard_without_a_process(evidence: Evidence) -> None:
    evidence.transcript.shards.unheard = 31.0


def shard_with_two_processes(evidence: Evidence) -> None:
    evidence.transcript.shards.doubled = 6.0


def two_sessions_at_the_same_time(evidence: Evidence) -> None:
    evidence.transcript.shards.hasty = 1


SPOILED: dict[Spoil, set[str]] = {
    **SPOILED_MESSAGES,
    last_event_missing: {"finished", "secrets"},
    table_never_began: {"finished"},
    unreadable_match: {"replays"},
    wrong_seed_exported: {"verifies"},
    command_line_exports_something_else: {"verifies"},
    wrong_digest_stored: {"digests"},
    press_owns_an_entry_of_the_next: {"runs", "owners"},
    interaction_counts_twice: {"runs", "owners"},
    press_missing: {"owners"},
    press_of_another_player: {"owners"},
    refused_press_counts: {"refused", "answers"},
    denied_press_counts: {"refused", "answers"},
    two_rematches: {"rematches"},
    one_ping_too_many: {"pings", "pestered"},
    absences_announced_again_and_again: {"away"},
    toggle_reversed: {"toggles"},
    number_used_before_a_restore: {"numbers"},
    button_from_before_a_restore_counts: {"old buttons"},
    seed_revealed_early: {"secrets"},
    seed_revealed_in_an_answer: {"secrets"},
    invitation_without_commitment: {"promised"},
    invitation_with_two_commitments: {"promised"},
    token_in_the_log: {"secrets"},
    process_stops_too_slowly: {"stops"},
    shard_without_a_process: {"shards"},
    shard_with_two_processes: {"shared"},
    two_sessions_at_the_same_time: {"identify"},
}
