"""Hints are true: each number agrees with the rules."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.games.installed import InstalledGames
from cogs.screens import Scene
from cogs.screens.plain import PlainScreens
from engine.core import driver
from engine.core.driver import Position
from engine.core.gains import most_gained
from engine.core.types import Seat
from engine.games.dice_miner import hoards, scoring
from engine.games.dice_miner.actions import (
    Action,
    Keep,
    Reroll,
    Salud,
    Spend,
    SpendHero,
    Take,
)
from engine.games.dice_miner.content import Symbol
from engine.games.dice_miner.merit import ActionFact, Merit
from engine.games.dice_miner.merits import facts
from engine.games.dice_miner.rules import DiceMiner
from engine.games.dice_miner.state import State
from render.players import Player
from tests.laws.playouts import DICE_MINER, QUICK, TABLES, Table, playouts, some_tables
from tests.match.world import GAMES
from texts import Catalogue

WORDS = Catalogue.load().words()
INSTALLED = InstalledGames(GAMES)
FACES = range(1, 7)
SPOKEN = [
    table
    for table in TABLES
    if not isinstance(INSTALLED.screens(table.game.info.name), PlainScreens)
]


class Judge:
    """An independent computation of the facts at one moment of Dice Miner."""

    def __init__(self, game: DiceMiner, state: State, seat: Seat) -> None:
        self.game, self.state, self.seat = game, state, seat
        self.content = game.content
        self.among = state.tied or tuple(range(state.seats))

    def points(self, state: State, seat: Seat | None = None) -> int:
        """Return a seat's points if everything were scored now."""
        scores = scoring.scores(self.content, state, self.among)
        return scores[self.among.index(self.seat if seat is None else seat)].total

    def after(self, action: Action) -> State:
        state: State = self.game.apply(self.state, self.seat, action).state
        return state

    def shared(self, action: Salud) -> list[State]:
        """Return the six outcomes of a shared beer."""
        after = self.after(action)
        return [self.game.resolve(after, (face - 1,)).state for face in FACES]

    def thrown(self, die: int) -> list[int]:
        """Return the points after each throw of one die of the hoard."""
        results = []
        for face in FACES:
            hoard = hoards.with_faces(self.state.hoards[self.seat], {die: face})
            results.append(self.points(hoards.with_hoard(self.state, self.seat, hoard)))
        return results

    def gems(self, state: State) -> list[int]:
        return [hoards.gems(self.content, state, seat) for seat in self.among]

    def hazards(self, state: State) -> int:
        return scoring.scores(self.content, state, self.among)[self.among.index(self.seat)].hazards

    def check(self, action: Action, fact: ActionFact) -> None:
        """Check that the fact is true for the action."""
        state = self.state
        match action:
            case Take():
                self._take(action, fact)
            case Salud(_, friend):
                fallen = self.shared(action)
                if fact.merit is Merit.GIFT:
                    gains = [self.points(outcome, friend) for outcome in fallen]
                    mean = Fraction(sum(gains), 6) - self.points(state, friend)
                    assert (fact.seat, fact.average) == (friend, mean)
                elif fact.merit is Merit.CERTAIN:
                    assert min(self._best_two(outcome) for outcome in fallen) == fact.points > 0
                else:
                    takes = [len(self._takes(outcome)) for outcome in (fallen[0], state)]
                    assert [fact.count, fact.before] == takes
            case Reroll(die) if fact.merit is Merit.REROLL:
                now, thrown = self.points(state), self.thrown(die)
                assert fact.average == Fraction(sum(thrown), 6) - now
                assert fact.count == sum(points > now for points in thrown)
                assert fact.worse == sum(points < now for points in thrown)
            case Spend() | SpendHero() if fact.merit is Merit.BEST_REROLL:
                self._best_reroll(fact)
                assert fact.average > 0
            case Spend() | SpendHero():
                assert fact.count == self.after(action).stage.count  # type: ignore[union-attr]
            case Keep(die):
                assert fact.die is not None
                assert fact.die.die == die
            case _ if fact.merit is Merit.NOTHING_BETTER:
                gains = [
                    self.points(self.after(take)) - self.points(state)
                    for take in self._takes(state)
                ]
                assert max(gains) == fact.points <= 0
            case _ if fact.merit is Merit.NO_REROLL:
                self._best_reroll(fact)
                assert fact.average <= 0
            case _:
                pass

    def _best_reroll(self, fact: ActionFact) -> None:
        assert fact.die is not None
        mean = Fraction(sum(self.thrown(fact.die.die)), 6) - self.points(self.state)
        assert fact.average == mean

    def _takes(self, state: State) -> list[Take]:
        return [
            action
            for action in self.game.legal_actions(state, self.seat)
            if isinstance(action, Take)
        ]

    def _best_two(self, state: State) -> int:
        """Return the most that one or two dice can bring after the beer's roll."""
        now, gains = self.points(self.state), []
        for first in self._takes(state):
            taken = self.game.apply(state, self.seat, first).state
            if self.game.to_act(taken) != {self.seat} or taken.mountain == state.mountain:
                gains.append(self._held(state, first))
                continue
            gains.append(self.points(taken) - now)
            gains += [self.points(self._with(taken, second)) - now for second in self._takes(taken)]
        return max(gains)

    def _with(self, state: State, take: Take) -> State:
        lying = next(
            place for place in state.mountain if place is not None and place.die == take.die
        )
        return hoards.with_hoard(state, self.seat, hoards.with_die(state.hoards[self.seat], lying))

    def _held(self, state: State, take: Take) -> int:
        return self.points(self._with(state, take)) - self.points(self.state)

    def _take(self, action: Take, fact: ActionFact) -> None:
        state = self.state
        lying = next(
            place for place in state.mountain if place is not None and place.die == action.die
        )
        face = self.content.face(lying.die, lying.face)
        after = self._with(state, action)
        gained = self.points(after) - self.points(state)
        match fact.merit:
            case Merit.POINTS:
                assert fact.points == gained != 0
            case Merit.GEM_LEAD:
                mine = self.among.index(self.seat)
                before, now = self.gems(state), self.gems(after)
                assert now[mine] == fact.count == max(now)
                assert now.count(max(now)) == 1
                assert (
                    before[mine] < max(before) or before.count(max(before)) > 1 or not before[mine]
                )
                assert fact.points == gained
            case Merit.LEAD_BROKEN:
                assert fact.seat is not None
                lost = self.points(state, fact.seat) - self.points(after, fact.seat)
                assert fact.points == lost > 0
            case Merit.TUNNELS:
                shown = self._tunnels(after)
                assert {*range(1, fact.count + 1)} <= {*shown}
                assert fact.count == 5 or fact.count + 1 not in shown
                assert not {*range(1, fact.count + 1)} <= {*self._tunnels(state)}
                assert fact.points == gained
            case Merit.TURNED:
                assert face.symbol in (Symbol.PICK, Symbol.SHIELD)
                assert (fact.points, fact.count) == (gained, self.hazards(after))
            case Merit.GAP:
                shown = self._tunnels(after)
                more = scoring.tunnels(shown + Counter((fact.count,))) - scoring.tunnels(shown)
                assert (fact.points, gained) == (more, 0)
                assert more > 0
            case Merit.DENIED:
                following = (self.seat + 1) % state.seats
                hoard = hoards.with_die(state.hoards[following], lying)
                theirs = self.points(hoards.with_hoard(state, following, hoard), following)
                assert fact.seat == following
                assert fact.points == theirs - self.points(state, following) > 0
            case Merit.BEER:
                assert face.symbol is Symbol.BEER
            case Merit.DIAMONDS:
                assert (face.symbol, face.count) == (Symbol.DIAMOND, fact.count)
            case Merit.CHESTS:
                assert (face.symbol, face.count) == (Symbol.CHEST, fact.count)
                assert len(state.rounds) + 1 < self.content.rounds
            case _:
                raise AssertionError(f"no fact of a take: {fact}")

    def _tunnels(self, state: State) -> Counter[int]:
        shown = hoards.faces(self.content, state, self.seat)
        return Counter(face.count for face in shown if face.symbol is Symbol.TUNNEL)


@pytest.mark.parametrize("table", some_tables(DICE_MINER), ids=repr)
@QUICK
@given(data=st.data())
def test_facts_agree_with_the_rules(table: Table, data: st.DataObject) -> None:
    game = table.game
    assert isinstance(game, DiceMiner)
    positions = data.draw(playouts(table)).positions
    for position in positions[data.draw(st.integers(0, 10)) :: 11]:
        for seat in sorted(game.to_act(position.state)):
            judge = Judge(game, position.state, seat)
            for action in game.legal_actions(position.state, seat):
                for fact in facts(game.content, position.state, seat, action):
                    judge.check(action, fact)


@pytest.mark.parametrize("table", some_tables(DICE_MINER), ids=repr)
@QUICK
@given(data=st.data())
def test_points_of_a_take_are_its_whole_difference(table: Table, data: st.DataObject) -> None:
    game = table.game
    assert isinstance(game, DiceMiner)
    merits = (Merit.POINTS, Merit.GEM_LEAD, Merit.TUNNELS, Merit.TURNED)
    positions = data.draw(playouts(table)).positions
    for position in positions[data.draw(st.integers(0, 10)) :: 11]:
        for seat in sorted(game.to_act(position.state)):
            judge = Judge(game, position.state, seat)
            for action in game.legal_actions(position.state, seat):
                if isinstance(action, Take):
                    gained = judge._held(position.state, action)
                    all_facts = facts(game.content, position.state, seat, action)
                    numbers = {fact.points for fact in all_facts if fact.merit in merits}
                    assert numbers == ({gained} if gained else set())


def scene_of(table: Table, position: Position[object], seat: Seat) -> Scene:
    return Scene(
        game=table.game,
        state=position.state,
        to_act=tuple(sorted(table.game.to_act(position.state))),
        players=tuple(Player(name) for name in ("Ann", "Ben", "Cat", "Dan")[: table.seats]),
        words=WORDS,
        screens=INSTALLED.screens(table.game.info.name),
        viewer=seat,
    )


@pytest.mark.parametrize("table", some_tables(SPOKEN), ids=repr)
@QUICK
@given(data=st.data())
def test_every_move_has_a_name_and_few_sentences(table: Table, data: st.DataObject) -> None:
    game = table.game
    positions = data.draw(playouts(table)).positions
    for position in positions[data.draw(st.integers(0, 16)) :: 17]:
        for seat in sorted(game.to_act(position.state)):
            scene = scene_of(table, position, seat)
            for token in driver.legal_tokens(game, position, seat)[:12]:
                name = scene.screens.hint_move(scene, seat, token)
                assert name
                assert "{" not in name
                reasons = scene.screens.hint_reasons(scene, seat, token)
                assert len(reasons) <= 3
                assert all(reason and "{" not in reason for reason in reasons)


@pytest.mark.parametrize(
    "table", some_tables([o for o in SPOKEN if o.game.info.name != "dice-miner"]), ids=repr
)
@QUICK
@given(data=st.data())
def test_points_of_a_move_agree_with_playing_it_out(table: Table, data: st.DataObject) -> None:
    game = table.game
    positions = data.draw(playouts(table)).positions
    for position in positions[data.draw(st.integers(0, 16)) :: 17]:
        for seat in sorted(game.to_act(position.state)):
            for token in driver.legal_tokens(game, position, seat)[:6]:
                after = driver.choose(game, position, seat, token).position
                now = game.scores(position.state)[seat]
                at_once = game.scores(after.state)[seat] - now
                assert most_gained(game, position.state, seat, token) == at_once
                if at_once or game.chance(after.state) is not None:
                    continue
                further = [
                    game.scores(driver.choose(game, after, seat, follow_up).position.state)[seat]
                    - now
                    for follow_up in driver.legal_tokens(game, after, seat)
                ]
                assert most_gained(game, position.state, seat, token, 1) == max(further, default=0)
