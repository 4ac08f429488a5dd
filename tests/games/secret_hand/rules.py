"""The rules of Secret Hand."""

import re
from dataclasses import dataclass, replace
from typing import assert_never

from engine.core.errors import BadToken
from engine.core.thinking import AccuracyScale, Assessed, Thinking
from engine.core.types import (
    ChanceRequest,
    Ending,
    Entry,
    Event,
    GameInfo,
    Level,
    Outcome,
    Seat,
    Step,
)
from tests.games.secret_hand.state import (
    CARDS,
    HAND,
    Action,
    Dealing,
    Dealt,
    Drawing,
    Keep,
    Observation,
    Over,
    Play,
    Playing,
    RoundShown,
    State,
    Swap,
    Swapping,
)

LEVELS = (Level.APPRENTICE, Level.FOREMAN, Level.KING)
LOW = 5
"""A computer puts lower cards away."""


@dataclass(frozen=True, slots=True)
class SecretHand:
    """The rules; they have no numbers that could vary."""

    @property
    def info(self) -> GameInfo:
        return GameInfo("secret-hand", 1, range(2, 5), hidden=True, levels=LEVELS)

    def new(self, seats: int) -> State:
        return State(Dealing(0), ((),) * seats, tuple(CARDS))

    def to_act(self, state: State) -> frozenset[Seat]:
        match state.stage:
            case Swapping(seat):
                return frozenset({seat})
            case Playing(chosen):
                return frozenset(seat for seat, card in enumerate(chosen) if card is None)
            case Dealing() | Drawing() | Over():
                return frozenset()
            case _:
                assert_never(state.stage)

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        if seat not in self.to_act(state):
            return ()
        if isinstance(state.stage, Swapping):
            return (Keep(), *(Swap(card) for card in state.hands[seat]))
        return tuple(Play(card) for card in state.hands[seat])

    def sealed(self, state: State) -> bool:
        return isinstance(state.stage, Playing)

    def apply(self, state: State, seat: Seat, action: Action) -> Step[State]:
        """Apply an Action; played cards count when all seats have played."""
        match state.stage, action:
            case Swapping(), Keep():
                return Step(_swapped(state, seat))
            case Swapping(), Swap(card):
                hands = _with(state.hands, seat, _without(state.hands[seat], card))
                return Step(replace(state, stage=Drawing(seat), hands=hands))
            case Playing(chosen), Play(card):
                return _played(state, (*chosen[:seat], card, *chosen[seat + 1 :]))
            case _:
                raise AssertionError("only legal Actions are applied")

    def plannable(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """Return what a waiting seat can swap or play in its turn."""
        if not isinstance(state.stage, Swapping) or seat == state.stage.seat:
            return ()
        if seat < state.stage.seat:
            return tuple(Play(card) for card in state.hands[seat])
        return (Keep(), *(Swap(card) for card in state.hands[seat]))

    def plan_broken(
        self,
        then: State,  # noqa: ARG002
        since: tuple[Event, ...],  # noqa: ARG002
        now: State,  # noqa: ARG002
        seat: Seat,  # noqa: ARG002
    ) -> str | None:
        """Return None: no Action of other seats breaks a plan."""
        return None

    def chance(self, state: State) -> ChanceRequest | None:
        size = len(state.deck)
        match state.stage:
            case Dealing():
                return ChanceRequest(tuple(range(size, size - HAND, -1)))
            case Drawing():
                return ChanceRequest((size,))
            case Swapping() | Playing() | Over():
                return None
            case _:
                assert_never(state.stage)

    def resolve(self, state: State, drawn: tuple[int, ...]) -> Step[State]:
        stage, cards = state.stage, _cards(state.deck, drawn)
        assert isinstance(stage, Dealing | Drawing), "chance answers only if it was requested"
        hands = _with(state.hands, stage.seat, tuple(sorted((*state.hands[stage.seat], *cards))))
        deck = tuple(card for card in state.deck if card not in cards)
        after = replace(state, hands=hands, deck=deck)
        events = (Dealt(stage.seat, cards),)
        if isinstance(stage, Drawing):
            return Step(_swapped(after, stage.seat), events)
        if stage.seat + 1 < len(hands):
            return Step(replace(after, stage=Dealing(stage.seat + 1)), events)
        return Step(replace(after, stage=_turn(after, 0)), events)

    def canonical(self, state: State) -> str:
        return repr(state)

    def outcome(self, state: State) -> Outcome | None:
        if not isinstance(state.stage, Over):
            return None
        points = state.points
        ending = Ending.POINTS if points.count(max(points)) == 1 else Ending.SHARED
        return Outcome(ending, points, tuple(1 + sum(o > mine for o in points) for mine in points))

    def scores(self, state: State) -> tuple[int, ...]:
        return state.points

    def observe(self, state: State, viewer: Seat | None) -> Observation:
        seen = Observation(
            to_act=tuple(sorted(self.to_act(state))),
            deck=len(state.deck),
            cards=tuple(len(hand) for hand in state.hands),
            shown=state.shown,
            points=state.points,
        )
        if viewer is None:
            return seen
        stage = state.stage
        chosen = stage.chosen[viewer] if isinstance(stage, Playing) else None
        return replace(seen, hand=state.hands[viewer], chosen=chosen)

    def disclosed(self, before: State, entry: Entry, viewer: Seat | None) -> bool:
        """Return the events that a seat knows: its own cards, kept hands, and shown rounds."""
        match before.stage:
            case Dealing(seat) | Drawing(seat):
                return seat == viewer
            case Playing(chosen):
                return chosen.count(None) == 1
            case Swapping():
                return entry.token == "keep"
            case Over():
                raise AssertionError("no Action follows the end")
            case _:
                assert_never(before.stage)

    def notation(self, action: Action) -> str:
        """Return ``keep``, ``swap 7`` or ``play 7``."""
        match action:
            case Keep():
                return "keep"
            case Swap(card):
                return f"swap {card}"
            case Play(card):
                return f"play {card}"
            case _:
                assert_never(action)

    def chance_notation(self, state: State, drawn: tuple[int, ...]) -> str:
        """Return ``deal 7 1 12`` or ``draw 3``."""
        word = "deal" if isinstance(state.stage, Dealing) else "draw"
        return " ".join([word, *map(str, _cards(state.deck, drawn))])

    def read_chance(self, state: State, token: str) -> tuple[int, ...]:
        """Return the places of these cards in the remaining deck."""
        word, count = ("deal", HAND) if isinstance(state.stage, Dealing) else ("draw", 1)
        if re.fullmatch(rf"{word}( [1-9][0-9]?){{{count}}}", token) is None:
            raise BadToken(f"expected '{word}' and {count} cards here")
        deck, places = list(state.deck), []
        for card in map(int, token.split()[1:]):
            if card not in deck:
                raise BadToken(f"card {card} is not in the deck")
            places.append(deck.index(card))
            deck.remove(card)
        return tuple(places)

    def summary(self, seen: Observation) -> dict[str, object]:
        entries: dict[str, object] = {
            "deck": seen.deck,
            "cards": list(seen.cards),
            "shown": [list(cards) for cards in seen.shown],
            "points": list(seen.points),
        }
        if seen.hand:
            entries["hand"] = list(seen.hand)
        if seen.chosen is not None:
            entries["chosen"] = seen.chosen
        return entries

    def suggest(self, state: State, seat: Seat, level: Level = Level.FOREMAN) -> Action:
        hand = state.hands[seat]
        if isinstance(state.stage, Swapping):
            return Swap(hand[0]) if hand[0] < LOW else Keep()
        return Play(hand[0] if level is Level.APPRENTICE else hand[-1])

    @property
    def accuracy_scale(self) -> AccuracyScale:
        return AccuracyScale()

    def assess(self, state: State, seat: Seat, thinking: Thinking) -> tuple[Assessed[Action], ...]:
        """Rate Actions by how often the played card beats hands that the others can hold."""
        legal, looks = self.legal_actions(state, seat), 0
        wins = dict.fromkeys(legal, 0)
        while not looks or thinking.more():
            looks += 1
            unseen = _unseen(state, seat)
            others = [unseen.pop(int(thinking.random() * len(unseen))) for _ in state.hands[1:]]
            for action in legal:
                hand = state.hands[seat]
                if isinstance(action, Swap):
                    drawn = unseen[int(thinking.random() * len(unseen))]
                    hand = tuple(sorted((*_without(hand, action.card), drawn)))
                card = action.card if isinstance(action, Play) else hand[-1]
                wins[action] += card > max(others)
        assessments = []
        for action in legal:
            share = wins[action] / looks
            error = (share * (1 - share) / looks) ** 0.5
            assessments.append(Assessed(action, share, 2 * share - 1, error))
        return tuple(sorted(assessments, key=lambda assessment: -assessment.points))


def _cards(deck: tuple[int, ...], drawn: tuple[int, ...]) -> tuple[int, ...]:
    left = list(deck)
    return tuple(left.pop(place) for place in drawn)


def _without(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    return tuple(other for other in hand if other != card)


def _unseen(state: State, seat: Seat) -> list[int]:
    """Return the cards that others can hold, to the seat's knowledge."""
    seen = {*state.hands[seat], *(card for cards in state.shown for card in cards)}
    return [card for card in CARDS if card not in seen]


def _with(
    hands: tuple[tuple[int, ...], ...], seat: Seat, hand: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _turn(state: State, seat: Seat) -> Swapping | Playing:
    """Return the seat's turn to swap, or the play once all have swapped or the deck is empty."""
    if seat < len(state.hands) and state.deck:
        return Swapping(seat)
    return Playing((None,) * len(state.hands))


def _swapped(state: State, seat: Seat) -> State:
    return replace(state, stage=_turn(state, seat + 1))


def _played(state: State, chosen: tuple[int | None, ...]) -> Step[State]:
    cards = tuple(card for card in chosen if card is not None)
    if len(cards) < len(chosen):
        return Step(replace(state, stage=Playing(chosen)))
    hands = tuple(_without(hand, card) for hand, card in zip(state.hands, cards, strict=True))
    after = replace(state, hands=hands, shown=(*state.shown, cards))
    stage = _turn(after, 0) if hands[0] else Over()
    return Step(replace(after, stage=stage), (RoundShown(cards),))
