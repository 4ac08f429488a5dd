"""Realistic values for the placeholders of texts, for proofs.

Nouns come from the catalogue itself, of each gender and number that the language has, so that a
proof shows how they meet the sentences around them.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date

from babel.dates import format_date
from babel.messages.catalog import Message

from texts.catalogue import Words
from tools.translation.extract import forms

COUNTS = (1, 2, 5)
Value = Callable[[Words], str]


def phrase(message: str, **given: object) -> Value:
    return lambda words: words.phrase(message, **given)


def counted(one: str, many: str, count: int, **given: object) -> Value:
    return lambda words: words.count_phrase(one, many, count, **given)


def listed(*items: Value | str) -> Value:
    return lambda words: words.listed(
        item if isinstance(item, str) else item(words) for item in items
    )


def text(message: str, **given: object) -> Value:
    return lambda words: words.say(message, **given)


def day(form: str) -> Value:
    return lambda words: format_date(date(2026, 12, 24), form, locale=words.locale)


POINTS = tuple(counted("{count} point", "{count} points", n) for n in (1, 45))
MORE = tuple(
    counted("{gain} point", "{gain} points", abs(n), gain=f"+{n}" if n > 0 else f"−{-n}")
    for n in (3, 1, -2)
)
MEAN = tuple(phrase("{gain} points", gain=gain) for gain in ("+1.5", "−0.4"))
DICE = (
    phrase("Dragon ×{number}", number=2),
    counted("{count} gem", "{count} gems", 2),
    phrase("Tunnel {number}", number=3),
    phrase("Treasure die showing beer"),
)
SEVERAL_DICE = (
    DICE[0],
    listed(DICE[0], DICE[2]),
    listed(
        counted("{count} diamond", "{count} diamonds", 2), phrase("Rockfall ×{number}", number=1)
    ),
)
CARDS = (phrase("Wall Torches"), phrase("Great Stone Altar"), phrase("Cave Raven"))
HEROES = (phrase("Dragon Slayer"), phrase("Engineer"), phrase("Treasurer"))
GAMES = (text("Isegrim's dice grid"), text("DYNAMINE"), text("Dice Miner"))
ACTIONS = (text("a move"), text("a reroll"), text("a guess"))
GIVES = (text("{points} for each altar", points=2), text("once: roll again and add it"))
PEOPLE = ("Άννα", "Bruno")
CROWDS = ("Άννα", listed("Άννα", "Bruno"))
TIMES = (counted("{count} day", "{count} days", 1), counted("{count} day", "{count} days", 3))
TILES = ("B3", "NEW")
WHY = (
    text("the pile is empty."),
    text("fits no open end of your mine."),
    text("choose a tile first."),
)
PLACES = (text("on top (row {row}, number {number})", row=1, number=2),)
MATCH_DAYS = (day("medium"), day("long"))

BY_NAME: Mapping[str, Sequence[Value | str | int]] = {
    **dict.fromkeys(
        (
            "player",
            "user",
            "name",
            "friend",
            "host",
            "asker",
            "winner",
            "moderator",
            "one",
            "other",
            "new",
            "out",
        ),
        PEOPLE,
    ),
    **dict.fromkeys(("players", "users", "names", "others", "winners", "waiting", "seats"), CROWDS),
    "points": POINTS,
    "more": MORE,
    "less": (MORE[2],),
    "mean": MEAN,
    "die": DICE,
    "dice": SEVERAL_DICE,
    "face": DICE,
    "faces": SEVERAL_DICE,
    "what": DICE,
    "beer": (phrase("Tool beer"),),
    "card": CARDS,
    "cards": (listed(CARDS[0], CARDS[1]),),
    "missions": (listed(CARDS[1], phrase("Deep Halls")),),
    "hero": HEROES,
    "game": GAMES,
    "action": ACTIONS,
    "gives": GIVES,
    "month": (day("LLLL"),),
    "day": MATCH_DAYS,
    "date": (day("EEEE d MMMM"),),
    "dates": (day("LLLL y"),),
    "time": TIMES,
    "when": (text("when a quarter of the time is left"), text("when half the time is left")),
    "after": TIMES,
    "title": (text("Magic"), text("Tunnel dice")),
    "why": WHY,
    "ways": (text("with {count} step {number} is left: {why}", count=1, number=3, why="d4"),),
    "task": (text("Place the tile"), text("Choose a die to roll")),
    "phase": (text("Excavation"), text("Magic")),
    "headline": (text("Round {number} of {rounds}", number=2, rounds=3),),
    "round": (text("Semi-finals"), text("Final"), text("Round {number}", number=2)),
    "achievement": (text("By a whisker"), text("Singed, but smiling")),
    "reason": (text("won a tie-break"), "Missing Access"),
    "level": (text("Foreman"), text("King under the mountain")),
    "asked": ("king",),
    "likes": (text("says little, and weighs every risk"),),
    "reward": (text("Most altars"), text("Deepest mine")),
    "source": (text("Veins"), text("Rewards")),
    "gift": (text("Beer"),),
    "verdict": (text("Lucky"), text("Very unlucky")),
    "matches": (
        counted("{count} match", "{count} matches", 1),
        counted("{count} match", "{count} matches", 3),
    ),
    "grid": (day("medium"),),
    "move": (
        lambda words: words.say("Keep {die}", die=DICE[0](words)),
        lambda words: words.say_as("hint", "Use a star"),
    ),
    "changes": (lambda words: words.say("{before} → {after}", before=DICE[2](words), after="5"),),
    "place": (1, 2),
    "icon": ("🪨",),
    "emoji": ("⛏️",),
    "tournament": ("Winter Cup",),
    "tournaments": (listed("Winter Cup", "League"),),
    "format": (text("Knockout"), text("League")),
    "setting": (text("Where matches are played"),),
    "language": ("Español",),
    "permission": (text("Attach Files"),),
    "permissions": (listed(text("Attach Files"), text("Send Messages")),),
    "broken": (text("no pictures, and so no boards"),),
    "channel": ("123",),
    "channels": (listed("#mine", "#tavern"),),
    "server": ("The Mine",),
    "url": ("https://discord.com/channels/1/2/3",),
    "match": (12,),
    "square": ("c4",),
    "squares": ("c4, d4",),
    "types": ("d8/d12",),
    "letter": ("A",),
    "pile": ("B3",),
    "tile": TILES,
    "tiles": (listed("B3", "C1"),),
    "cell": ("2.0",),
    "cells": (listed("2.0", "3.1"),),
    "sides": (lambda words: words.say("N") + words.say("E"),),
    "line": (text("Well played."),),
    "lines": (3,),
    "typed": ("abc",),
    "text": ("abc",),
    "zone": ("Europe/Athens",),
    "example": ("2026-11-21",),
    "word": ("glück",),
    "commitment": ("9f86d08…",),
    "contribution": ("12+7",),
    "seed": ("1b4f…",),
    "percent": ("42\u00a0%",),
    "share": ("61\u00a0%",),
    "options": ("`most`",),
    "answer": WHY,
    "refusal": (text("You're not at this table."),),
    "trouble": (text("Discord is limiting how much I can do right now"),),
    "problem": (text("Choose what to do."),),
    "question": (text("Which box will you cross?"),),
    "label": (text("Best match"), text("Wins")),
    "figure": POINTS,
    "detail": (counted("{count} match", "{count} matches", 3),),
    "kind": (text("Rating"), text("Wins")),
    "shout": (text("¡Salud!"),),
    "value": (text("In the channel"),),
    "result": (text("resigned"),),
    "hint": (text("That's allowed, but a card is waiting. Take one first."),),
    "choice": (text("Claim the win"),),
    "played": (text("Use no more magic"),),
    "better": (text("Use no more magic"),),
    "parts": (
        listed(text("rockfalls {many} × picks {tools}", many=3, tools=2)),
        text("dragons −{many}, as you have no shield", many=2),
    ),
    "sequences": (text("{sequence} = {sum}", sequence="1-2-3", sum=6),),
    "rolls": (listed("Άννα: 5", "Bruno: 3"),),
    "medal": ("🥇",),
    "group": (text("Group {name}", name="A"),),
    "rule": (text("Each diamond rerolls one of your dice. Scores nothing."),),
    "does": (text("Your time zone: a large city in it"),),
    "leaders": (text("{name} with {count}", name="Άννα", count=3),),
    "achievements": (
        lambda words: words.say("{player}: {achievement}", player="Άννα", achievement="x"),
    ),
}
"""Values of each placeholder; all others are numbers."""
NUMBERS = (3, 1, 12)
_NUMBER = {
    "points": r"\{points\} (?:points|for |of )|\{points\}\**(?: ±|\)? and more wins)"
    r"|(?:points:|altar|fossil|adds|then score|\{source\}) \{points\}|\+\{points\}|Average: |You: "
    r"|\(\{points\}\)|\{reward\}: \{points\}|- \{count\} token|is \{points\}\.",
    "dice": r"\{dice\} dice",
    "faces": r"All \{faces\}",
    "level": r"(?i)level \{level\}",
    "other": r"\{share\} against \{other\}",
    "face": r"🎲 \{face\}|rerolls: |adds \{face\}",
    "die": r"You rolled \{die\}",
    "matches": r"of (?:the )?\{matches\}|Match(?:es)? \{matches\}",
    "after": r"\{after\}%",
    "before": r".",
    "change": r".",
    "mean": r"thrown again",
    "result": r"\{result\} minus|of the \{result\}",
    "round": r"\{round\} of",
    "line": r"\{line\} \(",
    "value": r"± \{margin\}",
    "better": r"\{better\} of 6",
    "squares": r"squares \{squares\}|Squares",
    "percent": r"\{percent\}%",
    "seats": r"\{game\} · ",
}
"""Expressions for English texts in which a placeholder of BY_NAME is a number."""
GRID: Mapping[str, Sequence[Value | str | int]] = {
    "die": ("d8", "d20"),
    "dice": ("d4/d6",),
    "name": (3,),
    "score": ("31/63",),
    "row": (2,),
    "why": (text("{dice} in line", dice="d4/d6"),),
}
"""Values in texts of the dice grid. Their names are those of rows and columns."""
SPECIAL: Mapping[str, Mapping[str, Sequence[Value | str | int]]] = {
    "time": {
        r"it's \{time\} now": ("20:00",),
        r"\{kind\}": (text("This week"), text("All time")),
        r"^🔔|^🙋|left$|per turn": (text("{hours} h", hours=18), text("{days} d", days=3)),
    },
    "name": {r"`/\{name\}`": ("me",), r"`\{name\}`": ("zone",), r"^Group": ("A",)},
    "game": {r"game:\{game\}": ("dice-grid",)},
    "at": {r"Starts \{at\}": (day("long"),)},
    "place": {r"· \{place\}": PLACES, r"^\{letter\}: \{place\}": ("1.1, +3",)},
    "what": {r"settled": (text("Match #{match}", match=12),)},
    "why": {r"dropped": (text("None of its dice is on top."),)},
    "start": {r"Quiet": ("22:30",)},
    "end": {r"Quiet": ("7:30",)},
}
"""Other values of a placeholder, by an expression that its English text matches."""


def values(words: Words, name: str, message: Message, file: str) -> list[object]:
    """Return the values that a placeholder can have in a text of a file."""
    english = forms(message.id)[0]
    chosen: Sequence[Value | str | int] = BY_NAME.get(name, NUMBERS)
    if name in _NUMBER and re.search(_NUMBER[name], english):
        chosen = NUMBERS
    if "dice_grid" in file and not (name == "name" and "render" in file):
        chosen = GRID.get(name, chosen)
    for pattern, others in SPECIAL.get(name, {}).items():
        if re.search(pattern, english):
            chosen = others
            break
    return [value(words) if callable(value) else value for value in chosen]
