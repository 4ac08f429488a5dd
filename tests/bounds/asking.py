"""Parts of the tour: commands apart from playing, and commands for moderators and managers."""

import pytest

from bot.match.people.messages import MessageKind
from bot.match.statistics.projections import rankings
from chaos.messages import parts
from cogs.base import custom_id_families as families
from playground import seed
from playground.model import Role
from playground.permissions import Permission
from tests.bounds.tour import HOUR, Tour
from tests.bounds.wholeness import Json

CHALLENGE = families.CHALLENGE.spell("anyone", "dice-miner")


async def alone(tour: Tour) -> None:
    ann, ben = tour.people[:2]
    await tour.use(ann, await tour.say(ann, "open"), "2:invitation:1:cancel")
    tour.number_high()
    for command in ("leaderboard", "profile", "history", "matches"):
        await tour.say(ann, command)
    for command in ("verify", "luck", "replay", "plan", "hint", "accuracy"):
        await tour.say(ann, command)
    await tour.say(ann, "versus", member=str(ben.id))
    await tour.say(ann, "versus", member=str(ann.id))
    for book in ("rules", "help"):
        page = await tour.say(ann, book)
        assert page is not None
        begins = f"2:topics:{book}"
        menu = next(part for part in parts(page) if part.get("custom_id", "").startswith(begins))
        for topic in menu["options"]:
            await tour.say(ann, book, topic=topic["value"])
            await tour.use(ann, page, menu["custom_id"], [topic["value"]])
    first = await tour.say(ann, "help")
    for custom_id in ("2:day:", "2:tutorial:1::again"):
        (button,) = (i for i, _ in tour.offered(first) if i.startswith(custom_id))
        await tour.use(ann, first, button)
    await tour.use(ann, await tour.say(ann, "profile"), CHALLENGE, [str(ben.id)])
    await tour.answer(ben, tour.newest(ben, "2:invitation:"), "decline")
    other = await tour.say(ann, "profile", member=str(ben.id))
    await tour.use(ann, other, CHALLENGE.replace("anyone", str(ben.id)))
    await tour.answer(ben, tour.newest(ben, "2:invitation:"), "decline")
    await tour.menu(ann, "Challenge", ben)
    await tour.answer(ben, tour.newest(ben, "2:invitation:"), "decline")
    for name in ("Profile", "Versus"):
        await tour.menu(ann, name, ben)
        await tour.menu(ann, name, ann)
    for command in ("rules", "tutorial"):
        page = await tour.say(ann, command)
        await tour.use(ann, page, f"2:guide-game:{command}", ["dice-miner"])
    page = await tour.say(ann, "profile")
    await tour.use(ann, page, f"2:statistics-game:profile:{ann.id}:{ann.id}", ["dynamine"])
    page = await tour.say(ann, "versus", member=str(ben.id))
    await tour.use(ann, page, f"2:statistics-game:versus:{ann.id}:{ben.id}", ["dynamine"])
    page = await tour.say(ann, "history")
    for game in ("dynamine", "-"):
        await tour.use(ann, page, f"2:statistics-game:history:{ann.id}:{ann.id}", [game])
    await tour.say(ann, "salud")
    await tour.say(ann, "salud", friend=str(ben.id))
    await tour.try_all(ann, await tour.say(ann, "me", zone="Madrid", quiet="22:30-7:30"))
    await tour.say(ann, "me", zone="*_~`|<" * 20)
    await tour.say(ann, "me", quiet="9*9*9*9" * 20)
    await tour.say(ann, "away", until="*" * 200)
    await tour.say(ann, "away", until="3")
    await tour.try_all(ann, await tour.say(ann, "away"))
    await tour.say(ann, "mydata show")
    await tour.say(ann, "mydata export")
    await tour.try_all(ann, await tour.say(ann, "mydata forget"), but="forget")


async def notifications(tour: Tour) -> None:
    """Use test notifications and reminders, and let the bot lose the permission to post."""
    cat, dan = tour.people[2:4]
    for where in ("channel", "direct"):
        panel = await tour.say(cat, "me")
        assert panel is not None
        await tour.use(cat, panel, "2:me-menu:where", [where])
        await tour.use(cat, panel, "2:me:test")
    await tour.use(cat, panel, "2:me-menu:times", ["3"])
    tour.playground.world.closed_dms.add(cat.id)
    await tour.use(cat, panel, "2:me:test")
    tour.playground.world.closed_dms.discard(cat.id)
    await tour.say(dan, "me", confirm=False)
    match = await tour.begun(cat, dan)
    await tour.later(10)
    while (await tour.board(match))[0].id != cat.id:
        await tour.move(match, 1)
    for _ in range(23):
        await tour.later(HOUR)
    world = tour.playground.world
    thread = await tour.place(match)
    nothing = int(Permission.SEND_MESSAGES_IN_THREADS)
    world.set_permissions(world.guild.channels[thread].parent_id or 0, seed.BOT_ID, deny=nothing)
    person, board = cat, tour.newest(cat, "2:move:", thread)
    take = next(
        custom_id for custom_id, _ in tour.offered(board) if custom_id.startswith("2:move:")
    )
    await tour.use(person, board, take)
    world.set_permissions(world.guild.channels[thread].parent_id or 0, seed.BOT_ID)


async def looking_back(tour: Tour) -> None:
    ann, ben = tour.people[:2]
    store = tour.bot.services.stores.statistics
    pasts = await store.history(seed.GUILD_ID, None, ann.id, start=0, most=25)
    # A match of four has the longest answers.
    match = [past.match for past in pasts.matches if len(past.results) == 4][-1]
    for command in ("luck", "verify", "accuracy", "hint"):
        await tour.say(ann, command, match=match)
    panel = await tour.say(ann, "replay", match=match)
    await tour.try_all(ann, panel, but="film|turning|^2:share:")
    await tour.try_all(ann, panel, but=r"^(?!2:replay:\d+:\d+:(film|turning))")
    share = next(
        custom_id
        for custom_id, _ in tour.offered(tour.now(panel))
        if custom_id.startswith("2:share:")
    )
    await tour.try_all(ann, await tour.use(ann, panel, share), but=":where")
    for ranking in rankings(tour.bot.services.matches.games.newest("dice-miner")):
        await tour.say(ann, "leaderboard", by=ranking.key)
    board = await tour.say(ann, "leaderboard")
    await tour.try_all(ann, board, most=9)
    await tour.try_all(ben, board)
    await tour.say(ann, "profile")
    await tour.say(ann, "versus", member=str(ben.id))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("cogs.statistics.histories.PAGE", 2)  # practice fills no history
        for person in tour.people[1:4]:
            history = await tour.say(person, "history")
            pages = [each for each, _ in tour.offered(history) if each.startswith("2:history:")]
            for page in pages[:1]:
                await tour.use(person, history, page)
            await tour.try_all(person, await tour.say(person, "history"))
    end = tour.newest(ann, f"2:match:{match}:rematch", await tour.place(match))
    await tour.use(ann, end, f"2:match:{match}:rematch")
    await tour.report(ann, match)


async def crowds(tour: Tour) -> None:
    await tour.say(tour.boss, "settings", overview=True)
    for number in range(0, 34, 2):
        await tour.begun(tour.crowd[number], tour.crowd[number + 1])
    for _ in range(20):
        await tour.bot.services.domain.lobby.practice(tour.asked(tour.boss), 3)
    await tour.later(60)
    overview = tour.newest(tour.boss, "2:matches:mine:0")
    await tour.use(tour.boss, overview, "2:matches:mine:0")
    for whose in ("mine", "server"):
        listed = await tour.say(tour.boss, "matches", whose=whose)
        await tour.try_all(tour.boss, listed)
    for typed in ("", "1", "#9", "*"):
        await tour.choices(tour.boss, typed)
        await tour.choices(tour.people[0], typed)
    await tour.try_all(tour.boss, await tour.say(tour.boss, "hint"))
    await tour.say(tour.boss, "moderate barred")
    await tour.say(tour.boss, "moderate bar", member=str(tour.crowd[0].id))
    await tour.say(tour.boss, "moderate barred")
    await tour.say(tour.boss, "practice", rivals=3, public=True)
    await tour.bar_crowd()
    listed = await tour.say(tour.boss, "moderate barred")
    await tour.try_all(tour.boss, listed)


async def _troubles(tour: Tour, panel: Json | None) -> None:
    """Freeze a match, and make the channel for problems unusable."""
    world, store = tour.playground.world, tour.bot.services.matches.store
    match = await tour.begun(*tour.people[2:4])
    await tour.use(tour.boss, panel, "2:setting:troubles", [str(seed.QUARRY_ID)])
    await store.freeze(match, frozen=True)
    messages = tour.bot.services.stores.messages
    for _ in range(10):  # a report waits for others, and for its turn on a busy machine
        await tour.later(60)
        if any(row.shown for row in await messages.of_kind(MessageKind.TROUBLE, seed.GUILD_ID)):
            break
    world.set_permissions(seed.QUARRY_ID, seed.BOT_ID, deny=int(Permission.VIEW_CHANNEL))
    await tour.say(tour.boss, "settings")
    world.set_permissions(seed.QUARRY_ID, seed.BOT_ID)
    await store.freeze(match, frozen=False)
    await tour.use(tour.boss, panel, "2:setting:troubles", [])


async def _pinged_role(tour: Tour, panel: Json | None) -> None:
    """Choose roles that can and can't be pinged, and open tables beyond the limit."""
    world, (ann, *_) = tour.playground.world, tour.people
    role = Role(world.snowflakes.new(), "R" * 100, 0, 3, mentionable=True)
    world.add_role(role)
    await tour.use(tour.boss, panel, "2:setting:page_pings")
    for number in (seed.GUILD_ID, seed.BOT_ROLE_ID, role.id):
        await tour.use(tour.boss, panel, "2:setting:ping_role", [str(number)])
    for kinds in ([], ["morning"], ["morning", "table", "tournament"]):
        await tour.use(tour.boss, panel, "2:setting:ping_kinds", kinds)
    for _ in range(2):
        await tour.say(ann, "open")
    role.mentionable = False
    await tour.say(ann, "open")
    for page in ("start", "pings"):
        await tour.use(tour.boss, panel, f"2:setting:page_{page}")
    world.delete_role(role.id)
    await tour.say(tour.boss, "settings")
    await tour.use(tour.boss, panel, "2:setting:ping_role", [])


async def server(tour: Tour) -> None:
    boss, (ann, ben) = tour.boss, tour.people[:2]
    panel = await tour.say(boss, "settings", language="de", place="channel", noise="quiet")
    await tour.try_all(boss, panel)
    await tour.say(boss, "settings", game="dice-miner")
    panel = await tour.say(boss, "settings")
    world = tour.playground.world
    channels = [
        str(channel.id) for channel in world.guild.channels.values() if channel.thread is None
    ]
    await tour.use(boss, panel, "2:setting:channels", channels[:25])
    for channel in channels:
        world.set_permissions(int(channel), seed.BOT_ID, deny=int(Permission.VIEW_CHANNEL))
    await tour.idle()
    for channel in channels:
        world.set_permissions(int(channel), seed.BOT_ID)
    await tour.use(boss, panel, "2:setting:channels", [])
    await _troubles(tour, panel)
    await _pinged_role(tour, panel)
    await tour.say(boss, "moderate bar", member=str(ann.id))
    await tour.say(ben, "challenge", opponent=str(ann.id))
    await tour.say(boss, "moderate bar", member=str(ann.id))
    await tour.say(boss, "moderate unbar", member=str(ann.id))
    await tour.say(boss, "moderate unbar", member=str(ann.id))
    match = await tour.begun(ann, ben)
    question = await tour.say(ann, "resign", match=match)
    await tour.try_all(ann, question)
    match = await tour.begun(ann, ben)
    await tour.say(ann, "board", match=match, channel=seed.QUARRY_ID)
    await tour.say(boss, "moderate end", match=match)
    await tour.say(ann, "report", match=match)
    question = await tour.say(ann, "mydata forget")
    await tour.try_all(ann, question, but="keep")
