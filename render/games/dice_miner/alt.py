"""The table as alt text or as full text, made from the same Observation as the picture."""

from collections.abc import Sequence
from functools import lru_cache

from engine.games.dice_miner.content import Face, Hero, Kind
from engine.games.dice_miner.observation import (
    HoardDie,
    MountainDie,
    Observation,
    Phase,
    SeatView,
    SeenDie,
)
from render.games.dice_miner.changes import NONE, Changes
from render.games.dice_miner.heroes import all_heroes
from render.games.dice_miner.hoard import Pile, adds_up, piles
from render.games.dice_miner.last_turn import Last, last_words
from render.games.dice_miner.score_facts import round_facts, tiebreak_facts
from render.games.dice_miner.words import (
    die_words,
    hero_gives,
    hero_name,
    letters,
    phase_name,
    round_name,
)
from render.names import plain_name
from render.picture import join_facts
from render.players import Player
from render.words import points
from texts import Words


def alt_text(
    view: Observation,
    players: Sequence[Player],
    words: Words,
    last: Last | None,
    heroes: Sequence[Hero] = (),
    changed: Changes = NONE,
) -> str:
    return join_facts(board_facts(view, players, words, last, heroes, changed))


def board_text(
    view: Observation,
    players: Sequence[Player],
    words: Words,
    last: Last | None,
    heroes: Sequence[Hero] = (),
) -> str:
    return "\n".join(board_facts(view, players, words, last, heroes, whole=True))


def board_facts(
    view: Observation,
    players: Sequence[Player],
    words: Words,
    last: Last | None,
    heroes: Sequence[Hero] = (),
    changed: Changes = NONE,
    *,
    whole: bool = False,
) -> tuple[str, ...]:
    """Return a sentence per fact, the most important first. If `whole`, the sentences also name the
    dice that lie on each die of the mountain.
    """
    return (
        *_standing(view, players, words, last),
        *_new_dice(view, players, words, changed),
        *_free_heroes(view, words, heroes),
        *(_stacked_rows(view, words) if whole else _mountain(view, words)),
        *(_summary(view, seat, players, words) for seat in view.seats),
        *_scored(view, players, words),
        *(_holding(seat, players, words) for seat in view.seats if seat.hoard),
    )


def _standing(
    view: Observation, players: Sequence[Player], words: Words, last: Last | None
) -> list[str]:
    facts = []
    if view.winners:
        names = words.listed(plain_name(words, players, seat) for seat in view.winners)
        facts.append(
            words.count("{names} won.", "{names} share the win.", len(view.winners), names=names)
        )
    else:
        facts.append(
            words.say(
                "{round}, {phase}.", round=round_name(words, view), phase=phase_name(words, view)
            )
        )
    if view.to_act:
        names = words.listed(plain_name(words, players, seat) for seat in view.to_act)
        facts.append(
            words.count(
                "Waiting for {names}.", "Waiting for {names}.", len(view.to_act), names=names
            )
        )
    if view.salud:
        facts.append(words.say("¡Salud! Dice at the side can be taken too."))
    if view.spending is not None:
        left = view.spending.count - len(view.chosen)
        facts.append(
            words.count("{count} more die to reroll.", "{count} more dice to reroll.", left)
        )
    if view.phase is Phase.RECOVERY:
        facts += [
            words.count(
                "{name} can keep {count} more die.",
                "{name} can keep {count} more dice.",
                view.seats[seat].chests,
                name=plain_name(words, players, seat),
            )
            for seat in view.to_act
        ]
    if last is not None:
        facts.append(last_words(words, last, players))
    return facts


def _new_dice(
    view: Observation, players: Sequence[Player], words: Words, changed: Changes
) -> list[str]:
    facts = []
    for seat in view.seats:
        new = [lying.die for lying in seat.hoard if lying.die.name in changed.fresh]
        if new:
            dice = ", ".join(die_words(words, die) for die in new)
            name = plain_name(words, players, seat.seat)
            facts.append(words.say("New for {name}: {dice}.", name=name, dice=dice))
    return facts


def _free_heroes(view: Observation, words: Words, heroes: Sequence[Hero]) -> list[str]:
    return [
        words.say(
            "Free hero: {hero} ({faces}).",
            hero=hero_name(words, hero.name),
            faces=hero_gives(words, hero.faces),
        )
        if hero.faces
        else words.say("Free hero: {hero}.", hero=hero_name(words, hero.name))
        for hero in (all_heroes(view, heroes) if view.free_heroes else ())
        if hero.name in view.free_heroes
    ]


def _mountain(view: Observation, words: Words) -> list[str]:
    lettered = letters(view)
    rows: dict[int, list[MountainDie]] = {}
    for seen in view.mountain:
        rows.setdefault(seen.row, []).append(seen)
    return [
        words.say(
            "Row {number}: {dice}.",
            number=row + 1,
            dice=", ".join(_die_with_letter(words, lettered, seen.die) for seen in dice),
        )
        for row, dice in rows.items()
    ]


def _stacked_rows(view: Observation, words: Words) -> list[str]:
    """Return the rows of the mountain, with the dice that lie on each die.

    A die without a letter is named by its row and its place in the full row: ``3.2``.
    """
    if not view.mountain:
        return []
    lettered = letters(view)
    names = {
        (seen.row, seen.column): lettered.get(seen.die.name)
        or words.say("{row}.{place}", row=seen.row + 1, place=seen.column + 1)
        for seen in view.mountain
    }
    rows: dict[int, list[str]] = {}
    for seen in view.mountain:
        row, column = seen.row, seen.column
        above = [
            names[spot] for spot in ((row - 1, column - 1), (row - 1, column)) if spot in names
        ]
        values = {"name": names[row, column], "die": die_words(words, seen.die)}
        if above:
            described = words.say(
                "{name}: {die} (under {dice})", dice=words.listed(above), **values
            )
        else:
            described = words.say("{name}: {die}", **values)
        rows.setdefault(row, []).append(described)
    return [
        words.say("Row {number}: {dice}.", number=row + 1, dice=", ".join(dice))
        for row, dice in rows.items()
    ]


def _die_with_letter(words: Words, lettered: dict[str, str], die: SeenDie) -> str:
    letter = lettered.get(die.name)
    words_of_die = die_words(words, die)
    return (
        words_of_die
        if letter is None
        else words.say("{letter}: {die}", letter=letter, die=words_of_die)
    )


def _summary(view: Observation, seat: SeatView, players: Sequence[Player], words: Words) -> str:
    name = plain_name(words, players, seat.seat)
    if seat.hero is None:
        return words.say("{name} has no hero yet.", name=name)
    hero = hero_name(words, seat.hero)
    total = points(words, seat.points)
    if not adds_up(view, seat.seat):
        return words.say("{name}, {hero}: {points}.", name=name, hero=hero, points=total)
    return words.say(
        "{name}, {hero}: {points}, and the hoard is worth {sum} now "
        "(tunnels {tunnels}, treasure {treasure}, hazards {hazards}).",
        name=name,
        hero=hero,
        points=total,
        sum=seat.now.total,
        tunnels=seat.now.tunnels,
        treasure=seat.now.treasure,
        hazards=seat.now.hazards,
    )


def _scored(view: Observation, players: Sequence[Player], words: Words) -> list[str]:
    facts = []
    if view.gem_leader is not None and not view.winners:
        name = plain_name(words, players, view.gem_leader)
        facts.append(words.say("{name} has the most gems.", name=name))
    if view.tiebreaks:
        facts += tiebreak_facts(view, len(view.tiebreaks) - 1, players, words)
    elif view.phase in (Phase.RECOVERY, Phase.FINISHED) and view.scored:
        facts += round_facts(view, len(view.scored) - 1, players, words)
    return facts


def _holding(seat: SeatView, players: Sequence[Player], words: Words) -> str:
    name = plain_name(words, players, seat.seat)
    return words.say("{name} holds: {dice}.", name=name, dice=_dice_words(words, seat.hoard))


@lru_cache(maxsize=32)
def _dice_words(words: Words, hoard: tuple[HoardDie, ...]) -> str:
    return ", ".join(pile_words(words, pile) for group in piles(hoard) for pile in group)


def pile_words(words: Words, pile: Pile) -> str:
    return _equal_dice(words, pile.kind, pile.face, pile.count, pile.spent, pile.kept)


@lru_cache(maxsize=512)
def _equal_dice(words: Words, kind: Kind, face: Face, count: int, spent: bool, kept: bool) -> str:
    phrase: str = die_words(words, SeenDie("", kind, 0, face))
    if spent:
        phrase = words.say("{die}, spent", die=phrase)
    if kept:
        phrase = words.say("{die}, kept", die=phrase)
    if count > 1:
        phrase = words.phrase("{what} ({times} times)", what=phrase, times=count)
    return phrase
