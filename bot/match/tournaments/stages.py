"""Stages: who is in which group when one begins, how one ends, and who came where in the end."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.match.tournaments.brackets import knockout_places
from bot.match.tournaments.events import detail_of
from bot.match.tournaments.pairing.groups import advancing, divisions, grouped, ladder_after
from bot.match.tournaments.pairing.luck import shuffled
from bot.match.tournaments.standings import Line, standings
from bot.match.tournaments.state import Stage, StageKind, Standing, Tournament
from bot.match.tournaments.tables import EntrantNumber
from bot.match.tournaments.terms import Format

Numbers = tuple[EntrantNumber, ...]


def first_order(now: Tournament) -> Numbers:
    """Those who play, the best first: by their ratings at the start, else by lot."""
    assert now.seed is not None, "it is called after the start"
    playing = [one.number for one in now.entrants if one.plays]
    by_lot = shuffled(now.seed, "seeds", playing)
    if not now.ratings:
        return by_lot

    def key(number: EntrantNumber) -> float:
        # Who has come in since, or has never played, comes after those who have a rating.
        known = now.ratings[number] if number < len(now.ratings) else None
        substitute = bool(now.entrants[number].before)
        return float("inf") if known is None or substitute else -known

    return tuple(sorted(by_lot, key=key))


def groups_of(now: Tournament, number: int, resting: Numbers = ()) -> tuple[Numbers, ...]:
    """The groups of a stage that begins now, in seed order."""
    terms = now.terms
    if terms.format is Format.LEAGUE and number > 1:
        return next_groups(now, resting)
    if number == 1:
        order = tuple(one for one in first_order(now) if one not in resting)
        match terms.format:
            case Format.GROUPS:
                return grouped(order, terms.group)
            case Format.LEAGUE:
                return next_groups(replace(now, stages=(_rank(order),)), resting)
            case Format.KNOCKOUT | Format.ROUND_ROBIN | Format.SWISS:
                return (order,)
    before = now.stages[0]
    if terms.format is Format.GROUPS:
        playing = [[one for one in group if now.entrants[one].plays] for group in before.order]
        return (advancing(playing, terms.advance, terms.seats),)
    return (tied_first(now, before),)


def stage_over(now: Tournament, stage: Stage) -> str:
    """The detail of the event STAGE_OVER: the order of each group, and places."""
    if stage.kind is StageKind.KNOCKOUT:
        found = [knockout_places(now, stage)]
    else:
        found = [_placed(group) for group in standings(now, stage)]
    order = [[one for one, _ in group] for group in found]
    places = [[place for _, place in group] for group in found]
    return detail_of(stage=stage.number, order=order, places=places)


def _placed(group: Sequence[Line]) -> tuple[tuple[EntrantNumber, int], ...]:
    """The entrants of a group with their places; where nobody has scored, the first is nobody's."""
    vacant = 0 if any(line.points for line in group) else 1
    return tuple((line.entrant, line.place + vacant) for line in group)


def final_places(now: Tournament) -> tuple[int | None, ...]:
    """The place of each entrant after the last stage; None for those who were in none.

    Those who came to a later stage are before those who did not. The first place is nobody's if
    nobody has won the final, or scored anything; if nobody wins the play-off, those who played it
    share the first place.
    """
    places: dict[EntrantNumber, int] = {}
    last, has_final = now.stages[-1], now.terms.format in (Format.KNOCKOUT, Format.GROUPS)
    won = any(1 in group for group in last.places)
    final = last.kind is StageKind.KNOCKOUT
    is_vacant = not (won and final) if has_final else not (won or final)
    vacant = 1 if is_vacant else 0
    before = vacant
    for stage in reversed(now.stages):
        lines = sorted(
            (place, one)
            for group, among in zip(stage.order, stage.places, strict=True)
            for one, place in zip(group, among, strict=True)
            if one not in places
        )
        ranks = [place for place, _ in lines]
        places.update({one: before + 1 + ranks.index(place) for place, one in lines})
        before = vacant + len(places)
    return tuple(places.get(one.number) for one in now.entrants)


def tied_first(now: Tournament, stage: Stage) -> Numbers:
    """Those who share the first place of a stage and still play, in seed order."""
    if len(stage.groups) > 1 or stage.kind is StageKind.KNOCKOUT:
        return ()
    first = [
        one
        for one, place in zip(stage.order[0], stage.places[0], strict=True)
        if place == 1 and now.entrants[one].standing is Standing.IN
    ]
    return tuple(sorted(first, key=stage.groups[0].index))


def _rank(order: Numbers) -> Stage:
    """A stage that stands for the order in which a league begins."""
    return Stage(0, StageKind.ROUND_ROBIN, (order,), 0)


def ladder(now: Tournament) -> Numbers:
    """Everybody who ever was in a group, the best first, after the seasons that are over.

    Those who joined later follow in the order of joining.
    """
    found: Numbers = ()
    for stage in now.stages:
        new = (one for group in stage.groups for one in group if one not in found)
        found = (*found, *new)
        if stage.over is not None:
            found = ladder_after(found, stage.order, now.terms.movers)
    return (*found, *(one.number for one in now.entrants if one.number not in found))


def next_groups(now: Tournament, resting: Collection[EntrantNumber]) -> tuple[Numbers, ...]:
    """The groups of the next season: without those who are gone or rest, who keep their places."""
    active = tuple(one for one in ladder(now) if now.entrants[one].plays and one not in resting)
    return divisions(active, now.terms.group)
