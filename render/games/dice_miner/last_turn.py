"""The last turn before a picture, for the picture and its text."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.core.types import Event, Seat
from engine.games.dice_miner.content import Content, HeroName
from engine.games.dice_miner.events import (
    BeerShared,
    DiceKept,
    DiceRerolled,
    DieTaken,
    HeroChosen,
    MagicEnded,
    MagicSpent,
    MountainFilled,
    RoundScored,
    SecondLeft,
    TiebreakScored,
)
from engine.games.dice_miner.observation import SeenDie
from engine.games.dice_miner.state import Rolled
from render.games.dice_miner.words import face_words, hero_name
from render.names import plain_name
from render.players import Player
from texts import Words


@dataclass(frozen=True, slots=True)
class Taken:
    die: SeenDie
    place: int
    slid: tuple[tuple[int, int], ...]
    """Dice that slid afterwards: old place, new place."""


@dataclass(frozen=True, slots=True)
class Last:
    seat: Seat
    taken: tuple[Taken, ...] = ()
    shared: tuple[Seat, SeenDie] | None = None
    """The friend and the beer die, after ¡Salud!."""
    spent: bool = False
    """Whether magic was spent, even if the dice to reroll are not chosen yet."""
    rerolled: tuple[tuple[SeenDie, SeenDie], ...] = ()
    kept: tuple[SeenDie, ...] | None = None
    """The dice that the player chose to keep; None if the turn was of another kind."""
    hero: HeroName | None = None


def seen_die(rolled: Rolled, content: Content) -> SeenDie:
    return SeenDie(
        content.name(rolled.die),
        content.kind(rolled.die),
        rolled.face,
        content.face(rolled.die, rolled.face),
    )


def last_moves(events: Iterable[Event], content: Content) -> Last | None:
    last: Last | None = None
    for event in events:
        last = _after(last, event, content)
    return last


def _after(last: Last | None, event: Event, content: Content) -> Last | None:
    match event:
        case HeroChosen(seat=seat, hero=hero):
            return Last(seat, hero=hero)
        case BeerShared(seat=seat, friend=friend, rolled=rolled):
            return Last(seat, shared=(friend, seen_die(rolled, content)))
        case DieTaken(seat=seat, rolled=rolled, place=place, slid=slid):
            taken = Taken(seen_die(rolled, content), place, slid)
            if last is not None and last.seat == seat and last.shared and len(last.taken) < 2:
                return replace(last, taken=(*last.taken, taken))
            return Last(seat, taken=(taken,))
        case MagicSpent(seat=seat):
            return Last(seat, spent=True)
        case DiceRerolled(seat=seat, before=before, after=after):
            pairs = zip(before, after, strict=True)
            rerolled = tuple((seen_die(old, content), seen_die(new, content)) for old, new in pairs)
            return Last(seat, spent=True, rerolled=rerolled)
        case DiceKept(seat=seat, kept=kept):
            return Last(seat, kept=tuple(seen_die(rolled, content) for rolled in kept))
        case MountainFilled() | RoundScored() | TiebreakScored():
            return None
        case SecondLeft() | MagicEnded():
            return last
        case _:
            return last


def rerolled(words: Words, before: str, after: str, *, same: bool) -> str:
    """Return the result of a reroll, for example ``Gem 1 → Gem 2``; `same` if the faces
    are equal.
    """
    if same:
        # Translators: A die was rerolled and shows the same face as before.
        return words.say("{face} (unchanged)", face=before)
    return words.say("{before} → {after}", before=before, after=after)


def last_words(words: Words, last: Last, players: Sequence[Player]) -> str:
    name = plain_name(words, players, last.seat)
    taken = words.listed(face_words(words, entry.die) for entry in last.taken)
    if last.hero is not None:
        return words.say("{name} chose {hero}.", name=name, hero=hero_name(words, last.hero))
    if last.shared is not None:
        seat, die = last.shared
        friend = plain_name(words, players, seat)
        beer = face_words(words, die)
        if not taken:
            return words.say(
                "¡Salud! {name} gave {friend} a beer die: {face}.",
                name=name,
                friend=friend,
                face=beer,
            )
        return words.say(
            "¡Salud! {name} shared with {friend} and took {dice}.",
            name=name,
            friend=friend,
            dice=taken,
        )
    if last.taken:
        return words.say("{name} took {dice}.", name=name, dice=taken)
    if last.rerolled:
        dice = words.listed(
            rerolled(words, face_words(words, a), face_words(words, b), same=a.face == b.face)
            for a, b in last.rerolled
        )
        return words.say("{name} rerolled: {dice}.", name=name, dice=dice)
    if last.kept:
        dice = words.listed(face_words(words, die) for die in last.kept)
        return words.say("{name} keeps {dice}.", name=name, dice=dice)
    if last.kept is not None:
        return words.say("{name} keeps nothing.", name=name)
    return words.say("{name} spends magic.", name=name)
