"""/leaderboard and /history on Discord: visibility, and who turns pages."""

from playground import Person, Playground, seed
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import Json, alt_texts, buttons, text
from tests.e2e.test_matches import challenge, resigned


async def answer_to(person: Person, command: str, **options: object) -> Json:
    answer = await person.command(command, options, channel=seed.TAVERN_ID)
    assert answer.ok, answer.error
    assert answer.message is not None
    return answer.message


def is_private(message: Json) -> bool:
    return bool(message["flags"] & 64)


def pictured(message: Json) -> str:
    return "\n".join(alt_texts(message))


def message_with(person: Person, message: str, words: str) -> Json | None:
    messages = (m for m in person.messages(seed.TAVERN_ID) if m["id"] == message)
    return next((m for m in messages if words in pictured(m)), None)


async def test_leaderboard_turns_in_place_for_its_asker_and_privately_for_others(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    asker, winner, other = people[:3]
    empty = await answer_to(asker, "leaderboard")
    assert "Nobody yet" in text(empty)
    assert "You haven't finished a match" in pictured(empty)
    ended = await resigned(await challenge(playground, people[:2]))
    names = [playground.world.users[person.id].global_name or "" for person in (winner, asker)]
    assert f"📈 Ratings · {names[0]}: 1138 (+138) · {names[1]}: 927 (−73)" in text(ended)

    leaderboard = await answer_to(asker, "leaderboard")
    assert not is_private(leaderboard)
    assert f"Place 1: {names[0]}, 1 win, 1 match." in pictured(leaderboard)
    assert f"Place 2: {names[1]}, 0 wins, 1 match." in pictured(leaderboard)
    assert names[0] not in text(leaderboard), "the text doesn't repeat the picture"

    month = next(i for i in buttons(leaderboard, "2:leaderboard:") if ":month:" in i)
    answer = await asker.press(leaderboard["id"], month)
    assert answer.ok, answer.error
    turned = await playground.wait_for(
        lambda: message_with(asker, leaderboard["id"], "Wins · This month")
    )
    assert f"Place 1: {names[0]}, 1 win" in pictured(turned)

    again = next(i for i in buttons(turned, "2:leaderboard:") if ":season:" in i)
    answer = await other.press(turned["id"], again)
    assert answer.message is not None
    assert is_private(answer.message)
    assert "This season" in pictured(answer.message)
    still = next(m for m in asker.messages(seed.TAVERN_ID) if m["id"] == leaderboard["id"])
    assert pictured(still) == pictured(turned), "the asker's page stays as it is"
    mine = next(i for i in buttons(answer.message, "2:leaderboard:") if ":all:" in i)
    answer = await other.press(answer.message["id"], mine)
    assert answer.ok, answer.error

    rating = await answer_to(winner, "leaderboard", by="rating")
    assert "You have 1 of the 3 matches it takes." in pictured(rating)


async def test_history_shows_results_and_leads_to_the_replay(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    await resigned(await challenge(playground, people[:2]))
    listed = await answer_to(people[0], "history", member=str(people[1].id))
    assert is_private(listed)
    assert "🏆 won with 0 points · rating 1138 (+138)" in text(listed)
    mine = await answer_to(people[0], "history")
    assert "resigned · rating 927 (−73)" in text(mine)
    again = next(iter(buttons(mine, "2:replay:")))
    answer = await people[0].press(mine["id"], again)
    assert answer.ok, answer.error
    assert "No match is finished yet" in text(await answer_to(people[2], "history"))


async def test_profile_and_versus_of_players_and_strangers(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    await resigned(await challenge(playground, people[:2]))
    loser, winner = people[:2]
    profile = await answer_to(people[2], "profile", member=str(winner.id))
    assert not is_private(profile)
    assert "**Rating**: 1138 (+138 in the last match), best 1138" in text(profile)
    assert "Rating: 1138." in pictured(profile)
    assert "Wins: 1 (100%), 1 in a row, best 1." in pictured(profile)
    assert "1 resigned, 0 replaced for being late" in pictured(await answer_to(loser, "profile"))
    assert "No match that counts is finished yet" in text(await answer_to(people[2], "profile"))

    duel = await answer_to(loser, "versus", member=str(winner.id))
    assert "0 to 1. 1 match · Dice Miner." in pictured(duel)
    alone = await answer_to(loser, "versus", member=str(loser.id))
    assert is_private(alone)
    assert "That's you" in text(alone)
    none = await answer_to(loser, "versus", member=str(people[2].id))
    assert "a match together" in text(none)
