"""What a person does: press, choose, hand in a form, use a command. Nobody waits for long."""

import asyncio
import sys
from collections.abc import Mapping, Sequence

from chaos.games import PlayableGame, find_game
from chaos.messages import Json, buttons, menus
from cogs.base import custom_id_families as families
from playground import Answer, ClientError, Modal, Person
from playground.component_checker import TEXT_DISPLAY
from playground.luck import Luck

PATIENCE = 5.0
"""Real seconds after which nobody waits for an answer any longer."""
Values = dict[str, list[str] | str]


async def press(
    person: Person,
    message: int,
    custom_id: str,
    *,
    game: PlayableGame | None = None,
    luck: Luck | None = None,
    unseen: bool = False,
    forms: int = 1,
) -> Answer | None:
    """Press a button, and hand in the form that it opens, `forms` times; None if no answer came.

    `unseen` presses a button that the message does not have. What is chosen follows from `luck`.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            answer = await use(person, message, custom_id, game=game, luck=luck, unseen=unseen)
            if (modal := answer.modal) is not None:
                values = choices(modal, game, luck)
                sent = [person.submit(modal, values) for _ in range(forms)]
                answer = (await asyncio.gather(*sent))[0]
            return answer
    except (TimeoutError, ClientError):
        return None


async def command(
    person: Person, name: str, options: Mapping[str, object] = {}, channel: int | None = None
) -> Answer | None:
    """Use a command; None if no answer came."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await person.command(name, options, channel=channel)
    except (TimeoutError, ClientError):
        return None


async def challenge(host: Person, guests: Sequence[Person], **options: object) -> Answer | None:
    """Challenge up to three people."""
    names = ("opponent", "opponent2", "opponent3")
    invited = {name: str(guest.id) for name, guest in zip(names, guests, strict=False)}
    return await command(host, "challenge", {**invited, **options})


async def resign(person: Person, match: int, channel: int | None = None) -> Answer | None:
    """Resign, and confirm it; returns the answer to that, None if there was none."""
    asked = await command(person, "resign", {"match": match}, channel)
    answer = None
    about = families.MATCH.spell(match, "resign").removesuffix("resign")
    for custom_id in offered(asked, about):
        answer = await press(person, int(shown(asked)["id"]), custom_id)
    return answer


async def call_off(host: Person, message: int, match: int) -> Answer | None:
    """Call an invitation off, as its host can by a private button, and could by a public one."""
    return await press(host, message, families.INVITATION.spell(match, "cancel"), unseen=True)


def offered(answer: Answer | None, prefix: str = "") -> dict[str, str]:
    """The buttons of a private answer, by custom_id."""
    return buttons(shown(answer), prefix)


def shown(answer: Answer | None) -> Json:
    """The message of an answer; empty where there is none."""
    return {} if answer is None or answer.message is None else answer.message


# ---------------------------------------------------------------------- what is chosen


async def use(
    person: Person,
    message: int | str | Json,
    custom_id: str,
    *,
    game: PlayableGame | None = None,
    luck: Luck | None = None,
    unseen: bool = False,
) -> Answer:
    """Press a button, or tick in a menu as much as it takes. Raises: ClientError."""
    found = person.playground.world.find_message(
        int(message["id"] if isinstance(message, dict) else message)
    )
    menu = None if found is None else menus({"components": found.components}).get(custom_id)
    if menu is None:
        return await person.press(message, custom_id, unseen=unseen)
    return await person.select(message, custom_id, ticks(menu, game, luck))


def ticks(
    menu: Mapping[str, object],
    game: PlayableGame | None = None,
    luck: Luck | None = None,
    room: int = sys.maxsize,
) -> list[str]:
    """As many of a menu's values as it takes and there is room for; the first, or by luck."""
    first, second = _ranked(menu, game or find_game(), luck)
    most = min(int(str(menu.get("max_values", 1))), room)
    least = int(str(menu.get("min_values", 1)))
    return [*first[:most], *second[: max(0, least - len(first))]]


def choices(modal: Modal, game: PlayableGame | None = None, luck: Luck | None = None) -> Values:
    """What is chosen in each menu of a form, as many in all as its text wants; a text elsewhere."""
    said = "\n".join(p["content"] for p in modal.components if p["type"] == TEXT_DISPLAY)
    game = game or find_game()
    least, room = game.limit(said)
    fields = modal.inputs()
    chosen: dict[str, list[str]] = {}
    for name, field in fields.items():
        if "options" in field:
            chosen[name] = ticks(field, game, luck, room)
            room -= len(chosen[name])
            least -= len(chosen[name])
    for name, values in chosen.items():
        rest = [o["value"] for o in fields[name]["options"] if o["value"] not in values]
        more = rest[: max(0, min(least, fields[name].get("max_values", 1) - len(values)))]
        values += more
        least -= len(more)
    texts = {name: "Something is odd here." for name in fields if name not in chosen}
    return {**chosen, **texts}


def _ranked(
    menu: Mapping[str, object], game: PlayableGame, luck: Luck | None
) -> tuple[list[str], list[str]]:
    """The values of a menu: those to be ticked first, and those only where they must be."""
    options: list[Json] = menu["options"]  # type: ignore[assignment]
    if luck is not None:
        options = sorted(options, key=lambda _: luck.below(1 << 30))
    second = [one["value"] for one in options if game.is_second_best(one["label"])]
    return [one["value"] for one in options if one["value"] not in second], second
