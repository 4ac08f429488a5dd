"""Of restores: no number is given twice, and buttons from before one don't count."""

from bot.match.log.events import EventKind
from chaos.evidence import Evidence, LifeEvidence
from chaos.timeline import new_entries, new_events
from chaos.transcript import Interaction, Kind, Revision


def numbers_again(evidence: Evidence) -> list[str]:
    """Numbers of matches and tournaments, which are counted together, that were given twice."""
    seeds: dict[int, bytes] = {}
    found = []
    for life in evidence.lives():
        given = [(match, loaded.record.seed) for match, loaded in life.matches.items()]
        given += [(number, rows.seed) for number, rows in life.tournaments.items()]
        found += [
            f"the number {number} was given again"
            for number, seed in given
            if seeds.setdefault(number, seed) != seed
        ]
    return found


def old_buttons(evidence: Evidence) -> list[str]:
    """Presses that counted although their button was of a life that was given up."""
    clicks = {click.interaction: click for click in evidence.transcript.clicks}
    found = []
    for place, life in enumerate(evidence.lives()):
        if place == 0:
            continue
        for press in life.presses:
            click, loaded = clicks.get(press.interaction), life.matches.get(press.match)
            if click is None or loaded is None or click.at < life.began:
                continue
            common = new_entries(evidence, place, press.match, loaded)
            revision = _showing(evidence, click)
            old = revision is not None and revision.at < life.began
            if old and revision is not None and (revision.snapshot.seq or 0) > common:
                found.append(f"press {click.custom_id!r} on message {click.message} counted")
        found += _joins(evidence, place, life, clicks)
    return found


def _joins(
    evidence: Evidence, place: int, life: LifeEvidence, clicks: dict[int, Interaction]
) -> list[str]:
    found = []
    for match, loaded in life.matches.items():
        new = new_events(evidence, place, match, loaded)
        for event in loaded.events[new:]:
            if event.kind is not EventKind.JOINED or not event.detail.isdecimal():
                continue
            click = clicks.get(int(event.detail))
            revision = None if click is None else _showing(evidence, click)
            if revision is None or revision.snapshot.kind is not Kind.LOBBY or new > 0:
                continue
            if revision.at < life.began:
                found.append(f"user {event.holder} joined match {match} by a button from before")
    return found


def _showing(evidence: Evidence, click: Interaction) -> Revision | None:
    """What the message that was pressed showed; None if it had no such button."""
    if click.forged:
        return None
    mine = [s for s in evidence.transcript.revisions if s.message == click.message]
    shown = [s for s in mine if s.at <= click.at]
    return shown[-1] if shown else None
