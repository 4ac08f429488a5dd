"""Presses of a release's buttons, menus and forms, with their outcomes."""

import re
from collections import Counter
from dataclasses import asdict, dataclass, replace
from typing import Any

from chaos.acting import choices
from playground import Answer
from playground.errors import Json
from playground.message_objects import message_json
from playground.model import Message
from playground.seed import MODERATOR_ROLE_ID, QUARRY_ID
from tests.releases.teller import Teller, controls

USER_MENU, ROLE_MENU, CHANNEL_MENU = 5, 6, 8
ZONE = {"zone": "Madrid", "from": "23:00", "until": "7:00"}
NUMBER = re.compile("[0-9a-f]{16}|[0-9]+")
ALTERNATIVES = 4
LAST = re.compile("2:setting:|mydata:forget$|tournament:[0-9]+:(leave|out)$")
"""Buttons after which others may be refused."""

SLOW = re.compile("replay:[0-9]+:[0-9]+:accuracy$")
"""Buttons that think for longer than people wait on a busy machine; they are left out."""


@dataclass(frozen=True)
class Press:
    """A use of a button; of a menu if there are `values`, of a form if there are `fields`."""

    kind: str
    """The custom_id without numbers and squares of a board, with game and status of its match."""
    custom_id: str
    message: int
    users: tuple[int, ...]
    """People who try it, until the bot does not refuse one. Afterwards only the last one."""
    values: list[str] | None = None
    fields: dict[str, Any] | None = None
    outcome: str = ""
    reason: str | None = None
    round: int = 0
    """Presses of one round were made one after the other on the same database."""

    def as_json(self) -> Json:
        return asdict(self)


def of_json(row: Json) -> Press:
    return Press(**{**row, "users": tuple(row["users"])})


# ---------------------------------------------------------------------- the choice of buttons


async def chosen(teller: Teller) -> list[list[Press]]:
    """Return presses of each kind that the messages of the world offer: the best one, and others in
    case that the bot refuses it. Different kinds prefer different matches."""
    found: dict[str, list[Press]] = {}
    games = {row[0]: row[1:] for row in teller.rows("SELECT id, game, status FROM match")}
    world = teller.playground.world
    messages = [
        message
        for channel in [*world.rooms(), *world.dms.values()]
        for message in channel.messages.values()
    ]
    for message in sorted(messages, key=lambda message: message.id):
        for custom_id, part in controls(message_json(world, message)):
            if SLOW.search(custom_id):
                continue
            match = match_of(custom_id)
            kind = " ".join((_kind(custom_id), *games.get(match or 0, ())))
            users = await _users(teller, message, match)
            press = Press(kind, custom_id, message.id, users, _values(teller, part))
            found.setdefault(kind, []).append(press)
    used = Counter[int]()
    kinds = list[list[Press]]()
    for presses in sorted(found.values(), key=len):
        presses.sort(key=lambda press: used[match_of(press.custom_id) or 0])
        used[match_of(presses[0].custom_id) or 0] += 1
        kinds.append(presses[:ALTERNATIVES])
    kinds.sort(key=lambda presses: (_is_last(presses[0]), presses[0].message))
    return kinds


def _is_last(press: Press) -> bool:
    return bool(LAST.search(press.custom_id))


def match_of(custom_id: str) -> int | None:
    """Return the match in a custom_id, whose family names it first."""
    _, family, number, *_ = [*custom_id.split(":"), "", "", ""]
    apart = ("day", "puzzle", "tutorial", "tournament", "tournament-page", "challenge")
    asked = ("history", "leaderboard", "leaderboard-order", "barred")
    return int(number) if number.isdigit() and family not in (*apart, *asked) else None


def _kind(custom_id: str) -> str:
    _, family, *fields = custom_id.split(":")
    tokens = [field.partition(" ")[0] for field in fields]
    return NUMBER.sub("#", " ".join((family, *tokens)))


def _values(teller: Teller, part: Json) -> list[str] | None:
    least = max(1, part.get("min_values", 1))
    if "options" in part:
        return [option["value"] for option in part["options"][:least]]
    others = {
        USER_MENU: teller.people[1].id,
        ROLE_MENU: MODERATOR_ROLE_ID,
        CHANNEL_MENU: QUARRY_ID,
    }
    return [str(others[part["type"]])] if part["type"] in others else None


async def _users(teller: Teller, message: Message, match: int | None) -> tuple[int, ...]:
    """Return the people who might use a message's buttons, the likeliest first."""
    if message.reader_id is not None:
        return (message.reader_id,)
    channel = teller.playground.world.home_of(message)
    if channel.guild_id is None:
        return tuple(user for user in channel.recipients if not _is_bot(teller, user))
    everyone = [person.id for person in (*teller.people[:5], teller.boss)]
    if match is None:
        return tuple(everyone)
    loaded = await teller.look(match)
    invited = [
        user
        for (user,) in teller.rows("SELECT holder FROM match_event WHERE match = ?", match)
        if user in everyone
    ]
    actors = [loaded.roster.holders[row[0]] for row in teller.rows(ACTORS, match)]
    likely = [*loaded.people_to_act, *actors, *loaded.roster.people, *invited, *everyone]
    return tuple(dict.fromkeys(user for user in likely if user in everyone))


ACTORS = "SELECT actor FROM log WHERE match = ? AND actor IS NOT NULL ORDER BY seq DESC LIMIT 1"


def _is_bot(teller: Teller, user: int) -> bool:
    return teller.playground.world.users[user].bot


# ---------------------------------------------------------------------- pressing


async def press_as_one_of(teller: Teller, press: Press) -> tuple[Press, Press | None]:
    """Press as each possible user until one is not refused. Return the press with its outcome, and
    the use of the form that opened."""
    for user in press.users:
        answer = await _act(teller, replace(press, users=(user,)))
        await teller.idle()
        outcome, reason = teller.seen.get(answer.interaction_id, ("none", answer.error))
        if outcome != "refused":
            break
    done = replace(press, users=(user,), outcome=outcome, reason=reason)
    form = None
    if answer.modal is not None:
        fields = dict(choices(answer.modal))
        if ":me-form:" in answer.modal.custom_id:
            fields = {name: ZONE[name] for name in fields if name in ZONE}
        kind = f"{_kind(answer.modal.custom_id)} {' '.join(press.kind.split()[-2:])}"
        form = replace(
            done, kind=f"form {kind}", custom_id=answer.modal.custom_id, values=None, fields=fields
        )
    return done, form


async def _act(teller: Teller, press: Press) -> Answer:
    person, message = teller.person(press.users[0]), press.message
    if press.fields is not None:
        return await person.forge(message, press.custom_id, fields=press.fields)
    if press.values is None:
        return await person.press(message, press.custom_id, unseen=True)
    current = teller.playground.world.find_message(message)
    parts = {} if current is None else dict(controls({"components": current.components}))
    if press.custom_id in parts:
        return await person.select(message, press.custom_id, press.values)
    return await person.forge(message, press.custom_id, values=press.values)


def subject(press: Press) -> str:
    """Return the subject of a press, "" for settings. Once it has changed, other presses about it
    need another round.
    """
    match = match_of(press.custom_id)
    if match is not None:
        return f"match {match}"
    _, family, number, *_ = [*press.custom_id.split(":"), "", ""]
    return f"{family} {number}" if family in ("tournament", "day", "puzzle") else ""
