"""The canonical text of a State, the same for all rules versions (engine/core/canonical.py)."""

from collections.abc import Iterable
from typing import assert_never

from engine.core.canonical import sequence
from engine.games.dice_miner.actions import Spend, SpendHero
from engine.games.dice_miner.content import HeroName
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
    Round,
    Score,
    Sharing,
    SimpleStage,
    Spending,
    Stage,
    State,
    Tiebreak,
)

_HEROES = {
    None: "None",
    HeroName.ALCHEMIST: "<HeroName.ALCHEMIST: 'alchemist'>",
    HeroName.DRAGON_SLAYER: "<HeroName.DRAGON_SLAYER: 'dragon-slayer'>",
    HeroName.ENGINEER: "<HeroName.ENGINEER: 'engineer'>",
    HeroName.PROSPECTOR: "<HeroName.PROSPECTOR: 'prospector'>",
    HeroName.SURVEYOR: "<HeroName.SURVEYOR: 'surveyor'>",
    HeroName.TREASURER: "<HeroName.TREASURER: 'treasurer'>",
}


def canonical(state: State) -> str:
    return (
        f"State(seats={state.seats}, stage={_stage(state.stage)}, round={state.round},"
        f" start={state.start}, bag={state.bag}, mountain={_dice(state.mountain)},"
        f" hoards={sequence(map(_dice, state.hoards))},"
        f" heroes={sequence(_HEROES[hero] for hero in state.heroes)},"
        f" magic_start={state.magic_start}, spent={state.spent},"
        f" spent_heroes={state.spent_heroes}, rounds={sequence(map(_round, state.rounds))},"
        f" tied={state.tied}, tiebreaks={sequence(map(_tiebreak, state.tiebreaks))})"
    )


def _dice(dice: Iterable[Rolled | None]) -> str:
    return sequence(
        "None" if rolled is None else f"Rolled(die={rolled.die}, face={rolled.face})"
        for rolled in dice
    )


def _score(score: Score) -> str:
    return f"Score(tunnels={score.tunnels}, treasure={score.treasure}, hazards={score.hazards})"


def _round(played: Round) -> str:
    return f"Round(start={played.start}, scores={sequence(map(_score, played.scores))})"


def _tiebreak(tiebreak: Tiebreak) -> str:
    return f"Tiebreak(seats={tiebreak.seats}, scores={sequence(map(_score, tiebreak.scores))})"


def _stage(stage: Stage) -> str:
    match stage:
        case First():
            return f"First(seats={stage.seats})"
        case Draft():
            return f"Draft(queue={stage.queue})"
        case SimpleStage.FILL:
            return "Fill()"
        case Excavation():
            return f"Excavation(seat={stage.seat}, salud={stage.salud}, taken={stage.taken})"
        case Sharing():
            return f"Sharing(seat={stage.seat}, die={stage.die}, friend={stage.friend})"
        case Magic():
            return f"Magic(seat={stage.seat}, queue={stage.queue})"
        case Spending():
            return (
                f"Spending(seat={stage.seat}, queue={stage.queue}, source={_source(stage.source)},"
                f" count={stage.count}, chosen={stage.chosen})"
            )
        case Rerolling():
            return f"Rerolling(seat={stage.seat}, queue={stage.queue}, chosen={stage.chosen})"
        case SimpleStage.SCORING:
            return "Scoring()"
        case Keeping():
            return f"Keeping(waiting={stage.waiting}, kept={stage.kept})"
        case Recovering():
            return f"Recovering(kept={stage.kept})"
        case Lot():
            return f"Lot(tied={stage.tied})"
        case SimpleStage.TIEBREAK_ROLL:
            return "TiebreakRoll()"
        case Finished():
            return f"Finished(winners={stage.winners})"
        case _:
            assert_never(stage)


def _source(source: Spend | SpendHero) -> str:
    match source:
        case Spend():
            return f"Spend(die={source.die})"
        case SpendHero():
            return f"SpendHero(number={source.number})"
        case _:
            assert_never(source)
