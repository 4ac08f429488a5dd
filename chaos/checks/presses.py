"""Of presses: what counted did so once, and what was refused did not."""

import re
from collections import defaultdict

from bot.match.log.events import EventKind
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
    """What a player reads when a press did not count."""
    kinds = [k for k in Refusal.__subclasses__() if k not in _MAY_HAVE_COUNTED]
    sentences = [re.sub(r"\\\{\w+\\\}", ".*", re.escape(kind.sentence)) for kind in kinds]
    return re.compile("|".join([*sentences, *map(re.escape, _PHRASES)]), re.DOTALL)


def holder(loaded: Loaded, seat: Seat, seq: int) -> Holder:
    """Who sat in a seat when entry `seq` was made; None is a computer."""
    now = loaded.roster.original[seat]
    for event in loaded.events:
        if event.kind is EventKind.HANDED and event.seat == seat and event.after_seq <= seq:
            now = event.holder
    return now


def planned(loaded: Loaded) -> set[int]:
    """The entries that nobody pressed, as somebody had planned them."""
    return {event.after_seq for event in loaded.events if event.kind is EventKind.PLANNED}


def stood_in(loaded: Loaded) -> set[int]:
    """The entries that a computer made for somebody who was late and kept the seat."""
    found = set()
    for event in loaded.events:
        if event.kind is not EventKind.STOOD_IN:
            continue
        for kept, made in zip(
            loaded.log[event.after_seq :], loaded.advances()[event.after_seq :], strict=False
        ):
            if kept.entry.actor == event.seat:
                found.add(kept.entry.seq)
            state = made.position.state
            if loaded.game.chance(state) is None and event.seat not in loaded.game.to_act(state):
                break
    return found


def bad_runs(evidence: Evidence) -> list[str]:
    """Runs of entries that leave their log, overlap, or have entries of another seat."""
    found = []
    owned: defaultdict[int, set[int]] = defaultdict(set)
    seen: set[int] = set()
    for press in evidence.presses:
        name = f"press {press.interaction} in match {press.match}"
        if press.interaction in seen:
            found.append(f"{name} has counted twice")
        seen.add(press.interaction)
        loaded = evidence.matches.get(press.match)
        if loaded is None:
            continue
        run = range(press.first, press.first + press.count)
        if not run or not 0 <= run.start < run.stop <= loaded.seq:
            found.append(f"{name} owns {run}, and the log has {loaded.seq} entries")
            continue
        if both := owned[press.match] & set(run):
            found.append(f"{name} shares entries {sorted(both)} with another")
        owned[press.match] |= set(run)
        actors = [loaded.log[seq].entry.actor for seq in run]
        if actors[0] is None or set(actors) - {None, actors[0]}:
            found.append(f"{name} owns entries of {actors}")
    return found


def bad_owners(evidence: Evidence) -> list[str]:
    """Entries without a press of their person, and presses of somebody else."""
    clicks = {click.interaction: click for click in evidence.transcript.clicks}
    by_entry: defaultdict[tuple[int, int], list[Press]] = defaultdict(list)
    for press in evidence.presses:
        for seq in range(press.first, press.first + press.count):
            by_entry[press.match, seq].append(press)
    found = []
    for match, loaded in evidence.matches.items():
        by_plan, late = planned(loaded), stood_in(loaded)
        opened = evidence.opening(loaded)
        for kept in loaded.log:
            actor, seq = kept.entry.actor, kept.entry.seq
            if actor is None:
                continue
            person, owners = holder(loaded, actor, seq), by_entry[match, seq]
            nobody = person is None or seq in by_plan or seq < opened
            # Who is late may still move, until the computer that stands in for them has.
            allowed = (0,) if nobody else (0, 1) if seq in late else (1,)
            if len(owners) not in allowed:
                found.append(f"match {match}, entry {seq} of {person} has {len(owners)} presses")
            for press in owners:
                click = clicks.get(press.interaction)
                if click is None or click.user != person:
                    found.append(f"match {match}, entry {seq} of {person} was pressed by {click}")
                elif read(click.custom_id).match != match:
                    found.append(f"match {match}, entry {seq}: pressed {click.custom_id!r}")
    return found


def refused_but_counted(evidence: Evidence) -> list[str]:
    """Presses whose players were told that they did not count."""
    counted = {press.interaction for press in evidence.presses}
    pattern = refusals()
    return [
        f"press {click.interaction} ({click.custom_id}) counted, and its player was told {said!r}"
        for click in evidence.transcript.clicks
        if click.interaction in counted
        for said in click.told
        if pattern.search(said)
    ]
