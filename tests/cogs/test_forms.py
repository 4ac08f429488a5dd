"""The forms of Dice Miner, which boards of older versions open for every choice among dice: what
they offer, and that what is handed in is a legal move."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from cogs.screens import Scene
from cogs.screens.base import FIELDS_AT_MOST, PICK_AT_MOST, BadChoice, Form
from cogs.ui.modals import modal, values
from engine.core import driver
from engine.core.driver import Position
from engine.games.dice_miner.content import Symbol
from engine.games.dice_miner.observation import Observation, Phase, SeenDie
from engine.games.dice_miner.state import Excavation, Keeping, Magic, State
from games.dice_miner.screens.controls import KEEP, REROLL, SALUD, alike
from games.dice_miner.screens.screens import DiceMinerScreens
from tests.cogs.moments import GAME, Moment, Pick, moments, picker, scene
from tests.engine.dice_miner.table import table

SCREENS = DiceMinerScreens()
TOKEN = {SALUD: "salud", KEEP: "keep"}


def panels(told: Scene) -> list[str]:
    """The forms that boards of older versions open, some of which boards open still."""
    view: Observation = told.view
    found = [SALUD] if view.beers else []
    found += [KEEP] if view.phase is Phase.RECOVERY else []
    if view.spending is not None:
        return [*found, REROLL]
    return [*found, *(source.token for source in alike(view.sources))]


@cache
def opened() -> tuple[tuple[Moment, Scene, int, str, Form | tuple[str, ...]], ...]:
    """Every form of every moment: where, whose, which, and what it is."""
    found = []
    for moment in moments():
        told = moment.scene()
        for panel in panels(told):
            for seat in told.to_act:
                form = SCREENS.form(told, seat, panel)
                assert form is not None, "a board offers no form that does not open"
                found.append((moment, told, seat, panel, form))
    return tuple(found)


def forms() -> Iterator[tuple[Moment, Scene, int, str, Form]]:
    """Those that are forms, and no moves already."""
    for moment, told, seat, panel, form in opened():
        if isinstance(form, Form):
            yield moment, told, seat, panel, form


def play(moment: Moment, seat: int, tokens: Sequence[str]) -> Position[Any]:
    """Where these decisions lead; raises NotLegal."""
    position = moment.position
    for token in tokens:
        position = driver.choose(GAME, position, seat, token).position
    return position


def test_all_kinds_of_forms_are_here() -> None:
    """The matches lead through each often enough to mean something."""
    counted = Counter(panel.split()[0] for *_, panel, _ in forms())
    assert set(counted) == {"salud", "keep", "spend", "reroll"}
    assert min(counted.values()) >= 4
    assert any(isinstance(form, tuple) for *_, form in opened())


def source_of(told: Scene, panel: str) -> tuple[int, list[SeenDie]]:
    """How many dice a panel wants, and of which."""
    spending = told.view.spending
    if panel == "reroll":
        return spending.count - len(told.view.chosen), list(spending.targets)
    source = next(source for source in told.view.sources if source.token == panel)
    return source.count, list(source.targets)


def test_limits() -> None:
    """What Discord takes: options, fields, lengths, no value twice."""
    for _, _, _, panel, form in forms():
        assert 1 <= len(form.fields) <= FIELDS_AT_MOST, panel
        assert len({field.name for field in form.fields}) == len(form.fields)
        for field in form.fields:
            assert 1 <= len(field.options) <= PICK_AT_MOST
            assert 0 <= field.at_least <= field.at_most <= len(field.options)
            assert field.at_most >= 1
            offered = [option.value for option in field.options]
            assert len(set(offered)) == len(offered)
            for option in field.options:
                assert 1 <= len(option.label) <= 100
                assert 1 <= len(option.value) <= 100
        payload = modal("2:form:1:2:x", form).to_dict()
        assert 1 <= len(payload["title"]) <= 45
        assert 2 <= len(payload["components"]) <= 5
        for label in payload["components"][1:]:
            assert 1 <= len(label["label"]) <= 45
            assert label["component"]["type"] == 3


def test_offered_dice_are_legal() -> None:
    """Each option by itself could be chosen now."""
    for moment, told, seat, panel, form in forms():
        if panel == SALUD:
            continue
        opening = [panel] if panel.startswith("spend") else []
        position = play(moment, seat, opening)
        legal = driver.legal_tokens(GAME, position, seat)
        verb = "keep" if panel == KEEP else "reroll"
        for field in form.fields:
            for option in field.options:
                assert f"{verb} {option.value}" in legal
        assert told.to_act


def test_equal_dice_are_offered_as_often_as_they_can_be_chosen() -> None:
    """Never more of one face and kind; and all different faces are there."""
    for _, told, seat, panel, form in forms():
        if panel == SALUD:
            continue
        seen = {lying.die.name: lying.die for lying in told.view.seats[seat].hoard}
        if panel == KEEP:
            most = told.view.seats[seat].chests
            candidates = [die for die in seen.values() if f"keep {die.name}" in told.tokens(seat)]
        else:
            most, candidates = source_of(told, panel)
        offered = [seen[option.value] for field in form.fields for option in field.options]
        times = Counter((die.kind, die.face) for die in offered)
        there = Counter((die.kind, die.face) for die in candidates)
        assert set(times) == set(there)
        assert all(times[face] <= min(most, there[face]) for face in times)
        assert sum(times.values()) >= min(most, len(candidates))


def choice(form: Form, panel: str, told: Scene, seat: int, pick: Pick) -> dict[str, list[str]]:
    """A valid way to fill a form in, at random."""
    chosen: dict[str, list[str]] = {field.name: [] for field in form.fields}
    if panel == SALUD:
        for field in form.fields:
            chosen[field.name] = [field.options[pick(len(field.options))].value]
        return chosen
    open_options = [(field.name, option.value) for field in form.fields for option in field.options]
    if panel == KEEP:
        dice = {lying.die.name: lying.die for lying in told.view.seats[seat].hoard}
        room = pick(told.view.seats[seat].chests + 1)
        while open_options and room > 0:
            name, value = open_options.pop(pick(len(open_options)))
            cost = 1 + dice[value].face.count * (dice[value].face.symbol is Symbol.CHEST)
            if cost <= room:
                chosen[name].append(value)
                room -= cost
        return chosen
    for _ in range(source_of(told, panel)[0]):
        name, value = open_options.pop(pick(len(open_options)))
        chosen[name].append(value)
    return chosen


@pytest.mark.parametrize("taste", ["x", "y", "z"])
def test_what_is_handed_in_is_legal(taste: str) -> None:
    """Any valid choice in any form is a whole batch that the rules accept."""
    pick = picker(taste)
    for moment, told, seat, panel, form in forms():
        filled = choice(form, panel, told, seat, pick)
        tokens = SCREENS.tokens(told, seat, panel, filled)
        position = play(moment, seat, tokens)
        if panel == KEEP:
            assert tokens[-1] == "done"
        assert position.state != moment.position.state


def test_nothing_to_choose() -> None:
    """Where a form would have one answer, that is it."""
    for moment, _, seat, panel, form in opened():
        if isinstance(form, tuple):
            assert panel != KEEP or form == ("done",)
            play(moment, seat, form)


def first_keep(chests: int) -> tuple[Scene, int]:
    """A moment in which a seat may keep that many dice, and has more."""
    for _, told, seat, panel, _ in forms():
        mine = told.view.seats[seat]
        if panel == KEEP and mine.chests == chests and len(mine.hoard) > chests + 3:
            return told, seat
    raise AssertionError("the matches lead there")


def by_kind(told: Scene, seat: int, count: int) -> Mapping[str, list[str]]:
    """That many dice of a hoard, as a form hands them in, but no chests."""
    dice = [
        lying.die
        for lying in told.view.seats[seat].hoard
        if lying.die.face.symbol is not Symbol.CHEST
    ]
    chosen: dict[str, list[str]] = {}
    for die in dice[:count]:
        chosen.setdefault(die.kind.value, []).append(die.name)
    return chosen


def test_too_many_kept() -> None:
    """Refused with the true numbers, before the rules are asked."""
    told, seat = first_keep(2)
    assert len(SCREENS.tokens(told, seat, KEEP, by_kind(told, seat, 2))) == 3
    with pytest.raises(BadChoice, match="keep up to 2 dice, but you chose 3"):
        SCREENS.tokens(told, seat, KEEP, by_kind(told, seat, 3))
    assert SCREENS.tokens(told, seat, KEEP, {}) == ("done",)


def test_wrong_number_of_rerolls() -> None:
    """Exactly as many as the magic shows."""
    for _, told, seat, panel, form in forms():
        if panel in (SALUD, KEEP):
            continue
        options = [(field.name, option.value) for field in form.fields for option in field.options]
        exactly, _ = source_of(told, panel)
        for count in (0, exactly - 1, exactly + 1):
            chosen: dict[str, list[str]] = {}
            for name, value in options[:count]:
                chosen.setdefault(name, []).append(value)
            if sum(map(len, chosen.values())) == exactly:
                continue
            with pytest.raises(BadChoice, match=f"exactly {exactly} di.*Nothing was spent"):
                SCREENS.tokens(told, seat, panel, chosen)


def keeping(hoard: str, *, hero: str = "engineer") -> Scene:
    """Seat 0 keeps dice of this hoard."""
    state: State = table(Keeping((0,), ((), ())), hoard, "t20=2", heroes=f"{hero} surveyor")
    return scene(state)


def test_all_five_kinds() -> None:
    """A modal holds five parts: two small kinds share one field, and what is chosen counts."""
    told = keeping("t01=1 t02=2 t03=3 h01=1 h02=2 k01=5 k02=1 g01=1 m01=6", hero="treasurer")
    form = SCREENS.form(told, 0, KEEP)
    assert isinstance(form, Form)
    assert len(form.fields) == FIELDS_AT_MOST
    offered = {option.value: field.name for field in form.fields for option in field.options}
    assert set(offered) == {"t01", "t02", "t03", "h01", "h02", "k01", "k02", "g01", "m01"}
    assert "Treasure dice and Magic dice" in [field.label for field in form.fields]
    assert "Magic die showing beer" in [o.label for field in form.fields for o in field.options]
    chosen: dict[str, list[str]] = {}
    for value in ("g01", "m01", "h02"):
        chosen.setdefault(offered[value], []).append(value)
    tokens = SCREENS.tokens(told, 0, KEEP, chosen)
    assert set(tokens) == {"keep g01", "keep m01", "keep h02", "done"}
    play(Moment(Position(told.state), ()), 0, tokens)


def test_kept_chests_keep_nothing() -> None:
    """A chest among those chosen makes room for fewer; the only chest is not offered."""
    told = keeping("t01=1 t02=2 k01=5 k02=5")
    assert SCREENS.tokens(told, 0, KEEP, {"tool": ["k01"], "tunnel": ["t01"]})[-1] == "done"
    with pytest.raises(BadChoice, match="keep up to 2 dice, but you chose 3"):
        SCREENS.tokens(told, 0, KEEP, {"tool": ["k01"], "tunnel": ["t01", "t02"]})
    form = SCREENS.form(keeping("t01=1 k01=5"), 0, KEEP)
    assert isinstance(form, Form)
    assert [field.name for field in form.fields] == ["tunnel"]
    assert SCREENS.form(keeping("k01=5"), 0, KEEP) == ("done",)


def test_largest_hoard() -> None:
    """27 tunnel dice and seven double chests fit a form, each face still among them."""
    tunnels = " ".join(f"t{n:02}={1 + n % 6}" for n in range(1, 28))
    chests = " ".join(f"k{n:02}=5" for n in range(1, 8))
    state = table(Keeping((0,), ((), ())), f"{tunnels} {chests}", "", heroes="treasurer surveyor")
    form = SCREENS.form(scene(state), 0, KEEP)
    assert isinstance(form, Form)
    field = form.fields[0]
    assert (field.name, len(field.options)) == ("tunnel", PICK_AT_MOST)
    assert len({option.label for option in field.options}) == 6
    assert field.at_most == 16


def test_salud_needs_both() -> None:
    """Without a die or a friend where there are several: refused in words."""
    for _, told, seat, panel, form in forms():
        if panel != SALUD:
            continue
        with pytest.raises(BadChoice, match="Choose a beer die and a friend"):
            SCREENS.tokens(told, seat, SALUD, {})
        for field in form.fields:
            if field.name == "die":
                assert len({option.label for option in field.options}) == len(field.options)


def test_forms_of_others() -> None:
    """Nobody fills in a form out of turn, or one that is not open."""
    stages = set()
    for moment in moments()[::7]:
        told = moment.scene()
        stages.add(type(told.state.stage))
        for seat in range(len(told.players)):
            if seat not in told.to_act:
                for panel in (SALUD, KEEP, "spend hero1", "reroll"):
                    assert SCREENS.form(told, seat, panel) is None
        for seat in told.to_act:
            assert SCREENS.form(told, seat, "dance") is None
            assert SCREENS.form(told, seat, "spend m99") is None
    assert {Excavation, Magic} <= stages


def test_magic_that_is_gone() -> None:
    """A source that can't be spent now is refused in words."""
    told = moments()[0].scene()
    with pytest.raises(BadChoice, match="can't spend that magic"):
        SCREENS.tokens(told, 0, "spend m01", {"tunnel": ["t01"]})


def test_values_of_a_modal() -> None:
    """Only what has the shape of a choice is read from what Discord sends."""
    data = {
        "components": [
            {"type": 10, "content": "text"},
            {"type": 18, "component": {"type": 3, "custom_id": "tunnel", "values": ["t01", 5]}},
            {"type": 18, "component": {"type": 3, "custom_id": "magic", "values": None}},
            {"type": 18, "component": {"type": 3, "values": ["t02"]}},
            {"type": 18},
        ]
    }
    assert values(data) == {"tunnel": ["t01"]}
    assert values({}) == {}
