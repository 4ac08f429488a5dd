"""/leaderboard and /history on Discord: by whom pages are turned, and what everybody sees."""

from playground import Person, Playground, seed
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import Json, alt_texts, buttons, text
from tests.e2e.test_matches import challenge, resigned


async def asked(person: Person, command: str, **options: object) -> Json:
    """The message that answers a command."""
    answer = await person.command(command, options, channel=seed.TAVERN_ID)
    assert answer.ok, answer.error
    assert answer.message is not None
    return answer.message


def is_private(message: Json) -> bool:
    """Whether only its reader sees it."""
    return bool(message["flags"] & 64)


def pictured(message: Json) -> str:
    """What the pictures of a message tell."""
    return "\n".join(alt_texts(message))


def seen(person: Person, message: str, words: str) -> Json | None:
    """A message, if its picture tells this now."""
    messages = (m for m in person.messages(seed.TAVERN_ID) if m["id"] == message)
    return next((m for m in messages if words in pictured(m)), None)


async def test_leaderboard(playground: Playground, bot: BotProcess, people: list[Person]) -> None:
    """Pages are turned in place by who asked; who else presses gets one of their own."""
    asker, winner, other = people[:3]
    empty = await asked(asker, "leaderboard")
    assert "Nobody yet" in text(empty)
    assert "You haven't finished a match" in pictured(empty)
    ended = await resigned(await challenge(playground, people[:2]))
    names = [playground.world.users[one.id].global_name or "" for one in (winner, asker)]
    assert f"📈 Ratings · {names[0]}: 1138 (+138) · {names[1]}: 927 (−73)" in text(ended)

    shown = await asked(asker, "leaderboard")
    assert not is_private(shown)
    assert f"Place 1: {names[0]}, 1 win, 1 match." in pictured(shown)
    assert f"Place 2: {names[1]}, 0 wins, 1 match." in pictured(shown)
    assert names[0] not in text(shown), "what the picture tells is not told again"

    month = next(i for i in buttons(shown, "2:leaderboard:") if ":month:" in i)
    answer = await asker.press(shown["id"], month)
    assert answer.ok, answer.error
    turned = await playground.wait_for(lambda: seen(asker, shown["id"], "Wins · This month"))
    assert f"Place 1: {names[0]}, 1 win" in pictured(turned)

    again = next(i for i in buttons(turned, "2:leaderboard:") if ":season:" in i)
    answer = await other.press(turned["id"], again)
    assert answer.message is not None
    assert is_private(answer.message)
    assert "This season" in pictured(answer.message)
    still = next(m for m in asker.messages(seed.TAVERN_ID) if m["id"] == shown["id"])
    assert pictured(still) == pictured(turned), "the one that was asked for stays as it is"
    mine = next(i for i in buttons(answer.message, "2:leaderboard:") if ":all:" in i)
    answer = await other.press(answer.message["id"], mine)
    assert answer.ok, answer.error

    rating = await asked(winner, "leaderboard", by="rating")
    assert "You have 1 of the 3 matches it takes." in pictured(rating)


async def test_history(playground: Playground, bot: BotProcess, people: list[Person]) -> None:
    """Whoever lost, how the rating changed, against whom; a button shows the match again."""
    await resigned(await challenge(playground, people[:2]))
    listed = await asked(people[0], "history", member=str(people[1].id))
    assert is_private(listed)
    assert "🏆 won with 0 points · rating 1138 (+138)" in text(listed)
    mine = await asked(people[0], "history")
    assert "resigned · rating 927 (−73)" in text(mine)
    again = next(iter(buttons(mine, "2:replay:")))
    answer = await people[0].press(mine["id"], again)
    assert answer.ok, answer.error
    assert "No match is finished yet" in text(await asked(people[2], "history"))


async def test_profile_and_versus(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """Of somebody who played, of somebody who did not; against another, against oneself."""
    await resigned(await challenge(playground, people[:2]))
    loser, winner = people[:2]
    shown = await asked(people[2], "profile", member=str(winner.id))
    assert not is_private(shown)
    assert "**Rating**: 1138 (+138 in the last match), best 1138" in text(shown)
    assert "Rating: 1138." in pictured(shown)
    assert "Wins: 1 (100%), 1 in a row, best 1." in pictured(shown)
    assert "1 resigned, 0 replaced for being late" in pictured(await asked(loser, "profile"))
    assert "No match that counts is finished yet" in text(await asked(people[2], "profile"))

    duel = await asked(loser, "versus", member=str(winner.id))
    assert "0 to 1. 1 match · Dice Miner." in pictured(duel)
    alone = await asked(loser, "versus", member=str(loser.id))
    assert is_private(alone)
    assert "That's you" in text(alone)
    none = await asked(loser, "versus", member=str(people[2].id))
    assert "a match together" in text(none)
