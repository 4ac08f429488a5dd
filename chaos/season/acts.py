"""What a person does with one hand: press, hand in a form, use a command; nobody waits for ever."""

import asyncio
from collections.abc import Mapping

from chaos.reading import Json, buttons, choices, use
from playground import Answer, ClientError, Person

ANSWERED = 6.0
"""Real seconds after which nobody waits for an answer any longer."""


async def press(
    person: Person, message: int, custom_id: str, *, unseen: bool = False
) -> Answer | None:
    """Press a button, and hand in the form that it opens; None where no answer came."""
    try:
        async with asyncio.timeout(ANSWERED):
            answer = await use(person, message, custom_id, unseen=unseen)
            if answer.modal is not None:
                answer = await person.submit(answer.modal, choices(answer.modal))
            return answer
    except (TimeoutError, ClientError):
        return None


async def call_off(host: Person, message: int, match: int) -> Answer | None:
    """Call an invitation off, as its host can by a private button, and could by a public one."""
    return await press(host, message, f"2:invitation:{match}:cancel", unseen=True)


async def command(
    person: Person, name: str, options: Mapping[str, object] = {}, channel: int | None = None
) -> Answer | None:
    """Use a command; None where no answer came."""
    try:
        async with asyncio.timeout(ANSWERED):
            return await person.command(name, options, channel=channel)
    except (TimeoutError, ClientError):
        return None


def offered(answer: Answer | None) -> dict[str, str]:
    """The buttons of a private answer, by custom_id."""
    return {} if answer is None or answer.message is None else buttons(answer.message)


def shown(answer: Answer | None) -> Json:
    """The message of an answer; empty where there is none."""
    return {} if answer is None or answer.message is None else answer.message
