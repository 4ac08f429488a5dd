"""Seeds are secret until the end of a match, so no printed value shows them."""

from bot.match.core.store import Store
from bot.match.log.loaded import build
from engine.core.chance import Stream
from tests.match.world import GAMES
from tests.storage.samples import ASKED, NEW, SEED


async def test_printed_values_show_no_seed(store: Store) -> None:
    record = await store.create(NEW, ASKED)
    stored = await store.load(record.id)
    assert stored is not None
    loaded = build(stored, GAMES.newest("toy"))
    shapes = [repr(SEED)[2:-1], SEED.hex(), str(list(SEED))[1:-1]]
    for value in (NEW, record, stored, loaded, Stream(SEED, "x")):
        for text in (repr(value), str(value), f"{value}", repr([value])):
            assert not any(shape in text for shape in shapes)
    assert "toy" in repr(record), "other fields are shown"
