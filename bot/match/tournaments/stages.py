"""Stages: their groups at the start, their results, and the final places."""

from collections.abc import Collection
from dataclasses import replace

from bot.match.tournaments.brackets import knockout_places
from bot.match.tournaments.events import detail_of
from bot.match.tournaments.pairing.groups import advancing, deal_groups, divisions, ladder_after
from bot.match.tournaments.pairing.luck import shuffle
from bot.match.tournaments.standings import Group, standings, vacant_places
from bot.match.tournaments.state import EntrantStatus, Stage, StageKind, Tournament
from bot.match.tournaments.tables import EntrantNumber
from bot.match.tournaments.terms import Format

Numbers = tuple[EntrantNumber, ...]


def first_order(state: Tournament) -> Numbers:
    assert state.seed is not None, "seeds are drawn after the start"
    playing = [entrant.number for entrant in state.entrants if entrant.plays]
    by_lot = shuffle(state.seed, "seeds", playing)
    if not state.ratings:
        return by_lot

    def key(number: EntrantNumber) -> float:
        # Substitutes and unrated players come after the rated ones.
        rating = state.ratings[number] if number < len(state.ratings) else None
        substitute = bool(state.entrants[number].before)
        return float("inf") if rating is None or substitute else -rating

    return tuple(sorted(by_lot, key=key))


def groups_of(state: Tournament, number: int, resting: Numbers = ()) -> tuple[Numbers, ...]:
    terms = state.terms
    if terms.format is Format.LEAGUE and number > 1:
        return next_groups(state, resting)
    if number == 1:
        order = tuple(entrant for entrant in first_order(state) if entrant not in resting)
        match terms.format:
            case Format.GROUPS:
                return deal_groups(order, terms.group)
            case Format.LEAGUE:
                return next_groups(replace(state, stages=(_rank(order),)), resting)
            case Format.KNOCKOUT | Format.ROUND_ROBIN | Format.SWISS:
                return (order,)
    before = state.stages[0]
    if terms.format is Format.GROUPS:
        playing = [
            [entrant for entrant in group if state.entrants[entrant].plays]
            for group in before.order
        ]
        return (advancing(playing, terms.advance, terms.seats),)
    return (tied_first(state, before),)


def stage_over(state: Tournament, stage: Stage) -> str:
    if stage.kind is StageKind.KNOCKOUT:
        groups = [knockout_places(state, stage)]
    else:
        groups = [_placed(group) for group in standings(state, stage)]
    order = [[entrant for entrant, _ in group] for group in groups]
    places = [[place for _, place in group] for group in groups]
    return detail_of(stage=stage.number, order=order, places=places)


def _placed(group: Group) -> tuple[tuple[EntrantNumber, int], ...]:
    vacant = vacant_places(group)
    return tuple((line.entrant, line.place + vacant) for line in group)


def final_places(state: Tournament) -> tuple[int | None, ...]:
    """Return the place of each entrant after the last stage; None for entrants who were in no
    stage.

    Players of a later stage come before all others. The first place stays empty if the final has no
    winner, or no points were scored; players of a play-off without a winner share it.
    """
    places: dict[EntrantNumber, int] = {}
    last, has_final = state.stages[-1], state.terms.format in (Format.KNOCKOUT, Format.GROUPS)
    won = any(1 in group for group in last.places)
    final = last.kind is StageKind.KNOCKOUT
    is_vacant = not (won and final) if has_final else not (won or final)
    vacant = 1 if is_vacant else 0
    before = vacant
    for stage in reversed(state.stages):
        lines = sorted(
            (place, entrant)
            for group, among in zip(stage.order, stage.places, strict=True)
            for entrant, place in zip(group, among, strict=True)
            if entrant not in places
        )
        ranks = [place for place, _ in lines]
        places.update({entrant: before + 1 + ranks.index(place) for place, entrant in lines})
        before = vacant + len(places)
    return tuple(places.get(entrant.number) for entrant in state.entrants)


def tied_first(state: Tournament, stage: Stage) -> Numbers:
    if len(stage.groups) > 1 or stage.kind is StageKind.KNOCKOUT:
        return ()
    first = [
        entrant
        for entrant, place in zip(stage.order[0], stage.places[0], strict=True)
        if place == 1 and state.entrants[entrant].standing is EntrantStatus.IN
    ]
    return tuple(sorted(first, key=stage.groups[0].index))


def _rank(order: Numbers) -> Stage:
    return Stage(0, StageKind.ROUND_ROBIN, (order,), 0)


def ladder(state: Tournament) -> Numbers:
    """Return a league's ladder after its finished seasons, the best first.

    Entrants who were in no group yet come last, in the order of joining.
    """
    order: Numbers = ()
    for stage in state.stages:
        new = (entrant for group in stage.groups for entrant in group if entrant not in order)
        order = (*order, *new)
        if stage.over is not None:
            order = ladder_after(order, stage.order, state.terms.movers)
    return (*order, *(entrant.number for entrant in state.entrants if entrant.number not in order))


def next_groups(state: Tournament, resting: Collection[EntrantNumber]) -> tuple[Numbers, ...]:
    """Return the groups of the next season. Players who rest or are gone keep their rank in the
    ladder.
    """
    active = tuple(
        entrant
        for entrant in ladder(state)
        if state.entrants[entrant].plays and entrant not in resting
    )
    return divisions(active, state.terms.group)
