"""The buttons and menus on Dice Miner's board."""

from cogs.screens.base import Control, Menu, Scene, Style
from engine.games.dice_miner.content import Face, HeroName, Symbol
from engine.games.dice_miner.observation import MagicSource, MountainDie, Observation, Phase, Reach
from games.dice_miner.screens.choices import beers_to_share, keep_menu, reroll_menu, source_name
from games.dice_miner.screens.content import content_of, icon
from render.games.dice_miner.emoji import emoji_name
from render.games.dice_miner.words import (
    brief_words,
    face_emoji,
    hero_gives,
    hero_name,
    letters,
)

SALUD = "salud"
KEEP = "keep"
REROLL = "reroll"
"""Panels; each other panel is the token that spends its source of magic."""

HEROES = 3
"""Heroes per row of the picture."""
MOST_BUTTONS = 16
"""Largest number of buttons for dice and beers together. In up to five rows, that keeps the board
well below Discord's limit of 40 components.
"""

_COLOURS = {Reach.TOP: Style.MAIN, Reach.SIDE: Style.GOOD}
"""Button colours: blue for dice with a gold frame in the picture, green for those with a turquoise
one.
"""

Group = list[Control | Menu]


def controls(scene: Scene) -> list[Group]:
    view: Observation = scene.view
    if not scene.to_act:
        return []
    match view.phase:
        case Phase.SETUP:
            heroes = [hero_button(scene, hero) for hero in view.free_heroes]
            return [list(heroes[start : start + HEROES]) for start in range(0, len(heroes), HEROES)]
        case Phase.EXCAVATION:
            return _excavation(scene, view)
        case Phase.MAGIC | Phase.TIEBREAK:
            return _magic(scene, view)
        case Phase.RECOVERY:
            return _keeping(scene)
        case Phase.FINISHED:
            return []


def hero_button(scene: Scene, hero: HeroName) -> Control:
    """Return the button of a hero, with symbols of its faces. Labels can't have the game's own
    emoji.
    """
    words = scene.words
    (faces,) = (other.faces for other in content_of(scene).heroes if other.name is hero)
    name = hero_name(words, hero)
    return Control(
        # Translators: A button: a hero and the symbols of its faces.
        words.say("{hero} {faces}", hero=name, faces="".join(map(_symbol, faces))),
        tokens=(f"hero {hero.value}",),
        name=words.say("{hero}: {gives}", hero=name, gives=hero_gives(words, faces)),
    )


def _symbol(face: Face) -> str:
    counted = face.symbol is Symbol.TUNNEL or face.count > 1
    return f"{face_emoji(face)}{face.count}" if counted else face_emoji(face)


def take_button(scene: Scene, spot: MountainDie, letter: str) -> Control:
    die = brief_words(scene.words, spot.die)
    return Control(
        letter,
        tokens=(f"take {spot.die.name}",),
        emoji=icon(scene, spot.die),
        style=_COLOURS[spot.reach] if spot.takeable else Style.CALM,
        name=scene.words.say("{letter} · {die}", letter=letter, die=die),
    )


def stop_button(scene: Scene) -> Control:
    return Control(scene.words.say("No second die"), tokens=("stop",))


def salud_buttons(scene: Scene) -> list[Control]:
    """Return a button for each pair of beer and friend, so that one press decides both."""
    words, view = scene.words, scene.view
    beers, friends = beers_to_share(view.beers), view.friends
    shout = words.say("¡Salud!")
    buttons = []
    for beer in beers:
        for friend in friends:
            name = scene.players[friend].name
            full = words.say("¡Salud, {player}!", player=name)
            several = len(beers) > 1 and len(friends) > 1
            label = name if several else full if len(friends) > 1 else shout
            if len(beers) > 1 and emoji_name(beer) not in scene.icons:
                # Translators: A button: whom a beer is shared with, and which beer.
                label = words.say("{shout} · {beer}", shout=label, beer=brief_words(words, beer))
            buttons.append(
                Control(
                    label,
                    tokens=(f"salud {beer.name} {friend}",),
                    emoji=icon(scene, beer) if len(beers) > 1 else "🍺",
                    style=Style.GOOD,
                    name=full,
                )
            )
    return buttons


def magic_controls(scene: Scene) -> list[Group]:
    view: Observation = scene.view
    if view.spending is not None:
        left = view.spending.count - len(view.chosen)
        return _source(scene, view.spending, REROLL, left)
    return [
        group
        for source in alike(view.sources)
        for group in _source(scene, source, source.token, source.count)
    ]


def pass_button(scene: Scene) -> Control:
    return Control(scene.words.say("No more magic"), tokens=("pass",))


def alike(sources: tuple[MagicSource, ...]) -> list[MagicSource]:
    """Return one source of each interchangeable group: same diamonds, same number of dice."""
    offered: dict[tuple[bool, int, int], MagicSource] = {}
    for source in sources:
        offered.setdefault((source.die is None, source.diamonds, source.count), source)
    return list(offered.values())


def _excavation(scene: Scene, view: Observation) -> list[Group]:
    lettered = letters(view)
    dice: Group = [
        take_button(scene, spot, lettered[spot.die.name]) for spot in view.mountain if spot.takeable
    ]
    shares = salud_buttons(scene)
    if len(dice) + len(shares) > MOST_BUTTONS:
        shout = scene.words.say("¡Salud!")
        shares = [Control(shout, panel=SALUD, emoji="🍺", style=Style.GOOD)]
    extra: Group = [*shares]
    if view.may_stop:
        extra.append(stop_button(scene))
    return [dice, extra] if extra else [dice]


def _magic(scene: Scene, view: Observation) -> list[Group]:
    groups = magic_controls(scene)
    menus = [group for group in groups if isinstance(group[0], Menu)]
    buttons = [control for group in groups if group not in menus for control in group]
    if view.spending is None:
        buttons.append(pass_button(scene))
    return [*menus, buttons] if buttons else menus


def _source(scene: Scene, source: MagicSource, panel: str, count: int) -> list[Group]:
    name = source_name(scene, source, count)
    if count == len(source.targets):
        return [[Control(name, panel=panel, emoji="✨", style=Style.MAIN)]]
    menu, complete = reroll_menu(scene, source, panel, count)
    if complete:
        return [[menu]]
    more = scene.words.say("More dice…")
    return [[menu], [Control(more, panel=panel, emoji="✨", name=name)]]


def _keeping(scene: Scene) -> list[Group]:
    words = scene.words
    groups: list[Group] = []
    last: Group = [Control(words.say("Keep nothing"), tokens=("done",))]
    all_fit = True
    for seat in scene.to_act:
        offer = keep_menu(scene, seat)
        if offer is not None:
            menu, complete = offer
            groups.append([menu])
            all_fit = all_fit and complete
    if not all_fit:
        last.append(Control(words.say("More dice…"), panel=KEEP, emoji="🧰"))
    return [*groups, last]
