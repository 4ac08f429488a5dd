"""Builds the Observation from the State: the whole table. Nothing is hidden."""

from typing import assert_never

from engine.core.types import Seat
from engine.games.dice_miner import hoards, mountain, scoring
from engine.games.dice_miner.actions import Spend, SpendHero, notation
from engine.games.dice_miner.content import BEER_FACE, Content, HeroName, Symbol
from engine.games.dice_miner.observation import (
    HeroFace,
    HoardDie,
    MagicSource,
    MountainDie,
    Observation,
    Phase,
    SeatView,
    SeenDie,
)
from engine.games.dice_miner.outcome import outcome
from engine.games.dice_miner.phases import excavation, magic, setup
from engine.games.dice_miner.state import (
    Draft,
    Excavation,
    Finished,
    First,
    Keeping,
    Lot,
    Magic,
    Recovering,
    Rerolling,
    Rolled,
    Score,
    Sharing,
    SimpleStage,
    Spending,
    State,
)


def phase(state: State) -> Phase:
    match state.stage:
        case First() | Draft():
            return Phase.SETUP
        case SimpleStage.FILL:
            return Phase.RECOVERY if state.rounds else Phase.SETUP
        case Excavation() | Sharing():
            return Phase.EXCAVATION
        case Magic() | Spending() | Rerolling() | SimpleStage.SCORING:
            return Phase.TIEBREAK if state.tied else Phase.MAGIC
        case Keeping() | Recovering() | Lot():
            return Phase.RECOVERY
        case SimpleStage.TIEBREAK_ROLL:
            return Phase.TIEBREAK
        case Finished():
            return Phase.FINISHED
        case _ as never:
            assert_never(never)


def to_act(state: State) -> tuple[Seat, ...]:
    match state.stage:
        case Draft(queue):
            return queue[:1]
        case Excavation(seat) | Magic(seat) | Spending(seat):
            return (seat,)
        case Keeping(waiting):
            return waiting
        case _:
            return ()


def observe(content: Content, state: State) -> Observation:
    stage = state.stage
    in_play = state.tied or tuple(range(state.seats))
    scores = dict(enumerate(scoring.scores(content, state, tuple(range(state.seats)))))
    if state.tied:
        scores |= zip(state.tied, scoring.scores(content, state, state.tied), strict=True)
    gems = {seat: hoards.gems(content, state, seat) for seat in range(state.seats)}
    first = scoring.leader(tuple(gems[seat] for seat in in_play))
    beers: tuple[int, ...] = ()
    may_stop = False
    if isinstance(stage, Excavation):
        beers = excavation.beers(content, state, stage)
        may_stop = excavation.may_stop(content, stage)
    return Observation(
        phase=phase(state),
        round=state.round,
        rounds=content.rounds,
        start=state.start,
        to_act=to_act(state),
        rows=content.rows,
        mountain=_mountain(content, state),
        bag=len(state.bag),
        seats=tuple(
            _seat(content, state, seat, scores[seat], gems[seat]) for seat in range(state.seats)
        ),
        free_heroes=_free_heroes(content, state),
        salud=isinstance(stage, Excavation) and stage.salud,
        taken=stage.taken if isinstance(stage, Excavation) else 0,
        beers=tuple(_seen(content, Rolled(die, BEER_FACE)) for die in beers),
        friends=excavation.friends(state, to_act(state)[0]) if beers else (),
        may_stop=may_stop,
        sources=_sources(content, state),
        spending=_spending(content, state),
        gem_leader=None if first is None else in_play[first],
        scored=state.rounds,
        tied=state.tied,
        tiebreaks=state.tiebreaks,
        winners=stage.winners if isinstance(stage, Finished) else (),
        chosen=_chosen(content, state),
    )


def _seen(content: Content, rolled: Rolled) -> SeenDie:
    die, face = rolled.die, rolled.face
    return SeenDie(content.name(die), content.kind(die), face, content.face(die, face))


def _seen_of(
    content: Content, state: State, seat: Seat, dice: tuple[int, ...]
) -> tuple[SeenDie, ...]:
    hoard = state.hoards[seat]
    return tuple(_seen(content, Rolled(die, hoards.face_of(hoard, die))) for die in dice)


def _mountain(content: Content, state: State) -> tuple[MountainDie, ...]:
    stage = state.stage
    reachable: tuple[int, ...] = ()
    if isinstance(stage, Excavation):
        reachable = mountain.takeable(content.rows, state.mountain, sides=stage.salud)
    spots = mountain.shape(content.rows).spots
    return tuple(
        MountainDie(
            die=_seen(content, rolled),
            place=place,
            row=spots[place][0],
            column=spots[place][1],
            reach=mountain.reach(content.rows, state.mountain, place),
            takeable=place in reachable,
        )
        for place, rolled in enumerate(state.mountain)
        if rolled is not None
    )


def _seat(content: Content, state: State, seat: Seat, score: Score, gems: int) -> SeatView:
    stage = state.stage
    in_magic = isinstance(stage, Magic | Spending | Rerolling)
    spent = state.spent if in_magic else ()
    kept = stage.kept[seat] if isinstance(stage, Keeping | Recovering) else ()
    ended = outcome(state)
    return SeatView(
        seat=seat,
        hero=state.heroes[seat],
        hero_faces=_hero_faces(content, state, seat, in_magic=in_magic),
        hoard=tuple(
            HoardDie(_seen(content, rolled), rolled.die in spent, rolled.die in kept)
            for rolled in state.hoards[seat]
        ),
        points=state.totals[seat],
        now=score,
        gems=gems,
        chests=hoards.chests_left(content, state, seat, kept),
        to_act=seat in to_act(state),
        place=None if ended is None else ended.places[seat],
    )


def _hero_faces(
    content: Content, state: State, seat: Seat, *, in_magic: bool
) -> tuple[HeroFace, ...]:
    hero_faces = []
    number = 0
    for face in hoards.hero_faces(content, state, seat):
        if face.symbol is Symbol.DIAMOND:
            number += 1
            spent = in_magic and (seat, number) in state.spent_heroes
            hero_faces.append(HeroFace(face, number, spent))
        else:
            hero_faces.append(HeroFace(face, None))
    return tuple(hero_faces)


def _free_heroes(content: Content, state: State) -> tuple[HeroName, ...]:
    if not isinstance(state.stage, Draft):
        return ()
    return tuple(choice.hero for choice in setup.heroes(content, state))


def _source(
    content: Content, state: State, seat: Seat, source: Spend | SpendHero, targets: tuple[int, ...]
) -> MagicSource:
    shown = magic.diamonds(content, state, seat, source)
    die = _seen_of(content, state, seat, (source.die,))[0] if isinstance(source, Spend) else None
    return MagicSource(
        token=notation(content, source),
        die=die,
        diamonds=shown,
        count=min(shown, len(targets)),
        targets=_seen_of(content, state, seat, targets),
    )


def _sources(content: Content, state: State) -> tuple[MagicSource, ...]:
    stage = state.stage
    if not isinstance(stage, Magic):
        return ()
    seat = stage.seat
    return tuple(
        _source(content, state, seat, source, magic.targets(content, state, seat, source))
        for source in magic.sources(content, state, seat)
    )


def _spending(content: Content, state: State) -> MagicSource | None:
    stage = state.stage
    if not isinstance(stage, Spending):
        return None
    legal = tuple(choice.die for choice in magic.legal_rerolls(content, state, stage))
    shown = _source(content, state, stage.seat, stage.source, legal)
    return MagicSource(shown.token, shown.die, shown.diamonds, stage.count, shown.targets)


def _chosen(content: Content, state: State) -> tuple[SeenDie, ...]:
    stage = state.stage
    if not isinstance(stage, Spending | Rerolling):
        return ()
    return _seen_of(content, state, stage.seat, stage.chosen)
