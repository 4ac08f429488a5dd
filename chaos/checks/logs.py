"""Checks of logs: finished, replayable, provable, complete."""

from bot.match.log.records import Status
from chaos.evidence import Evidence
from engine.core import driver
from engine.core.errors import BadLine, NotProvable
from engine.core.matchfile import open_match, verify


def unfinished(evidence: Evidence) -> list[str]:
    if evidence.transcript.interrupted:
        return []
    problems = [f"match {n or '?'} is stuck: {why}" for n, why in evidence.transcript.stuck.items()]
    for match, loaded in evidence.matches.items():
        if loaded.record.day is not None and not evidence.is_over(loaded.record.day):
            continue
        if loaded.record.day is not None and loaded.status in (Status.OPEN, Status.CALLED_OFF):
            continue  # it never began: the bot was killed, and no player asked for that day again
        if evidence.season and loaded.status is Status.CALLED_OFF:
            continue
        if loaded.status is not Status.OVER and match not in evidence.transcript.stuck:
            problems.append(f"match {match} is {loaded.status.value} after {loaded.seq} entries")
    return problems


def not_replaying(evidence: Evidence) -> list[str]:
    return [f"match {match}: {why}" for match, why in evidence.broken.items()]


def not_proven(evidence: Evidence) -> list[str]:
    problems, games = list[str](), evidence.game.load()
    for match, text in evidence.exports.items():
        try:
            verify(open_match(text.encode(), games.game))
        except (BadLine, NotProvable) as error:
            problems.append(f"match {match}: {error}")
        printed = evidence.printed.get(match, text)
        if printed != text:
            problems.append(
                f"match {match}: the command line exports something else: {printed[:200]}"
            )
    missing = evidence.over().keys() - evidence.exports.keys()
    problems += [f"match {match} has no export" for match in sorted(missing)]
    return problems


def digests_differ(evidence: Evidence) -> list[str]:
    problems, games = list[str](), evidence.game.load()
    for match, text in evidence.exports.items():
        loaded = evidence.matches[match]
        try:
            opened = open_match(text.encode(), games.game)
            digests = [
                driver.digest(opened.game, advance.position.state)
                for _, advance in opened.advances()
            ]
        except BadLine as error:
            problems.append(f"match {match}: {error}")
            continue
        stored = [record.digest for record in loaded.log]
        if digests != stored:
            problems.append(f"match {match}: {len(digests)} digests exported, {len(stored)} stored")
    return problems


def pieces_missing(evidence: Evidence) -> list[str]:
    return [
        f"match {match}: {line}"
        for match, loaded in evidence.begun().items()
        for line in evidence.game_of(loaded).missing(loaded)
    ]
