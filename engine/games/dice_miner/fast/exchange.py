"""Conversion of States and Actions between the normal rules and the fast form."""

from typing import assert_never

from engine.games.dice_miner import actions
from engine.games.dice_miner import state as record
from engine.games.dice_miner.content import FACES, Content
from engine.games.dice_miner.fast import choices
from engine.games.dice_miner.fast import state as fast
from engine.games.dice_miner.fast.state import EMPTY, FastState
from engine.games.dice_miner.fast.tables import tables


def read(content: Content, state: record.State) -> FastState:
    new = FastState(tables(content), state.seats)
    new.round = state.round
    new.start = EMPTY if state.start is None else state.start
    new.bag = list(state.bag)
    new.mountain = [EMPTY if on is None else _entry(on) for on in state.mountain]
    new.mask = sum(1 << place for place, on in enumerate(state.mountain) if on is not None)
    new.hoards = [[_entry(rolled) for rolled in hoard] for hoard in state.hoards]
    names = new.tables.names
    new.heroes = [EMPTY if name is None else names.index(name) for name in state.heroes]
    new.counts = [new.counted(seat, new.hoards[seat]) for seat in range(state.seats)]
    new.magic_start = EMPTY if state.magic_start is None else state.magic_start
    new.spent, new.spent_heroes = state.spent, state.spent_heroes
    new.totals = list(state.totals)
    new.rounds = tuple(
        (played.start, tuple((s.tunnels, s.treasure, s.hazards) for s in played.scores))
        for played in state.rounds
    )
    new.tied = state.tied
    new.tiebreaks = tuple(
        (played.seats, tuple((s.tunnels, s.treasure, s.hazards) for s in played.scores))
        for played in state.tiebreaks
    )
    _read_stage(new, state.stage)
    if new.stage == fast.MAGIC:
        new.options = choices.sources(new, new.seat)
    elif new.stage == fast.SPENDING:
        new.options = choices.targets(new, new.seat)
    return new


def _entry(rolled: record.Rolled) -> int:
    return rolled.die * FACES + rolled.face - 1


def _read_stage(new: FastState, stage: record.Stage) -> None:
    match stage:
        case record.First(seats):
            new.stage, new.queue = fast.FIRST, seats
        case record.Draft(queue):
            new.stage, new.queue, new.seat = fast.DRAFT, queue, queue[0]
        case record.SimpleStage.FILL:
            new.stage = fast.FILL
        case record.Excavation(seat, salud, taken):
            new.stage, new.seat, new.salud, new.taken = fast.EXCAVATION, seat, salud, taken
        case record.Sharing(seat, die, friend):
            new.stage, new.seat, new.die, new.friend = fast.SHARING, seat, die, friend
        case record.Magic(seat, queue):
            new.stage, new.seat, new.queue = fast.MAGIC, seat, queue
        case record.Spending(seat, queue, source, count, chosen):
            new.stage, new.seat, new.queue = fast.SPENDING, seat, queue
            new.source, new.count, new.chosen = _source(source), count, chosen
        case record.Rerolling(seat, queue, chosen):
            new.stage, new.seat, new.queue, new.chosen = fast.REROLLING, seat, queue, chosen
        case record.Keeping(waiting, kept):
            new.stage, new.waiting, new.kept = fast.KEEPING, waiting, kept
        case record.Recovering(kept):
            new.stage, new.kept = fast.RECOVERING, kept
        case record.Lot(tied):
            new.stage, new.queue = fast.LOT, tied
        case record.SimpleStage.TIEBREAK_ROLL:
            new.stage = fast.TIE_ROLL
        case record.Finished(winners):
            new.stage, new.winners = fast.FINISHED, winners
        case record.SimpleStage.SCORING:
            raise AssertionError("scoring is a transient stage")
        case _:
            assert_never(stage)


def _source(source: actions.Spend | actions.SpendHero) -> int:
    if isinstance(source, actions.Spend):
        return fast.SPEND + source.die
    return fast.SPEND_HERO + source.number


def write(new: FastState) -> record.State:
    names = new.tables.names
    return record.State(
        seats=new.seats,
        stage=_write_stage(new),
        round=new.round,
        start=None if new.start == EMPTY else new.start,
        bag=tuple(new.bag),
        mountain=tuple(None if entry == EMPTY else _rolled(entry) for entry in new.mountain),
        hoards=tuple(tuple(_rolled(entry) for entry in hoard) for hoard in new.hoards),
        heroes=tuple(None if hero == EMPTY else names[hero] for hero in new.heroes),
        magic_start=None if new.magic_start == EMPTY else new.magic_start,
        spent=new.spent,
        spent_heroes=new.spent_heroes,
        rounds=tuple(
            record.Round(start, tuple(record.Score(*score) for score in scores))
            for start, scores in new.rounds
        ),
        tied=new.tied,
        tiebreaks=tuple(
            record.Tiebreak(seats, tuple(record.Score(*score) for score in scores))
            for seats, scores in new.tiebreaks
        ),
    )


def _rolled(entry: int) -> record.Rolled:
    return record.Rolled(entry // FACES, entry % FACES + 1)


def _write_stage(new: FastState) -> record.Stage:
    seat, queue = new.seat, new.queue
    match new.stage:
        case fast.FIRST:
            return record.First(queue)
        case fast.DRAFT:
            return record.Draft(queue)
        case fast.FILL:
            return record.SimpleStage.FILL
        case fast.EXCAVATION:
            return record.Excavation(seat, new.salud, new.taken)
        case fast.SHARING:
            return record.Sharing(seat, new.die, new.friend)
        case fast.MAGIC:
            return record.Magic(seat, queue)
        case fast.SPENDING:
            spent: actions.Spend | actions.SpendHero = (
                actions.Spend(new.source - fast.SPEND)
                if new.source >= fast.SPEND
                else actions.SpendHero(new.source - fast.SPEND_HERO)
            )
            return record.Spending(seat, queue, spent, new.count, new.chosen)
        case fast.REROLLING:
            return record.Rerolling(seat, queue, new.chosen)
        case fast.KEEPING:
            return record.Keeping(new.waiting, new.kept)
        case fast.RECOVERING:
            return record.Recovering(new.kept)
        case fast.LOT:
            return record.Lot(queue)
        case fast.TIE_ROLL:
            return record.SimpleStage.TIEBREAK_ROLL
        case fast.FINISHED:
            return record.Finished(new.winners)
        case _:
            raise AssertionError("unknown stage")


def action_of(state: FastState, action: int) -> actions.Action:
    if action < fast.STOP:
        return actions.Take(state.mountain[action] // FACES)
    if action >= fast.KEEP:
        return actions.Keep(action - fast.KEEP)
    if action >= fast.REROLL:
        return actions.Reroll(action - fast.REROLL)
    if action >= fast.SPEND:
        return actions.Spend(action - fast.SPEND)
    if action >= fast.SALUD:
        return actions.Salud(*divmod(action - fast.SALUD, fast.FRIENDS))
    if action > fast.SPEND_HERO:
        return actions.SpendHero(action - fast.SPEND_HERO)
    if action >= fast.HERO:
        return actions.ChooseHero(state.tables.names[action - fast.HERO])
    if action == fast.DONE:
        return actions.SimpleAction.DONE
    return actions.SimpleAction.PASS if action == fast.PASS else actions.SimpleAction.STOP
