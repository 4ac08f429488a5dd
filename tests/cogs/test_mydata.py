"""What is kept about somebody, in words and as a file."""

import gzip
import json
from types import SimpleNamespace
from typing import Any

import discord

from bot.match.forgetting import MOVES, TYPED, Forgotten
from bot.match.log.store_errors import StoreTrouble
from bot.match.people.limits import CoolDown
from bot.match.values.errors import NoSuchMatch
from bot.storage.base.personal_data import HOLDINGS
from cogs.base.mentions import mention
from cogs.privacy.handlers import PrivacyHandlers, exported
from cogs.privacy.texts import kept_said
from cogs.runtime.in_flight import InFlight
from cogs.ui.layouts import MessageLayout
from cogs.ui.names import NameBook
from tests.cogs.contexts import interactions
from tests.cogs.moments import WORDS
from tests.cogs.test_layout import TEXT, check
from tests.cogs.test_papers import book
from tests.match.world import ANN, BEN, GUILD, World


def test_everything_has_its_words() -> None:
    """Each kind of thing that can be kept, one and several; a setting with its value."""
    names = [*(one.name for one in HOLDINGS if one.exported), MOVES, TYPED]
    for name in names:
        row = {"name": "zone", "value": "*Europe*"}
        one, two = kept_said(WORDS, {name: [row]}), kept_said(WORDS, {name: [row, row]})
        assert one.startswith("- ")
        assert one != two or name in ("forgetting", "rest_news"), "there is one of each"
        assert ("\\*Europe\\*" in one) == (name == "user_setting")
    every = kept_said(WORDS, {name: [{"name": "a", "value": "b"}] for name in names})
    assert len(set(every.splitlines())) == len(names) + 1
    assert kept_said(WORDS, {}) == "Nothing about you is kept."


async def test_export(world: World) -> None:
    """All of it in JSON, packed where it is too large."""
    match = (await world.begun(ANN, BEN)).record.id
    await world.play(match, "one")
    kept = await world.people.store.kept(ANN)
    name, data = exported(ANN, kept, 10**7)
    assert name == "salud-mydata.json"
    told = json.loads(data)
    assert told["user"] == str(ANN)
    assert told["kept"] == {table: [dict(row) for row in rows] for table, rows in kept.items()}
    packed, less = exported(ANN, kept, 100)
    assert packed == "salud-mydata.json.gz"
    assert gzip.decompress(less) == data


async def test_names_of_former_miners() -> None:
    """They have none, none is asked for, and nobody is mentioned."""
    names = book()
    assert names.known(GUILD, [-3], WORDS) == {-3: "Former miner"}
    nobody: object = None
    assert await names.names(nobody, GUILD, [-3, None], WORDS) == {-3: "Former miner"}  # type: ignore[arg-type]
    assert mention(-3, WORDS) == "a former miner"
    assert mention(ANN, WORDS) == f"<@{ANN}>"


def test_names_are_forgotten() -> None:
    """In every server, and only theirs."""
    names: NameBook = book()
    before = names.known(GUILD, [BEN], WORDS)
    names.forget(ANN)
    assert names.known(GUILD, [ANN], WORDS) == {ANN: "Miner"}
    assert names.known(GUILD, [BEN], WORDS) == before


async def test_what_is_in_memory_is_forgotten(world: World) -> None:
    """By everything that remembers people; the answer says when something is left."""
    await world.begun(ANN, BEN)
    told: list[str] = []
    forgotten: list[int] = []

    class Memory:
        """Notes whom it forgets."""

        def forget(self, user: int) -> None:
            """Note it."""
            forgotten.append(user)

    class Shows:
        """Shows nothing."""

        async def show(self, match: int) -> None:
            """Nothing."""

        refresh = show

    async def edit(view: MessageLayout, **_: object) -> None:
        told.extend(part["content"] for part in check(view) if part["type"] == TEXT)

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
    handlers = PrivacyHandlers(
        interactions(world), world.people, (Memory(), Memory()), shows, shows
    )
    await handlers.press(interaction, "keep")
    assert (told, forgotten) == (["Nothing changed."], [])
    await handlers.press(interaction, "forget")
    assert forgotten == [ANN, ANN]
    assert told[1].startswith("You are forgotten.")
    assert await world.people.store.kept(ANN) == {}
    world.sql("ALTER TABLE former RENAME TO elsewhere")
    await world.begun(BEN, ANN)
    await handlers.press(interaction, "forget")
    assert told[2].startswith("I couldn't forget everything just now.")


async def test_one_that_can_not_be_shown(world: World) -> None:
    """Whatever the trouble with it, the others are shown at once."""
    shown: list[int] = []
    troubles = iter([StoreTrouble("database is locked"), TimeoutError(), NoSuchMatch()])

    class Shows:
        """Shows what comes after three troubles."""

        async def show(self, match: int) -> None:
            """Show it, or not."""
            for trouble in troubles:
                raise trouble
            shown.append(match)

        refresh = show

    shows: Any = Shows()
    handlers = PrivacyHandlers(interactions(world), world.people, (), shows, shows)
    await handlers._show_changes([Forgotten(resigned=(1, 2), closed=(3, 4), done=True)])
    assert shown == [2]
