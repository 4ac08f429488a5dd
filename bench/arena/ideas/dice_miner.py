"""Dice Miner's foreman with one idea removed; its loss against the foreman is the idea's worth.

Each variant is a player for the arena: ``--a foreman --b
bench.arena.ideas.dice_miner:without_magic``. Other variants are the miner with one phase played
like the foreman, and a beginner that the apprentice should barely beat.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.core.game import AnyGame
from engine.core.thinking import Thinking
from engine.core.types import Level, Seat
from engine.games.dice_miner.actions import Action, ChooseHero, Salud, SimpleAction, Take
from engine.games.dice_miner.ai_excavation import Digger
from engine.games.dice_miner.content import TUNNELS, Content, Kind
from engine.games.dice_miner.rules import DiceMiner
from engine.games.dice_miner.state import Draft, Excavation, Keeping, Magic, Spending, State

Diggers = Callable[[Content, State, Excavation], Digger]


class _Blind(Digger):
    """Ignores the dice left on the mountain."""

    def __init__(self, content: Content, state: State, stage: Excavation) -> None:
        super().__init__(content, state, stage)
        self._ahead = replace(
            self._ahead, tunnels=(0.0,) * TUNNELS, pick=0.0, shield=0.0, rockfalls=0.0, dragons=0.0
        )
        self._mine = type(self._mine)(self._mine.seen, self._ahead)


class _Solitary(Digger):
    """Ignores rivals' gems: every gem counts for one and a half points."""

    def __init__(self, content: Content, state: State, stage: Excavation) -> None:
        super().__init__(content, state, stage)
        self._ahead = replace(self._ahead, gem_step=0.0)
        self._mine = type(self._mine)(self._mine.seen, self._ahead)


class _Hasty(Digger):
    """Ignores later rounds."""

    def __init__(self, content: Content, state: State, stage: Excavation) -> None:
        super().__init__(content, state, stage)
        self._later = dict.fromkeys(Kind, 0.0)


class _Generous(Digger):
    """Ignores the cost of sharing beer."""

    def _gift(self, die: int, friend: Seat) -> float:  # noqa: ARG002 - whichever it is
        return 0.0


def beginner(game: AnyGame, state: State, seat: Seat, _: Thinking) -> Action:
    """Take the die with the most immediate points, like a player who has only read the rules.

    It takes any hero, shares no beer, spends no magic, and keeps no dice.
    """
    best: Action | None = None
    most = 0
    for action in game.legal_actions(state, seat):
        match action:
            case ChooseHero() | SimpleAction.PASS | SimpleAction.DONE:
                return action
            case Take() | SimpleAction.STOP:
                points = _now(game, game.apply(state, seat, action).state, len(state.rounds), seat)
                if best is None or points > most:
                    best, most = action, points
            case _:
                pass
    assert best is not None, "at least one of these Actions is always legal"
    return best


def _now(game: AnyGame, state: State, rounds: int, seat: Seat) -> int:
    """Return the hoard's points in the given round."""
    view = game.observe(state)
    over = len(view.scored) > rounds
    score = view.scored[-1].scores[seat] if over else view.seats[seat].now
    points: int = score.total
    return points


def _content(game: AnyGame) -> Content:
    assert isinstance(game, DiceMiner), "these variants play only Dice Miner"
    return game.content


def _digging(digger: Diggers, game: AnyGame, state: State, seat: Seat) -> Any:
    if isinstance(state.stage, Excavation):
        legal = game.legal_actions(state, seat)
        return digger(_content(game), state, state.stage).best(legal)
    return game.suggest(state, seat)


def without_mountain(game: AnyGame, state: Any, seat: Seat, _: Thinking) -> Any:
    """Rate dice as if no others followed."""
    return _digging(_Blind, game, state, seat)


def without_rivals(game: AnyGame, state: Any, seat: Seat, _: Thinking) -> Any:
    return _digging(_Solitary, game, state, seat)


def without_later_rounds(game: AnyGame, state: Any, seat: Seat, _: Thinking) -> Any:
    return _digging(_Hasty, game, state, seat)


def without_cost(game: AnyGame, state: Any, seat: Seat, _: Thinking) -> Any:
    """Share beer whenever two dice are worth more than one."""
    return _digging(_Generous, game, state, seat)


def without_beer(game: AnyGame, state: Any, seat: Seat, _: Thinking) -> Any:
    if isinstance(state.stage, Excavation):
        legal: tuple[Action, ...] = tuple(
            action for action in game.legal_actions(state, seat) if not isinstance(action, Salud)
        )
        return Digger(_content(game), state, state.stage).best(legal)
    return game.suggest(state, seat)


def without_magic(game: AnyGame, state: Any, seat: Seat, _: Thinking) -> Any:
    return SimpleAction.PASS if isinstance(state.stage, Magic) else game.suggest(state, seat)


def without_chests(game: AnyGame, state: Any, seat: Seat, _: Thinking) -> Any:
    return SimpleAction.DONE if isinstance(state.stage, Keeping) else game.suggest(state, seat)


def without_draft(game: AnyGame, state: Any, seat: Seat, _: Thinking) -> Any:
    """Take the first free hero."""
    if isinstance(state.stage, Draft):
        return game.legal_actions(state, seat)[0]
    return game.suggest(state, seat)


def _miner(game: AnyGame, state: State, seat: Seat, *stages: type) -> Action:
    level = Level.FOREMAN if isinstance(state.stage, stages) else Level.MINER
    action: Action = game.suggest(state, seat, level)
    return action


def miner_with_draft(game: AnyGame, state: Any, seat: Seat, _: Thinking) -> Any:
    return _miner(game, state, seat, Draft)


def miner_with_excavation(game: AnyGame, state: Any, seat: Seat, _: Thinking) -> Any:
    return _miner(game, state, seat, Excavation)


def miner_with_magic(game: AnyGame, state: Any, seat: Seat, _: Thinking) -> Any:
    return _miner(game, state, seat, Magic, Spending)


def miner_with_chests(game: AnyGame, state: Any, seat: Seat, _: Thinking) -> Any:
    return _miner(game, state, seat, Keeping)
