"""What is kept about somebody, in words and as a file."""

import gzip
import json

from bot.match.people import MOVES
from bot.storage.holdings import HOLDINGS
from cogs.mydata_desk import exported
from cogs.mydata_words import kept_said
from cogs.names import NameBook, mention
from tests.cogs.moments import WORDS
from tests.cogs.test_papers import book
from tests.match.world import ANN, BEN, GUILD, World


def test_everything_has_its_words() -> None:
    """Each kind of thing that can be kept, one and several; a setting with its value."""
    names = [*(one.name for one in HOLDINGS), MOVES]
    for name in names:
        row = {"name": "zone", "value": "*Europe*"}
        one, two = kept_said(WORDS, {name: [row]}), kept_said(WORDS, {name: [row, row]})
        assert one.startswith("- ")
        assert one != two or name == "forgetting"
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
