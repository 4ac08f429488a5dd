"""Commands that can mean several matches or tournaments, used with a real client."""

from functools import partial
from pathlib import Path

import pytest

from bot.match.tournaments.state import TournamentStatus
from playground import Person, Playground, seed
from playground.person import Answer
from tests.cogs.test_tournament_numbers import old
from tests.e2e.in_process import bot_here
from tests.e2e.players import Json, answered, menus, text
from tests.match.machine import SetClock
from tests.tiers import exhaustive


def only_menu(answer: Answer) -> tuple[Json, str, dict[str, str]]:
    """Return a private answer, and the custom_id and values of its menu, by name."""
    assert answer.message is not None, answer.error
    assert menus(answer.message, "2:which:"), text(answer.message)
    ((custom_id, menu),) = menus(answer.message, "2:which:").items()
    values = {option["label"].split(" · ")[0]: option["value"] for option in menu["options"]}
    return answer.message, custom_id, values


def shows(person: Person, message: Json, words: str) -> bool:
    return any(words in text(m) for m in person.messages() if m["id"] == message["id"])


def is_told(person: Person, words: str) -> bool:
    return any(words in text(message) for message in answered(person))


@exhaustive
async def test_private_menu_continues_commands_about_matches_and_tournaments(
    playground: Playground,
    people: list[Person],
    clock: SetClock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann, boss = people[0], Person(playground, seed.OWNER_ID)
    async with bot_here(playground, tmp_path, monkeypatch, clock):
        for rivals in (1, 2):
            practice = {"rivals": rivals, "game": "dynamine"}
            assert (await ann.command("practice", practice)).ok
        message, custom_id, values = only_menu(await ann.command("resign"))
        assert [*values] == ["#2", "#1"]
        question = await ann.select(message["id"], custom_id, ["2"])
        assert question.ok, question.error
        await playground.wait_for(partial(shows, ann, message, "really resign match #2?"))
        message, custom_id, _ = only_menu(await ann.command("report"))
        form = await ann.select(message["id"], custom_id, ["1"])
        assert form.modal is not None, form.error

        for name in ("Spring Cup", "Autumn Cup"):
            made = await boss.command("tournament create", {"name": name, "format": "knockout"})
            assert made.ok, made.error
        message, custom_id, values = only_menu(
            await boss.command("tournament edit", {"seats": 3, "name": "Cup"})
        )
        assert sorted(values) == ["Autumn Cup", "Spring Cup"]
        changed = await boss.select(message["id"], custom_id, [values["Spring Cup"]])
        assert changed.ok, changed.error
        await playground.wait_for(partial(is_told, boss, "**Cup** is changed."))
        long = await boss.command("tournament edit", {"seats": 2, "name": "Κύπελλο Φθινοπώρου"})
        assert long.message is not None
        assert "Name the tournament" in text(long.message)


async def test_number_of_an_older_message_ends_only_the_chosen_tournament(
    playground: Playground, clock: SetClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boss = Person(playground, seed.OWNER_ID)
    async with bot_here(playground, tmp_path, monkeypatch, clock) as bot:
        assert (await boss.command("practice", {"game": "dynamine"})).ok  # takes the id 1
        place = {"guild": seed.GUILD_ID, "channel": seed.QUARRY_ID}
        spring, autumn = [
            await old(bot, name, **place, host=boss.id, game="dynamine")
            for name in ("Spring Cup", "Autumn Cup")
        ]
        message, custom_id, values = only_menu(
            await boss.command("tournament end", {"tournament": spring})
        )
        assert "T2 can mean two tournaments" in text(message)
        assert values == {"Autumn Cup": str(autumn), "Spring Cup": str(spring)}
        ended = await boss.select(message["id"], custom_id, [values["Spring Cup"]])
        assert ended.ok, ended.error
        await playground.wait_for(partial(is_told, boss, "**Spring Cup** has ended"))
        look = bot.services.domain.tournaments.load
        assert (await look(spring)).state.status is TournamentStatus.CALLED_OFF
        assert (await look(autumn)).state.status is TournamentStatus.OPEN
