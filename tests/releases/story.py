"""The events in a release's server before its database is stored.

Finished matches and days come first, then tournaments, which take days. Matches in the middle of a
decision come last, because later ones would find them late.
"""

from playground import Person
from playground.errors import Json
from tests.releases.panels import panels
from tests.releases.teller import DAY, HOUR, Teller, controls
from tests.releases.tournaments import tournaments

GAMES = ("dice-miner", "dynamine")
WEEK = "week"


async def story(teller: Teller) -> None:
    """Play everything that a release offers, so that the end shows each thing at several points."""
    bruno, barred = teller.people[1], teller.people[-1]
    await teller.say(teller.boss, "settings", overview=True, morning=True)
    await teller.say(barred, "me", zone="Madrid", quiet="22:30-7:30")
    await teller.say(bruno, "me", text_mode=True, challenges="quiet")
    words = {game: await finished(teller, game) for game in GAMES}
    await alone(teller)
    await ended_early(teller)
    await yesterday(teller)
    await forgotten(teller)
    await teller.say(teller.boss, "moderate bar", member=str(barred.id))
    late = await teller.begun(*teller.people[:3], game="dice-miner", pace="day")
    await teller.play(late, 7)
    await tournaments(teller)
    await teller.later(DAY + 5 * HOUR)
    await teller.later(HOUR)  # the others can vote about the late player
    await running(teller, words)
    await today(teller)
    await panels(teller)


async def finished(teller: Teller, game: str) -> set[str]:
    """Play a series of two, and matches of three and four. Return the first words of all moves."""
    people, words = teller.people, set[str]()
    for seats in (2, 3, 4):
        match = await teller.begun(*people[:seats], game=game, pace=WEEK)
        words |= await teller.play(match)
        await teller.later(HOUR)
        if seats == 2:
            ended = teller.newest(people[0], f"2:match:{match}:rematch")
            before = teller.matches()
            await teller.verb(people[0], ended, ":rematch")
            (again,) = teller.matches() - before
            invitation = teller.newest(people[1], f"2:invitation:{again}:")
            await teller.verb(people[1], invitation, ":accept")
            await teller.play(again)
            await teller.later(HOUR)
    return words


async def alone(teller: Teller) -> None:
    """Matches with computers, in the channel: over and running; with a person and a computer."""
    *_, zoe, _, _ = teller.people
    for game in (*GAMES, "dice-grid"):
        for moves in (100_000, 6):
            before = teller.matches()
            rivals = {} if game == "dice-grid" else {"rivals": 1, "level": "apprentice"}
            await teller.say(zoe, "practice", game=game, public=True, **rivals)
            (match,) = teller.matches() - before
            await teller.play(match, moves)
        await teller.later(HOUR)
    match = await teller.begun(*teller.people[:2], computers=1, pace=WEEK, game="dynamine")
    await teller.play(match, 12)


async def ended_early(teller: Teller) -> None:
    """A match that was resigned, one that a moderator ended, and an invitation called off."""
    ada, bruno, chloe = teller.people[:3]
    for game in GAMES:
        match = await teller.begun(bruno, ada, game=game)
        await teller.play(match, 11)
        await teller.resign(match, bruno.id)
    match = await teller.begun(ada, bruno, chloe, game="dice-miner")
    await teller.play(match, 5)
    await teller.say(teller.boss, "moderate end", match=match)
    await teller.later(HOUR)
    match, invitation = await teller.invited(ada, chloe, game="dynamine")
    await teller.verb(chloe, invitation, ":decline")
    await teller.later(HOUR)


async def yesterday(teller: Teller) -> None:
    """A day: two people finish its grid, one does not; two answer its puzzle."""
    for number, person in enumerate(teller.people[:3]):
        await teller.play(await daily(teller, person), 100_000 if number else 9)
    for number, person in enumerate(teller.people[:2]):
        await puzzle(teller, person, number)
    await teller.later(DAY - teller.clock.time % DAY)
    await teller.later(7 * HOUR)


async def today(teller: Teller) -> None:
    ada, bruno, *_ = teller.people
    await teller.play(await daily(teller, ada))
    await teller.play(await daily(teller, bruno), 9)
    await puzzle(teller, ada, 0)


async def daily(teller: Teller, person: Person) -> int:
    """Open the puzzle of the day; return the match in which it is played."""
    before = teller.matches()
    await teller.say(person, "daily")
    (match,) = teller.matches() - before
    return match


async def puzzle(teller: Teller, person: Person, number: int) -> None:
    if not teller.offers("puzzle"):
        return
    message = await teller.say(person, "puzzle")
    moves = [custom_id for custom_id, _ in controls(message) if ":move " in custom_id]
    await teller.press(person, message, moves[number])


async def forgotten(teller: Teller) -> None:
    """A person of finished and running matches deletes their data."""
    ada, bruno, *_ = teller.people
    leaving = teller.people[5]
    for moves in (100_000, 20):
        match = await teller.begun(ada, bruno, leaving, game="dynamine", pace=WEEK)
        await teller.play(match, moves)
        await teller.later(HOUR)
    question = await teller.say(leaving, "mydata forget")
    await teller.verb(leaving, question, "mydata:forget")
    await teller.later(HOUR)


async def running(teller: Teller, words: dict[str, set[str]]) -> None:
    """Matches in the middle of each kind of decision, with moves taken back, plans and pauses."""
    ada, bruno, chloe, dimitri, zoe, *_ = teller.people
    pairs = ((teller.boss, zoe), (ada, teller.boss), (zoe, bruno), (chloe, zoe))
    for game in GAMES:
        for number, word in enumerate(sorted(words[game])):
            match = await teller.begun(*pairs[number % 4], game=game, pace=WEEK)
            await teller.play(match, 2)
            await teller.play(match, until=word)
            await teller.later(HOUR)
        match = await teller.begun(chloe, dimitri, ada, game=game, pace=WEEK)
        await teller.play(match, 4)
        await taken_back(teller, match)
        await planned(teller, match)
        await teller.later(HOUR)
        await teller.begun(ada, bruno, chloe, dimitri, game=game, pace=WEEK)
        await teller.later(HOUR)
        await paused(teller, await teller.begun(ada, dimitri, game=game, pace=WEEK))
        await teller.later(HOUR)
        await teller.invited(dimitri, bruno, chloe, game=game)
        await teller.say(chloe, "open", seats=3, game=game)
        await teller.later(HOUR)
    if teller.offers("settings") and teller.offers("practice", "public"):
        await in_a_forum(teller)
        for game in (*GAMES, "dice-grid"):
            before = teller.matches()
            await teller.say(dimitri, "practice", game=game)
            (match,) = teller.matches() - before
            await teller.play(match, 5)


async def taken_back(teller: Teller, match: int) -> None:
    """Make moves by their buttons, until one can be taken back, and take that back."""
    move, undo = f"2:move:{match}:", f"2:undo:{match}:"
    for _ in range(9):
        person = teller.person((await teller.look(match)).people_to_act[0])
        board = teller.newest(person, move)
        await teller.press(person, board, offered(board, move)[0])
        for board in teller.all(person, undo)[-1:]:
            await teller.press(person, board, offered(board, undo)[0])
            return
    raise AssertionError("no move can be taken back")


def offered(message: Json, begins: str) -> list[str]:
    return [custom_id for custom_id, _ in controls(message) if custom_id.startswith(begins)]


async def planned(teller: Teller, match: int) -> None:
    loaded = await teller.look(match)
    waiting = next(user for user in loaded.roster.people if user not in loaded.people_to_act)
    person = teller.person(waiting)
    offer = await teller.say(person, "plan", match=match)
    await teller.verb(person, offer, ":ahead")


async def paused(teller: Teller, match: int) -> None:
    loaded = await teller.look(match)
    await teller.play(match, 3)
    for user in loaded.roster.people:
        await teller.say(teller.person(user), "pause", match=match)


async def in_a_forum(teller: Teller) -> None:
    """Move new matches to a forum, begin one there, and move them back."""
    from playground.model import FORUM

    ada, _, _, dimitri, *_ = teller.people
    forum = teller.playground.world.new_channel("mines", FORUM, tags=["running"])
    await teller.idle()
    panel = await teller.say(teller.boss, "settings")
    if any(custom_id == "2:setting:forum" for custom_id, _ in controls(panel)):
        await teller.press(teller.boss, panel, "2:setting:forum", [str(forum.id)])
        before = teller.matches()
        await teller.say(dimitri, "challenge", opponent=str(ada.id), game="dynamine", pace=WEEK)
        (match,) = teller.matches() - before
        invitation = teller.newest(ada, f"2:invitation:{match}:")
        await teller.verb(ada, invitation, ":accept")
        await teller.play(match, 6)
        await teller.press(teller.boss, panel, "2:setting:forum", [])
    await teller.later(HOUR)
