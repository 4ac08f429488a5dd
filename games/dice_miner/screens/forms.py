"""Forms, and the tokens for a submitted form or menu.

A board opens a form for magic or for keeping dice only if its menus have too few lines for all
dice, and one for sharing beer if there are too many beers and friends for buttons.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from cogs.screens.base import FIELDS_AT_MOST, MENU, BadChoice, Form, FormField, Option, Scene
from engine.core.driver import Position, choose
from engine.core.errors import NotLegal
from engine.core.types import Seat
from engine.games.dice_miner.content import Kind, Symbol
from engine.games.dice_miner.observation import MagicSource, Observation, SeenDie
from games.dice_miner.screens.choices import beers_to_share, offered, to_keep
from games.dice_miner.screens.content import icon
from games.dice_miner.screens.controls import KEEP, REROLL, SALUD
from render.games.dice_miner.words import die_words, face_words, kind_name

DIE = "die"
FRIEND = "friend"


def form(scene: Scene, seat: Seat, panel: str) -> Form | tuple[str, ...] | None:
    """Return a panel's form, or its tokens if no choice is left; None if it isn't open."""
    view: Observation = scene.view
    if seat not in scene.to_act:
        return None
    if panel == SALUD:
        return _salud(scene, view)
    if panel == KEEP:
        return _keep(scene, view, seat)
    source = _source(view, panel)
    return None if source is None else _reroll(scene, source, panel)


def tokens(
    scene: Scene, seat: Seat, panel: str, values: Mapping[str, Sequence[str]]
) -> tuple[str, ...]:
    """Return the tokens of a submitted form or menu; raise BadChoice."""
    view: Observation = scene.view
    fields = (*(kind.value for kind in Kind), MENU)
    chosen = [value for field in fields for value in values.get(field, ())]
    if panel == SALUD:
        die = _first(values, DIE) or _only([beer.name for beer in beers_to_share(view.beers)])
        friend = _first(values, FRIEND) or _only([str(friend) for friend in view.friends])
        if die is None or friend is None:
            raise BadChoice(scene.words.say("Choose a beer die and a friend."))
        return (f"salud {die} {friend}",)
    if panel.startswith(KEEP):
        return _kept(scene, seat, panel, chosen)
    source = _source(view, panel)
    if source is None:
        raise BadChoice(scene.words.say("You can't spend that magic now."))
    if len(chosen) != source.count:
        raise BadChoice(
            scene.words.count(
                "This magic rerolls exactly {count} die, but you chose {chosen}. Nothing was "
                "spent.",
                "This magic rerolls exactly {count} dice, but you chose {chosen}. Nothing was "
                "spent.",
                source.count,
                chosen=len(chosen),
            ),
            mendable=True,
        )
    return (*_opening(panel), *(f"reroll {die}" for die in chosen))


def _kept(scene: Scene, seat: Seat, panel: str, chosen: Sequence[str]) -> tuple[str, ...]:
    whose = panel.removeprefix(KEEP).strip()
    if whose not in ("", str(seat)):
        raise BadChoice(scene.words.say("Those are somebody else's dice: use your own menu."))
    decided = (*(f"keep {die}" for die in chosen), "done")
    room = _room(scene.view, seat, chosen)
    if len(chosen) > room:
        raise BadChoice(_too_many(scene, room, len(chosen)), mendable=True)
    if not _legal(scene, seat, decided):
        raise BadChoice(
            scene.words.say(
                "A chest die that you keep doesn't keep anything itself, so this way your "
                "chests have room for fewer dice than you chose. Nothing was decided."
            ),
            mendable=True,
        )
    return decided


def _legal(scene: Scene, seat: Seat, decided: Sequence[str]) -> bool:
    position = Position(scene.state)
    try:
        for token in decided:
            position = choose(scene.game, position, seat, token).position
    except NotLegal:
        return False
    return True


def _too_many(scene: Scene, room: int, chosen: int) -> str:
    return scene.words.count(
        "Your chests keep up to {count} die, but you chose {chosen}. Nothing was decided.",
        "Your chests keep up to {count} dice, but you chose {chosen}. Nothing was decided.",
        room,
        chosen=chosen,
    )


def _room(view: Observation, seat: Seat, chosen: Iterable[str]) -> int:
    """Return how many dice the chests keep. A kept chest can't keep other dice."""
    names = set(chosen)
    dice = (lying.die for lying in view.seats[seat].hoard if lying.die.name in names)
    used = sum(die.face.count for die in dice if die.face.symbol is Symbol.CHEST)
    return view.seats[seat].chests - used


def _opening(panel: str) -> tuple[str, ...]:
    return () if panel == REROLL else (panel,)


def _source(view: Observation, panel: str) -> MagicSource | None:
    if panel == REROLL:
        return _rest(view)
    return next((source for source in view.sources if source.token == panel), None)


def _rest(view: Observation) -> MagicSource | None:
    """Return the spent source; its count is the number of dice still to choose."""
    if view.spending is None:
        return None
    return replace(view.spending, count=view.spending.count - len(view.chosen))


def _salud(scene: Scene, view: Observation) -> Form | tuple[str, ...] | None:
    words = scene.words
    beers = beers_to_share(view.beers)
    if not beers:
        return None
    if len(beers) == 1 and len(view.friends) == 1:
        return (f"salud {beers[0].name} {view.friends[0]}",)
    fields = []
    if len(beers) > 1:
        dice = tuple(
            Option(die_words(words, beer), beer.name, emoji=icon(scene, beer)) for beer in beers
        )
        fields.append(FormField(DIE, words.say("Which beer?"), dice, 1, 1))
    if len(view.friends) > 1:
        friends = tuple(Option(scene.players[friend].name, str(friend)) for friend in view.friends)
        fields.append(FormField(FRIEND, words.say("For whom?"), friends, 1, 1))
    text = words.say(
        "The die rolls, and your friend must keep it with its new face."
        " Then you take up to two dice, each from the top or the side."
    )
    return Form(words.say("¡Salud!"), text, tuple(fields))


def _reroll(scene: Scene, source: MagicSource, panel: str) -> Form | tuple[str, ...]:
    words = scene.words
    if source.count == len(source.targets):
        return (*_opening(panel), *(f"reroll {die.name}" for die in source.targets))
    text = words.count(
        "Choose exactly {count} die to reroll.",
        "Choose exactly {count} dice in all; they roll together.",
        source.count,
    )
    title = words.count("Magic: reroll {count} die", "Magic: reroll {count} dice", source.count)
    return Form(title, text, _fields(scene, source.targets, source.count))


def _keep(scene: Scene, view: Observation, seat: Seat) -> Form | tuple[str, ...]:
    words = scene.words
    mine = view.seats[seat]
    text = words.count(
        "Your chests keep up to {count} die with the face it shows. A chest die that you keep "
        "doesn't keep anything itself. You roll all your other dice again.",
        "Your chests keep up to {count} dice with the faces they show. A chest die that you keep "
        "doesn't keep anything itself. You roll all your other dice again.",
        mine.chests,
    )
    dice = to_keep(scene, seat)
    if not dice:
        return ("done",)
    return Form(words.say("Keep dice"), text, _fields(scene, dice, mine.chests))


def _fields(scene: Scene, dice: Iterable[SeenDie], most: int) -> tuple[FormField, ...]:
    """Return a field for each kind of die. If there are too many kinds, merge the two smallest
    fields.
    """
    by_kind: dict[Kind, list[SeenDie]] = {}
    for die in dice:
        by_kind.setdefault(die.kind, []).append(die)
    groups: list[tuple[tuple[Kind, ...], list[SeenDie]]] = [
        ((kind,), offered(of_kind, most)[0]) for kind, of_kind in by_kind.items()
    ]
    while len(groups) > FIELDS_AT_MOST:
        smallest = sorted(groups, key=lambda group: len(group[1]))[:2]
        first, second = (group for group in groups if group in smallest)
        groups[groups.index(first)] = ((*first[0], *second[0]), [*first[1], *second[1]])
        groups.remove(second)
    return tuple(_field(scene, kinds, dice_of_kinds, most) for kinds, dice_of_kinds in groups)


def _field(scene: Scene, kinds: tuple[Kind, ...], dice: list[SeenDie], most: int) -> FormField:
    words = scene.words
    label = words.listed(kind_name(words, kind) for kind in kinds)
    says = face_words if len(kinds) == 1 else die_words
    options = tuple(Option(says(words, die), die.name, emoji=icon(scene, die)) for die in dice)
    return FormField(kinds[0].value, label, options, 0, min(most, len(options)))


def _first(values: Mapping[str, Sequence[str]], name: str) -> str | None:
    return next(iter(values.get(name, ())), None)


def _only(values: list[str]) -> str | None:
    return values[0] if len(values) == 1 else None
