"""The script's actions, carried out by the playground's own client or in a browser
(tour/tabs.py).
"""

from collections.abc import Sequence
from typing import Protocol

from chaos.messages import Json
from playground import Answer, Person, Playground


class Actions(Protocol):
    async def challenge(self, person: Person, friend: Person) -> None: ...

    async def run(self, person: Person, name: str, channel: int) -> None: ...

    async def press(self, person: Person, message: Json, custom_id: str) -> None: ...

    async def tick(
        self, person: Person, message: Json, custom_id: str, values: Sequence[str]
    ) -> None: ...


class Camera(Protocol):
    async def shot(self, name: str, person: Person, message: Json) -> None:
        """Save a person's view of a message on a phone."""

    async def desk(self, name: str, person: Person, message: Json) -> None:
        """Save a person's view of the message in a wide window."""

    async def opened(
        self, name: str, person: Person, message: Json, custom_id: str, values: Sequence[str]
    ) -> None:
        """Save a person's view of the message with one of its menus open and these values
        ticked.
        """


class DryRun:
    """Acts without a browser, and records only the names of the pictures."""

    def __init__(self, playground: Playground) -> None:
        self._playground = playground
        self.taken: list[str] = []

    async def challenge(self, person: Person, friend: Person) -> None:
        self.taken.append("command")
        _fine(await person.command("challenge", {"opponent": str(friend.id)}))

    async def run(self, person: Person, name: str, channel: int) -> None:
        _fine(await person.command(name, channel=channel))

    async def press(self, person: Person, message: Json, custom_id: str) -> None:
        _fine(await person.press(message, custom_id))

    async def tick(
        self, person: Person, message: Json, custom_id: str, values: Sequence[str]
    ) -> None:
        _fine(await person.select(message, custom_id, list(values)))

    async def shot(self, name: str, person: Person, message: Json) -> None:
        assert any(m["id"] == message["id"] for m in person.messages(int(message["channel_id"])))
        self.taken.append(name)

    async def desk(self, name: str, person: Person, message: Json) -> None:
        await self.shot(name, person, message)

    async def opened(
        self, name: str, person: Person, message: Json, custom_id: str, values: Sequence[str]
    ) -> None:
        del custom_id, values
        await self.shot(name, person, message)


def _fine(answer: Answer) -> None:
    assert answer.ok, answer.error
