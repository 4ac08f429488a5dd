"""Dice Miner's texts for /rules, “How to play” and /help."""

from functools import partial

from cogs.base import custom_id_families as families
from cogs.games.guide import DrawTopic, GameGuide, HowToPlay, Topic
from cogs.games.lesson import AGAIN
from engine.core.game import AnyGame
from engine.games.dice_miner.content import Content, HeroName, Kind
from engine.games.dice_miner.rules import DiceMiner
from games.dice_miner.guide_pictures import faces_picture, primer_picture
from games.dice_miner.tutorial.course import VERSION
from render.games.dice_miner.words import hero_gives, hero_name
from texts import Words, mark


def _content(game: AnyGame) -> Content:
    assert isinstance(game, DiceMiner), "the guide needs the rules of Dice Miner"
    return game.content


def _faces(*kinds: Kind, beer: bool = True) -> DrawTopic:
    return partial(faces_picture, kinds, beer)


def _heroes(game: AnyGame, words: Words) -> list[str]:
    return [
        words.say(
            "- **{hero}**: {gives}",
            hero=hero_name(words, hero.name),
            gives=hero_gives(words, hero.faces),
        )
        for hero in _content(game).heroes
    ]


GOOD_FOR = {
    HeroName.ALCHEMIST: mark("-# ✨ **{hero}**: rerolls up to three dice in every round."),
    HeroName.DRAGON_SLAYER: mark("-# 🛡️ **{hero}**: dragons pay instead of costing; one reroll."),
    HeroName.ENGINEER: mark("-# 🛤️ **{hero}**: a 2 for your tunnels, and rockfalls pay."),
    HeroName.PROSPECTOR: mark("-# 💎 **{hero}**: a gem for the lead, and rockfalls pay."),
    HeroName.SURVEYOR: mark("-# 🛤️ **{hero}**: a 1, with which tunnels begin; one reroll."),
    HeroName.TREASURER: mark("-# 🧰 **{hero}**: a gem, and keeps two dice after rounds 1 and 2."),
}


def _good_for(game: AnyGame, words: Words) -> list[str]:
    return [
        words.say(GOOD_FOR[hero.name], hero=hero_name(words, hero.name))
        for hero in _content(game).heroes
    ]


RULES = {
    "start": Topic(
        mark("How a match goes"),
        "⛏️",
        mark(
            "Three rounds. In each you dig away a mountain of 20 dice, use your magic, and score"
            " what lies in your hoard. Your dice stay with you, so hoards grow. Most points after"
            " round 3 win.\n"
            "`/tutorial` teaches you in a few turns, `/practice` starts a match against computers."
            " On a board, “Why not?” tells you why something can't be done."
        ),
        picture=_faces(*Kind),
    ),
    "digging": Topic(
        mark("Digging"),
        "⛰️",
        mark(
            "On your turn take one die from the **top**: one with no other die on it. It keeps the"
            " face it shows. In the picture these dice have a gold edge and a letter: press the"
            " button with that letter. The round of digging ends when the mountain is gone."
        ),
    ),
    "salud": Topic(
        mark("¡Salud!"),
        "🍺",
        mark(
            "Every die has one beer. Do you have a beer as your turn begins? Then you may shout"
            " **¡Salud!** once: the die rolls, and a friend gets it with its new face.\n"
            "In return you take **two** dice, one after the other, from the top or the **side**"
            " (one die lies on it, which slides into the gap). You may leave the second one."
        ),
        picture=_faces(),
    ),
    "magic": Topic(
        mark("Magic"),
        "✨",
        mark(
            "When the mountain is gone, everybody uses their magic in turn. A die with two"
            " diamonds rerolls two of your dice; choose them all before they roll.\n"
            "Never rerolled: hazard dice, magic you have used this round, and your hero's faces."
            " Used magic stays yours and is fresh in the next round."
        ),
        picture=_faces(Kind.MAGIC, beer=False),
    ),
    "scoring": Topic(
        mark("Scoring"),
        "🏆",
        mark(
            "**Tunnels** score in sequences that begin with 1: 1-2-3 is worth 6. Build as many"
            " sequences as you can, each die in one of them.\n"
            "**Treasure**: a point for each gem, and double for whoever alone has the most.\n"
            "**Hazards**: each rockfall and dragon costs a point, unless you have a pick against"
            " rockfalls or a shield against dragons. Then each is worth as many points as you have"
            " picks, or shields.\n"
            "Your hero's faces count in every round. Beer, diamonds and chests score nothing."
        ),
        picture=_faces(Kind.TUNNEL, Kind.TREASURE, Kind.HAZARD, Kind.TOOL, beer=False),
    ),
    "chests": Topic(
        mark("Chests"),
        "🧰",
        mark(
            "After rounds 1 and 2 each chest you show keeps one of your dice as it is, a double"
            " chest two. A chest that you keep keeps nothing itself. All your other dice roll"
            " again. Whoever has the fewest points starts the next round."
        ),
        picture=_faces(Kind.TOOL, beer=False),
    ),
    "heroes": Topic(
        mark("Heroes"),
        "🦸",
        mark(
            "Everybody rolls a tunnel die: the best starts, and beer beats 5. Then you choose"
            " heroes, the starting player last. Your hero's faces count in every round as if they"
            " lay in your hoard; nobody can take or reroll them."
        ),
        lines=_heroes,
    ),
    "end": Topic(
        mark("The end and ties"),
        "🏁",
        mark(
            "Most points after round 3 win. In a tie those who lead roll their whole hoards, use"
            " their magic once more and score among themselves, until one is ahead."
        ),
    ),
    "fairness": Topic(
        mark("Are the dice fair?"),
        "🔒",
        mark(
            "Yes, and you can check it. All rolls follow from a secret number and from what each"
            " player brings when joining. A fingerprint of the secret is published before anybody"
            " joins, the secret itself at the end: `/verify` computes every roll again."
        ),
    ),
}
"""Topics by key, in the order of the menu; the first is the default."""
LINES = (
    mark("## Dice Miner in a minute"),
    mark(
        "⛏️ **Dig.** Players take turns. Take a die with nothing on top of it: those have a letter."
    ),
    mark(
        "🍺 **¡Salud!** Got a beer? Give it to a friend, who must keep whatever it rolls, and take"
        " two dice."
    ),
    mark("✨ **Magic.** When the mountain is empty, your diamonds reroll your dice."),
    mark(
        "🏆 **Score.** Tunnels in sequences from 1: 1-2-3 is worth 6. A point for each gem, double"
        " if you have the most. Rockfalls and dragons cost points, until you have picks and"
        " shields."
    ),
    mark(
        "Three rounds, and the most points win. You are pinged when it is your turn; a turn is a"
        " press or two."
    ),
)

GUIDE = GameGuide(
    RULES,
    {
        "start": Topic(
            commands=("tutorial",),
            text=mark(
                "Dig dice out of a mountain, share a beer, and have the best hoard in the end. Take"
                " your turns whenever you like: Salud calls you."
            ),
            picture=_faces(*Kind),
        ),
        "turn": Topic(commands=("salud",)),
        "best": Topic(
            title=mark("The best miners"), text=mark("Ratings, wins and beers of this server.")
        ),
    },
    HowToPlay(
        LINES,
        primer_picture,
        families.TUTORIAL.spell(VERSION, "", AGAIN),
        "⛏️",
        mark(
            "👋 **Your first match?** You dig dice out of a mountain, and the most points after"
            " three rounds win. A hero gives you its faces for the whole match: take any."
        ),
        _good_for,
    ),
    {
        "challenge": mark("Challenge friends to a match of Dice Miner"),
        "leaderboard": mark("This server's best miners"),
        "profile": mark("How someone plays: rating, wins, heroes, beers"),
    },
)
