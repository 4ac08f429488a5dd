"""Equal names in a list get distinguishing marks; all other names stay as they are."""

from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.app.client import SaludClient
from cogs.base.markup import LONGEST
from cogs.ui.names import NameBook
from cogs.ui.telling_apart import MARK, told_apart
from tests.cogs.offline import CATALOGUE, command, offline
from tests.cogs.test_which_menus import menu_of
from tests.match.world import ANN, BEN, GUILD, World

WORDS = CATALOGUE.words()
CREATE = {"name": "Cup", "format": "knockout", "game": "toy"}


def user(number: int, display_name: str, name: str) -> Any:
    return SimpleNamespace(id=number, display_name=display_name, name=name)


@pytest.fixture
async def client(world: World) -> AsyncIterator[SaludClient]:
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        yield client


async def answer_to(client: SaludClient, command_name: str, number: int, /, **options: Any) -> str:
    return "\n".join((await command(client, ANN, command_name, number, options)).answers)


async def test_members_with_equal_names_show_their_user_names() -> None:
    book = NameBook()
    for member in (user(1, "Ada", "ada99"), user(2, "ada", "lovelace"), user(3, "Eve", "eve")):
        book.learn(GUILD, member)
    apart = book.known(GUILD, [1, 2, 3], WORDS)
    assert apart == {1: "Ada @ada99", 2: "ada @lovelace", 3: "Eve"}
    assert book.known(GUILD, [1, 3], WORDS) == {1: "Ada", 3: "Eve"}


async def test_board_tells_players_with_equal_names_apart(
    world: World, client: SaludClient
) -> None:
    for number in (ANN, BEN):
        client.services.names.learn(GUILD, cast("Any", user(number, "Ada", f"ada{number}")))
    loaded = await world.begun(ANN, BEN)
    scene = client.services.kit.scenes.known(loaded, WORDS)
    assert sorted(player.name for player in scene.players) == [f"Ada @ada{ANN}", f"Ada @ada{BEN}"]


async def test_menu_tells_tournaments_with_equal_names_apart(client: SaludClient) -> None:
    for number, name in enumerate(("Cup", "Cup", "Bowl")):
        await answer_to(client, "tournament create", number, **CREATE | {"name": name})
    asking = await command(client, ANN, "tournament start", 10, {})
    labels = [option["label"] for option in menu_of(asking)["options"]]
    assert labels == ["Bowl · T3", "Cup · T2", "Cup · T1"]


async def test_own_and_past_tournaments_with_equal_names_are_told_apart(
    client: SaludClient,
) -> None:
    for number in (1, 2):
        await answer_to(client, "tournament create", number, **CREATE)
        await answer_to(client, "tournament join", 10 + number, tournament=number)
    mine = await answer_to(client, "tournament mine", 20)
    assert "### 🏆 Cup · T1" in mine
    assert "### 🏆 Cup · T2" in mine
    for number in (1, 2):
        await answer_to(client, "tournament end", 30 + number, tournament=number)
    past = await answer_to(client, "tournament past", 40)
    assert "**Cup · T1** · " in past
    assert "**Cup · T2** · " in past


@given(
    names=st.lists(st.text("aAb 2", min_size=1, max_size=LONGEST).map(str.strip), max_size=6),
    tails=st.text("xy", max_size=30),
)
def test_results_are_unique_and_fit(names: list[str], tails: str) -> None:
    marks = [f"@{tails}{number}" for number in range(len(names))]
    apart = told_apart(names, marks)
    assert len({name.casefold() for name in apart}) == len(names)
    assert all(len(name) <= LONGEST for name in apart)


def test_unique_names_stay_and_long_ones_keep_their_mark() -> None:
    assert told_apart(["Ada", "Bob"], ["@a", "@b"]) == ["Ada", "Bob"]
    long = "x" * LONGEST
    first, second = told_apart([long, long], ["@" + "a" * 40, "@b"])
    assert first == "x" * (LONGEST - MARK - 1) + " @" + "a" * (MARK - 1)
    assert second == "x" * (LONGEST - 3) + " @b"
