"""“Why not?”: questions about the board, each answered by the rule that forbids the move.

A question is a token: `take t03`, `spend m03`, `reroll h01` or `keep k02`. `salud`, without a die,
asks about sharing any beer.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from cogs.screens.base import PICK_AT_MOST, Option, Scene
from engine.core.types import Seat
from engine.games.dice_miner.actions import Keep, Reroll, Salud, Spend, Take
from engine.games.dice_miner.content import Content, Kind
from engine.games.dice_miner.observation import HoardDie, Observation, Phase, SeenDie
from engine.games.dice_miner.state import Keeping, Spending, State
from engine.games.dice_miner.why import Because, Reason, why_not
from games.dice_miner.screens.content import content_of, icon
from games.dice_miner.screens.reasons import reason_words
from render.games.dice_miner.alt import board_facts
from render.games.dice_miner.annotations import Annotations, annotation_facts
from render.games.dice_miner.board import draw_board
from render.games.dice_miner.hand import draw_hand
from render.games.dice_miner.last_turn import Last
from render.games.dice_miner.words import die_words
from render.names import plain_name
from render.picture import Picture, join_facts

SALUD = "salud"
Asked = Take | Spend | Reroll | Keep
VERBS: Mapping[str, type[Asked]] = {"take": Take, "spend": Spend, "reroll": Reroll, "keep": Keep}
"""Actions by the first word of a question."""
NOBODY = -1
"""Stands for a spectator's seat, for which no Action is legal."""


def questions(scene: Scene, seat: Seat | None) -> tuple[Option, ...]:
    view: Observation = scene.view
    asked: list[Option] = []
    match view.phase:
        case Phase.EXCAVATION:
            asked = [*_mountain(scene, seat), *_beer(scene, seat)]
        case Phase.MAGIC | Phase.TIEBREAK | Phase.RECOVERY if seat is not None:
            asked = list(_hoard(scene, seat, view.seats[seat].hoard))
        case _:
            pass
    return tuple(asked[:PICK_AT_MOST])


def asked(scene: Scene, seat: Seat | None) -> Picture:
    """Draw the board with a number on each die that a question names."""
    view: Observation = scene.view
    if not view.mountain and seat is not None:
        return _hand(scene, seat, frozenset())
    return board_pointed(scene, Annotations(labels=_numbers(scene, seat)))


def answer(scene: Scene, seat: Seat | None, question: str) -> tuple[str, Picture | None] | None:
    content = content_of(scene)
    action = _read(scene, seat, question)
    if action is None:
        return None
    reason = why_not(content, scene.state, NOBODY if seat is None else seat, action)
    die = None if question == SALUD else action.die
    if reason is None:
        return scene.words.say("You can do that now: use the board's buttons."), None
    if question == SALUD and reason.because is Because.NOT_YOURS:
        reason = Reason(Because.NO_BEER)
    text = reason_words(scene, seat, reason, die)
    return text, _picture(scene, seat, reason, die)


def _picture(scene: Scene, seat: Seat | None, reason: Reason, die: int | None) -> Picture | None:
    """Draw the board with the dice that block the move; after the excavation, the asker's hoard."""
    content = content_of(scene)
    names = tuple(content.name(other) for other in reason.dice)
    named = None if die is None else content.name(die)
    if scene.view.mountain:
        return board_pointed(scene, Annotations(named, names))
    if seat is None:
        return None
    return _hand(scene, seat, frozenset(names or (() if named is None else (named,))))


def board_pointed(scene: Scene, annotations: Annotations, last: Last | None = None) -> Picture:
    """Draw the annotated board; the alt text begins with the annotations."""
    heroes = content_of(scene).heroes
    words, view = scene.words, scene.view
    picture = draw_board(view, scene.players, words, last, heroes, scene.theme, annotations)
    facts = board_facts(view, scene.players, words, last, heroes)
    return replace(picture, alt=join_facts([*annotation_facts(view, words, annotations), *facts]))


def _hand(scene: Scene, seat: Seat, marked: frozenset[str]) -> Picture:
    title = scene.words.say(
        "The hoard of {name}", name=plain_name(scene.words, scene.players, seat)
    )
    return draw_hand(scene.view.seats[seat], title, scene.words, scene.theme, marked)


def _numbers(scene: Scene, seat: Seat | None) -> dict[str, str]:
    names = [die.name for die in _untakeable(scene, seat)]
    return {name: str(number) for number, name in enumerate(names, 1)}


def _untakeable(scene: Scene, seat: Seat | None) -> list[SeenDie]:
    view: Observation = scene.view
    mine = seat in scene.to_act
    return [spot.die for spot in view.mountain if not (mine and spot.takeable)]


def _mountain(scene: Scene, seat: Seat | None) -> Iterator[Option]:
    for number, die in enumerate(_untakeable(scene, seat), 1):
        label = scene.words.say("{number} · {die}", number=number, die=die_words(scene.words, die))
        yield Option(label, f"take {die.name}", emoji=icon(scene, die))


def _beer(scene: Scene, seat: Seat | None) -> Iterator[Option]:
    view: Observation = scene.view
    if seat is not None and not (seat in scene.to_act and view.beers):
        yield Option(scene.words.say("¡Salud!"), SALUD, emoji="🍺")


def _hoard(scene: Scene, seat: Seat, hoard: tuple[HoardDie, ...]) -> Iterator[Option]:
    words, content, state = scene.words, content_of(scene), scene.state
    offered = set()
    for held in hoard:
        alike = (held.die.kind, held.die.number, held.spent, held.kept)
        action = _use(content, state, held.die)
        if alike in offered or why_not(content, state, seat, action) is None:
            continue
        offered.add(alike)
        name = die_words(words, held.die)
        match action:
            case Keep():
                label, token = words.say("Keep: {die}", die=name), f"keep {held.die.name}"
            case Spend():
                label, token = words.say("Spend: {die}", die=name), f"spend {held.die.name}"
            case _:
                label, token = words.say("Reroll: {die}", die=name), f"reroll {held.die.name}"
        yield Option(label, token, emoji=icon(scene, held.die))


def _use(content: Content, state: State, die: SeenDie) -> Keep | Spend | Reroll:
    number = content.die(die.name)
    assert number is not None, "a visible die exists"
    if isinstance(state.stage, Keeping):
        return Keep(number)
    if die.kind is Kind.MAGIC and not isinstance(state.stage, Spending):
        return Spend(number)
    return Reroll(number)


def _read(scene: Scene, seat: Seat | None, question: str) -> Asked | Salud | None:
    """Return the Action that a question is about. For `salud`, prefer a die that shows beer."""
    content, state = content_of(scene), scene.state
    if question == SALUD:
        if seat is None:
            return None
        friend = (seat + 1) % state.seats
        candidates = [Salud(rolled.die, friend) for rolled in state.hoards[seat]]
        reasons = [(why_not(content, state, seat, salud), salud) for salud in candidates]
        for reason, salud in reasons:
            if reason is None or reason.because is not Because.NO_BEER:
                return salud
        return candidates[0] if candidates else Salud(0, friend)
    verb, _, name = question.partition(" ")
    die = content.die(name)
    if die is None:
        return None
    action = VERBS.get(verb)
    return None if action is None else action(die)
