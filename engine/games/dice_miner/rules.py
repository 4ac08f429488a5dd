"""Dice Miner as a Game: delegates each call to the phase of the State's stage."""

from collections.abc import Hashable
from dataclasses import dataclass

from engine.core.fortune import Fortune
from engine.core.game import Game
from engine.core.statistics import GameStatistics
from engine.core.thinking import AccuracyScale, Assessed, Thinking
from engine.core.types import Event, GameInfo, Level, Outcome, Seat, Step
from engine.games.dice_miner import (
    actions,
    ai,
    canonical,
    chance_notation,
    luck,
    plans,
    prospects,
    puzzle_kinds,
    rolls,
)
from engine.games.dice_miner import mountain as mountains
from engine.games.dice_miner import observe as observing
from engine.games.dice_miner import outcome as outcomes
from engine.games.dice_miner import summary as summaries
from engine.games.dice_miner.ai_apprentice import suggest_apprentice
from engine.games.dice_miner.ai_miner import suggest_miner
from engine.games.dice_miner.by_itself import carry_on
from engine.games.dice_miner.content import Content
from engine.games.dice_miner.observation import Observation
from engine.games.dice_miner.phases import excavation, fill, magic, recovery, setup, tiebreak
from engine.games.dice_miner.search import assess as assessing
from engine.games.dice_miner.state import (
    Draft,
    Excavation,
    First,
    Keeping,
    Lot,
    Magic,
    Recovering,
    Rerolling,
    Sharing,
    SimpleStage,
    Spending,
    Stage,
    State,
)
from engine.games.dice_miner.statistics import STATISTICS
from engine.games.dice_miner.turns import turn_of

LEVELS = (Level.APPRENTICE, Level.MINER, Level.FOREMAN, Level.KING)


@dataclass(frozen=True)
class DiceMiner(Game[State, actions.Action, Observation]):
    """The rules of Dice Miner with the numbers of one rules version (match-files.md, Notation)."""

    content: Content

    @property
    def info(self) -> GameInfo:
        """Information on 2 to 4 seats, without secrets (rules.md, Players)."""
        return GameInfo("dice-miner", self.content.rules, range(2, 5), levels=LEVELS)

    @property
    def statistics(self) -> GameStatistics:
        return STATISTICS

    def new(self, seats: int) -> State:
        return setup.new(self.content, seats)

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset(observing.to_act(state))

    def legal_actions(self, state: State, seat: Seat) -> tuple[actions.Action, ...]:
        content = self.content
        stage = state.stage
        if seat not in observing.to_act(state):
            return ()
        match stage:
            case Draft():
                return setup.heroes(content, state)
            case Excavation():
                return excavation.legal_actions(content, state, stage)
            case Magic():
                return magic.legal_actions(content, state, stage)
            case Spending():
                return magic.legal_rerolls(content, state, stage)
            case Keeping():
                return recovery.legal_actions(content, state, stage, seat)
            case _:
                raise AssertionError("no seat acts in the other stages")

    def sealed(self, state: State) -> bool:
        """Return True while seats choose dice to keep (rules.md, Recovery)."""
        return isinstance(state.stage, Keeping)

    def apply(self, state: State, seat: Seat, action: actions.Action) -> Step[State]:
        return carry_on(self.content, self._apply(state, state.stage, seat, action))

    def _apply(self, state: State, stage: Stage, seat: Seat, action: actions.Action) -> Step[State]:
        content = self.content
        match stage, action:
            case Draft(), actions.ChooseHero():
                return setup.choose_hero(state, stage, seat, action)
            case Excavation(), actions.Take():
                return excavation.take(content, state, stage, action)
            case Excavation(), actions.Salud():
                return excavation.share(state, stage, action)
            case Excavation(), actions.SimpleAction.STOP:
                return excavation.stop(state, stage)
            case Magic(), actions.Spend() | actions.SpendHero():
                return magic.spend(content, state, stage, action)
            case Magic(), actions.SimpleAction.PASS:
                return magic.end(state, stage)
            case Spending(), actions.Reroll():
                return magic.choose(state, stage, action)
            case Keeping(), actions.Keep():
                return recovery.keep(state, stage, seat, action)
            case Keeping(), actions.SimpleAction.DONE:
                return recovery.done(state, stage, seat)
            case _:
                raise AssertionError("only legal Actions are applied")

    def undoable(self, before: State, action: actions.Action, after: State) -> bool:
        """Return True for a take without ¡Salud! unless it was the last die (match-files.md,
        Notation).
        """
        stage = before.stage
        return (
            isinstance(action, actions.Take)
            and isinstance(stage, Excavation)
            and not stage.salud
            and not mountains.is_empty(after.mountain)
        )

    def plannable(self, state: State, seat: Seat) -> tuple[actions.Action, ...]:
        return plans.plannable(state, seat)

    def plan_broken(
        self, then: State, since: tuple[Event, ...], now: State, seat: Seat
    ) -> str | None:
        return plans.plan_broken(then, since, now, seat)

    def chance(self, state: State) -> tuple[int, ...] | None:
        return chance_notation.bounds(self.content, state)

    def resolve(self, state: State, drawn: tuple[int, ...]) -> Step[State]:
        return carry_on(self.content, self._resolve(state, drawn))

    def _resolve(self, state: State, drawn: tuple[int, ...]) -> Step[State]:
        stage = state.stage
        faces = tuple(number + 1 for number in drawn)
        match stage:
            case First():
                return setup.rolled_first(state, stage, faces)
            case SimpleStage.FILL:
                return fill.fill(state, drawn)
            case Sharing():
                return excavation.shared(state, stage, faces)
            case Rerolling():
                return magic.rerolled(state, stage, faces)
            case Recovering():
                return recovery.rolled(state, rolls.dice(state, stage), faces)
            case Lot():
                return recovery.drawn_start(state, stage, drawn[0])
            case SimpleStage.TIEBREAK_ROLL:
                return tiebreak.rolled(state, rolls.dice(state, stage), faces)
            case _:
                raise AssertionError("this State needs no luck")

    def canonical(self, state: State) -> str:
        return canonical.canonical(state)

    def outcome(self, state: State) -> Outcome | None:
        return outcomes.outcome(state)

    def scores(self, state: State) -> tuple[int, ...]:
        return state.totals

    def finished_rounds(self, state: State) -> int:
        return len(state.rounds)

    def observe(self, state: State) -> Observation:
        return observing.observe(self.content, state)

    def notation(self, action: actions.Action) -> str:
        return actions.notation(self.content, action)

    def chance_notation(self, state: State, drawn: tuple[int, ...]) -> str:
        return chance_notation.write(self.content, state, drawn)

    def read_chance(self, state: State, token: str) -> tuple[int, ...]:
        return chance_notation.read(self.content, state, token)

    def fortunes(self, before: State, after: State) -> tuple[Fortune, ...]:
        return luck.fortunes(self.content, before, after)

    def shares(self, state: State) -> tuple[float, ...]:
        return prospects.shares(self.content, state)

    def turn(self, state: State, actor: Seat | None) -> Hashable:
        """Return a key for the turn: a seat's digging or magic in a round, or the luck in
        between.
        """
        return turn_of(state, actor)

    def summary(self, seen: Observation) -> dict[str, object]:
        return summaries.summary(seen)

    def suggest(self, state: State, seat: Seat, level: Level = Level.FOREMAN) -> actions.Action:
        legal = self.legal_actions(state, seat)
        match level:
            case Level.APPRENTICE:
                return suggest_apprentice(self.content, state, legal)
            case Level.MINER:
                return suggest_miner(self.content, state, seat, legal)
            case Level.FOREMAN | Level.KING:
                return ai.suggest(self.content, state, seat, legal)

    @property
    def accuracy_scale(self) -> AccuracyScale:
        return AccuracyScale(apprentice=0.82, random=1.14)

    def assess(
        self, state: State, seat: Seat, thinking: Thinking
    ) -> tuple[Assessed[actions.Action], ...]:
        legal = self.legal_actions(state, seat)
        return assessing.assess(self.content, state, seat, legal, thinking)

    @property
    def puzzle_kinds(self) -> tuple[str, ...]:
        return puzzle_kinds.KINDS

    def puzzle_kind(
        self, state: State, seat: Seat, best: actions.Action, tempting: actions.Action
    ) -> str | None:
        return puzzle_kinds.kind_of(self.content, state, seat, best, tempting)
