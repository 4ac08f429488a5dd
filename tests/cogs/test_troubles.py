"""What keeps the bot from working in a server is told in the channel that it has chosen: once."""

from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.match.log.loaded import Loaded
from bot.match.people.troubles import KeptTrouble, Trouble, TroubleKind
from bot.match.values.times import Pace
from cogs.app.client import SaludClient
from cogs.base import custom_ids as ids
from cogs.board import publisher
from cogs.posting.permissions import SEND
from cogs.posting.trouble_causes import GONE, cause_of
from cogs.posting.trouble_recorder import FORGOTTEN, PATIENCE
from cogs.troubles.layouts import TroubleMessage, trouble_layout
from cogs.troubles.publisher import LOOK, PAUSE
from tests.cogs.channels import (
    MISSING_PERMISSIONS,
    UNKNOWN_CHANNEL,
    Channels,
    Posted,
    Process,
    refusal,
    text_of,
)
from tests.cogs.offline import CATALOGUE, Asking, offline, press
from tests.cogs.test_layout import check
from tests.match.test_daily import played
from tests.match.test_day_standings import begin
from tests.match.world import ANN, BEN, CAT, CHANNEL, GUILD, World

ADMINS, ELSEWHERE = 950, 951
TICK = 20
HOUR = 3600
ACCIDENT = (500, 0)


class Mine(Channels):
    """The channels of a server, in some of which the bot lacks permissions."""

    def __init__(self, world: World) -> None:
        super().__init__(world.clock)
        self.lost: dict[int, tuple[str, ...]] = {}
        """The permissions that the bot lacks in a channel."""
        self.owner: int | None = None
        self.refusing: dict[int, tuple[int, int]] = {}
        """Channels where Discord refuses everything all the same, with what."""

    async def request(
        self, route: discord.http.Route, *, form: Sequence[Mapping[str, Any]] = (), **options: Any
    ) -> Any:
        """As Channels, but not where something is missing."""
        for place in self.lost:
            if f"/channels/{place}/" in route.url and self.lost[place]:
                raise refusal(MISSING_PERMISSIONS)
        for place, why in self.refusing.items():
            if f"/channels/{place}/" in route.url:
                raise refusal(why)
        return await super().request(route, form=form, **options)

    def guild(self) -> Any:
        """The server as the client's cache knows it."""
        return SimpleNamespace(
            id=GUILD,
            me=object(),
            owner_id=self.owner,
            unavailable=False,
            preferred_locale="en-US",
            get_channel=self._channel_of,
            get_channel_or_thread=self._channel_of,
            get_member=lambda user: SimpleNamespace(
                id=user, name=f"user{user}", display_name=f"u{user}", bot=False
            ),
        )

    def _channel_of(self, place: int) -> Any:
        if place in self.gone:
            return None
        return SimpleNamespace(permissions_for=lambda _: self._allowed(place))

    def _allowed(self, place: int) -> discord.Permissions:
        may = discord.Permissions.all()
        may.update(**dict.fromkeys(self.lost.get(place, ()), False))
        return may


class Stage:
    """A server that has chosen a channel for its troubles, and one process of the bot."""

    def __init__(self, world: World, client: SaludClient) -> None:
        self.world, self.client = world, client
        self.channels = Mine(world)
        self.use(client)

    def use(self, client: SaludClient) -> None:
        """Let this process work from now on."""
        self.client = client
        self.process = Process(client, self.channels)
        guild = self.channels.guild()
        client.get_guild = lambda number: guild if number == GUILD else None  # type: ignore[method-assign]

    async def later(self, seconds: int) -> None:
        """Let time pass, with a look at what is due every now and then."""
        end = self.world.clock.now() + seconds
        while self.world.clock.now() < end:
            self.world.clock.passes(min(TICK, end - self.world.clock.now()))
            await self.process.round()

    @property
    def told(self) -> list[Posted]:
        """What has been told so far."""
        return [one for one in self.channels.posts if one.place == ADMINS]

    @property
    def texts(self) -> list[str]:
        """How that reads by now."""
        return [text_of(one.components) for one in self.told]


@pytest.fixture
async def stage(world: World, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """All is well, and nobody waits between two tries."""
    monkeypatch.setattr(publisher, "PAUSES", ())
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        stage = Stage(world, client)
        await chosen(stage)
        yield stage


async def chosen(stage: Stage, *values: str) -> Asking:
    """Choose the channel in the panel of settings."""
    custom_id = ids.setting("troubles")
    number = 40_000 + stage.world.clock.now() % 10_000
    return await press(stage.client, ANN, custom_id, number, values or (str(ADMINS),))


async def broken(stage: Stage, *flags: str, channel: int = CHANNEL) -> int:
    """Begin a match, whose board can't be shown."""
    stage.channels.lost[channel] = flags
    return (await begun(stage, ANN, BEN)).record.id


async def begun(stage: Stage, *users: int) -> Loaded:
    """Begin a match that is played in its channel, where its invitation was posted."""
    await stage.world.store.set_guild_settings(GUILD, {"place": "channel"})
    loaded = await stage.world.begun(*users)
    await stage.world.store.set_invitation(loaded.record.id, 77)
    return loaded


async def test_a_permission(stage: Stage) -> None:
    """Which one, where, what it breaks and what to do: once, and it pings nobody."""
    await broken(stage, "attach_files", "send_messages")
    await stage.later(120)
    (text,) = stage.texts
    assert "Something here needs your help" in text
    assert f"Matches in <#{CHANNEL}>" in text
    assert "I lack the permissions **Attach Files** and **Send Messages** there" in text
    assert "No match is lost" in text
    await begun(stage, ANN, CAT)
    await stage.later(3 * HOUR)
    assert len(stage.told) == 1
    assert stage.told[0].pings == ()


async def test_mended_and_broken_again(stage: Stage) -> None:
    """The message says so, and the next time is another message."""
    await broken(stage, "send_messages")
    await stage.later(120)
    stage.channels.lost.clear()
    await stage.later(2 * LOOK)
    (text,) = stage.texts
    assert "All of this is settled" in text
    assert f"Matches in <#{CHANNEL}>: settled" in text
    assert "I lack" not in text
    await broken(stage, "send_messages")
    await stage.later(PAUSE + 2 * LOOK)
    assert len(stage.told) == 2
    assert "I lack the permission **Send Messages** there" in stage.texts[1]


async def test_a_part_is_mended(stage: Stage) -> None:
    """What is left still stands in the same message."""
    await broken(stage, "send_messages")
    await stage.client.services.stores.servers.set_overview(GUILD, ELSEWHERE)
    stage.channels.lost[ELSEWHERE] = ("view_channel",)
    await stage.later(150)
    (text,) = stage.texts
    assert f"The overview in <#{ELSEWHERE}>" in text
    assert "I lack the permission **View Channel** there" in text
    stage.channels.lost[CHANNEL] = ()
    await stage.later(2 * LOOK)
    (text,) = stage.texts
    assert "Something here needs your help" in text
    assert f"Matches in <#{CHANNEL}>: settled" in text
    assert "**View Channel**" in text


async def test_what_passes_is_not_told(stage: Stage) -> None:
    """A permission that was away for some seconds, an accident of some minutes."""
    await broken(stage, "send_messages")
    await stage.later(TICK)
    stage.channels.lost.clear()
    await stage.later(HOUR)
    stage.channels.refusing[CHANNEL] = ACCIDENT
    await begun(stage, ANN, CAT)
    await stage.later(PATIENCE // 2)
    stage.channels.refusing.clear()
    await stage.later(HOUR)
    assert stage.told == []


async def test_accidents_that_last(stage: Stage) -> None:
    """What Discord says, and that nobody has to do anything yet; settled once it works."""
    await begun(stage, ANN, BEN)
    stage.channels.refusing[CHANNEL] = ACCIDENT
    await stage.later(3 * PATIENCE)
    (text,) = stage.texts
    assert (
        "Discord has been refusing this for a while: “500 Internal Server Error”. I keep trying."
        in text
    )
    stage.channels.refusing.clear()
    await stage.later(HOUR)
    assert "All of this is settled" in stage.texts[0]
    assert len(stage.told) == 1


async def test_few_messages(stage: Stage) -> None:
    """However much goes wrong, one message in PAUSE seconds, with all that came meanwhile."""
    servers = stage.client.services.stores.servers
    for number in range(12):
        channel = 2000 + number
        stage.channels.lost[channel] = ("view_channel",)
        await servers.set_overview(GUILD, channel)
        await stage.later(HOUR // 12)
    await stage.later(PAUSE)
    assert len(stage.told) <= 1 + (HOUR + PAUSE) // PAUSE
    said = "".join(stage.texts)
    assert all(said.count(f"<#{2000 + number}>") == 1 for number in range(12))


async def test_a_channel_that_is_gone(stage: Stage) -> None:
    """How many matches were there, and how they go on; settled when they do."""
    match = (await begun(stage, ANN, BEN)).record.id
    stage.channels.delete(CHANNEL)
    await stage.later(120)
    (text,) = stage.texts
    assert "This channel is gone, and 1 match was played there. It isn't lost" in text
    assert "`/board` in another channel" in text
    stage.world.sql("UPDATE match SET channel = ?, place = ?", ELSEWHERE, ELSEWHERE)
    stage.client.services.matches.drop_cached(match)
    await stage.later(2 * LOOK)
    assert "All of this is settled" in stage.texts[0]


async def test_frozen_matches(stage: Stage) -> None:
    """Which ones, that nothing is deleted, and who can help; settled when one goes on."""
    matches = [(await begun(stage, ANN, BEN)).record.id for _ in range(2)]
    stage.world.sql("UPDATE match SET frozen = 1")
    await stage.later(120)
    (text,) = stage.texts
    assert f"Matches #{matches[0]} and #{matches[1]} are frozen" in text
    assert "Nothing of them is deleted" in text
    assert "tell whoever runs this bot" in text
    stage.world.sql("UPDATE match SET frozen = 0 WHERE id = ?", matches[0])
    await stage.later(2 * LOOK)
    (text,) = stage.texts
    assert f"Match #{matches[0]}: settled" in text
    assert f"Match #{matches[1]} is frozen" in text
    await stage.later(HOUR)
    assert len(stage.told) == 1


async def test_an_invitation(stage: Stage) -> None:
    """That can't be posted."""
    stage.channels.lost[CHANNEL] = ("attach_files",)
    await stage.world.toys.challenge(stage.world.asked(ANN), (BEN,), Pace.NONE)
    await stage.later(120)
    (text,) = stage.texts
    assert f"Invitations in <#{CHANNEL}>" in text
    assert "**Attach Files**" in text


async def test_a_morning(stage: Stage) -> None:
    """Whose table can't be posted."""
    begin(stage.world, "2026-11-16")
    await stage.client.services.mornings.begin(GUILD, ELSEWHERE)
    await played(stage.world, ANN)
    stage.channels.lost[ELSEWHERE] = ("send_messages",)
    begin(stage.world, "2026-11-17")
    await stage.later(7 * HOUR)
    (text,) = stage.texts
    assert f"The day's table in <#{ELSEWHERE}>" in text


async def test_the_next_process_repeats_nothing(stage: Stage) -> None:
    """It says what is mended, too."""
    await broken(stage, "send_messages")
    await stage.later(120)
    world = stage.world
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        stage.use(client)
        await stage.later(FORGOTTEN)
        assert len(stage.told) == 1
        stage.channels.lost.clear()
        await stage.later(2 * LOOK)
        assert "All of this is settled" in stage.texts[0]


@pytest.mark.parametrize("served", [False, True])
async def test_killed_while_it_tells(stage: Stage, *, served: bool) -> None:
    """Before or after Discord had the message: there is one in the end."""
    stage.world.sql("UPDATE match SET frozen = 1 WHERE id = ?", await broken(stage))
    await stage.process.round()
    stage.world.clock.passes(LOOK)
    assert await stage.process.killed(stage.process.round(), 0, served=served)
    assert len(stage.told) == served
    world = stage.world
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        stage.use(client)
        world.clock.passes(HOUR)
        await stage.later(2 * LOOK)
        assert len(stage.told) == 1
        world.sql("UPDATE match SET frozen = 0")
        await stage.later(2 * LOOK)
        assert "All of this is settled" in stage.texts[0], "it is known which message that was"


async def test_another_process_has_the_server(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then this one tells nothing."""
    monkeypatch.setattr(stage.client.services.queues, "_owns", lambda guild: guild != GUILD)
    stage.world.sql("UPDATE match SET frozen = 1 WHERE id = ?", await broken(stage))
    await stage.later(HOUR)
    assert stage.told == []


async def test_a_server_that_wants_to_hear_nothing(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Costs no write, however often Discord refuses."""
    reported: list[Trouble] = []

    async def report(trouble: Trouble, now: int) -> bool:
        reported.append(trouble)
        return False

    await press(stage.client, ANN, ids.setting("troubles"), 6)
    monkeypatch.setattr(stage.client.services.stores.troubles, "report", report)
    await broken(stage, "send_messages")
    await stage.later(HOUR)
    assert (reported, stage.told) == ([], [])
    await chosen(stage)
    await stage.later(HOUR)
    assert {one.subject for one in reported} == {CHANNEL}


async def test_nothing_can_be_posted_there(stage: Stage) -> None:
    """Nothing is tried, the panel says so, and all is told once it can be."""
    stage.channels.lost[ADMINS] = ("send_messages",)
    await broken(stage, "send_messages")
    await stage.later(HOUR)
    assert stage.told == []
    asking = await press(stage.client, ANN, ids.setting("check"), 7)
    assert f"I can't post in <#{ADMINS}>, so nobody hears what is wrong" in asking.told[0]
    del stage.channels.lost[ADMINS]
    await stage.later(2 * LOOK)
    assert len(stage.told) == 1
    asking = await press(stage.client, ANN, ids.setting("check"), 8)
    assert "nobody hears what is wrong" not in asking.told[0]


async def test_discord_takes_nothing_there(stage: Stage) -> None:
    """Although the bot may post: it is tried once an hour, and the panel says so."""
    stage.channels.refusing[ADMINS] = MISSING_PERMISSIONS
    await broken(stage, "send_messages")
    await stage.later(HOUR)
    asking = await press(stage.client, ANN, ids.setting("check"), 7)
    assert "nobody hears what is wrong" in asking.told[0]
    stage.channels.refusing.clear()
    await stage.later(HOUR + LOOK)
    assert len(stage.told) == 1
    asking = await press(stage.client, ANN, ids.setting("check"), 8)
    assert "nobody hears what is wrong" not in asking.told[0]


async def test_the_owner_is_left_in_peace(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is told in the channel; not where nothing can be told."""
    wrote: list[int] = []

    async def fetch_user(user: int) -> Any:
        async def send(text: str) -> None:
            wrote.append(user)

        return SimpleNamespace(send=send)

    stage.channels.owner = 77
    stage.use(stage.client)
    monkeypatch.setattr(stage.client, "fetch_user", fetch_user)
    await broken(stage, "send_messages")
    await stage.later(HOUR)
    assert (len(stage.told), wrote) == (1, [])
    stage.channels.lost[ADMINS] = ("view_channel",)
    await stage.later(HOUR)
    assert wrote == [77]


async def test_in_the_language_of_the_server(stage: Stage) -> None:
    """That of what everyone sees."""
    await stage.client.services.preferences.choose(GUILD, {"language": "es"})
    await broken(stage, "send_messages")
    await stage.later(120)
    (text,) = stage.texts
    assert f"Partidas en <#{CHANNEL}>" in text
    assert "**Enviar mensajes**" in text


async def test_the_panel(stage: Stage) -> None:
    """Chooses a channel and none; one in which nothing can be posted is refused."""
    store = stage.client.services.stores.troubles
    asking = await chosen(stage, str(ELSEWHERE))
    assert f"in <#{ELSEWHERE}>, and nothing while all is well" in asking.told[0]
    stage.channels.lost[ADMINS] = ("send_messages",)
    asking = await chosen(stage, str(ADMINS))
    assert "**Send Messages**" in asking.told[0]
    assert "Nothing changed." in asking.told[0]
    kept = await store.channel(GUILD)
    assert kept is not None
    assert kept.channel == ELSEWHERE
    asking = await press(stage.client, ANN, ids.setting("troubles"), 9)
    assert "I no longer post this server's problems" in asking.told[0]
    assert await store.channel(GUILD) is None


def test_however_much_there_is_to_tell() -> None:
    """It fits one message in every language, and says how much it leaves out."""
    causes = ("send_messages,attach_files,view_channel", "gone", "refused")
    kinds = [one for one in TroubleKind if one is not TroubleKind.FROZEN]
    troubles = [
        KeptTrouble(Trouble(GUILD, kind, 10**18 + n, cause, "x" * 200), 1, None, mended=False)
        for n in range(20)
        for kind in kinds
        for cause in causes
    ]
    troubles += [
        KeptTrouble(Trouble(GUILD, TroubleKind.FROZEN, 10**7 + n, "frozen"), 1, None, mended=False)
        for n in range(400)
    ]
    for language in CATALOGUE.languages:
        words = CATALOGUE.words(language)
        parts = check(trouble_layout(TroubleMessage(troubles, Counter()), words))
        text = text_of(parts)
        assert "#10000019" in text
        assert "#10000020" not in text
        assert "380" in text
        assert "…" in text


async def test_a_deleted_thread_is_no_trouble(stage: Stage) -> None:
    """Its match goes on in the channel, by itself."""
    guild = stage.channels.guild()
    lost = refusal(UNKNOWN_CHANNEL)
    assert cause_of(lost, guild, CHANNEL, (SEND,)) is None
    stage.channels.delete(CHANNEL)
    assert cause_of(lost, guild, CHANNEL, (SEND,)) == GONE
