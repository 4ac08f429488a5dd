"""The special situations in a match file, found by replaying it."""

from collections.abc import Iterator
from itertools import pairwise

from engine.core import driver
from engine.core.driver import Advance
from engine.core.matchfile import Opened
from engine.core.types import Event
from engine.games.dice_miner.actions import Spend, SpendHero
from engine.games.dice_miner.content import Content, HeroName, Kind, Symbol
from engine.games.dice_miner.events import (
    BeerShared,
    DiceKept,
    DieTaken,
    FirstRolled,
    HeroChosen,
    MagicEnded,
    MagicSpent,
    SecondLeft,
    StartDrawn,
    TiebreakBegan,
)
from engine.games.dice_miner.phases import magic
from engine.games.dice_miner.rules import DiceMiner
from engine.games.dice_miner.state import (
    Excavation,
    Keeping,
    Magic,
    Rerolling,
    Rolled,
    Spending,
    State,
)

WANTED = (
    *(f"{seats} seats" for seats in (2, 3, 4)),
    *(f"the hero {name.value}" for name in HeroName),
    "ended by points",
    "ended by tiebreak",
    "ended by shared",
    "stops in the middle",
    "stops while dice are chosen",
    "a tie for the start",
    "¡Salud! with one die left",
    "the first of two dice empties the mountain",
    "the second die is left",
    "a hazard die is shared for its beer",
    "a shared die shows beer again",
    "four dice slide",
    "a take is undone",
    "a spend with too few targets",
    "a magic die is rerolled and then spent",
    "a hero's magic is spent",
    "a seat passes",
    "a chest is kept",
    "a hazard die is kept",
    "nothing is kept in spite of chests",
    "seats keep in turns",
    "a lot",
    "a tie-break after a tie-break",
    "a tie-break that leaves a tied seat out",
    "twenty tie-breaks",
    "an unrevealed seed",
    "a revealed seed",
)
"""Every one must be in a golden file."""


def situations(opened: Opened) -> frozenset[str]:
    return frozenset(_situations(opened)) & frozenset(WANTED)


def _situations(opened: Opened) -> Iterator[str]:
    game = opened.game
    assert isinstance(game, DiceMiner), "golden files are matches of Dice Miner"
    yield f"{opened.header.seats} seats"
    yield "a revealed seed" if opened.header.seed else "an unrevealed seed"
    state = game.new(opened.header.seats)
    rerolled: set[int] = set()
    keepers: list[int] = []
    for _, made in opened.advances():
        yield from _decided(game, state, made)
        for event in made.events:
            yield from _happened(game.content, state, event)
        if not isinstance(state.stage, Magic | Spending | Rerolling):
            rerolled.clear()
        if isinstance(state.stage, Rerolling):
            rerolled.update(state.stage.chosen)
        if made.entry.token in {f"spend {game.content.name(die)}" for die in rerolled}:
            yield "a magic die is rerolled and then spent"
        if isinstance(state.stage, Keeping) and made.entry.actor is not None:
            keepers.append(made.entry.actor)
        else:
            keepers.clear()
        if sum(one != other for one, other in pairwise(keepers)) >= len(set(keepers)) > 1:
            yield "seats keep in turns"
        state = made.position.state
    outcome = game.outcome(state)
    if outcome is not None:
        yield f"ended by {outcome.ending.value}"
    else:
        yield "stops in the middle"
    if isinstance(state.stage, Spending) and state.stage.chosen:
        yield "stops while dice are chosen"
    if len(state.tiebreaks) > 1:
        yield "a tie-break after a tie-break"
    if len(state.tiebreaks) == 20:
        yield "twenty tie-breaks"


def _decided(game: DiceMiner, before: State, made: Advance[State]) -> Iterator[str]:
    token = made.entry.token
    stage = before.stage
    if token == driver.UNDO:
        yield "a take is undone"
    if token.startswith("salud h"):
        yield "a hazard die is shared for its beer"
    left = sum(rolled is not None for rolled in before.mountain)
    if token.startswith("salud ") and left == 1:
        yield "¡Salud! with one die left"
    if isinstance(stage, Excavation) and stage.salud and not stage.taken and left == 1:
        yield "the first of two dice empties the mountain"
    if isinstance(stage, Magic) and token.startswith("spend "):
        source = next(
            action
            for action in game.legal_actions(before, stage.seat)
            if game.notation(action) == token
        )
        assert isinstance(source, Spend | SpendHero), "'spend' is one of these"
        shown = magic.diamonds(game.content, before, stage.seat, source)
        if len(magic.targets(game.content, before, stage.seat, source)) < shown:
            yield "a spend with too few targets"


def _happened(content: Content, before: State, event: Event) -> Iterator[str]:
    match event:
        case FirstRolled(_, None):
            yield "a tie for the start"
        case HeroChosen(_, hero):
            yield f"the hero {hero.value}"
        case DieTaken(slid=slid) if len(slid) == 4:
            yield "four dice slide"
        case BeerShared(rolled=Rolled(face=6)):
            yield "a shared die shows beer again"
        case SecondLeft():
            yield "the second die is left"
        case MagicSpent(die=None):
            yield "a hero's magic is spent"
        case MagicEnded():
            yield "a seat passes"
        case DiceKept(_, ()):
            yield "nothing is kept in spite of chests"
        case DiceKept(_, kept):
            for rolled in kept:
                if content.face(rolled.die, rolled.face).symbol is Symbol.CHEST:
                    yield "a chest is kept"
                if content.kind(rolled.die) is Kind.HAZARD:
                    yield "a hazard die is kept"
        case StartDrawn():
            yield "a lot"
        case TiebreakBegan(_, seats) if len(seats) < len(before.tied):
            yield "a tie-break that leaves a tied seat out"
        case _:
            return
