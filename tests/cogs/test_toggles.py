"""What is pressed twice, or reaches two processes, ends where the person meant."""

import asyncio
import shutil
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from functools import cache
from pathlib import Path

import pytest

from bot.match.timing.reminding import ReminderSettings
from cogs.app.client import SaludClient
from cogs.base import custom_ids
from cogs.me.panel import TOGGLES, PersonalSettings
from cogs.me.panel import panel as me_panel
from cogs.preferences.server_settings import ServerSettings
from cogs.server.panel import ServerPanelState
from cogs.server.panel import panel as server_panel
from tests.cogs.acts import NUMBER, Act
from tests.cogs.moments import WORDS
from tests.cogs.offline import offline
from tests.cogs.test_layout import BUTTON, check
from tests.cogs.test_true_answers import NAMES, Facts, Template, facts, template
from tests.match.machine import CountedSeeds, SetClock
from tests.match.world import ANN, CHANNEL
from tests.tiers import sampled

__all__ = ["template"]

TURNS = "toggle of an older version"
"""Its button does not say what it shall be."""
MORE = {"open", "challenge", "practice", "practise after the lesson", "announce", "extend"}
"""Each of these begins one match or tournament more every time, or gives more time."""


def done(template: Template, folder: Path, *acts: Sequence[tuple[int, Act]]) -> Facts:
    """What is stored after these: each group at the same time, each act by a process of its own
    as the interaction that it says."""
    path = folder / "copy.db"
    for ending in ("", "-wal", "-shm"):
        Path(f"{path}{ending}").unlink(missing_ok=True)
    shutil.copy(template.path, path)
    asyncio.run(_do(template, path, acts))
    return facts(path)


async def _do(template: Template, path: Path, acts: Sequence[Sequence[tuple[int, Act]]]) -> None:
    async with AsyncExitStack() as stack:
        clients: list[SaludClient] = []
        for _ in range(2):
            clock, seeds = SetClock(), CountedSeeds()
            clock.time, seeds.taken = template.time, template.seeds
            client, _database = await stack.enter_async_context(offline(path, clock, seeds))
            clients.append(client)
        turn = 0
        for group in acts:
            pressed = []
            for number, act in group:
                pressed.append(act.do(clients[turn % 2], number))
                turn += 1
            await asyncio.gather(*pressed)
        for client in clients:
            await client.services.scheduler.look_after()


Once = Callable[[str], Facts]


@pytest.fixture(scope="module")
def once(template: Template, tmp_path_factory: pytest.TempPathFactory) -> Once:
    """What is stored after an act, done once; each is done only for the first who asks."""
    folder = tmp_path_factory.mktemp("once")
    return cache(lambda name: done(template, folder, [(NUMBER, template.acts[name])]))


@pytest.mark.parametrize("name", sampled([name for name in NAMES if name != TURNS], 8))
def test_a_press_that_comes_twice(
    template: Template, once: Once, tmp_path: Path, name: str
) -> None:
    """The same interaction, delivered to two processes at once or to one after the other, does
    what it does once."""
    act = template.acts[name]
    assert done(template, tmp_path, [(NUMBER, act)] * 2) == once(name)
    assert done(template, tmp_path, [(NUMBER, act)], [(NUMBER, act)]) == once(name)


@pytest.mark.parametrize("name", sampled([name for name in NAMES if name not in {TURNS, *MORE}], 8))
def test_a_button_that_is_pressed_twice(
    template: Template, once: Once, tmp_path: Path, name: str
) -> None:
    """Whoever is unsure whether it counted and does it once more changes nothing by that."""
    act, again = template.acts[name], NUMBER + 1
    assert done(template, tmp_path, [(NUMBER, act)], [(again, act)]) == once(name)
    both = done(template, tmp_path, [(NUMBER, act), (again, act)])
    assert both == once(name) or both == done(template, tmp_path, [(again, act)])


def buttons() -> list[str]:
    """The custom_ids of all buttons of both panels, whatever is on or off."""
    everything = frozenset(toggle.name for toggle in TOGGLES)
    panels = [
        *(
            me_panel(PersonalSettings(ReminderSettings(), 0, on=on), WORDS)
            for on in (frozenset[str](), everything)
        ),
        *(
            server_panel(
                ServerPanelState(
                    ServerSettings(),
                    ("en",),
                    (),
                    overview=on,
                    has_days=True,
                    morning=CHANNEL if on else None,
                    here=CHANNEL,
                ),
                WORDS,
            )
            for on in (False, True)
        ),
    ]
    found = [part for one in panels for part in check(one) if part["type"] == BUTTON]
    return sorted({part["custom_id"] for part in found})


def state(found: Facts, what: str) -> bool:
    """Whether a toggle is on."""
    if what in ("overview", "morning"):
        return CHANNEL in [channel for _, channel in found[what]]
    kept = {name: value for user, name, value in found["user_setting"] if user == ANN}
    return bool(kept.get(what, "off") == "on")


@pytest.mark.parametrize("custom_id", sampled(buttons(), 8))
def test_every_button_of_a_panel(template: Template, tmp_path: Path, custom_id: str) -> None:
    """Pressed twice, also in two processes at once, it leaves what it leaves once; what turns
    something on or off says which, and that is how it is then."""
    act = Act(ANN, custom_id)
    once = done(template, tmp_path, [(1, act)])
    assert done(template, tmp_path, [(1, act)], [(2, act)]) == once
    assert done(template, tmp_path, [(1, act), (2, act)]) == once
    assert done(template, tmp_path, [(1, act), (1, act)]) == once
    _, _, what, *to = custom_id.split(":")
    if to:
        assert state(once, what) == (to == ["on"])
    opposite = Act(ANN, custom_id.replace(":on", ":off")) if to == ["on"] else None
    if opposite is not None:
        back = done(template, tmp_path, [(1, act)], [(2, opposite)], [(3, opposite)])
        assert not state(back, what)


def test_every_toggle_is_on_a_button() -> None:
    """In both directions."""
    offered = set(buttons())
    for toggle in TOGGLES:
        assert {
            custom_ids.me(toggle.name, on=True),
            custom_ids.me(toggle.name, on=False),
        } <= offered
    for what in ("overview", "morning"):
        assert {custom_ids.setting(what, on=on) for on in (True, False)} <= offered


@pytest.mark.parametrize("custom_id", ["2:me:text_mode", "2:me:confirm", "2:setting:overview"])
def test_buttons_of_older_versions(template: Template, tmp_path: Path, custom_id: str) -> None:
    """They still work, and turn around what they always did."""
    act, what = Act(ANN, custom_id), custom_id.split(":")[2]
    before = done(template, tmp_path)
    once = done(template, tmp_path, [(1, act)])
    twice = done(template, tmp_path, [(1, act)], [(2, act)])
    assert state(once, what) != state(before, what) == state(twice, what)


@pytest.mark.parametrize("custom_id", ["2:me:turn_over", "2:me:turn_over:on", "2:me:turn_over:off"])
def test_a_toggle_that_is_gone(template: Template, tmp_path: Path, custom_id: str) -> None:
    """Its buttons of older versions change nothing."""
    before = done(template, tmp_path)
    assert done(template, tmp_path, [(1, Act(ANN, custom_id))]) == before


def test_a_proposal_that_is_over(template: Template, tmp_path: Path) -> None:
    """Buttons of an older pause do nothing to a newer one: they neither propose nor end it."""
    agree, decline = template.acts["agree"], template.acts["decline a pause"]
    over = done(template, tmp_path, [(1, decline)])
    assert done(template, tmp_path, [(1, decline)], [(2, agree)]) == over
    end, resume = template.acts["end a pause"], template.acts["resume"]
    match = resume.options["match"]
    ask = [Act(user, command="pause", options={"match": match}) for user in (ANN, end.user)]
    newer = [[(1, resume)], [(2, ask[0])], [(3, ask[1])]]
    paused = done(template, tmp_path, *newer)
    assert done(template, tmp_path, *newer, [(4, end)]) == paused
