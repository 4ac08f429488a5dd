"""Options that mean nothing in their combination are refused, never silently ignored."""

import inspect
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest

from bot.app.games import load_games
from bot.match.tournaments.state import TournamentStatus
from bot.match.tournaments.terms import ONLY_IN, Format, Seeding, Terms
from bot.match.values.times import Pace
from cogs.app.client import SaludClient
from cogs.tournaments.handlers import TournamentHandlers
from cogs.tournaments.terms_lines import FORMATS
from tests.cogs.acts import member
from tests.cogs.offline import command, offline
from tests.match.world import ANN, BEN, CAT, GUILD, World

OPTIONS: dict[str, tuple[Any, Any]] = {
    "seats": (3, 3),
    "pace": ("week", Pace.WEEK),
    "days": (5, 5),
    "rounds": (3, 3),
    "check_in": (24, 24),
    "seeding": ("lot", Seeding.LOT),
    "most": (16, 16),
    "group": (6, 6),
    "advance": (3, 3),
    "movers": (1, 1),
    "event": (True, True),
}
"""The options of both commands except `starts_in`, with the value of Terms that each sets."""


@dataclass
class Door:
    client: SaludClient
    number: int = 0

    async def say(self, command_name: str, /, **options: Any) -> str:
        self.number += 1
        asking = await command(self.client, ANN, command_name, self.number, options)
        return "\n".join(asking.answers)

    async def terms(self) -> list[Terms]:
        tournaments = self.client.services.domain.tournaments
        rows = await tournaments.store.of_guild(GUILD, tuple(TournamentStatus), 100)
        return [(await tournaments.load(row.id)).state.terms for row in rows]


@pytest.fixture
async def door(world: World) -> AsyncIterator[Door]:
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        yield Door(client)


def test_table_has_every_option() -> None:
    for subcommand in (TournamentHandlers.create, TournamentHandlers.edit):
        named = set(inspect.signature(subcommand.callback).parameters)
        fixed = {"self", "ctx", "name", "format", "game", "tournament", "starts_in"}
        assert named - fixed == set(OPTIONS)


@pytest.mark.parametrize("chosen", Format)
@pytest.mark.parametrize("name", OPTIONS)
async def test_tournament_option_counts_or_is_refused(
    door: Door, chosen: Format, name: str
) -> None:
    value, default = OPTIONS[name]
    options = {"name": "Cup", "format": chosen.value, "game": "toy", "starts_in": 48, name: value}
    answer = await door.say("tournament create", **options)
    applies = chosen in ONLY_IN.get(name, Format)
    if applies:
        assert "is posted" in answer
        [terms] = await door.terms()
        assert getattr(terms, name) == default
    else:
        assert answer == f"**{FORMATS[chosen]}** has no option `{name}`. Nothing changed."
        assert await door.terms() == []
        await door.say(
            "tournament create", name="Cup", format=chosen.value, game="toy", starts_in=48
        )
    before = await door.terms()
    answer = await door.say("tournament edit", **{name: value})
    after = await door.terms()
    if applies:
        assert answer.splitlines()[0] == "**Cup** is changed."
        assert getattr(after[0], name) == default
    else:
        refusal = f"**{FORMATS[chosen]}** has no option `{name}`. Nothing changed."
        assert answer == f"**Cup · T1**: {refusal}"
        assert after == before


async def test_all_unused_options_are_named_at_once(door: Door) -> None:
    answer = await door.say(
        "tournament create", name="Cup", format="knockout", game="toy", rounds=3, movers=1
    )
    assert answer == "**Knockout** has no options `rounds` and `movers`. Nothing changed."


async def test_new_format_drops_what_it_does_not_use(door: Door) -> None:
    await door.say("tournament create", name="Cup", format="groups", game="toy", group=8, advance=7)
    assert await door.say("tournament edit", format="swiss") == "**Cup** is changed."
    [swiss] = await door.terms()
    assert (swiss.group, swiss.advance) == (4, 2)
    assert "is changed" in await door.say("tournament edit", rounds=3)
    assert "no option `rounds`" in await door.say("tournament edit", format="league", rounds=3)
    assert "is changed" in await door.say("tournament edit", format="league")
    [league] = await door.terms()
    assert league.rounds is None


async def test_edit_without_options_changes_nothing(door: Door) -> None:
    await door.say("tournament create", name="Cup", format="knockout", game="toy")
    answer = await door.say("tournament edit")
    assert answer == "**Cup · T1**: Say what to change: name an option. Nothing changed."


async def test_level_needs_computers(door: Door) -> None:
    options = {"opponent": member(BEN), "level": "foreman", "game": "toy"}
    answer = await door.say("challenge", **options)
    assert "No computer plays in that match, so it has no `level`" in answer
    # Computers can take the seat of someone who declines.
    assert "posted" in await door.say("challenge", **options, opponent2=member(CAT))


async def test_level_needs_a_game_with_rivals(world: World) -> None:
    async with offline(world.path, world.clock, world.seeds, load_games()) as (client, _):
        door = Door(client)
        answer = await door.say("practice", game="dice-grid", level="king")
        assert "No computer plays in that match, so it has no `level`" in answer
        answer = await door.say("practice", game="dice-grid", rivals=1)
        assert "for one player" in answer


async def test_replay_refuses_a_turn_that_does_not_exist(door: Door, world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    assert "has no turn 99: its last one is" in await door.say("replay", match=match, step=99)
    assert "no turn" not in await door.say("replay", match=match, step=1)


async def test_rules_refuse_an_unknown_topic(world: World) -> None:
    async with offline(world.path, world.clock, world.seeds, load_games()) as (client, _):
        door = Door(client)
        answer = await door.say("rules", topic="nonsense", game="dice-grid")
        assert answer == "The rules of this game have no such topic."


async def test_toast_takes_no_die_and_no_match(world: World) -> None:
    async with offline(world.path, world.clock, world.seeds, load_games()) as (client, _):
        answer = await Door(client).say("salud", die="d1")
        assert "leave out `die`. Nothing changed." in answer


async def test_rounds_of_few_turns_are_warned_of(door: Door) -> None:
    cup = {"name": "Cup", "format": "knockout", "game": "toy", "pace": "three days"}
    answer = await door.say("tournament create", **cup, days=2)
    assert "Choose at least 3 days, or a faster pace." in answer
    assert await door.terms() == []
    answer = await door.say("tournament create", **cup, days=8)
    assert "A round has time for 2 whole turns at this pace" in answer
    assert "A round" not in await door.say("tournament edit", name="Bowl")
    assert "time for 1 whole turn at" in await door.say("tournament edit", days=4)
    assert await door.say("tournament edit", days=9) == "**Bowl** is changed."
    assert "Choose at least 9 days" in await door.say(
        "tournament edit", pace="three days", format="league"
    ) or [terms.days for terms in await door.terms()] == [9]
