"""A user's stored data, in words and as a file."""

import gzip
import json
from types import SimpleNamespace
from typing import Any

import discord

from bot.match.forgetting.service import Forgotten
from bot.match.forgetting.store import MOVES, TYPED
from bot.match.log.store_errors import StoreTrouble
from bot.match.people.limits import CoolDown
from bot.match.values.errors import NoSuchMatch
from bot.storage.base.personal_data import HOLDINGS
from cogs.base.mentions import mention
from cogs.privacy.handlers import PrivacyHandlers, export_file
from cogs.privacy.texts import personal_data_text
from cogs.runtime.in_flight import InFlight
from cogs.ui.layouts import MessageLayout
from cogs.ui.names import NameBook
from tests.cogs.contexts import interactions
from tests.cogs.moments import WORDS
from tests.cogs.test_layout import TEXT, check
from tests.cogs.test_papers import book
from tests.match.world import ANN, BEN, GUILD, World


def test_every_kind_of_data_has_its_words() -> None:
    names = [*(holding.name for holding in HOLDINGS if holding.exported), MOVES, TYPED]
    for name in names:
        row = {"name": "zone", "value": "*Europe*"}
        singular, plural = (
            personal_data_text(WORDS, {name: [row]}),
            personal_data_text(WORDS, {name: [row, row]}),
        )
        assert singular.startswith("- ")
        assert singular != plural or name in ("forgetting", "rest_news"), (
            "a user has at most one of each"
        )
        assert ("\\*Europe\\*" in singular) == (name == "user_setting")
    every = personal_data_text(WORDS, {name: [{"name": "a", "value": "b"}] for name in names})
    assert len(set(every.splitlines())) == len(names) + 1
    assert personal_data_text(WORDS, {}) == "Nothing about you is kept."


async def test_export_is_json_and_packed_if_too_large(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.play(match, "one")
    holdings = await world.people.store.personal_data(ANN)
    name, data = export_file(ANN, holdings, 10**7)
    assert name == "salud-mydata.json"
    content = json.loads(data)
    assert content["user"] == str(ANN)
    assert content["kept"] == {
        table: [dict(row) for row in rows] for table, rows in holdings.items()
    }
    packed, less = export_file(ANN, holdings, 100)
    assert packed == "salud-mydata.json.gz"
    assert gzip.decompress(less) == data


async def test_former_miners_have_no_name_and_no_mention() -> None:
    names = book()
    assert names.known(GUILD, [-3], WORDS) == {-3: "Former miner"}
    nobody: object = None
    assert await names.names(nobody, GUILD, [-3, None], WORDS) == {-3: "Former miner"}  # type: ignore[arg-type]
    assert mention(-3, WORDS) == "a former miner"
    assert mention(ANN, WORDS) == f"<@{ANN}>"


def test_names_of_one_user_are_forgotten_in_every_server() -> None:
    names: NameBook = book()
    before = names.known(GUILD, [BEN], WORDS)
    names.forget(ANN)
    assert names.known(GUILD, [ANN], WORDS) == {ANN: "Miner"}
    assert names.known(GUILD, [BEN], WORDS) == before


async def test_memories_are_forgotten_and_a_failure_is_admitted(world: World) -> None:
    await world.begun(ANN, BEN)
    texts: list[str] = []
    forgotten: list[int] = []

    class Shows:
        async def show(self, match: int) -> None: ...

        refresh = show

    async def edit(view: MessageLayout, **_: object) -> None:
        texts.extend(part["content"] for part in check(view) if part["type"] == TEXT)

    async def defer() -> None:
        pass

    client = SimpleNamespace(limits=CoolDown(), in_flight=InFlight())
    interaction: Any = SimpleNamespace(
        user=SimpleNamespace(id=ANN),
        locale="en",
        client=client,
        extras={},
        type=discord.InteractionType.component,
        id=1,
        guild_id=GUILD,
        is_guild_integration=lambda: True,
        data={"component_type": 2, "custom_id": "2:mydata:keep"},
        message=SimpleNamespace(flags=SimpleNamespace(ephemeral=True)),
        response=SimpleNamespace(defer=defer),
        edit_original_response=edit,
    )
    shows: Any = Shows()
    on_forget = (forgotten.append, forgotten.append)
    handlers = PrivacyHandlers(interactions(world), world.people, on_forget, shows, shows)
    await handlers.press(interaction, "keep")
    assert (texts, forgotten) == (["Nothing changed."], [])
    await handlers.press(interaction, "forget")
    assert forgotten == [ANN, ANN]
    assert texts[1].startswith("You are forgotten.")
    assert await world.people.store.personal_data(ANN) == {}
    world.sql("ALTER TABLE former RENAME TO elsewhere")
    await world.begun(BEN, ANN)
    await handlers.press(interaction, "forget")
    assert texts[2].startswith("I couldn't forget everything just now.")


async def test_match_that_cannot_be_shown_delays_no_other(world: World) -> None:
    shown_matches: list[int] = []
    troubles = iter([StoreTrouble("database is locked"), TimeoutError(), NoSuchMatch()])

    class Shows:
        async def show(self, match: int) -> None:
            for trouble in troubles:
                raise trouble
            shown_matches.append(match)

        refresh = show

    shows: Any = Shows()
    handlers = PrivacyHandlers(interactions(world), world.people, (), shows, shows)
    await handlers._show_changes([Forgotten(resigned=(1, 2), closed=(3, 4), done=True)])
    assert shown_matches == [2]
