"""Checks of secrets, and of how processes stop."""

from bot.match.log.records import Status
from chaos.evidence import Evidence
from chaos.messages import DIGEST
from chaos.transcript import Kind
from engine.core.chance import commitment

SECONDS = 10.0


def leaked(evidence: Evidence) -> list[str]:
    problems = []
    seeds: dict[str, int | str] = {
        seed.hex(): day for life in evidence.lives() for (_, day), seed in life.days.seeds.items()
    }
    for n, loaded in evidence.matches.items():
        seeds.setdefault(loaded.record.seed.hex(), n)
    for digits, match in seeds.items():
        if digits in evidence.log:
            problems.append(f"the seed of match {match} is in the log")
    for secret in evidence.transcript.secrets:
        owner = seeds.get(secret.digits)
        if owner is not None and _too_early(evidence, owner, secret.at):
            problems.append(f"message {secret.message} reveals the seed of match {owner} too early")
    for click in evidence.transcript.clicks:
        for answer in click.told:
            name = f"the answer to press {click.interaction}"
            if evidence.token in answer:
                problems.append(f"{name} reveals the token")
            problems += [
                f"{name} reveals the seed of match {seeds[digits]} too early"
                for digits in DIGEST.findall(answer)
                if digits in seeds and _too_early(evidence, seeds[digits], click.at)
            ]
    if evidence.token in evidence.log:
        problems.append("the token is in the log")
    problems += [
        f"message {number} reveals the token" for number in evidence.transcript.token_shown
    ]
    texts = [*evidence.exports.values(), *evidence.printed.values()]
    if any(evidence.token in text for text in texts):
        problems.append("the token is in an export")
    return problems


def not_promised(evidence: Evidence) -> list[str]:
    problems = []
    for revision in evidence.transcript.revisions:
        if revision.snapshot.kind is not Kind.LOBBY:
            continue
        of_lives = [life.matches.get(revision.snapshot.match) for life in evidence.lives()]
        commitments = {commitment(loaded.record.seed) for loaded in of_lives if loaded is not None}
        if commitments and (not revision.promised or not commitments.issuperset(revision.promised)):
            promise = f"of match {revision.snapshot.match} promised {revision.promised}"
            problems.append(f"the invitation {revision.message} {promise}")
    return problems


def _too_early(evidence: Evidence, match: int | str, at: float) -> bool:
    if isinstance(match, str):
        return not evidence.is_over(match, at)
    lives = [life.matches.get(match) for life in evidence.lives() if life.began <= at]
    ends = [m.roster.ended for m in lives if m is not None and m.status is Status.OVER]
    return not any(ended is not None and at >= ended - evidence.transcript.skew for ended in ends)


def slow_stops(evidence: Evidence) -> list[str]:
    return [
        f"a process took {stop.seconds:.1f} s to stop, with exit code {stop.code}"
        for stop in evidence.transcript.stops
        if stop.seconds > SECONDS or stop.code != 0
    ]
