"""Of logs: finished, replayable, provable, complete."""

from bot.games import load_games
from bot.match.loaded import Loaded
from bot.match.records import Status
from chaos.evidence import Evidence
from engine.core import driver
from engine.core.errors import BadLine, NotProvable
from engine.core.matchfile import open_match, verify
from engine.games.dice_miner.observation import Observation

DICE = 60


def unfinished(evidence: Evidence) -> list[str]:
    """Matches that did not come to their end."""
    found = [f"match {n or '?'} is stuck: {why}" for n, why in evidence.transcript.stuck.items()]
    for match, loaded in evidence.matches.items():
        if evidence.season and loaded.status is Status.CALLED_OFF:
            continue  # it never began
        if loaded.status is not Status.OVER and match not in evidence.transcript.stuck:
            found.append(f"match {match} is {loaded.status.value} after {loaded.seq} entries")
    return found


def not_replaying(evidence: Evidence) -> list[str]:
    """Logs that lead elsewhere, or nowhere."""
    return [f"match {match}: {why}" for match, why in evidence.broken.items()]


def not_proven(evidence: Evidence) -> list[str]:
    """Match files whose dice don't follow from their seed."""
    found = []
    for match, text in evidence.exports.items():
        try:
            verify(open_match(text.encode(), load_games().game))
        except (BadLine, NotProvable) as error:
            found.append(f"match {match}: {error}")
        printed = evidence.printed.get(match, text)
        if printed != text:
            found.append(f"match {match}: the command line exports something else: {printed[:200]}")
    missing = [n for n, m in evidence.matches.items() if m.status is Status.OVER]
    found += [f"match {match} has no export" for match in missing if match not in evidence.exports]
    return found


def digests_differ(evidence: Evidence) -> list[str]:
    """Exports that end in another State than the stored one."""
    found = []
    for match, text in evidence.exports.items():
        loaded = evidence.matches[match]
        try:
            opened = open_match(text.encode(), load_games().game)
            digests = [driver.digest(made.position.state) for _, made in opened.advances()]
        except BadLine as error:
            found.append(f"match {match}: {error}")
            continue
        stored = [kept.digest for kept in loaded.log]
        if digests != stored:
            found.append(f"match {match}: {len(digests)} digests exported, {len(stored)} stored")
    return found


def dice_lost(evidence: Evidence) -> list[str]:
    """Matches with a moment at which there are more or fewer dice."""
    found = []
    for match, loaded in evidence.begun().items():
        counts = {_dice(loaded, made.position.state) for made in loaded.advances()} - {None}
        if counts - {DICE}:
            found.append(f"match {match} had {sorted(map(str, counts))} dice")
    return found


def _dice(loaded: Loaded, state: object) -> int | None:
    seen = loaded.game.observe(state, None)
    if not isinstance(seen, Observation):
        return None
    return seen.bag + len(seen.mountain) + sum(len(seat.hoard) for seat in seen.seats)
