"""Players who press offered buttons without knowing any rule."""

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from chaos.acting import choices, use
from chaos.messages import Json, buttons, menus, moves, named, parts, pictures, text
from playground import Person, Playground
from playground.message_objects import message_json
from playground.model import EPHEMERAL, LOADING

__all__ = [
    "Json",
    "Table",
    "alt_texts",
    "answered",
    "boards",
    "buttons",
    "choices",
    "complete",
    "menus",
    "moves",
    "named",
    "parts",
    "promises",
    "text",
]


def answered(person: Person, channel: int | None = None) -> list[Json]:
    """Return a user's private messages that show an answer, oldest first.

    Messages that are still "thinking…" don't count: the answer and its pictures arrive by an
    edit.
    """
    messages = person.messages(channel)
    return [
        message
        for message in messages
        if message["flags"] & EPHEMERAL and not message["flags"] & LOADING
    ]


def all_of(message: Json) -> str:
    """Return a message's text and the alt texts of its pictures."""
    return "\n".join([text(message), *alt_texts(message)])


def tells_winner(message: Json) -> bool:
    """Return whether the pictures of a match's end name the winner."""
    return any(" won." in alt or " share the win." in alt for alt in alt_texts(message))


def alt_texts(message: Json) -> list[str]:
    return [alt for _, alt in pictures(message)]


def promises(message: Json) -> list[str]:
    """Return the commitments in the file names of a message's pictures; an invitation has
    exactly one."""
    names = [name for name, _ in pictures(message)]
    return [digits for name in names for digits in re.findall("[0-9a-f]{64}", name)]


def boards(person: Person, channel: int) -> list[Json]:
    """Return the messages with buttons to play by, oldest first."""
    return [*newest(person, channel, moves)][::-1]


def newest(person: Person, channel: int, offers: Callable[[Json], object]) -> Iterator[Json]:
    """Yield the messages whose components match `offers`, newest first.

    Tests poll this after every event, so only matching messages are converted to JSON.
    """
    world = person.playground.world
    place = world.channel(channel)
    for message in [] if place is None else reversed([*place.messages.values()]):
        if message.content:
            continue  # its pictures are missing yet
        if offers({"components": message.components}) and world.sees(person.id, message):
            yield message_json(world, message)


async def complete(person: Person, message: Json) -> Json:
    """Return a message once it has its layout; it is first posted as a line of text."""
    number = message["id"]
    completed: Json = await person.playground.wait_for(
        lambda: next((m for m in person.messages() if m["id"] == number and not m["content"]), None)
    )
    return completed


def _offers_rematch(message: Json) -> bool:
    return any(custom_id.endswith(":rematch") for custom_id in buttons(message, "2:match:"))


@dataclass
class Table:
    """Players of a match, who play it to its end."""

    playground: Playground
    people: list[Person]
    channel: int
    taste: str = "0"
    """A seed for the choices."""
    presses: int = 0
    pressed: list[tuple[int, str]] = field(default_factory=list)
    """The user and the custom_id of every press."""
    forms: list[str] = field(default_factory=list)
    """The custom_ids that opened a form."""

    def board(self) -> Json | None:
        return next(newest(self.people[0], self.channel, moves), None)

    def over(self) -> Json | None:
        return next(newest(self.people[0], self.channel, _offers_rematch), None)

    def to_act(self, board: Json) -> list[Person]:
        return [person for person in self.people if str(person.id) in named(board)]

    async def turn(self, prefer: str = "") -> None:
        """Let a player in turn make one press, and wait for its effects."""
        board = await self.ready()
        person = self._pick(self.to_act(board), "who")
        offered = self.offered(person, board)
        wished = [custom_id for custom_id in offered if prefer and prefer in custom_id]
        custom_id = self._pick(wished or offered, "what")
        await self.press(person, board, custom_id)

    def offered(self, person: Person, board: Json) -> list[str]:
        """Return the custom_ids that this player can use on a board; if several players have a
        menu, only their own."""
        theirs = [
            custom_id
            for custom_id, menu in menus(board).items()
            if ":keep " in custom_id and not self._is_of(menu, person)
        ]
        return [custom_id for custom_id in moves(board) if custom_id not in theirs]

    def _is_of(self, menu: Json, person: Person) -> bool:
        user = self.playground.world.users[person.id]
        return (user.global_name or user.username) in menu["placeholder"]

    async def press(self, person: Person, board: Json, custom_id: str) -> None:
        """Press a button or tick dice in a menu, submit the form that opens, and wait until the
        table shows the result."""
        self.presses += 1
        before = self._look()
        answer = await use(person, board, custom_id)
        assert answer.ok, (custom_id, answer.error)
        self.pressed.append((person.id, custom_id))
        if answer.modal is not None:
            self.forms.append(custom_id)
            answer = await person.submit(answer.modal, choices(answer.modal))
            assert answer.ok, (custom_id, answer.error)
        try:
            await self.playground.wait_for(lambda: self._look() != before)
        except TimeoutError:
            raise AssertionError(f"{custom_id!r} had no effect: {self._said()}") from None

    async def play(self, most: int = 400, prefer: str = "") -> Json:
        """Play until the match is over, and return its last message."""
        for _ in range(most):
            await self._until(lambda: self.over() or self._ready())
            ended = self.over()
            if ended is not None:
                return ended
            await self.turn(prefer)
        raise AssertionError(f"the match did not end within {most} presses")

    async def ready(self) -> Json:
        return await self._until(self._ready)

    async def _until(self, offer: Callable[[], Json | None]) -> Json:
        try:
            message: Json = await self.playground.wait_for(offer)
        except TimeoutError:
            raise AssertionError(f"nothing more to press: {self._said()}") from None
        return message

    def _said(self) -> list[str]:
        return [text(message) for message in self.people[0].messages(self.channel)[-3:]]

    def _ready(self) -> Json | None:
        board = self.board()
        return board if board is not None and self.to_act(board) else None

    def _look(self) -> tuple[list[str], str | None]:
        """Return the current controls, and the id of the final message if there is one."""
        board, ended = self.board(), self.over()
        offered = [*buttons(board), *menus(board)] if board else []
        return (offered, ended["id"] if ended else None)

    def _pick(self, options: list[Any], purpose: str) -> Any:
        salt = f"{self.taste}:{self.presses}:{purpose}".encode()
        return options[hashlib.sha256(salt).digest()[0] % len(options)]
