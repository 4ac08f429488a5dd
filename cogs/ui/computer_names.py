"""Names and characters of computer players."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.match.values.players import Computer
from cogs.base.markup import bold
from engine.core.types import Level
from texts import Words, mark


@dataclass(frozen=True, slots=True)
class Character:
    name: str
    likes: str


CHARACTERS: Mapping[str, Character] = {
    "rosa": Character(mark("Rosa"), mark("grabs whatever shines, and never looks twice")),
    "pico": Character(mark("Pico"), mark("collects tools, and has no plan for them")),
    "lina": Character(mark("Lina"), mark("loves magic dice, and forgets to use them")),
    "ines": Character(mark("Inés"), mark("digs well, and drinks too early")),
    "tomas": Character(mark("Tomás"), mark("knows every tunnel, and forgets the dragons")),
    "greta": Character(mark("Greta"), mark("counts her own dice, and never yours")),
    "bruna": Character(mark("Bruna"), mark("has dug for forty years, and counts every die")),
    "otto": Character(mark("Otto"), mark("says little, and weighs every risk")),
    "vera": Character(mark("Vera"), mark("shares a beer only when it pays")),
    "alberich": Character(mark("Alberich"), mark("has seen this mountain fall before")),
    "aurelia": Character(mark("Aurelia"), mark("smiles at your move, and knows the next ten")),
    "laurin": Character(mark("Laurin"), mark("thinks long, and takes what you wanted")),
}
LEVELS = {
    Level.APPRENTICE: mark("Apprentice"),
    Level.MINER: mark("Miner"),
    Level.FOREMAN: mark("Foreman"),
    Level.KING: mark("King under the mountain"),
}


def computer_name(computer: Computer, words: Words) -> str:
    character = CHARACTERS[computer.character]
    return words.say(character.name)


def introduction(computer: Computer, words: Words) -> str:
    character = CHARACTERS[computer.character]
    return words.say(
        "⛏️ {name} ({level}) {likes}.",
        name=bold(words.say(character.name)),
        level=words.say(LEVELS[computer.level]),
        likes=words.say(character.likes),
    )
