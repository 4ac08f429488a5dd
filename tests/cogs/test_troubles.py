"""Problems that keep the bot from working in a server are posted once in the channel chosen for
them."""

from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.match.log.loaded import Loaded
from bot.match.people.messages import MessageKey, MessageKind, MessageRow
from bot.match.people.troubles import PAUSE, KeptTrouble, Trouble, TroubleKind
from bot.match.timing.alert_store import TURN_ALERTS
from bot.match.timing.turn_alerts import Access, TurnAlert
from bot.match.values.times import DAY, Pace
from bot.storage.base.rows import insertion
from cogs.app.client import SaludClient
from cogs.base import custom_ids as ids
from cogs.board import publisher
from cogs.posting.permissions import SEND
from cogs.posting.trouble_causes import GONE, cause_of
from cogs.posting.trouble_recorder import FORGOTTEN, PATIENCE
from cogs.troubles.kind import LOOK
from cogs.troubles.layouts import trouble_layout
from tests.cards import post_card
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
from tests.match.tournaments.organizing import TABLE, create_cup
from tests.match.world import ANN, BEN, CAT, CHANNEL, GUILD, World

ADMINS, ELSEWHERE = 950, 951
TICK = 20
HOUR = 3600
ACCIDENT = (500, 0)


class Mine(Channels):
    """The channels of a server; in some of them the bot lacks permissions."""

    def __init__(self, world: World) -> None:
        super().__init__(world.clock)
        self.lost: dict[int, tuple[str, ...]] = {}
        """The permissions that the bot lacks, by channel."""
        self.refusing: dict[int, tuple[int, int]] = {}
        """The errors of channels where Discord refuses everything despite the permissions."""

    async def request(
        self, route: discord.http.Route, *, form: Sequence[Mapping[str, Any]] = (), **options: Any
    ) -> Any:
        for place in self.lost:
            if f"/channels/{place}/" in route.url and self.lost[place]:
                raise refusal(MISSING_PERMISSIONS)
        for place, why in self.refusing.items():
            if f"/channels/{place}/" in route.url:
                raise refusal(why)
        return await super().request(route, form=form, **options)

    def allowed(self, place: int) -> discord.Permissions:
        may = discord.Permissions.all()
        may.update(**dict.fromkeys(self.lost.get(place, ()), False))
        return may


class Stage:
    """A server that has chosen a channel for its problems, and one process of the bot."""

    def __init__(self, world: World, client: SaludClient) -> None:
        self.world, self.client = world, client
        self.channels = Mine(world)
        self.use(client)

    def use(self, client: SaludClient) -> None:
        self.client = client
        self.process = Process(client, self.channels)
        guild = self.channels.guild()
        client.get_guild = lambda number: guild if number == GUILD else None  # type: ignore[method-assign]

    async def later(self, seconds: int) -> None:
        end = self.world.clock.now() + seconds
        while self.world.clock.now() < end:
            self.world.clock.passes(min(TICK, end - self.world.clock.now()))
            await self.process.round()

    @property
    def reports(self) -> list[Posted]:
        return [post for post in self.channels.posts if post.place == ADMINS]

    @property
    def texts(self) -> list[str]:
        return [text_of(post.components) for post in self.reports]


@pytest.fixture
async def stage(world: World, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """A stage without problems; the bot doesn't pause between tries."""
    monkeypatch.setattr(publisher, "PAUSES", ())
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        stage = Stage(world, client)
        await choose(stage)
        yield stage


async def choose(stage: Stage, *values: str) -> Asking:
    custom_id = ids.setting("troubles")
    number = 40_000 + stage.world.clock.now() % 10_000
    return await press(stage.client, ANN, custom_id, number, values or (str(ADMINS),))


async def begin_overview(stage: Stage, channel: int) -> None:
    row = MessageRow(MessageKey(MessageKind.OVERVIEW, channel), GUILD)
    await stage.client.services.stores.messages.begin(row)


async def begin_unshowable(stage: Stage, *flags: str, channel: int = CHANNEL) -> int:
    stage.channels.lost[channel] = flags
    return (await begin_match(stage, ANN, BEN)).record.id


async def begin_match(stage: Stage, *users: int) -> Loaded:
    """Begin a match that is played in its invitation's channel."""
    await stage.world.store.set_guild_settings(GUILD, {"place": "channel"})
    loaded = await stage.world.begun(*users)
    await post_card(stage.world.store, loaded.record.id, 77)
    return loaded


async def test_missing_permission_is_explained_once_without_a_ping(stage: Stage) -> None:
    await begin_unshowable(stage, "attach_files", "send_messages")
    await stage.later(120)
    (text,) = stage.texts
    assert "Something here needs your help" in text
    assert f"Matches in <#{CHANNEL}>" in text
    assert "I lack the permissions **Attach Files** and **Send Messages** there" in text
    assert "No match is lost" in text
    await begin_match(stage, ANN, CAT)
    await stage.later(3 * HOUR)
    assert len(stage.reports) == 1
    assert stage.reports[0].pings == ()


async def test_settled_problem_is_marked_and_its_return_is_a_new_message(stage: Stage) -> None:
    await begin_unshowable(stage, "send_messages")
    await stage.later(120)
    stage.channels.lost.clear()
    await stage.later(2 * LOOK)
    (text,) = stage.texts
    assert "All of this is settled" in text
    assert f"Matches in <#{CHANNEL}>: settled" in text
    assert "I lack" not in text
    await begin_unshowable(stage, "send_messages")
    await stage.later(PAUSE + 2 * LOOK)
    assert len(stage.reports) == 2
    assert "I lack the permission **Send Messages** there" in stage.texts[1]


async def test_partly_settled_message_keeps_the_rest(stage: Stage) -> None:
    await begin_unshowable(stage, "send_messages")
    await begin_overview(stage, ELSEWHERE)
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


async def test_passing_problem_is_not_posted(stage: Stage) -> None:
    await begin_unshowable(stage, "send_messages")
    await stage.later(TICK)
    stage.channels.lost.clear()
    await stage.later(HOUR)
    stage.channels.refusing[CHANNEL] = ACCIDENT
    await begin_match(stage, ANN, CAT)
    await stage.later(PATIENCE // 2)
    stage.channels.refusing.clear()
    await stage.later(HOUR)
    assert stage.reports == []


async def test_lasting_refusal_quotes_discord_until_it_works(stage: Stage) -> None:
    await begin_match(stage, ANN, BEN)
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
    assert len(stage.reports) == 1


async def test_many_problems_share_few_messages(stage: Stage) -> None:
    """A server gets at most one message per PAUSE seconds, with everything that happened
    meanwhile.
    """
    for number in range(12):
        channel = 2000 + number
        stage.channels.lost[channel] = ("view_channel",)
        await begin_overview(stage, channel)
        await stage.later(HOUR // 12)
    await stage.later(PAUSE)
    assert len(stage.reports) <= 1 + (HOUR + PAUSE) // PAUSE
    text = "".join(stage.texts)
    assert all(text.count(f"<#{2000 + number}>") == 1 for number in range(12))


async def test_deleted_channel_tells_how_its_matches_continue(stage: Stage) -> None:
    match = (await begin_match(stage, ANN, BEN)).record.id
    stage.channels.delete(CHANNEL)
    await stage.later(120)
    (text,) = stage.texts
    assert "This channel is gone, and 1 match was played there. It isn't lost" in text
    assert "`/board` in another channel" in text
    stage.world.sql("UPDATE match SET channel = ?, place = ?", ELSEWHERE, ELSEWHERE)
    stage.client.services.matches.drop_cached(match)
    await stage.later(2 * LOOK)
    assert "All of this is settled" in stage.texts[0]


async def test_frozen_matches_are_listed_until_they_continue(stage: Stage) -> None:
    matches = [(await begin_match(stage, ANN, BEN)).record.id for _ in range(2)]
    stage.world.sql("UPDATE match SET frozen = 1")
    await stage.later(120)
    (text,) = stage.texts
    assert f"Matches #{matches[0]} and #{matches[1]} are frozen" in text
    assert "Nothing of them is deleted" in text
    assert "moderate end" in text
    assert "Whoever runs this bot finds the reason in its log" in text
    stage.world.sql("UPDATE match SET frozen = 0 WHERE id = ?", matches[0])
    await stage.later(2 * LOOK)
    (text,) = stage.texts
    assert f"Match #{matches[0]}: settled" in text
    assert f"Match #{matches[1]} is frozen" in text
    await stage.later(HOUR)
    assert len(stage.reports) == 1


async def test_match_of_a_tournament_that_waits_for_an_unseen_player_is_reported(
    stage: Stage,
) -> None:
    """After a day, until the player can see it."""
    match = (await begin_match(stage, ANN, BEN)).record.id
    await stage.later(120)
    now = stage.world.clock.time
    unseen = TurnAlert(ANN, 0, now - DAY, unseen=now - DAY, access=Access.HIDDEN, check_at=2 * now)
    statement, values = insertion("turn_alert", **TURN_ALERTS.named(unseen), match=match)
    stage.world.sql(statement, *values)
    await stage.later(120)
    assert not stage.reports, "it is no match of a tournament"
    cup = (await create_cup(stage.world)).id
    stage.world.sql("UPDATE match SET tournament = ?, tournament_table = ?", cup, TABLE)
    await stage.later(120)
    (text,) = stage.texts
    assert f"Match #{match} waits" in text
    assert "has waited for a day for a player who can't see" in text
    stage.world.sql("UPDATE turn_alert SET unseen = NULL")
    await stage.later(2 * LOOK)
    assert "All of this is settled" in stage.texts[0]


async def test_invitation_that_cannot_be_posted_is_reported(stage: Stage) -> None:
    stage.channels.lost[CHANNEL] = ("attach_files",)
    await stage.world.toys.challenge(stage.world.asked(ANN), (BEN,), Pace.NONE)
    await stage.later(120)
    (text,) = stage.texts
    assert f"Invitations in <#{CHANNEL}>" in text
    assert "**Attach Files**" in text


async def test_daily_table_that_cannot_be_posted_is_reported(stage: Stage) -> None:
    begin(stage.world, "2026-11-16")
    await stage.client.services.kit.mornings.begin(GUILD, ELSEWHERE)
    await played(stage.world, ANN)
    stage.channels.lost[ELSEWHERE] = ("send_messages",)
    begin(stage.world, "2026-11-17")
    await stage.later(7 * HOUR)
    (text,) = stage.texts
    assert f"The day's table in <#{ELSEWHERE}>" in text


async def test_next_process_repeats_nothing_and_marks_what_is_settled(stage: Stage) -> None:
    await begin_unshowable(stage, "send_messages")
    await stage.later(120)
    world = stage.world
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        stage.use(client)
        await stage.later(FORGOTTEN)
        assert len(stage.reports) == 1
        stage.channels.lost.clear()
        await stage.later(2 * LOOK)
        assert "All of this is settled" in stage.texts[0]


@pytest.mark.parametrize("served", [False, True])
async def test_killed_while_posting_leaves_one_message(stage: Stage, *, served: bool) -> None:
    """`served`: Discord had received the message."""
    stage.world.sql("UPDATE match SET frozen = 1 WHERE id = ?", await begin_unshowable(stage))
    await stage.process.round()
    stage.world.clock.passes(LOOK)
    assert await stage.process.killed(stage.process.round(), 0, served=served)
    assert len(stage.reports) == served
    world = stage.world
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        stage.use(client)
        world.clock.passes(HOUR)
        await stage.later(2 * LOOK)
        assert len(stage.reports) == 1
        world.sql("UPDATE match SET frozen = 0")
        await stage.later(2 * LOOK)
        assert "All of this is settled" in stage.texts[0], (
            "the new process knows which message to edit"
        )


async def test_process_without_the_server_posts_nothing(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stage.client.services.queues, "_owns", lambda guild: guild != GUILD)
    stage.world.sql("UPDATE match SET frozen = 1 WHERE id = ?", await begin_unshowable(stage))
    await stage.later(HOUR)
    assert stage.reports == []


async def test_server_without_a_channel_costs_no_write(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    reported: list[Trouble] = []

    async def report(trouble: Trouble, now: int) -> bool:
        reported.append(trouble)
        return False

    await press(stage.client, ANN, ids.setting("troubles"), 6)
    monkeypatch.setattr(stage.client.services.stores.troubles, "report", report)
    await begin_unshowable(stage, "send_messages")
    await stage.later(HOUR)
    assert (reported, stage.reports) == ([], [])
    await choose(stage)
    await stage.later(HOUR)
    assert {trouble.subject for trouble in reported} == {CHANNEL}


async def test_unusable_channel_is_named_in_the_panel_and_used_once_it_works(stage: Stage) -> None:
    stage.channels.lost[ADMINS] = ("send_messages",)
    await begin_unshowable(stage, "send_messages")
    await stage.later(HOUR)
    assert stage.reports == []
    asking = await press(stage.client, ANN, ids.setting("check"), 7)
    assert f"I can't post in <#{ADMINS}>, so nobody hears what is wrong" in asking.answers[0]
    del stage.channels.lost[ADMINS]
    await stage.later(2 * LOOK)
    assert len(stage.reports) == 1
    asking = await press(stage.client, ANN, ids.setting("check"), 8)
    assert "nobody hears what is wrong" not in asking.answers[0]


async def test_refusing_channel_is_tried_once_an_hour(stage: Stage) -> None:
    stage.channels.refusing[ADMINS] = MISSING_PERMISSIONS
    await begin_unshowable(stage, "send_messages")
    await stage.later(HOUR)
    asking = await press(stage.client, ANN, ids.setting("check"), 7)
    assert "nobody hears what is wrong" in asking.answers[0]
    stage.channels.refusing.clear()
    await stage.later(HOUR + LOOK)
    assert len(stage.reports) == 1
    asking = await press(stage.client, ANN, ids.setting("check"), 8)
    assert "nobody hears what is wrong" not in asking.answers[0]


async def test_owner_is_written_only_if_the_channel_cannot_be_used(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrote: list[int] = []

    async def fetch_user(user: int) -> Any:
        async def send(text: str) -> None:
            wrote.append(user)

        return SimpleNamespace(send=send)

    stage.channels.owner = 77
    stage.use(stage.client)
    monkeypatch.setattr(stage.client, "fetch_user", fetch_user)
    await begin_unshowable(stage, "send_messages")
    await stage.later(HOUR)
    assert (len(stage.reports), wrote) == (1, [])
    stage.channels.lost[ADMINS] = ("view_channel",)
    await stage.later(HOUR)
    assert wrote == [77]


async def test_problems_are_posted_in_the_server_s_language(stage: Stage) -> None:
    await stage.client.services.preferences.choose(GUILD, {"language": "es"})
    await begin_unshowable(stage, "send_messages")
    await stage.later(120)
    (text,) = stage.texts
    assert f"Partidas en <#{CHANNEL}>" in text
    assert "**Enviar mensajes**" in text


async def test_panel_chooses_a_channel_or_none_and_refuses_an_unusable_one(stage: Stage) -> None:
    store = stage.client.services.stores.troubles
    asking = await choose(stage, str(ELSEWHERE))
    assert f"in <#{ELSEWHERE}>, and nothing while all is well" in asking.answers[0]
    stage.channels.lost[ADMINS] = ("send_messages",)
    asking = await choose(stage, str(ADMINS))
    assert "**Send Messages**" in asking.answers[0]
    assert "Nothing changed." in asking.answers[0]
    chosen_channel = await store.channel(GUILD)
    assert chosen_channel is not None
    assert chosen_channel.channel == ELSEWHERE
    asking = await press(stage.client, ANN, ids.setting("troubles"), 9)
    assert "I no longer post this server's problems" in asking.answers[0]
    assert await store.channel(GUILD) is None


def test_message_fits_in_every_language_and_counts_what_it_omits() -> None:
    causes = ("send_messages,attach_files,view_channel", "gone", "refused")
    kinds = [kind for kind in TroubleKind if kind is not TroubleKind.FROZEN]
    troubles = [
        KeptTrouble(Trouble(GUILD, kind, 10**18 + n, cause, "x" * 200), 1, mended=False)
        for n in range(20)
        for kind in kinds
        for cause in causes
    ]
    troubles += [
        KeptTrouble(Trouble(GUILD, TroubleKind.FROZEN, 10**7 + n, "frozen"), 1, mended=False)
        for n in range(400)
    ]
    for language in CATALOGUE.languages:
        words = CATALOGUE.words(language)
        parts = check(trouble_layout(troubles, Counter(), words))
        text = text_of(parts)
        assert "#10000019" in text
        assert "#10000020" not in text
        assert "380" in text
        assert "…" in text


async def test_deleted_thread_is_no_problem(stage: Stage) -> None:
    """Its match continues in the channel automatically."""
    guild = stage.channels.guild()
    lost = refusal(UNKNOWN_CHANNEL)
    assert cause_of(lost, guild, CHANNEL, (SEND,)) is None
    stage.channels.delete(CHANNEL)
    assert cause_of(lost, guild, CHANNEL, (SEND,)) == GONE
