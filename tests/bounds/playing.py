"""Parts of the tour: matches, from the invitation to the last late move."""

import re
from collections.abc import Iterator

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.people.pings import OF_PAIR, STANDS
from cogs.base import custom_id_families as families
from engine.games.dice_miner.content import Symbol
from engine.games.dice_miner.observation import Phase
from playground import Person
from playground.model import EPHEMERAL
from tests.bounds.tour import DAY, HOUR, Tour
from tests.bounds.wholeness import Json
from tests.e2e.players import parts


async def lobby(tour: Tour) -> None:
    """Let invitations be declined, expire and be cancelled."""
    ann, ben, cat, dan = tour.people[:4]
    given = {"opponent": str(ben.id), "opponent2": str(cat.id), "opponent3": str(dan.id)}
    await tour.say(ann, "challenge", given)
    message = tour.newest(ben, "2:invitation:")
    for person in (ben, cat, dan):
        await tour.answer(person, message, "decline")
    await tour.say(ann, "challenge", given)
    await tour.later(30 * DAY)
    await tour.say(ann, "open", seats=4)
    message = tour.newest(ben, "2:invitation:")
    match = int(next(tour.offered(message))[0].split(":")[2])
    await tour.say(ann, "verify", match=match)
    await tour.use(ben, message, f"2:match:{match}:how")
    for person, verb in ((ben, "join"), (ben, "leave"), (ann, "leave")):
        await tour.answer(person, message, verb)
    await tour.use(ann, *private(tour, ann, message, f"2:invitation:{match}:cancel"))


async def lessons(tour: Tour) -> None:
    """Take each step of every game's lesson, using everything that it offers."""
    for game in tour.bot.services.games.taught:
        await _lesson(tour, game)


async def _lesson(tour: Tour, game: str) -> None:
    ann = tour.people[0]
    message = await tour.say(ann, "tutorial", game=game)
    for _ in range(12):
        assert message is not None
        here = list(_steps(tour, message))
        path = _path(tour, message)
        for custom_id, _ in reversed(here):
            now = tour.now(message)
            if custom_id in dict(tour.offered(now)):
                await tour.use(ann, message, custom_id)
                now = tour.now(message)
                if _path(tour, now) != path:
                    message = now
                    break
        else:
            break


def _steps(tour: Tour, message: Json | None) -> Iterator[tuple[str, list[str]]]:
    """Yield the lesson's own buttons and menus; games and rivals have menus beside them."""
    for custom_id, values in tour.offered(message):
        if families.name_of(custom_id) == families.TUTORIAL.name:
            yield custom_id, values


def _path(tour: Tour, message: Json | None) -> str:
    return next(_steps(tour, message))[0].split(":")[3]


async def mending(tour: Tour) -> None:
    """Tick more dice than the chests hold, then correct that in the menu that comes back."""
    for number in range(20):
        match = await tour.begun(*tour.people[:2])
        taste = 0
        while await tour.move(match, taste + 100 * number, ("hero treasurer", "take k", "pass")):
            taste += 1
            loaded = await tour.bot.services.matches.load(match)
            if loaded.status is not Status.RUNNING or loaded.observe().phase is not Phase.RECOVERY:
                continue
            person, board = await tour.board(match)
            menu = f":keep {loaded.roster.holders.index(person.id)}"
            menus = [part for part in parts(board) if part.get("custom_id", "").endswith(menu)]
            labels = {
                option["value"]: option["label"] for part in menus for option in part["options"]
            }
            chests = {die: room for die in labels if (room := _chests(die, loaded))}
            if not chests:
                continue
            most = menus[0]["max_values"]
            chest, room = max(chests.items(), key=lambda chest: chest[1])
            # Together with this chest they are too many.
            wrong = [chest, *(value for value in labels if value not in chests)][:most]
            if len(wrong) <= most - room:
                continue
            await tour.use(person, board, menus[0]["custom_id"], wrong)
            again, custom_id = private(tour, person, board, "2:menu:")
            await tour.use(person, again, custom_id, wrong)
            await tour.use(person, again, custom_id, wrong[:1])
            return
    raise AssertionError("no hoard had chests to spare")


def _chests(die: str, loaded: Loaded) -> int:
    dice = (held.die for seat in loaded.observe().seats for held in seat.hoard)
    faces = (candidate.face for candidate in dice if candidate.name == die)
    return sum(face.count for face in faces if face.symbol is Symbol.CHEST)


async def confirmations(tour: Tour) -> None:
    pair = tour.people[2:4]
    for person in pair:
        await tour.say(person, "me", confirm=True)
    others = await _waiting_for_each(tour, pair)  # they are offered after a turn
    match = await tour.begun(*pair)
    _, board = await tour.board(match)
    answer = await pair[0].press(board["id"], f"2:match:{match}:why", unseen=True)
    assert answer.ok
    await tour.idle()
    await tour.say(pair[0], "verify", match=match)
    while (await tour.bot.services.matches.load(match)).observe().phase is Phase.SETUP:
        await tour.move(match, 0)
    for confirm in (True, False):
        for person in pair:
            await tour.say(person, "me", confirm=confirm)
        person, board = await tour.board(match)
        take = next(
            custom_id for custom_id, _ in tour.offered(board) if custom_id.startswith("2:move:")
        )
        await tour.use(person, board, take)
        if confirm:
            await tour.use(person, *private(tour, person, board, "2:cancel:"))
            await tour.use(person, board, take)
            await tour.use(person, *private(tour, person, board, "2:confirm:"))
        _, next_board = await tour.board(match)
        undo = next(i for i, _ in tour.offered(next_board) if i.startswith("2:undo:"))
        if confirm:
            await tour.use(person, next_board, undo)
        else:  # as on the private messages that older versions left
            listed = await tour.say(person, "matches")
            assert listed is not None
            assert (await person.press(listed["id"], undo, unseen=True)).ok
            await tour.idle()
    for other in others:
        await tour.bot.services.service.resign(other, person.id)
    person, board = await tour.board(match)
    await tour.say(pair[0], "pause", match=match)
    await tour.later(STANDS)
    pause = tour.newest(pair[0], "2:notice:", int(board["channel_id"]))
    await tour.answer(pair[1], pause, "agree")
    await tour.say(person, "pause", match=match)
    await tour.say(person, "resume", match=match)
    await tour.later(10)
    await tour.say(tour.people[0], "me", text_mode=True)
    answer = await person.press(board["id"], "out of date", unseen=True)
    assert answer.ok
    await tour.say(person, "salud", match=match)


async def _waiting_for_each(tour: Tour, people: list[Person]) -> list[int]:
    """Begin matches of these people until one waits for each of them."""
    matches, waited_for = list[int](), set[int]()
    while not waited_for.issuperset(person.id for person in people):
        matches.append(await tour.begun(*people))
        waited_for.update((await tour.bot.services.matches.load(matches[-1])).people_to_act)
    return matches


def private(tour: Tour, person: Person, board: Json, begins: str) -> tuple[Json, str]:
    """Return the newest private message with a button whose custom_id begins like this, and that
    custom_id."""
    messages = [m for m in person.messages(int(board["channel_id"])) if m["flags"] & EPHEMERAL]
    return next(
        (message, custom_id)
        for message in reversed(messages)
        for custom_id, _ in tour.offered(message)
        if custom_id.startswith(begins)
    )


async def whole_match(tour: Tour) -> None:
    people = tour.people[:4]
    match = await tour.begun(*people)
    seen: set[object] = set()
    number, going_on = 0, True
    while going_on:
        number += 1
        view = (await tour.bot.services.matches.load(match)).observe()
        kind = view.phase, bool(view.beers), view.salud, bool(view.spending), view.may_stop
        if kind not in seen or number % 25 == 0:
            person, message = await tour.board(match)
            if kind not in seen:
                other = next(player for player in people if player.id != person.id)
                await _ask(tour, match, message, person, other)
            seen.add(kind)
        going_on = await tour.move(match, number, ("salud", "take", "spend", "keep")[number % 4])
    await tour.board(match)


async def _ask(tour: Tour, match: int, board: Json, person: Person, other: Person) -> None:
    """Use everything that a board offers, and the forms that older versions' boards open.

    `person` is in turn, `other` is not.
    """
    place = int(board["channel_id"])
    for custom_id, _ in tour.offered(board):
        if custom_id not in dict(tour.offered(tour.now(board))):
            return  # a form with nothing left to choose has decided immediately
        if re.match("2:match:.*:(text|why|more|how|rules)", custom_id):
            for reader in (person, other):
                await tour.use(reader, board, custom_id)
                for panel_message in tour.any(reader, "2:report:", place)[-1:]:
                    for offered, _ in tour.offered(panel_message):
                        if offered.startswith("2:report:"):
                            await tour.open(reader, panel_message, offered)
                for question in tour.any(reader, "2:why:", place)[-1:]:
                    await tour.try_all(reader, question, most=tour.asks)
        elif custom_id.startswith("2:panel:"):
            await tour.open(person, board, custom_id)
        elif custom_id.startswith("2:menu:"):
            panel = re.sub("keep [0-9]", "keep", custom_id.replace("2:menu:", "2:panel:"))
            await tour.open(person, board, panel, unseen=True)
        elif ":salud " in custom_id:
            older = custom_id.replace("2:move:", "2:panel:").partition(":salud ")[0]
            await tour.open(person, board, f"{older}:salud", unseen=True)
        elif custom_id.startswith("2:plan:"):
            await tour.use(other, board, custom_id)
            await tour.try_all(other, await tour.say(other, "plan", match=match))
            await tour.say(other, "plan", match=match)
    await tour.choices(person, "")


async def lateness(tour: Tour) -> None:
    ann, ben, cat, dan = tour.people[:4]
    match = await tour.begun(ann, ben, cat, dan)
    for number in range(6):
        await tour.move(match, number)
    await tour.board(match)
    answer = await tour.say(ann, "pause", match=match)
    assert answer is not None, "the answer offers to take the pause back"
    await tour.answer(ann, answer, "decline")
    await tour.say(ann, "pause", match=match)
    await tour.later(STANDS)
    place = await tour.place(match)
    pause = tour.newest(ann, "2:notice:", place)
    for person, verb in ((ben, "agree"), (cat, "decline")):
        await tour.answer(person, pause, verb)
    await tour.say(ann, "pause", match=match)
    await tour.later(STANDS)
    pause = tour.newest(ann, "2:notice:", place)
    for person in (ben, cat, dan):
        await tour.answer(person, pause, "agree")
    to_act = (await tour.bot.services.matches.load(match)).people_to_act
    await tour.answer(next(p for p in (ben, cat) if p.id not in to_act), pause, "resume")
    await tour.say(ann, "away", until="2")
    late, _ = await tour.board(match)
    others = [person for person in (ann, ben, cat, dan) if person.id != late.id]
    await tour.later(20 * HOUR)
    await tour.later(5 * HOUR)
    await tour.later(3 * DAY)
    called = tour.newest(others[0], "2:notice:", place)
    for person in tour.crowd[:14]:
        await tour.answer(person, called, "offer")
    for person, verb in zip(others, (f"person {tour.crowd[0].id}", "wait"), strict=False):
        await tour.answer(person, called, verb)
    await tour.later(2 * DAY)
    await tour.later(2 * DAY)
    for person in others:
        await tour.answer(person, tour.newest(person, "2:notice:", place), "seat")
    await tour.later(10)
    await tour.answer(late, tour.newest(late, "2:notice:", place), "back")
    pair = await tour.begun(cat, dan)
    await tour.say(cat, "me")
    await tour.later(DAY + HOUR)
    await tour.later(DAY + HOUR)
    await tour.later(10)
    place = await tour.place(pair)
    loaded = await tour.bot.services.matches.load(pair)
    winner = next(p for p in (cat, dan) if p.id not in loaded.people_to_act)
    warned = tour.newest(winner, "2:notice:", place)
    await tour.answer(winner, warned, "claim")
    await tour.begun(cat, dan, pace="none")
    for _ in range(15):
        await tour.later(5 * DAY)


async def seats_lost(tour: Tour) -> None:
    trio, (stranger, *_) = tour.people[:3], tour.crowd
    match = await tour.begun(*trio)
    for number in range(8):
        await tour.move(match, number)
    for taker in (None, stranger):
        late, _ = await tour.board(match)
        others = [person for person in trio if person.id != late.id]
        place = await tour.place(match)
        called = await called_late(tour, others[0], place)
        if taker is not None:
            await tour.answer(taker, called, "offer")
        for person in others:
            await tour.answer(person, called, "seat" if taker is None else f"person {taker.id}")
        await tour.later(10)
        for lost in tour.any(late, "2:notice:", place) if taker is None else ():
            await tour.answer(late, lost, "back")
        await tour.later(10)
    loaded = await tour.bot.services.matches.load(match)
    await tour.say(tour.person(loaded.roster.people[0]), "pause", match=match)
    await tour.say(tour.boss, "moderate end", match=match)
    await tour.later(10)


async def watching(tour: Tour) -> None:
    """Hear privately about each round and the end of a match, and stop."""
    ann, ben, cat, dan = tour.people[:4]
    match = await tour.begun(ann, ben)
    await tour.later(61)
    card = tour.newest(cat, f"2:watch:{match}:ask")
    await tour.use(ann, card, f"2:watch:{match}:ask")
    for person, verbs in ((cat, ("end", "round")), (dan, ("round", "stop"))):
        await tour.use(person, card, f"2:watch:{match}:ask")
        for verb in verbs:
            await tour.use(person, *private(tour, person, card, f"2:watch:{match}:{verb}"))
    while await tour.move(match, 1):
        if (await tour.bot.services.matches.load(match)).seq % 40 == 0:
            await tour.later(61)
    await tour.later(61)
    direct = tour.playground.world.dm_with(cat.id).id
    await tour.use(cat, cat.messages(direct)[0], f"2:watch:{match}:stop")


async def called_late(tour: Tour, person: Person, place: int) -> Json:
    """Return the notice of lateness, waiting through quiet hours."""
    while not tour.any(person, "2:notice:", place):
        await tour.later(6 * HOUR)
    return tour.newest(person, "2:notice:", place)


async def fairness(tour: Tour) -> None:
    """Use contributions to the dice, a board that can't move, a pause of two, and too many
    pings."""
    ann, ben, stranger = tour.people[:3]
    await tour.say(ann, "challenge", opponent=str(ben.id), pace="day", word="a word of my own")
    invitation = tour.newest(ben, "2:invitation:")
    number = next(tour.offered(invitation))[0].split(":")[2]
    await tour.use(ben, invitation, f"2:match:{number}:fair")
    fair, asking = private(tour, ben, invitation, f"2:invitation:{number}:word")
    answer = await ben.press(fair["id"], asking)
    assert answer.modal is not None, answer.error
    tour.used |= {asking, answer.modal.custom_id}
    assert (await ben.submit(answer.modal, {"word": "another word of mine"})).ok
    await tour.idle()
    match = int(asking.split(":")[2])
    await tour.say(stranger, "board", match=match)
    for person, command in ((ann, "pause"), (ben, "pause"), (ann, "resume")):
        await tour.say(person, command, match=match)
    await tour.say(ben, "verify", match=match)
    eager = tour.crowd[-1]
    panel = await tour.say(eager, "me")
    for _ in range(OF_PAIR[0][0] + 1):
        await tour.use(eager, panel, "2:me:test")
