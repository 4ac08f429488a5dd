"""Members challenged from a menu or a button, and the commands and buttons of /help."""

import re
from functools import partial
from pathlib import Path
from typing import Any

from bot.match.people.servers import Bar
from cogs.app.client import SaludClient
from cogs.base import custom_id_families as families
from playground import Person, Playground, seed
from playground.permissions import Permission
from tests.e2e.bot_process import BotProcess
from tests.e2e.in_process import bot as bot
from tests.e2e.players import Json, answered, buttons, parts, text
from tests.tiers import exhaustive

MENTION = re.compile(r"</([^:>]+):(\d+)>")
MEMBERS = 5
MENU = families.CHALLENGE.spell("anyone", "dice-miner")


async def asked(person: Person, command: str, **options: Any) -> Json:
    answer = await person.command(command, options)
    assert answer.message is not None, answer.error
    return answer.message


def invitations(person: Person, channel: int | None = None) -> list[Json]:
    return [m for m in person.messages(channel) if buttons(m, "2:invitation:")]


def is_told(person: Person, words: str, channel: int | None = None) -> bool:
    return any(words in text(message) for message in answered(person, channel))


def _has_answers(person: Person, number: int) -> bool:
    return len(answered(person)) >= number


def member_menus(message: Json) -> list[str]:
    return [p["custom_id"] for p in parts(message) if p["type"] == MEMBERS]


async def test_first_page_of_help_mentions_commands_that_discord_has(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    page = text(await asked(people[0], "help"))
    ids = {command["name"]: str(command["id"]) for command in playground.world.all_commands()}
    mentions = MENTION.findall(page)
    assert {"challenge", "tutorial", "practice", "daily"} <= {name for name, _ in mentions}
    assert {number for _, number in mentions} == {ids[name] for name, _ in mentions}
    assert "`/" not in page
    page = text(await asked(people[0], "help", topic="tournaments"))
    mentions = MENTION.findall(page)
    assert ("tournament join", ids["tournament"]) in mentions


async def test_first_page_of_help_leads_to_lesson_practice_and_puzzle(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    page = await asked(people[0], "help")
    learn, practise, today = buttons(page)
    assert member_menus(page) == [MENU]
    assert not member_menus(await asked(people[0], "help", topic="time"))
    for number, custom_id in enumerate((today, practise), start=len(answered(people[0])) + 1):
        answer = await people[0].press(page, custom_id)
        assert answer.ok, answer.error
        await playground.wait_for(partial(_has_answers, people[0], number))
    matches = await bot.services.matches.store.of_user(seed.GUILD_ID, people[0].id)
    assert len(matches) == 1
    answer = await people[0].press(page, learn)
    assert answer.ok, answer.error

    def begun() -> bool:
        (now,) = [m for m in people[0].messages() if m["id"] == page["id"]]
        return bool(buttons(now, "2:tutorial:"))

    await playground.wait_for(begun)


async def test_menu_on_a_public_profile_invites_for_whoever_uses_it(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    ann, ben, cat = people[:3]
    page = await asked(ann, "profile")
    answer = await ben.select(page, MENU, [str(cat.id)])
    assert answer.ok, answer.error
    await playground.wait_for(partial(is_told, ben, "The invitation is posted"))
    (invitation,) = invitations(cat)
    assert "**Ada** challenges **Bruno**" in text(invitation)
    assert [len(person.pings()) for person in (ann, ben, cat)] == [0, 0, 1]


async def test_profile_of_another_member_has_a_button_to_challenge_them(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    ann, ben, cat = people[:3]
    page = await asked(ann, "profile", member=str(ben.id), game="dynamine")
    assert not member_menus(page)
    ((custom_id, label),) = buttons(page).items()
    assert label == "Challenge Ada"
    await cat.press(page, custom_id)
    await playground.wait_for(partial(is_told, cat, "The invitation is posted"))
    assert "DYNAMINE" in text(invitations(ben)[-1])
    await ben.press(page, custom_id)
    await playground.wait_for(partial(is_told, ben, "You can't challenge yourself"))
    assert not buttons(await asked(ann, "profile", member=str(ben.id), game="dice-grid"))


async def test_menu_refuses_what_the_command_refuses(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    ann, ben = people[:2]
    page, world = await asked(ann, "profile"), playground.world
    servers = bot.services.stores.servers
    world.set_permissions(seed.TAVERN_ID, ben.id, deny=int(Permission.VIEW_CHANNEL))
    for user, words in (
        (ann.id, "You can't challenge yourself"),
        (seed.BOT_ID, "Bots don't play"),
        (ben.id, "can't see this channel"),
        (999, "no longer in this server"),
    ):
        answer = await ann.forge(page, families.CHALLENGE.spell(user, "dice-miner"))
        assert answer.ok, answer.error
        await playground.wait_for(partial(is_told, ann, words))
    world.set_permissions(seed.TAVERN_ID, ben.id)
    await ann.forge(page, MENU)
    await playground.wait_for(partial(is_told, ann, "Choose a member"))
    await ann.forge(page, families.CHALLENGE.spell(ben.id, "dice-grid"))
    await playground.wait_for(partial(is_told, ann, "for one player"))
    await bot.services.preferences.choose(seed.GUILD_ID, {"channels": str(seed.QUARRY_ID)})
    await ann.select(page, MENU, [str(ben.id)])
    await playground.wait_for(partial(is_told, ann, "Matches in this server are played in"))
    await bot.services.preferences.choose(seed.GUILD_ID, {"channels": None})
    world.set_permissions(seed.TAVERN_ID, seed.BOT_ID, deny=int(Permission.SEND_MESSAGES))
    await ann.select(page, MENU, [str(ben.id)])
    await playground.wait_for(partial(is_told, ann, "I can't post here"))
    world.set_permissions(seed.TAVERN_ID, seed.BOT_ID)
    await servers.bar(seed.GUILD_ID, Bar(ann.id, seed.OWNER_ID, 1))
    await ann.select(page, MENU, [str(ben.id)])
    await playground.wait_for(partial(is_told, ann, "barred"))
    assert invitations(ben) == []


async def test_menu_at_the_end_of_a_match_invites_in_its_channel(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    """A match in a thread has its own title, so a new one begins outside."""
    ann, ben, cat = people[:3]
    await asked(ann, "challenge", opponent=str(ben.id))
    (invitation,) = invitations(ben)
    await ben.press(invitation, "2:invitation:1:accept")
    thread = int(invitation["id"])
    await playground.wait_for(lambda: thread in playground.world.guild.channels)
    question = await ann.command("resign", channel=thread)
    assert question.message is not None, question.error
    await ann.press(question.message, next(iter(buttons(question.message))))

    def end(channel: int) -> Json | None:
        return next((m for m in ann.messages(channel) if member_menus(m)), None)

    last = await playground.wait_for(partial(end, thread))
    card = await playground.wait_for(partial(end, seed.TAVERN_ID))
    assert card["id"] == invitation["id"]
    assert member_menus(last) == member_menus(card) == [MENU]
    answer = await ben.select(last, MENU, [str(cat.id)])
    assert answer.ok, answer.error
    await playground.wait_for(partial(is_told, ben, "The invitation is posted", thread))
    assert [text(m).partition("\n")[0] for m in invitations(cat)] != []
    assert invitations(cat, thread) == []


@exhaustive
async def test_menu_works_after_a_restart(
    playground: Playground, people: list[Person], tmp_path: Path
) -> None:
    process = BotProcess(playground, tmp_path)
    async with process:
        page = await asked(people[0], "help")
    async with process:
        answer = await people[0].select(page, MENU, [str(people[1].id)])
        assert answer.ok, answer.error
        await playground.wait_for(partial(invitations, people[1]))
