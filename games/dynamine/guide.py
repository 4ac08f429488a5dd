"""DYNAMINE's texts for /rules, “How to play” and /help."""

from collections.abc import Callable
from functools import partial

from cogs.base import custom_id_families as families
from cogs.games.guide import GameGuide, HowToPlay, Topic
from cogs.games.lesson import AGAIN
from engine.core.game import AnyGame
from engine.games.dynamine.content import (
    CardName,
    Content,
    RewardPoints,
    RoundToken,
    TokenAction,
)
from engine.games.dynamine.rules import Dynamine
from games.dynamine import GAME
from games.dynamine.guide_pictures import table_picture
from games.dynamine.tutorial.lesson import VERSION
from render.games.dynamine.words import action_words, card_gives, card_name, reward_name
from texts import Words, mark


def _content(game: AnyGame) -> Content:
    assert isinstance(game, Dynamine), "the guide needs the rules of DYNAMINE"
    return game.content


def _tokens(game: AnyGame, words: Words) -> list[str]:
    return [_token(token, count, words) for token, count in token_kinds(_content(game))]


def token_kinds(content: Content) -> list[tuple[RoundToken, int]]:
    """Return each pair of points and action that occurs on round tokens, with the number of those
    tokens.
    """
    kinds: dict[tuple[int, TokenAction], tuple[RoundToken, int]] = {}
    for token in content.round_tokens:
        first, count = kinds.get((token.points, token.action), (token, 0))
        kinds[token.points, token.action] = first, count + 1
    return list(kinds.values())


def _token(token: RoundToken, count: int, words: Words) -> str:
    action = action_words(words, token.action)
    if not action:
        return words.count(
            # Translators: Round tokens that give building points and nothing else.
            "- {count} token: **{points}**",
            "- {count} tokens: **{points}**",
            count,
            points=token.points,
        )
    return words.count(
        # Translators: A kind of round token. {action} is “a move”, “a reroll” or “a guess”.
        "- {count} token: **{points}** and {action}",
        "- {count} tokens: **{points}** and {action}",
        count,
        points=token.points,
        action=action,
    )


def _rewards(game: AnyGame, words: Words) -> list[str]:
    return [_reward(reward, words) for reward in _content(game).rewards]


def _reward(reward: RewardPoints, words: Words) -> str:
    first, second = reward.side_b
    return words.say(
        # Translators: A reward; {reward} is “Most wells” and the like.
        "- {reward}: **{alone}**, or **{first}** and **{second}**",
        reward=reward_name(words, reward.reward),
        alone=reward.side_a,
        first=first,
        second=second,
    )


def _cards(*, missions: bool) -> Callable[[AnyGame, Words], list[str]]:
    def lines(game: AnyGame, words: Words) -> list[str]:
        cards = [card for card in _content(game).cards if card.mission == missions]
        entries = (
            # Translators: A card and what it gives, for example “2 for each altar”.
            words.say(
                "- **{card}**: {gives}",
                card=card_name(words, card.name),
                gives=card_gives(words, card),
            )
            for card in cards
            if card.name is not CardName.SAPPHIRE_2  # it is the same as the first
        )
        return list(entries)

    return lines


RULES = {
    "start": Topic(
        mark("How a match goes"),
        "💎",
        mark(
            "DYNAMINE, a game for 2 to 4 by Enu Roloc (Ndeeh Games). You all dig mines, each your"
            " own, from one supply of 98 tiles. There are ten rounds, and in each you take one"
            " turn: roll, buy tiles, place them. Deep veins, altars, wells and fossils score, and"
            " most points win.\n"
            "`/tutorial` shows it in a few presses, `/practice` starts a match against computers."
            " On a board, “Why not?” tells why something can't be had. Where these pages say"
            " *house ruling*, the rulebook leaves it open and we decided."
        ),
        picture=partial(table_picture, ""),
    ),
    "turn": Topic(
        mark("A turn"),
        "🎲",
        mark(
            "Each round has a token, the same for everybody. On your turn the die rolls: the"
            " token's points and the die are your **building points**. Buy as many tiles as they"
            " pay for, one after the other, then press Done. What is left over is lost.\n"
            "A tile costs the number of its column, 1 to 6. The piles are shuffled, and only their"
            " top tiles lie open (*house ruling*). So a pile has one tile for you in a turn; once"
            " you are done, its next tile is turned over."
        ),
    ),
    "board": Topic(
        mark("How to read the board"),
        "🔎",
        mark(
            "**The mine**: dashed cells are its open ends, where a tile can go. Outer tiles have"
            " round corners. A white frame marks tiles of this turn, a gold one those that you can"
            " move, another colour those that are new to you. Levels below 5 are low, because they"
            " count as 5.\n"
            "**The supply**: letters name rows, numbers what a tile costs. Lit tiles can be bought"
            " and fit. The bars beside a pile count its tiles.\n"
            "**A place**, for example “A +4 👑+15 🪙1”: 4 points, 15 more for rewards if the match"
            " ended now, and 1 point to spend for a +1 opening.\n"
            "**The table**: points by source on the left, pieces counted for rewards on the right."
            " A yellow oval is first place, a grey one second. With two players, a tie has no oval:"
            " neither gets the reward.\n"
            "Buttons below the board show the other mines, and 📊 all points."
        ),
        picture=partial(table_picture, "take B4"),
    ),
    "placing": Topic(
        mark("Placing tiles"),
        "🧩",
        mark(
            "A tile goes beside one that you have, or beside your entrance, at level 1 or deeper."
            " You never turn it. **Every side that it shares must match**: open to open, closed to"
            " closed (*house ruling*), and at least one must be open to open. The entrance is open"
            " to the east, south and west (*house ruling*).\n"
            "Keep open ends: a mine without any can't grow. In the picture each place has a letter,"
            " and below stands what the tile would bring there."
        ),
        picture=partial(table_picture, "take B4"),
    ),
    "gear": Topic(
        mark("+1 and moves"),
        "➕",
        mark(
            "**+1 on an opening**: the next tile that you build onto it gives you 1 building point"
            " at once. Each works once.\n"
            "**+1 token**: spend it on a later turn for 1 building point. There are four in all;"
            " spent ones go back.\n"
            "**Move**: take an outer tile, one that nothing else hangs on, and place it somewhere"
            " else in your mine, by the same rules. What it gave when you built it, it doesn't give"
            " again. Unused moves end with the turn."
        ),
    ),
    "tokens": Topic(
        mark("Round tokens and the 1"),
        "🪙",
        mark(
            "**Guess**: name a number before you roll. If you are right, 1 point more. **Reroll**:"
            " roll again before you do anything else, and the new result plus 1 replaces the old"
            " one. **Move**: one move.\n"
            "A **1 on the die** lets you take one of the three cards on the table, or move a"
            " tile.\n"
            "The ten tokens (*house figures*), each used once, in random order:"
        ),
        lines=_tokens,
    ),
    "points": Topic(
        mark("Points"),
        "🏆",
        mark(
            "**Veins**: each the number of its level, at most 5.\n"
            "**Altars**: 1, a great one 4, and 1 more for each vein on the same level of your"
            " mine.\n"
            "**Wells**: 1, a rich one 2, and 1 for each tile of the vertical tunnel it lies in,"
            " without the entrance. A rich well also counts as the altar or fossil in it.\n"
            "**Fossils**: 1 or 2, as the tile says.\n"
            "Rewards, objects and missions come on top. The board always shows the points as if"
            " the match ended now."
        ),
    ),
    "rewards": Topic(
        mark("Rewards"),
        "🥇",
        mark(
            "At the end there is a reward for whoever has most of something. With two players it"
            " goes to one alone; in a tie nobody gets it. With three or four there is a first and a"
            " second place, and all who tie get the points of that place. Nobody is rewarded for"
            " none (*house ruling*). For tiles, the entrance counts too.\n"
            "With two players, or first and second place (*house figures*):"
        ),
        lines=_rewards,
    ),
    "objects": Topic(
        mark("Objects"),
        "🎒",
        mark(
            "Take one with a 1 on the die; the next card of the deck fills the gap. What an object"
            " counts is your mine at the end, however early you took it.\n"
            "Cave Raven and Mine Plan work **once a match**, and already in the turn that you take"
            " them. The two moves of Mine Plan belong to the same turn (*house ruling*)."
        ),
        lines=_cards(missions=False),
    ),
    "missions": Topic(
        mark("Missions"),
        "📜",
        mark(
            "Everybody begins with one, open on the table (*house ruling*), and can take more with"
            " a 1 on the die. There are two Blue Sapphires, and two tiles that show one; one tile"
            " serves both cards (*house ruling*).\n"
            "What counts is your mine at the end. A level means exactly that one, not deeper"
            " (*house ruling*)."
        ),
        lines=_cards(missions=True),
    ),
    "end": Topic(
        mark("The end and ties"),
        "🏁",
        mark(
            "The match ends with the tenth round. Most points win. In a tie, more tiles on level 5"
            " win, then on level 4, 3, 2 and 1; then the win is shared (*house ruling*).\n"
            "“Take back” undoes your last choice, again and again, as far as the last roll or new"
            " card. Done can't be taken back."
        ),
    ),
    "house": Topic(
        mark("Which numbers are ours"),
        "🏠",
        mark(
            "We have the rulebook, but not the printed parts. These numbers are **house figures**,"
            " ours and not the publisher's:\n"
            "- what each of the 98 tiles shows: openings, veins, altars, wells, fossils, +1\n"
            "- which pile a tile lies in; which piles hold two, which three\n"
            "- the points of the round tokens, and how many have which action\n"
            "- what the rewards are worth, and the openings of the entrance\n"
            "- that the die shows 1 to 6\n"
            "What veins, altars, wells, fossils, objects and missions are worth is printed. If we"
            " learn the real numbers, new matches use them; those that run keep theirs."
        ),
    ),
    "fairness": Topic(
        mark("Is the luck fair?"),
        "🔒",
        mark(
            "Yes, and you can check it. Rolls, round tokens, cards and piles all follow from a"
            " secret number and from what each player brings when joining. A fingerprint of the"
            " secret is published before anybody joins, the secret itself at the end: `/verify`"
            " computes all of it again."
        ),
    ),
}
"""Topics by key, in the order of the menu; the first is the default."""
LINES = (
    mark("## DYNAMINE in a minute"),
    mark("🎲 **Roll.** The round's token and your die are what you have to spend."),
    mark(
        "⛏️ **Build.** A tile costs the number of its column. It must fit: open side to open side,"
        " and it is never turned."
    ),
    mark(
        "💎 **Score.** Veins are worth their level. Altars gain by veins on their level, wells by"
        " long vertical tunnels. Fossils are worth 1 or 2."
    ),
    mark("🥇 **Rewards** for most fossils, wells, altars, levels, veins and tiles."),
    mark("🃏 **Cards** with a 1 on the die: objects that help, missions that pay at the end."),
    mark(
        "Ten rounds, and the most points win. You are pinged when it is your turn; a tile is one"
        " or two presses."
    ),
)


GUIDE = GameGuide(
    RULES,
    {
        "start": Topic(
            commands=("tutorial",),
            text=mark(
                "Roll, buy tiles, and dig the richest mine. Take your turns whenever you like:"
                " Salud calls you."
            ),
            picture=partial(table_picture, ""),
        ),
        "best": Topic(
            title=mark("The best diggers"), text=mark("Ratings, wins and depths of this server.")
        ),
    },
    HowToPlay(
        LINES,
        partial(table_picture, "take B4"),
        families.TUTORIAL.spell(VERSION, "", AGAIN, GAME.name),
        "💎",
        mark(
            "👋 **Your first match?** Buy tiles and dig your own mine: the most points after"
            " ten rounds win. The deeper a vein lies, the more it is worth."
        ),
    ),
    {
        "challenge": mark("Challenge friends to a match of DYNAMINE"),
        "leaderboard": mark("This server's best diggers"),
        "profile": mark("How someone plays: rating, wins, mines"),
    },
)
