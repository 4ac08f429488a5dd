"""The private answers that are open at the end of a story."""

from playground import Person
from tests.releases.teller import Teller, controls

SEEN = ("text", "why", "more", "how", "fair", "rules", "again", "stronger")
"""Verbs of matches that lead to private answers."""


async def panels(teller: Teller) -> None:
    """Open every kind of private message, as people do who then leave it open."""
    ada, bruno, chloe, dimitri, *_ = teller.people
    for game in ("dice-miner", "dynamine", "dice-grid"):
        for command in ("rules", "tutorial", "profile", "leaderboard", "history"):
            await teller.say(ada, command, game=game)
        over = [
            match
            for (match,) in teller.rows(
                "SELECT match FROM took_part WHERE user = ? AND game = ?", ada.id, game
            )
        ]
        for command in ("replay", "luck", "verify", "accuracy", "report"):
            if over:
                await teller.say(ada, command, match=over[0])
        if over:
            replay = await teller.say(ada, "replay", match=over[0])
            await _open(teller, ada, replay, "2:share:")
        await _boards(teller, game)
    for command in ("help", "me", "away", "mydata show", "mydata forget", "matches", "daily"):
        await teller.say(chloe, command)
    await teller.say(chloe, "matches", whose="server")
    await teller.say(chloe, "versus", member=str(ada.id))
    ((day,),) = teller.rows("SELECT max(day) FROM day WHERE day < (SELECT max(day) FROM day)")
    await teller.say(ada, "daily", day=day)
    await teller.say(ada, "hint")
    for command in ("resign", "board", "plan", "salud", "pause"):
        await teller.say(dimitri, command)  # a menu lists the matches
    query = (
        "SELECT max(match.id) FROM match JOIN holder ON holder.match = match.id"
        " WHERE game = ? AND status = 'running' AND user = ? AND day IS NULL"
    )
    for game in ("dynamine", "dice-miner"):
        ((match,),) = teller.rows(query, game, dimitri.id)
        for command in ("resign", "board", "plan"):
            await teller.say(dimitri, command, match=match)
    for command in ("standings", "mine", "past", "leave", "join"):
        await teller.say(ada, f"tournament {command}")
    for command, name in (("standings", "groups"), ("mine", "league"), ("leave", "swiss")):
        await teller.about(ada, command, name)
    if teller.offers("puzzle"):
        for person in (ada, bruno):
            await teller.say(person, "puzzle")
        await teller.say(ada, "puzzle", day=day)
    await teller.say(teller.boss, "moderate barred")
    for page in (None, "start", "messages", "pings", "matches"):
        panel = await teller.say(teller.boss, "settings")
        if page is not None:
            await _open(teller, teller.boss, panel, f"2:setting:page_{page}")
    await _watch(teller)
    await _asked(teller)


async def _boards(teller: Teller, game: str) -> None:
    """Read more about the running match with the most seats, by its board's buttons."""
    query = "SELECT id FROM match WHERE game = ? AND status = 'running' ORDER BY seats DESC, id"
    for (match,) in teller.rows(query, game)[:1]:
        person = teller.person((await teller.look(match)).people_to_act[0])
        place = await teller.place(match)
        for message in person.messages(place)[-1:]:
            for verb in SEEN:
                await _open(teller, person, message, f"2:match:{match}:{verb}")


async def _open(teller: Teller, person: Person, message: object, begins: str) -> None:
    """Press the first button that begins like this, if there is one."""
    shown = teller.now(message)  # type: ignore[arg-type]
    for custom_id in [i for i, part in controls(shown) if i.startswith(begins)][:1]:
        await teller.press(person, shown, custom_id)


async def _asked(teller: Teller) -> None:
    """Leave the question open whether a move is meant, and look at the dice of an invitation."""
    for (match,) in teller.rows("SELECT max(id) FROM match WHERE status = 'running' AND seats = 4"):
        person = teller.person((await teller.look(match)).people_to_act[0])
        await teller.say(person, "me", confirm=True)
        board = teller.newest(person, f"2:move:{match}:")
        await _open(teller, person, board, f"2:move:{match}:")
        await teller.say(person, "me", confirm=False)
    for (match,) in teller.rows("SELECT max(id) FROM match WHERE status = 'open'"):
        fair = f"2:match:{match}:fair"
        for person in (*teller.people[:4], teller.boss):
            await teller.press(person, teller.newest(person, fair), fair)


async def _watch(teller: Teller) -> None:
    """Watch one match, and leave the question open for another."""
    stranger = teller.people[4]
    await teller.later(61)
    cards = [
        (message, custom_id)
        for message in stranger.messages()
        for custom_id, _ in controls(message)
        if custom_id.startswith("2:watch:") and custom_id.endswith(":ask")
    ]
    for number, (message, custom_id) in enumerate(cards[-2:]):
        await teller.press(stranger, message, custom_id)
        if number:
            every_round = custom_id.replace(":ask", ":round")
            await teller.press(stranger, teller.newest(stranger, every_round), every_round)
