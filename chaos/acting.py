"""The actions of a person: press, choose, submit a form, use a command. Each gives up quickly."""

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
"""Real seconds that people wait for an answer."""
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
    """Press a button, and submit the form that it opens `forms` times; None if no answer comes.

    `unseen` presses a button that the message does not have. Choices follow from `luck`.
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
    try:
        async with asyncio.timeout(PATIENCE):
            return await person.command(name, options, channel=channel)
    except (TimeoutError, ClientError):
        return None


async def challenge(host: Person, guests: Sequence[Person], **options: object) -> Answer | None:
    names = ("opponent", "opponent2", "opponent3")
    invited = {name: str(guest.id) for name, guest in zip(names, guests, strict=False)}
    return await command(host, "challenge", {**invited, **options})


async def resign(person: Person, match: int, channel: int | None = None) -> Answer | None:
    asked = await command(person, "resign", {"match": match}, channel)
    answer = None
    about = families.MATCH.spell(match, "resign").removesuffix("resign")
    for custom_id in offered(asked, about):
        answer = await press(person, int(shown(asked)["id"]), custom_id)
    return answer


async def call_off(host: Person, message: int, match: int) -> Answer | None:
    """Call off an invitation through its public button, which new invitations no longer have."""
    return await press(host, message, families.INVITATION.spell(match, "cancel"), unseen=True)


def offered(answer: Answer | None, prefix: str = "") -> dict[str, str]:
    return buttons(shown(answer), prefix)


def shown(answer: Answer | None) -> Json:
    return {} if answer is None or answer.message is None else answer.message


# ---------------------------------------------------------------------- choices


async def use(
    person: Person,
    message: int | str | Json,
    custom_id: str,
    *,
    game: PlayableGame | None = None,
    luck: Luck | None = None,
    unseen: bool = False,
) -> Answer:
    """Press a button, or make a legal choice in a menu. Raises ClientError."""
    shown_message = person.playground.world.find_message(
        int(message["id"] if isinstance(message, dict) else message)
    )
    menu = (
        None
        if shown_message is None
        else menus({"components": shown_message.components}).get(custom_id)
    )
    if menu is None:
        return await person.press(message, custom_id, unseen=unseen)
    return await person.select(message, custom_id, ticks(menu, game, luck))


def ticks(
    menu: Mapping[str, object],
    game: PlayableGame | None = None,
    luck: Luck | None = None,
    room: int = sys.maxsize,
) -> list[str]:
    """Return as many values of a menu as it takes, `room` at most: the first, or chosen by luck."""
    first, second = _ranked(menu, game or find_game(), luck)
    most = min(int(str(menu.get("max_values", 1))), room)
    least = int(str(menu.get("min_values", 1)))
    return [*first[:most], *second[: max(0, least - len(first))]]


def choices(modal: Modal, game: PlayableGame | None = None, luck: Luck | None = None) -> Values:
    text = "\n".join(p["content"] for p in modal.components if p["type"] == TEXT_DISPLAY)
    game = game or find_game()
    least, room = game.limit(text)
    fields = modal.inputs()
    ticked: dict[str, list[str]] = {}
    for name, field in fields.items():
        if "options" in field:
            ticked[name] = ticks(field, game, luck, room)
            room -= len(ticked[name])
            least -= len(ticked[name])
    for name, values in ticked.items():
        rest = [o["value"] for o in fields[name]["options"] if o["value"] not in values]
        more = rest[: max(0, min(least, fields[name].get("max_values", 1) - len(values)))]
        values += more
        least -= len(more)
    texts = {name: "Something is odd here." for name in fields if name not in ticked}
    return {**ticked, **texts}


def _ranked(
    menu: Mapping[str, object], game: PlayableGame, luck: Luck | None
) -> tuple[list[str], list[str]]:
    options: list[Json] = menu["options"]  # type: ignore[assignment]
    if luck is not None:
        options = sorted(options, key=lambda _: luck.below(1 << 30))
    second = [option["value"] for option in options if game.is_second_best(option["label"])]
    return [option["value"] for option in options if option["value"] not in second], second
