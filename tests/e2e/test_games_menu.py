"""The menus of games below answers about statistics, with a real client."""

from pathlib import Path

import pytest

from playground import Person, Playground, seed
from tests.e2e.in_process import bot_here
from tests.e2e.players import Json, alt_texts, menus, text
from tests.e2e.test_glory import answer_to, is_private
from tests.e2e.test_matches import challenge, resigned
from tests.match.machine import SetClock


def shown(person: Person, message: Json, words: str) -> Json | None:
    messages = (m for m in person.messages(seed.TAVERN_ID) if m["id"] == message["id"])
    return next((m for m in messages if words in "\n".join([text(m), *alt_texts(m)])), None)


async def test_profile_changes_its_game_in_place_for_the_asker_and_privately_for_others(
    playground: Playground,
    people: list[Person],
    clock: SetClock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann, ben, cat = people[:3]
    async with bot_here(playground, tmp_path, monkeypatch, clock):
        await resigned(await challenge(playground, [ann, ben]))
        profile = await answer_to(ann, "profile")
        assert not is_private(profile)
        ((custom_id, menu),) = menus(profile, "2:statistics-game:profile:").items()
        values = [option["value"] for option in menu["options"]]
        assert values == ["dice-miner", "dice-grid", "dynamine"]
        answer = await cat.select(profile["id"], custom_id, ["dynamine"])
        assert answer.message is not None
        assert is_private(answer.message)
        assert (await ann.select(profile["id"], custom_id, ["dynamine"])).ok
        changed = await playground.wait_for(lambda: shown(ann, profile, "· DYNAMINE"))
        assert "Finished in other games: Dice Miner (1)." in text(changed)
        assert (await ann.select(profile["id"], custom_id, ["dice-miner"])).ok
        assert await playground.wait_for(lambda: shown(ann, profile, "· Dice Miner"))

        history = await answer_to(ann, "history")
        assert " · Dice Miner · resigned" in text(history)
        ((custom_id, menu),) = menus(history, "2:statistics-game:history:").items()
        (default,) = (option["label"] for option in menu["options"] if option.get("default"))
        assert default == "All games"
        assert (await ann.select(history["id"], custom_id, ["dice-grid"])).ok
        assert await playground.wait_for(lambda: shown(ann, history, "Dice Miner (1)"))
