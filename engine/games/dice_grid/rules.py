"""The dice grid as a Game: delegates each call to the phase of the State's stage."""

import re
from collections.abc import Hashable
from dataclasses import dataclass
from typing import assert_never

from engine.core.errors import BadToken
from engine.core.fortune import Fortune
from engine.core.game import Game
from engine.core.statistics import GameStatistics
from engine.core.thinking import AccuracyScale, Assessed, Thinking
from engine.core.types import Ending, GameInfo, Level, Outcome, Seat, Step
from engine.games.dice_grid import actions, ai, ai_king, ai_worth, canonical, grid, luck, openings
from engine.games.dice_grid import observe as observing
from engine.games.dice_grid import summary as summaries
from engine.games.dice_grid.ai_apprentice import suggest_apprentice
from engine.games.dice_grid.ai_miner import suggest_miner
from engine.games.dice_grid.content import Content
from engine.games.dice_grid.observation import Observation
from engine.games.dice_grid.phases import mark
from engine.games.dice_grid.phases import round as rounds
from engine.games.dice_grid.state import Crossing, Finished, SimpleStage, State, Writing
from engine.games.dice_grid.statistics import STATISTICS

USUAL_SQUARES = 14
"""Squares that the house marks in an opening with dice that the foreman doesn't know."""
_ROLL = re.compile(r"roll ([1-9][0-9]?)")

LEVELS = (Level.APPRENTICE, Level.MINER, Level.FOREMAN, Level.KING)


@dataclass(frozen=True)
class DiceGrid(Game[State, actions.Action, Observation]):
    """The rules of the dice grid with the numbers of one rules version (dice-grid.md, Notation)."""

    content: Content

    @property
    def info(self) -> GameInfo:
        return GameInfo("dice-grid", self.content.rules, range(1, 2), levels=LEVELS)

    @property
    def statistics(self) -> GameStatistics:
        return STATISTICS

    def new(self, seats: int) -> State:  # noqa: ARG002 - there is one
        return mark.new(self.content)

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset({0}) if _awaits_player(state) else frozenset()

    def legal_actions(self, state: State, seat: Seat) -> tuple[actions.Action, ...]:
        content = self.content
        stage = state.stage
        if seat != 0:
            return ()
        match stage:
            case SimpleStage.PLACING:
                return mark.legal_squares(content, state)
            case Writing():
                return mark.legal_types(content, state, stage)
            case Crossing():
                return mark.legal_boxes(state, stage.type)
            case SimpleStage.CHOOSING:
                return rounds.legal_dice(content, state)
            case SimpleStage.PAYING:
                assert state.die is not None, "a die must be chosen before it is paid for"
                return mark.legal_boxes(state, state.die)
            case SimpleStage.MOVING:
                return rounds.legal_actions(content, state)
            case SimpleStage.ROLLING | Finished():
                return ()
            case _:
                assert_never(stage)

    def sealed(self, state: State) -> bool:  # noqa: ARG002
        return False

    def apply(self, state: State, seat: Seat, action: actions.Action) -> Step[State]:  # noqa: ARG002
        content = self.content
        match state.stage, action:
            case SimpleStage.PLACING, actions.At():
                return mark.place(state, action)
            case Writing() as stage, actions.Write():
                return mark.write(content, state, stage, action)
            case Crossing() as stage, actions.Cross():
                return mark.cross(content, state, stage, action)
            case SimpleStage.CHOOSING, actions.ChooseDie():
                return rounds.choose_die(state, action)
            case SimpleStage.PAYING, actions.Cross():
                return rounds.pay(state, action)
            case SimpleStage.MOVING, actions.Go():
                return rounds.go(state, action)
            case SimpleStage.MOVING, actions.SimpleAction.USE_STAR:
                return rounds.use_star(state)
            case SimpleStage.MOVING, actions.SimpleAction.END:
                return rounds.stop(content, state)
            case _:
                raise AssertionError("only legal Actions are applied")

    def undoable(self, before: State, action: actions.Action, after: State) -> bool:  # noqa: ARG002
        """Return False for Actions that a roll follows or that end the match (dice-grid.md,
        Notation).
        """
        return _awaits_player(after)

    def chance(self, state: State) -> tuple[int, ...] | None:
        """Request one number for the die: its faces without the 1 (dice-grid.md, A round)."""
        if state.stage is not SimpleStage.ROLLING:
            return None
        return (rounds.bound(self.content, state),)

    def resolve(self, state: State, drawn: tuple[int, ...]) -> Step[State]:
        return rounds.rolled(self.content, state, drawn[0])

    def canonical(self, state: State) -> str:
        return canonical.canonical(state)

    def outcome(self, state: State) -> Outcome | None:
        if not isinstance(state.stage, Finished):
            return None
        return Outcome(Ending.POINTS, self.scores(state), (1,))

    def scores(self, state: State) -> tuple[int, ...]:
        return (grid.score(self.content, state).total,)

    def observe(self, state: State) -> Observation:
        return observing.observe(self.content, state, self.legal_actions(state, 0))

    def notation(self, action: actions.Action) -> str:
        return actions.notation(self.content, action)

    def chance_notation(self, state: State, drawn: tuple[int, ...]) -> str:  # noqa: ARG002
        return f"roll {drawn[0] + rounds.LOWEST}"

    def read_chance(self, state: State, token: str) -> tuple[int, ...]:
        if state.stage is not SimpleStage.ROLLING:
            raise BadToken("no outcome of chance is expected here")
        bound = rounds.bound(self.content, state)
        roll = _ROLL.fullmatch(token)
        if roll is None or not 0 <= int(roll[1]) - rounds.LOWEST < bound:
            highest = bound + rounds.LOWEST - 1
            raise BadToken(f"expected 'roll' and a number from {rounds.LOWEST} to {highest} here")
        return (int(roll[1]) - rounds.LOWEST,)

    def summary(self, seen: Observation) -> dict[str, object]:
        return summaries.summary(seen)

    def fortunes(self, before: State, after: State) -> tuple[Fortune, ...]:
        return luck.fortunes(self.content, before, after)

    def turn(self, state: State, actor: Seat | None) -> Hashable:  # noqa: ARG002
        """Return the number of marked squares; the set-up and each round mark one."""
        return state.marked

    def house_move(self, state: State, kind: int) -> actions.Action | None:
        """Return the house's next Action (dice-grid.md, The opening), or None when the player of
        the daily grid goes on.
        """
        if not ai_worth.knows(self.content):
            over = state.marked >= USUAL_SQUARES or isinstance(state.stage, Finished)
            return None if over else self.suggest(state, 0)
        opening = openings.kind_of(self.content, kind)
        if isinstance(state.stage, Finished) or openings.is_over(opening, state):
            return None
        return openings.move(self.content, opening, state, lambda at: self.legal_actions(at, 0))

    def is_fair_opening(self, state: State) -> bool:
        return not ai_worth.knows(self.content) or openings.is_fair(self.content, state)

    def suggest(self, state: State, seat: Seat, level: Level = Level.FOREMAN) -> actions.Action:
        legal = self.legal_actions(state, seat)
        match level:
            case _ if not ai_worth.knows(self.content):
                return suggest_apprentice(state, legal)
            case Level.APPRENTICE:
                return suggest_apprentice(state, legal)
            case Level.MINER:
                return suggest_miner(state, legal, self.content.size)
            case Level.FOREMAN | Level.KING:
                return ai.choice(state, legal)

    @property
    def accuracy_scale(self) -> AccuracyScale:
        return AccuracyScale(apprentice=0.72, random=1.06)

    def assess(
        self, state: State, seat: Seat, thinking: Thinking
    ) -> tuple[Assessed[actions.Action], ...]:
        """Rate each choice by the king's search, or by the current points if the foreman doesn't
        know the dice.
        """
        if not ai_worth.knows(self.content):
            first, points = self.suggest(state, seat), self.scores(state)[seat]
            ordered = sorted(
                self.legal_actions(state, seat), key=lambda legal_action: legal_action != first
            )
            return tuple(Assessed(legal_action, 0.5, points, 0.0) for legal_action in ordered)
        return ai_king.assess(
            state,
            legal=lambda here: self.legal_actions(here, seat),
            apply=lambda here, action: self.apply(here, seat, action).state,
            score=lambda here: self.scores(here)[seat],
            thinking=thinking,
        )


def _awaits_player(state: State) -> bool:
    return state.stage is not SimpleStage.ROLLING and not isinstance(state.stage, Finished)
