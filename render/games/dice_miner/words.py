"""The game's phrases and letters, the same on buttons, in text, in pictures and in alt text."""

from collections.abc import Iterable
from string import ascii_uppercase

from engine.games.dice_miner.content import Face, HeroName, Kind, Symbol
from engine.games.dice_miner.observation import HeroFace, Observation, Phase, SeenDie
from texts import Phrase, Words

_EMOJI = {
    Symbol.TUNNEL: "🛤️",
    Symbol.ROCKFALL: "🪨",
    Symbol.DRAGON: "🐉",
    Symbol.PICK: "⛏️",
    Symbol.SHIELD: "🛡️",
    Symbol.CHEST: "🧰",
    Symbol.GEM: "💎",
    Symbol.DIAMOND: "✨",
    Symbol.BEER: "🍺",
}


def face_emoji(face: Face) -> str:
    return _EMOJI[face.symbol]


def kind_name(words: Words, kind: Kind) -> str:
    match kind:
        case Kind.TUNNEL:
            return words.say("Tunnel dice")
        case Kind.HAZARD:
            return words.say("Hazard dice")
        case Kind.TOOL:
            return words.say("Tool dice")
        case Kind.TREASURE:
            return words.say("Treasure dice")
        case Kind.MAGIC:
            return words.say("Magic dice")


def face_phrase(words: Words, face: Face) -> Phrase:
    """Return a face as text, for example ``Tunnel 4`` or ``2 diamonds``."""
    match face.symbol:
        case Symbol.TUNNEL:
            return words.phrase("Tunnel {number}", number=face.count)
        case Symbol.ROCKFALL:
            return words.phrase("Rockfall ×{number}", number=face.count)
        case Symbol.DRAGON:
            return words.phrase("Dragon ×{number}", number=face.count)
        case Symbol.PICK:
            # Translators: The tool: it breaks rockfalls.
            return words.phrase("Pick") if face.count == 1 else _times(words, face)
        case Symbol.SHIELD:
            return words.phrase("Shield") if face.count == 1 else _times(words, face)
        case Symbol.CHEST:
            if face.count == 2:
                return words.phrase("Double chest")
            return words.count_phrase("{count} chest", "{count} chests", face.count)
        case Symbol.GEM:
            return words.count_phrase("{count} gem", "{count} gems", face.count)
        case Symbol.DIAMOND:
            return words.count_phrase("{count} diamond", "{count} diamonds", face.count)
        case Symbol.BEER:
            return words.phrase("Beer")


def _times(words: Words, face: Face) -> Phrase:
    if face.symbol is Symbol.PICK:
        return words.count_phrase("{count} pick", "{count} picks", face.count)
    return words.count_phrase("{count} shield", "{count} shields", face.count)


def face_words(words: Words, die: SeenDie) -> Phrase:
    return face_phrase(words, die.face)


def die_words(words: Words, die: SeenDie) -> Phrase:
    if die.face.symbol is not Symbol.BEER:
        return face_words(words, die)
    match die.kind:
        case Kind.TUNNEL:
            return words.phrase("Tunnel die showing beer")
        case Kind.HAZARD:
            return words.phrase("Hazard die showing beer")
        case Kind.TOOL:
            return words.phrase("Tool die showing beer")
        case Kind.TREASURE:
            return words.phrase("Treasure die showing beer")
        case Kind.MAGIC:
            return words.phrase("Magic die showing beer")


def brief_words(words: Words, die: SeenDie) -> Phrase:
    if die.face.symbol is not Symbol.BEER:
        return face_words(words, die)
    match die.kind:
        case Kind.TUNNEL:
            return words.phrase("Tunnel beer")
        case Kind.HAZARD:
            return words.phrase("Hazard beer")
        case Kind.TOOL:
            return words.phrase("Tool beer")
        case Kind.TREASURE:
            return words.phrase("Treasure beer")
        case Kind.MAGIC:
            return words.phrase("Magic beer")


def hero_name(words: Words, hero: HeroName) -> Phrase:
    match hero:
        case HeroName.ALCHEMIST:
            return words.phrase("Alchemist")
        case HeroName.DRAGON_SLAYER:
            return words.phrase("Dragon Slayer")
        case HeroName.ENGINEER:
            return words.phrase("Engineer")
        case HeroName.PROSPECTOR:
            return words.phrase("Prospector")
        case HeroName.SURVEYOR:
            return words.phrase("Surveyor")
        case HeroName.TREASURER:
            return words.phrase("Treasurer")


def hero_gives(words: Words, faces: Iterable[HeroFace | Face]) -> Phrase:
    counted: dict[Face, int] = {}
    for entry in faces:
        face = entry.face if isinstance(entry, HeroFace) else entry
        counted[face] = counted.get(face, 0) + 1
    return words.listed(_with_times(words, face, times) for face, times in counted.items())


def _with_times(words: Words, face: Face, times: int) -> Phrase:
    phrase = face_phrase(words, face)
    return (
        phrase if times == 1 else words.phrase("{what} ({times} times)", what=phrase, times=times)
    )


def phase_name(words: Words, view: Observation) -> str:
    match view.phase:
        case Phase.SETUP:
            return words.say("Choosing heroes") if view.free_heroes else words.say("Setting up")
        case Phase.EXCAVATION:
            return words.say("Excavation")
        case Phase.MAGIC:
            return words.say("Magic")
        case Phase.RECOVERY:
            # Translators: The phase in which chests keep dice.
            return words.say("Recovery")
        case Phase.TIEBREAK:
            return words.say("Tie-break")
        case Phase.FINISHED:
            return words.say("The end")


def round_name(words: Words, view: Observation) -> str:
    return words.say("Round {number} of {rounds}", number=view.round + 1, rounds=view.rounds)


def letters(view: Observation) -> dict[str, str]:
    """Return the letter of each die that can be taken now, by name: A, B, C … in reading order."""
    takeable = [seen.die.name for seen in view.mountain if seen.takeable]
    return dict(zip(takeable, ascii_uppercase, strict=False))
