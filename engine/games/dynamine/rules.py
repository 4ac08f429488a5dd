"""DYNAMINE as a Game: delegates each call to the phase of the State's stage."""

from collections.abc import Hashable
from dataclasses import dataclass

from engine.core.fortune import Fortune
from engine.core.game import Game
from engine.core.statistics import GameStatistics
from engine.core.thinking import AccuracyScale, Assessed, Thinking
from engine.core.types import Event, GameInfo, Level, Outcome, Seat, Step
from engine.games.dynamine import (
    actions,
    ai,
    ai_apprentice,
    ai_king,
    ai_miner,
    canonical,
    chance_notation,
    luck,
    plans,
    prospects,
    scoring,
)
from engine.games.dynamine import observe as observing
from engine.games.dynamine import outcome as outcomes
from engine.games.dynamine import summary as summaries
from engine.games.dynamine.content import SEATS, Content
from engine.games.dynamine.observation import Observation
from engine.games.dynamine.phases import build, setup, turn
from engine.games.dynamine.state import Moving, Placing, Refilling, Rolling, SimpleStage, State
from engine.games.dynamine.statistics import STATISTICS
from engine.games.dynamine.turns import turn_of

LEVELS = (Level.APPRENTICE, Level.MINER, Level.FOREMAN, Level.KING)


@dataclass(frozen=True)
class Dynamine(Game[State, actions.Action, Observation]):
    """The rules of DYNAMINE with the numbers of one rules version (dynamine.md, Notation)."""

    content: Content

    @property
    def info(self) -> GameInfo:
        return GameInfo("dynamine", self.content.rules, SEATS, levels=LEVELS)

    @property
    def statistics(self) -> GameStatistics:
        return STATISTICS

    def new(self, seats: int) -> State:
        return setup.new(self.content, seats)

    def to_act(self, state: State) -> frozenset[Seat]:
        match state.stage:
            case SimpleStage.GUESSING | SimpleStage.BUILDING | Placing() | Moving():
                assert state.acting is not None, "a decision belongs to a seat"
                return frozenset({state.acting})
            case _:
                return frozenset()

    def legal_actions(self, state: State, seat: Seat) -> tuple[actions.Action, ...]:
        if seat not in self.to_act(state):
            return ()
        match state.stage:
            case SimpleStage.GUESSING:
                return turn.guesses(self.content)
            case SimpleStage.BUILDING:
                return build.legal_actions(self.content, state, seat)
            case Placing() | Moving() as stage:
                return build.legal_places(self.content, state, seat, stage)
            case _:
                raise AssertionError("no seat acts in the other stages")

    def sealed(self, state: State) -> bool:  # noqa: ARG002
        return False

    def apply(self, state: State, seat: Seat, action: actions.Action) -> Step[State]:
        content = self.content
        match state.stage, action:
            case SimpleStage.GUESSING, actions.Guess():
                return turn.guess(state, seat, action)
            case SimpleStage.BUILDING, actions.SimpleAction.REROLL:
                return build.reroll(state)
            case SimpleStage.BUILDING, actions.SimpleAction.CALL_RAVEN:
                return build.call_raven(state, seat)
            case SimpleStage.BUILDING, actions.SimpleAction.SPEND_PLUS:
                return build.spend_plus(state, seat)
            case SimpleStage.BUILDING, actions.TakeCard():
                return build.take_card(state, seat, action)
            case SimpleStage.BUILDING, actions.Take():
                return build.take(state, action)
            case SimpleStage.BUILDING, actions.Move():
                return build.move(state, action)
            case SimpleStage.BUILDING, actions.SimpleAction.DONE:
                return turn.done(content, state, seat)
            case Placing() as stage, actions.Place():
                return build.place_built(content, state, seat, stage, action)
            case Moving() as stage, actions.Place():
                return build.place_moved(content, state, seat, stage, action)
            case _:
                raise AssertionError("only legal Actions are applied")

    def undoable(self, before: State, action: actions.Action, after: State) -> bool:  # noqa: ARG002
        """Return True for an Action that neither needs luck nor ends the turn (dynamine.md,
        Notation).
        """
        return self.chance(after) is None and action is not actions.SimpleAction.DONE

    def plannable(self, state: State, seat: Seat) -> tuple[actions.Action, ...]:
        return plans.plannable(self.content, state, seat)

    def plan_broken(
        self,
        then: State,
        since: tuple[Event, ...],  # noqa: ARG002
        now: State,
        seat: Seat,  # noqa: ARG002
    ) -> str | None:
        return plans.plan_broken(self.content, then, now)

    def still_planned(self, then: State, now: State, action: actions.Action) -> bool:
        return plans.still_planned(then, now, action)

    def chance(self, state: State) -> tuple[int, ...] | None:
        return chance_notation.bounds(self.content, state)

    def resolve(self, state: State, drawn: tuple[int, ...]) -> Step[State]:
        content = self.content
        match state.stage:
            case SimpleStage.STARTING:
                return setup.drawn_start(state, drawn[0])
            case SimpleStage.DEALING:
                return setup.dealt(content, state, drawn)
            case SimpleStage.OPENING:
                return setup.opened(content, state, drawn)
            case SimpleStage.UNCOVERING:
                return setup.uncovered(state, drawn)
            case SimpleStage.TURNING:
                return turn.turned(content, state, drawn[0])
            case Rolling() as stage:
                return turn.rolled(content, state, stage, drawn[0] + 1)
            case Refilling() as stage:
                return build.refilled(state, stage, drawn[0])
            case SimpleStage.RENEWING:
                return turn.renewed(content, state, drawn[0])
            case _:
                raise AssertionError("this State needs no luck")

    def canonical(self, state: State) -> str:
        return canonical.canonical(self.content, state)

    def outcome(self, state: State) -> Outcome | None:
        return outcomes.outcome(self.content, state)

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(score.total for score in scoring.scores(self.content, state.players))

    def finished_rounds(self, state: State) -> int:
        return max(0, state.round - 1) if self.outcome(state) is None else state.round

    def observe(self, state: State) -> Observation:
        return observing.observe(self.content, state)

    def notation(self, action: actions.Action) -> str:
        return actions.notation(self.content, action)

    def chance_notation(self, state: State, drawn: tuple[int, ...]) -> str:
        return chance_notation.write(self.content, state, drawn)

    def read_chance(self, state: State, token: str) -> tuple[int, ...]:
        return chance_notation.read(self.content, state, token)

    def summary(self, seen: Observation) -> dict[str, object]:
        return summaries.summary(seen)

    def fortunes(self, before: State, after: State) -> tuple[Fortune, ...]:
        return luck.fortunes(self.content, before, after)

    def shares(self, state: State) -> tuple[float, ...]:
        return prospects.shares(self.content, state)

    def turn(self, state: State, actor: Seat | None) -> Hashable:  # noqa: ARG002
        """Return a key for the turn: a seat's turn in a round, from the token or the guess to
        `done`.
        """
        return turn_of(state)

    def suggest(self, state: State, seat: Seat, level: Level = Level.FOREMAN) -> actions.Action:
        legal = self.legal_actions(state, seat)
        match level:
            case Level.APPRENTICE:
                return ai_apprentice.suggest_apprentice(self.content, state, seat, legal)
            case Level.MINER:
                return ai_miner.suggest_miner(self.content, state, seat, legal)
            case Level.FOREMAN | Level.KING:
                return ai.suggest(self.content, state, seat, legal)

    @property
    def accuracy_scale(self) -> AccuracyScale:
        return AccuracyScale(apprentice=0.3, random=1.02)

    def assess(
        self,
        state: State,
        seat: Seat,
        thinking: Thinking,  # noqa: ARG002
    ) -> tuple[Assessed[actions.Action], ...]:
        return ai_king.assess(self.content, state, seat, self.legal_actions(state, seat))
