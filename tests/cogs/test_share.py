"""Sharing: the offered items, the allowed channels and users, and the posted messages."""

import asyncio
import io
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from PIL import Image

from bot.match.log.loaded import Loaded
from bot.match.people.errors import Barred
from bot.match.people.limits import SHARES, SharedOften
from bot.match.people.servers import Bar
from cogs.base import custom_id_families as families
from cogs.interactions.context import Context
from cogs.replay.share_handlers import NothingToShare, ShareHandlers
from cogs.replay.shareables import (
    ACHIEVEMENT,
    ANIMATION,
    HIGH_POINT,
    POINT,
    TURN,
    Shareable,
    panel,
    parse,
    share_options,
)
from cogs.replay.timeline import timeline_of
from cogs.screens.base import BadChoice
from cogs.ui.layouts import MessageLayout
from cogs.ui.match_controls import RESULT
from engine.core.driver import without_undone
from engine.core.turning import TurningPoint
from engine.games.dice_miner.events import BeerShared
from games.dice_miner.screens.statistics import STATISTICS_SCREENS
from tests.cogs.contexts import interactions
from tests.cogs.drawn import queue
from tests.cogs.moments import LONGEST_NAME, WORDS
from tests.cogs.offline import is_button
from tests.cogs.test_layout import TEXT, check
from tests.cogs.test_papers import book, scenes
from tests.match.world import ANN, BEN, CAT, CHANNEL, DAN, GUILD, World

ALL = discord.Permissions.all()
ELSEWHERE = 955


class Discord:
    """The part of the client that sharing needs; ignores a message whose nonce it already has."""

    def __init__(self) -> None:
        self.posts: dict[str, tuple[int, MessageLayout, list[discord.File]]] = {}
        self.trouble: Exception | None = None
        self.channels: dict[int, Any] = {}

    def get_partial_messageable(self, place: int, guild_id: int) -> Any:
        assert guild_id == GUILD

        layouts: dict[int, str] = {}

        async def send(
            content: str = "",
            *,
            view: Any,
            files: Any = (),
            allowed_mentions: Any,
            nonce: str,
            silent: bool,
        ) -> Any:
            del silent
            assert allowed_mentions.to_dict() == {"parse": [], "users": []}, "no one is pinged"
            assert len(nonce) <= 25
            if self.trouble is not None:
                raise self.trouble
            known = nonce in self.posts
            if not content:
                check(view)
            self.posts.setdefault(nonce, (place, view, files))
            number = 1000 + list(self.posts).index(nonce)
            layouts[number] = nonce
            return SimpleNamespace(id=number, content="" if known else content)

        async def edit(message: int, view: MessageLayout, attachments: Any) -> None:
            check(view)
            self.posts[layouts[message]] = (place, view, attachments)

        def partial_message(message: int) -> Any:
            return SimpleNamespace(
                edit=lambda view, attachments, **_: edit(message, view, attachments)
            )

        return SimpleNamespace(send=send, get_partial_message=partial_message)

    def get_channel(self, channel: int) -> Any:
        return self.channels.get(channel)

    async def fetch_channel(self, channel: int) -> Any:
        del channel
        response: Any = SimpleNamespace(status=404, reason="no")
        raise discord.NotFound(response, "no")


class Press:
    def __init__(self, user: int = ANN, name: str = "Ann", data: Mapping[str, Any] | None = None):
        self.user = SimpleNamespace(id=user, name=f"user{user}", display_name=name)
        self.channel_id, self.guild_id = CHANNEL, GUILD
        self.is_guild_integration = lambda: True
        self.locale = "en"
        self.message = None
        self.channel = None
        self.permissions = self.app_permissions = ALL
        self.data = dict(data or {})
        self.extras: dict[str, Any] = {}
        self.answers: list[str] = []
        self.response = SimpleNamespace(is_done=lambda: True)
        self.followup = SimpleNamespace(send=self._send)

    async def _send(
        self, content: str = "", *, view: MessageLayout | None = None, **_: object
    ) -> None:
        texts = [] if view is None else [p["content"] for p in check(view) if p["type"] == TEXT]
        self.answers.append("\n".join([content, *texts]).strip())


class Desks:
    def __init__(self, world: World) -> None:
        self.discord = Discord()

        self.interactions = interactions(world, self.discord)
        self.handlers = ShareHandlers(
            self.interactions,
            scenes(world, book()),
            queue(),
            queue(),
        )

    async def share(
        self, match: int, item: Shareable, press: Press | None = None, place: int = CHANNEL
    ) -> Press:
        press = press or Press()
        ctx = Context(self.interactions, cast("Any", press))
        await self.handlers.post(ctx, match, item, place)
        return press

    def posted(self) -> tuple[str, list[discord.File]]:
        _, view, files = list(self.discord.posts.values())[-1]
        return "\n".join(p["content"] for p in check(view) if p["type"] == TEXT), files


async def played(world: World, *, most: int = 2_000, taste: str = "share") -> Loaded:
    """Play a match of four players with the longest names."""
    match = (await world.begun(ANN, BEN, CAT, DAN, lobby=world.dice)).record.id
    return await world.play(match, taste, most=most)


THINGS = [
    Shareable(RESULT), Shareable(ANIMATION), Shareable(TURN, 7), Shareable(POINT, 12),
    Shareable(HIGH_POINT, 123456), Shareable(ACHIEVEMENT, 3, "underground"),
]  # fmt: skip


@pytest.mark.parametrize("item", THINGS, ids=str)
def test_shareable_is_read_back_from_its_custom_id(item: Shareable) -> None:
    assert parse(str(item)) == item
    for verb in ("open", "what", "where", "here"):
        custom_id = families.SHARE.spell(10**15 - 1, str(item), verb)
        assert is_button(custom_id)
        assert len(custom_id) <= families.LONGEST


@pytest.mark.parametrize("text", ["", "end1", "turn", "turn07", "feat1", "feats1-x", "high1-lift"])
def test_only_one_spelling_is_read(text: str) -> None:
    read = parse(text)
    assert read is None or read.kind in (ACHIEVEMENT, HIGH_POINT)


async def test_panel_offers_everything_with_the_requested_item_first(world: World) -> None:
    loaded = await played(world)
    timeline = timeline_of(loaded)
    scene = scenes(world, book()).known(loaded, WORDS)
    point = TurningPoint(9, (0.6, 0.4, 0, 0), (0.1, 0.9, 0, 0))
    items = share_options(timeline, scene, STATISTICS_SCREENS, (point,), Shareable(TURN, 3))
    kinds = [item.kind for item, _ in items]
    assert kinds[0] == TURN
    assert {RESULT, ANIMATION, POINT, HIGH_POINT} <= set(kinds)
    shouts = [
        advance.entry.seq
        for advance in without_undone(timeline.advances)
        if any(isinstance(event, BeerShared) for event in advance.events)
    ]
    assert [item.number for item, _ in items if item.kind == HIGH_POINT] == shouts
    assert share_options(timeline, scene, STATISTICS_SCREENS, (), Shareable(ANIMATION))[0][
        0
    ] == Shareable(ANIMATION)
    layout = panel(loaded.record.id, items, WORDS)
    parts = check(layout)
    assert [p["custom_id"].split(":")[-1] for p in parts if "custom_id" in p] == [
        "what", "where", "here",
    ]  # fmt: skip


async def test_running_match_offers_no_result_and_no_later_moment(world: World) -> None:
    loaded = await played(world, most=30)
    timeline = timeline_of(loaded)
    scene = scenes(world, book()).known(loaded, WORDS)
    kinds = {
        item.kind
        for item, _ in share_options(timeline, scene, STATISTICS_SCREENS, (), Shareable(RESULT))
    }
    assert not kinds & {RESULT, ACHIEVEMENT, POINT}
    desks = Desks(world)
    for missing in (
        Shareable(RESULT),
        Shareable(ACHIEVEMENT, 0, "lift"),
        Shareable(HIGH_POINT, 10**5),
    ):
        with pytest.raises(NothingToShare):
            await desks.share(loaded.record.id, missing)
    assert desks.discord.posts == {}


async def test_simultaneous_decision_is_not_shared_early(world: World) -> None:
    """A moment that is not public yet falls back to the last public one."""
    loaded = await played(world, most=1)
    for number in range(500):
        secret = loaded.entries[-1].token.startswith(("keep", "done"))
        if secret and loaded.game.sealed(loaded.state):
            break
        loaded = await world.play(loaded.record.id, f"more {number}", most=1)
    assert loaded.game.sealed(loaded.state)
    desks = Desks(world)
    await desks.share(loaded.record.id, Shareable(TURN, 10**5))
    text, _ = desks.posted()
    assert "keeps" not in text


async def test_post_credits_the_sharer_and_describes_its_pictures(world: World) -> None:
    loaded = await played(world)
    match = loaded.record.id
    desks = Desks(world)
    scene = scenes(world, book()).known(loaded, WORDS)
    items = share_options(timeline_of(loaded), scene, STATISTICS_SCREENS, (), Shareable(TURN, 3))
    wanted = {item.kind: item for item, _ in items}
    assert ACHIEVEMENT not in wanted or wanted[ACHIEVEMENT].name
    for kind in (RESULT, TURN, HIGH_POINT):
        press = await desks.share(match, wanted[kind])
        assert press.answers[-1].startswith("Shared: https://discord.com/channels/900/901/")
        text, files = desks.posted()
        assert text.startswith("📣 Shared by **Ann**")
        assert all(file.description for file in files)
        world.clock.time += 600


async def test_achievement_can_be_shared_only_by_its_seat(world: World) -> None:
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    world.clock.time += 31 * 86_400
    await world.play(match, "feat")
    desks = Desks(world)
    await desks.share(match, Shareable(ACHIEVEMENT, 0, "geology"))
    _, files = desks.posted()
    assert "“Geological time”: played one match for 31 days" in str(files[0].description)
    image = Image.open(io.BytesIO(cast("Any", files[0].fp).read()))
    assert image.width > image.height
    with pytest.raises(NothingToShare):
        await desks.share(match, Shareable(ACHIEVEMENT, 0, "landlord"))


async def test_animation_of_a_running_match_ends_at_the_current_turn(world: World) -> None:
    loaded = await played(world, most=40)
    desks = Desks(world)
    await desks.share(loaded.record.id, Shareable(ANIMATION))
    text, files = desks.posted()
    assert "turn by turn" in text
    assert files[0].filename == f"match-{loaded.record.id}-{loaded.seq}.gif"


async def test_item_is_posted_once_per_channel(world: World) -> None:
    match = (await played(world, most=30)).record.id
    desks = Desks(world)
    await asyncio.gather(*(desks.share(match, Shareable(TURN, 2)) for _ in range(3)))
    await desks.share(match, Shareable(TURN, 2))
    assert len(desks.discord.posts) == 1
    desks.discord.channels[ELSEWHERE] = text_channel()
    data = {"resolved": {"channels": {str(ELSEWHERE): {"permissions": str(ALL.value)}}}}
    await desks.share(match, Shareable(TURN, 2), Press(data=data), ELSEWHERE)
    assert [place for place, _, _ in desks.discord.posts.values()] == [CHANNEL, ELSEWHERE]


async def test_shares_are_limited_and_refused_posts_do_not_count(world: World) -> None:
    match = (await played(world, most=40)).record.id
    desks = Desks(world)
    response: Any = SimpleNamespace(status=403, reason="no")
    desks.discord.trouble = discord.Forbidden(response, {"code": 50013, "message": "No `way`"})
    press = await desks.share(match, Shareable(TURN, 1))
    assert "Discord won't let me post there" in press.answers[-1]
    desks.discord.trouble = None
    for step in range(1, SHARES[0][0] + 1):
        await desks.share(match, Shareable(TURN, step))
    with pytest.raises(SharedOften):
        await desks.share(match, Shareable(TURN, 9))
    await desks.share(match, Shareable(TURN, 9), Press(BEN, "Ben"))


async def test_sharer_s_name_neither_pings_nor_breaks_the_text(world: World) -> None:
    match = (await played(world, most=20)).record.id
    desks = Desks(world)
    await desks.share(match, Shareable(TURN, 1), Press(name="@everyone **<@11>\n# x"))
    text, _ = desks.posted()
    first = text.splitlines()[0]
    assert "<@11>" not in first.replace("\\<", "")
    assert "@everyone" not in first
    await desks.share(match, Shareable(TURN, 2), Press(name=LONGEST_NAME))
    await desks.share(match, Shareable(TURN, 3), Press(name="\u200b"))
    assert "Shared by **Miner**" in desks.posted()[0]


async def test_barred_member_cannot_share(world: World) -> None:
    match = (await played(world, most=20)).record.id
    await world.servers.bar(GUILD, Bar(ANN, DAN, 1))
    with pytest.raises(Barred):
        await Desks(world).share(match, Shareable(TURN, 1))


class Text(discord.TextChannel):
    def __init__(self, bots: discord.Permissions, guild: int) -> None:
        self.id = ELSEWHERE
        self.guild = cast("Any", SimpleNamespace(id=guild, me=object()))
        self.bots = bots

    def permissions_for(self, obj: Any, /) -> discord.Permissions:
        del obj
        return self.bots


def text_channel(bots: discord.Permissions = ALL, guild: int = GUILD) -> Text:
    return Text(bots, guild)


class Line(discord.Thread):
    def __init__(self, *, private: bool, locked: bool, member: bool) -> None:
        self.id = ELSEWHERE
        self.guild = cast("Any", SimpleNamespace(id=GUILD, me=object()))
        self.locked = locked
        kinds = discord.ChannelType
        self._type = kinds.private_thread if private else kinds.public_thread
        self.member = member

    def permissions_for(self, obj: Any, /) -> discord.Permissions:
        del obj
        return ALL

    async def fetch_member(self, user_id: int, /) -> Any:
        """Raise NotFound if the sharer is not in the thread."""
        del user_id
        if not self.member:
            response: Any = SimpleNamespace(status=404, reason="no")
            raise discord.NotFound(response, "no")


def thread(*, private: bool = False, locked: bool = False, member: bool = True) -> Line:
    return Line(private=private, locked=locked, member=member)


PLAIN = discord.Permissions(
    view_channel=True, send_messages=True, send_messages_in_threads=True, attach_files=True
)


def without(**flags: bool) -> discord.Permissions:
    permissions = discord.Permissions(PLAIN.value)
    permissions.update(**flags)
    return permissions


@pytest.mark.parametrize(
    ("mine", "channel", "sentence"),
    [
        (PLAIN, lambda: text_channel(), None),
        (without(send_messages=False), lambda: text_channel(), "You may not"),
        (without(attach_files=False), lambda: text_channel(), "You may not"),
        (without(view_channel=False), lambda: text_channel(), "You may not"),
        (PLAIN, lambda: text_channel(without(send_messages=False)), "I may not"),
        (PLAIN, lambda: text_channel(without(attach_files=False)), "I may not"),
        (PLAIN, lambda: text_channel(guild=GUILD + 1), "Choose another"),
        (PLAIN, lambda: None, "Choose another"),
        (without(send_messages=False), lambda: thread(), None),
        (without(send_messages_in_threads=False), lambda: thread(), "You may not"),
        (PLAIN, lambda: thread(locked=True), "locked"),
        (PLAIN, lambda: thread(private=True), None),
        (PLAIN, lambda: thread(private=True, member=False), "not in that thread"),
        (ALL, lambda: thread(private=True, locked=True, member=False), None),
    ],
)
async def test_share_needs_permissions_of_the_sharer_and_the_bot(
    world: World, mine: discord.Permissions, channel: Any, sentence: str | None
) -> None:
    match = (await played(world, most=10)).record.id
    desks = Desks(world)
    desks.discord.channels[ELSEWHERE] = channel()
    data = {"resolved": {"channels": {str(ELSEWHERE): {"permissions": str(mine.value)}}}}
    press = Press(data=data)
    if sentence is None:
        await desks.share(match, Shareable(TURN, 1), press, ELSEWHERE)
        assert len(desks.discord.posts) == 1
    else:
        with pytest.raises(BadChoice, match=sentence):
            await desks.share(match, Shareable(TURN, 1), press, ELSEWHERE)
        assert desks.discord.posts == {}


@pytest.mark.parametrize(
    ("mine", "bots", "sentence"),
    [
        (discord.Permissions.none(), ALL, "You may not"),
        (ALL, without(attach_files=False), "I may not"),
    ],
)
async def test_share_here_needs_both_permissions_too(
    world: World, mine: discord.Permissions, bots: discord.Permissions, sentence: str
) -> None:
    """Discord reports the permissions in the channel of the press."""
    match = (await played(world, most=10)).record.id
    press = Press()
    press.permissions, press.app_permissions = mine, bots
    with pytest.raises(BadChoice, match=sentence):
        await Desks(world).share(match, Shareable(TURN, 1), press)
