"""Checks of restores: no number is used again, and buttons from before a restore don't count."""

from bot.match.log.events import MatchEventKind
from chaos.evidence import Evidence, LifeEvidence
from chaos.timeline import inherited_entries, inherited_events
from chaos.transcript import Interaction, Kind, Revision


def numbers_again(evidence: Evidence) -> list[str]:
    seeds: dict[int, bytes] = {}
    problems = []
    for life in evidence.lives():
        seeds_by_number = [(match, loaded.record.seed) for match, loaded in life.matches.items()]
        seeds_by_number += [(number, rows.seed) for number, rows in life.tournaments.items()]
        problems += [
            f"the number {number} was given again"
            for number, seed in seeds_by_number
            if seeds.setdefault(number, seed) != seed
        ]
    return problems


def old_buttons(evidence: Evidence) -> list[str]:
    clicks = {click.interaction: click for click in evidence.transcript.clicks}
    problems = []
    for place, life in enumerate(evidence.lives()):
        if place == 0:
            continue
        for press in life.presses:
            click, loaded = clicks.get(press.interaction), life.matches.get(press.match)
            if click is None or loaded is None or click.at < life.began:
                continue
            common = inherited_entries(evidence, place, press.match, loaded)
            revision = _showing(evidence, click)
            old = revision is not None and revision.at < life.began
            if old and revision is not None and (revision.snapshot.seq or 0) > common:
                problems.append(f"press {click.custom_id!r} on message {click.message} counted")
        problems += _joins(evidence, place, life, clicks)
    return problems


def _joins(
    evidence: Evidence, place: int, life: LifeEvidence, clicks: dict[int, Interaction]
) -> list[str]:
    problems = []
    for match, loaded in life.matches.items():
        new = inherited_events(evidence, place, match, loaded)
        for event in loaded.events[new:]:
            if event.kind is not MatchEventKind.JOINED or not event.fact(str).isdecimal():
                continue
            click = clicks.get(int(event.fact(str)))
            revision = None if click is None else _showing(evidence, click)
            if revision is None or revision.snapshot.kind is not Kind.LOBBY or new > 0:
                continue
            if revision.at < life.began:
                problems.append(f"user {event.holder} joined match {match} by a button from before")
    return problems


def _showing(evidence: Evidence, click: Interaction) -> Revision | None:
    if click.forged:
        return None
    of_message = [s for s in evidence.transcript.revisions if s.message == click.message]
    earlier = [s for s in of_message if s.at <= click.at]
    return earlier[-1] if earlier else None
