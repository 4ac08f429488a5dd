"""Repeated presses, also in two processes: the result is the one that the user meant."""

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
from cogs.server.panel import PanelPage, ServerPanelState
from cogs.server.panel import panel as server_panel
from tests.cogs.acts import NUMBER, Act
from tests.cogs.moments import WORDS
from tests.cogs.offline import offline
from tests.cogs.test_layout import BUTTON, check
from tests.cogs.test_true_answers import MESSAGES, NAMES, Facts, Template, facts, template
from tests.match.machine import CountedSeeds, SetClock
from tests.match.world import ANN, CHANNEL
from tests.tiers import sampled

__all__ = ["template"]

MORE = {
    "open",
    "challenge",
    "challenge from a menu",
    "practice",
    "practise after the lesson",
    "announce",
    "extend",
}
"""Acts that begin another match or tournament each time, or extend a time."""


def done(template: Template, folder: Path, *acts: Sequence[tuple[int, Act]]) -> Facts:
    """Return the facts after these groups of (interaction id, act). The acts of a group run at
    the same time, alternately in two processes."""
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
    """Return a cached function from an act's name to the facts after doing it once."""
    folder = tmp_path_factory.mktemp("once")
    return cache(lambda name: done(template, folder, [(NUMBER, template.acts[name])]))


@pytest.mark.parametrize("name", sampled(NAMES, 8))
def test_redelivered_interaction_counts_once(
    template: Template, once: Once, tmp_path: Path, name: str
) -> None:
    act = template.acts[name]
    assert done(template, tmp_path, [(NUMBER, act)] * 2) == once(name)
    assert done(template, tmp_path, [(NUMBER, act)], [(NUMBER, act)]) == once(name)


@pytest.mark.parametrize("name", sampled([name for name in NAMES if name not in MORE], 8))
def test_second_press_changes_nothing_more(
    template: Template, once: Once, tmp_path: Path, name: str
) -> None:
    act, again = template.acts[name], NUMBER + 1
    assert done(template, tmp_path, [(NUMBER, act)], [(again, act)]) == once(name)
    both = done(template, tmp_path, [(NUMBER, act), (again, act)])
    assert both == once(name) or both == done(template, tmp_path, [(again, act)])


def buttons() -> list[str]:
    """Return the custom_ids of all buttons of both panels, with every toggle on and off."""
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
                page=page,
            )
            for on in (False, True)
            for page in PanelPage
        ),
    ]
    buttons_shown = [part for panel in panels for part in check(panel) if part["type"] == BUTTON]
    return sorted({part["custom_id"] for part in buttons_shown})


def state(stored: Facts, name: str) -> bool:
    if name in ("overview", "morning"):
        return name in [kind for kind, *_ in stored[MESSAGES]]
    values = {name: value for user, name, value in stored["user_setting"] if user == ANN}
    return bool(values.get(name, "off") == "on")


@pytest.mark.parametrize("custom_id", sampled(buttons(), 8))
def test_panel_button_pressed_twice_leaves_the_state_it_names(
    template: Template, tmp_path: Path, custom_id: str
) -> None:
    act = Act(ANN, custom_id)
    once = done(template, tmp_path, [(1, act)])
    assert done(template, tmp_path, [(1, act)], [(2, act)]) == once
    assert done(template, tmp_path, [(1, act), (2, act)]) == once
    assert done(template, tmp_path, [(1, act), (1, act)]) == once
    _, _, name, *to = custom_id.split(":")
    if to:
        assert state(once, name) == (to == ["on"])
    opposite = Act(ANN, custom_id.replace(":on", ":off")) if to == ["on"] else None
    if opposite is not None:
        back = done(template, tmp_path, [(1, act)], [(2, opposite)], [(3, opposite)])
        assert not state(back, name)


def test_every_toggle_has_buttons_for_on_and_off() -> None:
    offered = set(buttons())
    for toggle in TOGGLES:
        assert {
            custom_ids.me(toggle.name, on=True),
            custom_ids.me(toggle.name, on=False),
        } <= offered
    for name in ("overview", "morning"):
        assert {custom_ids.setting(name, on=on) for on in (True, False)} <= offered


@pytest.mark.parametrize(
    "custom_id",
    ["2:me:turn_over:on", "2:me:turn_over:off", "2:me:text_mode", "2:setting:overview"],
)
def test_button_of_a_removed_toggle_or_without_its_state_changes_nothing(
    template: Template, tmp_path: Path, custom_id: str
) -> None:
    before = done(template, tmp_path)
    assert done(template, tmp_path, [(1, Act(ANN, custom_id))]) == before


def test_buttons_of_an_older_pause_do_not_affect_a_newer_one(
    template: Template, tmp_path: Path
) -> None:
    agree, decline = template.acts["agree"], template.acts["decline a pause"]
    over = done(template, tmp_path, [(1, decline)])
    assert done(template, tmp_path, [(1, decline)], [(2, agree)]) == over
    end, resume = template.acts["end a pause"], template.acts["resume"]
    match = resume.options["match"]
    ask = [Act(user, command="pause", options={"match": match}) for user in (ANN, end.user)]
    newer = [[(1, resume)], [(2, ask[0])], [(3, ask[1])]]
    paused = done(template, tmp_path, *newer)
    assert done(template, tmp_path, *newer, [(4, end)]) == paused
