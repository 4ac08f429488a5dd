"""Checks of presses: a press counts once, or it was refused and does not count."""

import re
from collections import defaultdict

from bot.match.log.events import MatchEventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import Press
from bot.match.playing.errors import AlreadyCounted
from bot.match.values.errors import Refusal
from bot.match.values.players import Holder
from chaos.custom_ids import read
from chaos.evidence import Evidence
from engine.core.types import Seat

_MAY_HAVE_COUNTED = (AlreadyCounted,)
_PHRASES = ("Nothing changed", "didn't count", "is out of date")


def refusals() -> re.Pattern[str]:
    kinds = [k for k in Refusal.__subclasses__() if k not in _MAY_HAVE_COUNTED]
    sentences = [re.sub(r"\\\{\w+\\\}", ".*", re.escape(kind.sentence)) for kind in kinds]
    return re.compile("|".join([*sentences, *map(re.escape, _PHRASES)]), re.DOTALL)


def holder(loaded: Loaded, seat: Seat, seq: int) -> Holder:
    """Return the holder of a seat at entry `seq`; None is a computer."""
    now = loaded.roster.original[seat]
    for event in loaded.events:
        if event.kind is MatchEventKind.HANDED and event.seat == seat and event.after_seq <= seq:
            now = event.holder
    return now


def planned(loaded: Loaded) -> set[int]:
    return {event.after_seq for event in loaded.events if event.kind is MatchEventKind.PLANNED}


def stood_in(loaded: Loaded) -> set[int]:
    seqs = set()
    for event in loaded.events:
        if event.kind is not MatchEventKind.STOOD_IN:
            continue
        for record, advance in zip(
            loaded.log[event.after_seq :], loaded.advances()[event.after_seq :], strict=False
        ):
            if record.entry.actor == event.seat:
                seqs.add(record.entry.seq)
            state = advance.position.state
            if loaded.game.chance(state) is None and event.seat not in loaded.game.to_act(state):
                break
    return seqs


def bad_runs(evidence: Evidence) -> list[str]:
    problems = []
    owned: defaultdict[int, set[int]] = defaultdict(set)
    interactions: set[int] = set()
    for press in evidence.presses:
        name = f"press {press.interaction} in match {press.match}"
        if press.interaction in interactions:
            problems.append(f"{name} has counted twice")
        interactions.add(press.interaction)
        loaded = evidence.matches.get(press.match)
        if loaded is None:
            continue
        run = range(press.first, press.first + press.count)
        if not run or not 0 <= run.start < run.stop <= loaded.seq:
            problems.append(f"{name} owns {run}, but the log has {loaded.seq} entries")
            continue
        if both := owned[press.match] & set(run):
            problems.append(f"{name} shares entries {sorted(both)} with another")
        owned[press.match] |= set(run)
        actors = [loaded.log[seq].entry.actor for seq in run]
        if actors[0] is None or set(actors) - {None, actors[0]}:
            problems.append(f"{name} owns entries of {actors}")
    return problems


def bad_owners(evidence: Evidence) -> list[str]:
    clicks = {click.interaction: click for click in evidence.transcript.clicks}
    by_entry: defaultdict[tuple[int, int], list[Press]] = defaultdict(list)
    for press in evidence.presses:
        for seq in range(press.first, press.first + press.count):
            by_entry[press.match, seq].append(press)
    problems = []
    for match, loaded in evidence.matches.items():
        by_plan, late = planned(loaded), stood_in(loaded)
        opened = evidence.opening(loaded)
        for record in loaded.log:
            actor, seq = record.entry.actor, record.entry.seq
            if actor is None:
                continue
            person, owners = holder(loaded, actor, seq), by_entry[match, seq]
            is_automatic = person is None or seq in by_plan or seq < opened
            # A late player can still move until the computer that stands in has moved.
            allowed = (0,) if is_automatic else (0, 1) if seq in late else (1,)
            if len(owners) not in allowed:
                problems.append(f"match {match}, entry {seq} of {person} has {len(owners)} presses")
            for press in owners:
                click = clicks.get(press.interaction)
                if click is None or click.user != person:
                    problems.append(
                        f"match {match}, entry {seq} of {person} was pressed by {click}"
                    )
                elif read(click.custom_id).match != match:
                    problems.append(f"match {match}, entry {seq}: pressed {click.custom_id!r}")
    return problems


def refused_but_counted(evidence: Evidence) -> list[str]:
    counted = {press.interaction for press in evidence.presses}
    pattern = refusals()
    return [
        f"press {click.interaction} ({click.custom_id}) counted, but its player read {answer!r}"
        for click in evidence.transcript.clicks
        if click.interaction in counted
        for answer in click.told
        if pattern.search(answer)
    ]
