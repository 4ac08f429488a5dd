"""The forms of Dice Miner, which boards of older versions open for every choice among dice. The
tests check their options, and that every accepted form is a legal move."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from cogs.screens import Scene
from cogs.screens.base import FIELDS_AT_MOST, PICK_AT_MOST, BadChoice, Form, FormField, Option
from cogs.ui.modals import modal, values
from engine.core import driver
from engine.core.driver import Position
from engine.games.dice_miner.content import Symbol
from engine.games.dice_miner.observation import Observation, Phase, SeenDie
from engine.games.dice_miner.state import Excavation, Keeping, Magic, State
from games.dice_miner.screens.controls import KEEP, REROLL, SALUD, alike
from games.dice_miner.screens.screens import DiceMinerScreens
from playground.bounds import modal_problems
from tests.cogs.moments import GAME, Moment, Pick, moments, picker
from tests.cogs.moments import scene as scene_of
from tests.engine.dice_miner.table import table

SCREENS = DiceMinerScreens()
TOKEN = {SALUD: "salud", KEEP: "keep"}


def panels(scene: Scene) -> list[str]:
    """Return the forms that boards of older versions open; current boards open some of them."""
    view: Observation = scene.view
    panels = [SALUD] if view.beers else []
    panels += [KEEP] if view.phase is Phase.RECOVERY else []
    if view.spending is not None:
        return [*panels, REROLL]
    return [*panels, *(source.token for source in alike(view.sources))]


@cache
def opened() -> tuple[tuple[Moment, Scene, int, str, Form | tuple[str, ...]], ...]:
    """Return every form of every moment: moment, scene, seat, panel, and the form."""
    opened_forms = []
    for moment in moments():
        scene = moment.scene()
        for panel in panels(scene):
            for seat in scene.to_act:
                form = SCREENS.form(scene, seat, panel)
                assert form is not None, "a board offers a form that does not open"
                opened_forms.append((moment, scene, seat, panel, form))
    return tuple(opened_forms)


def forms() -> Iterator[tuple[Moment, Scene, int, str, Form]]:
    """Yield the entries of `opened` that are real forms, not ready moves."""
    for moment, scene, seat, panel, form in opened():
        if isinstance(form, Form):
            yield moment, scene, seat, panel, form


def play(moment: Moment, seat: int, tokens: Sequence[str]) -> Position[Any]:
    position = moment.position
    for token in tokens:
        position = driver.choose(GAME, position, seat, token).position
    return position


def test_every_kind_of_form_occurs_often() -> None:
    """The random matches are representative enough for the other tests."""
    counted = Counter(panel.split()[0] for *_, panel, _ in forms())
    assert set(counted) == {"salud", "keep", "spend", "reroll"}
    assert min(counted.values()) >= 4
    assert any(isinstance(form, tuple) for *_, form in opened())


def source_of(scene: Scene, panel: str) -> tuple[int, list[SeenDie]]:
    spending = scene.view.spending
    if panel == "reroll":
        return spending.count - len(scene.view.chosen), list(spending.targets)
    source = next(source for source in scene.view.sources if source.token == panel)
    return source.count, list(source.targets)


def test_forms_keep_within_discord_s_limits() -> None:
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
            assert label["component"]["type"] in (3, 21, 22)
        assert modal_problems(payload) == []


def test_every_offered_die_is_legal() -> None:
    for moment, scene, seat, panel, form in forms():
        if panel == SALUD:
            continue
        opening = [panel] if panel.startswith("spend") else []
        position = play(moment, seat, opening)
        legal = driver.legal_tokens(GAME, position, seat)
        verb = "keep" if panel == KEEP else "reroll"
        for field in form.fields:
            for option in field.options:
                assert f"{verb} {option.value}" in legal
        assert scene.to_act


def test_equal_dice_are_offered_as_often_as_they_can_be_chosen() -> None:
    for _, scene, seat, panel, form in forms():
        if panel == SALUD:
            continue
        dice = {lying.die.name: lying.die for lying in scene.view.seats[seat].hoard}
        if panel == KEEP:
            most = scene.view.seats[seat].chests
            candidates = [die for die in dice.values() if f"keep {die.name}" in scene.tokens(seat)]
        else:
            most, candidates = source_of(scene, panel)
        offered = [dice[option.value] for field in form.fields for option in field.options]
        times = Counter((die.kind, die.face) for die in offered)
        available = Counter((die.kind, die.face) for die in candidates)
        assert set(times) == set(available)
        assert all(times[face] <= min(most, available[face]) for face in times)
        assert sum(times.values()) >= min(most, len(candidates))


def choice(form: Form, panel: str, scene: Scene, seat: int, pick: Pick) -> dict[str, list[str]]:
    chosen: dict[str, list[str]] = {field.name: [] for field in form.fields}
    if panel == SALUD:
        for field in form.fields:
            chosen[field.name] = [field.options[pick(len(field.options))].value]
        return chosen
    open_options = [(field.name, option.value) for field in form.fields for option in field.options]
    if panel == KEEP:
        dice = {lying.die.name: lying.die for lying in scene.view.seats[seat].hoard}
        room = pick(scene.view.seats[seat].chests + 1)
        while open_options and room > 0:
            name, value = open_options.pop(pick(len(open_options)))
            cost = 1 + dice[value].face.count * (dice[value].face.symbol is Symbol.CHEST)
            if cost <= room:
                chosen[name].append(value)
                room -= cost
        return chosen
    for _ in range(source_of(scene, panel)[0]):
        name, value = open_options.pop(pick(len(open_options)))
        chosen[name].append(value)
    return chosen


@pytest.mark.parametrize("taste", ["x", "y", "z"])
def test_every_valid_form_is_a_legal_batch(taste: str) -> None:
    pick = picker(taste)
    for moment, scene, seat, panel, form in forms():
        filled = choice(form, panel, scene, seat, pick)
        tokens = SCREENS.tokens(scene, seat, panel, filled)
        position = play(moment, seat, tokens)
        if panel == KEEP:
            assert tokens[-1] == "done"
        assert position.state != moment.position.state


def test_form_with_one_answer_becomes_that_move() -> None:
    for moment, _, seat, panel, form in opened():
        if isinstance(form, tuple):
            assert panel != KEEP or form == ("done",)
            play(moment, seat, form)


def first_keep(chests: int) -> tuple[Scene, int]:
    """Return a moment in which a seat has this many chests, and more dice than it can keep."""
    for _, scene, seat, panel, _ in forms():
        mine = scene.view.seats[seat]
        if panel == KEEP and mine.chests == chests and len(mine.hoard) > chests + 3:
            return scene, seat
    raise AssertionError("no random match has such a moment")


def by_kind(scene: Scene, seat: int, count: int) -> Mapping[str, list[str]]:
    """Return this many dice of a hoard, without chests, in the shape of a submitted form."""
    dice = [
        lying.die
        for lying in scene.view.seats[seat].hoard
        if lying.die.face.symbol is not Symbol.CHEST
    ]
    chosen: dict[str, list[str]] = {}
    for die in dice[:count]:
        chosen.setdefault(die.kind.value, []).append(die.name)
    return chosen


def test_keeping_too_many_is_refused_with_the_numbers() -> None:
    scene, seat = first_keep(2)
    assert len(SCREENS.tokens(scene, seat, KEEP, by_kind(scene, seat, 2))) == 3
    with pytest.raises(BadChoice, match="keep up to 2 dice, but you chose 3"):
        SCREENS.tokens(scene, seat, KEEP, by_kind(scene, seat, 3))
    assert SCREENS.tokens(scene, seat, KEEP, {}) == ("done",)


def test_reroll_needs_the_exact_number_of_dice() -> None:
    for _, scene, seat, panel, form in forms():
        if panel in (SALUD, KEEP):
            continue
        options = [(field.name, option.value) for field in form.fields for option in field.options]
        exactly, _ = source_of(scene, panel)
        for count in (0, exactly - 1, exactly + 1):
            chosen: dict[str, list[str]] = {}
            for name, value in options[:count]:
                chosen.setdefault(name, []).append(value)
            if sum(map(len, chosen.values())) == exactly:
                continue
            with pytest.raises(BadChoice, match=f"exactly {exactly} di.*Nothing was spent"):
                SCREENS.tokens(scene, seat, panel, chosen)


def keeping(hoard: str, *, hero: str = "engineer") -> Scene:
    state: State = table(Keeping((0,), ((), ())), hoard, "t20=2", heroes=f"{hero} surveyor")
    return scene_of(state)


def test_five_kinds_of_dice_share_the_fields_of_a_form() -> None:
    """A modal holds five parts, so two small kinds share a field."""
    scene = keeping("t01=1 t02=2 t03=3 h01=1 h02=2 k01=5 k02=1 g01=1 m01=6", hero="treasurer")
    form = SCREENS.form(scene, 0, KEEP)
    assert isinstance(form, Form)
    assert len(form.fields) == FIELDS_AT_MOST
    offered = {option.value: field.name for field in form.fields for option in field.options}
    assert set(offered) == {"t01", "t02", "t03", "h01", "h02", "k01", "k02", "g01", "m01"}
    assert "Treasure dice and Magic dice" in [field.label for field in form.fields]
    assert "Magic die showing beer" in [o.label for field in form.fields for o in field.options]
    chosen: dict[str, list[str]] = {}
    for value in ("g01", "m01", "h02"):
        chosen.setdefault(offered[value], []).append(value)
    tokens = SCREENS.tokens(scene, 0, KEEP, chosen)
    assert set(tokens) == {"keep g01", "keep m01", "keep h02", "done"}
    play(Moment(Position(scene.state), ()), 0, tokens)


def test_kept_chest_makes_room_for_fewer_dice() -> None:
    """The only chest is not offered."""
    scene = keeping("t01=1 t02=2 k01=5 k02=5")
    assert SCREENS.tokens(scene, 0, KEEP, {"tool": ["k01"], "tunnel": ["t01"]})[-1] == "done"
    with pytest.raises(BadChoice, match="keep up to 2 dice, but you chose 3"):
        SCREENS.tokens(scene, 0, KEEP, {"tool": ["k01"], "tunnel": ["t01", "t02"]})
    form = SCREENS.form(keeping("t01=1 k01=5"), 0, KEEP)
    assert isinstance(form, Form)
    assert [field.name for field in form.fields] == ["tunnel"]
    assert SCREENS.form(keeping("k01=5"), 0, KEEP) == ("done",)


def test_largest_hoard_fits_and_offers_every_face() -> None:
    """27 tunnel dice and seven double chests."""
    tunnels = " ".join(f"t{n:02}={1 + n % 6}" for n in range(1, 28))
    chests = " ".join(f"k{n:02}=5" for n in range(1, 8))
    state = table(Keeping((0,), ((), ())), f"{tunnels} {chests}", "", heroes="treasurer surveyor")
    form = SCREENS.form(scene_of(state), 0, KEEP)
    assert isinstance(form, Form)
    field = form.fields[0]
    assert (field.name, len(field.options)) == ("tunnel", PICK_AT_MOST)
    assert len({option.label for option in field.options}) == 6
    assert field.at_most == 16


def test_salud_needs_a_die_and_a_friend() -> None:
    for _, scene, seat, panel, form in forms():
        if panel != SALUD:
            continue
        with pytest.raises(BadChoice, match="Choose a beer die and a friend"):
            SCREENS.tokens(scene, seat, SALUD, {})
        for field in form.fields:
            if field.name == "die":
                assert len({option.label for option in field.options}) == len(field.options)


def test_forms_open_only_for_seats_in_turn() -> None:
    stages = set()
    for moment in moments()[::7]:
        scene = moment.scene()
        stages.add(type(scene.state.stage))
        for seat in range(len(scene.players)):
            if seat not in scene.to_act:
                for panel in (SALUD, KEEP, "spend hero1", "reroll"):
                    assert SCREENS.form(scene, seat, panel) is None
        for seat in scene.to_act:
            assert SCREENS.form(scene, seat, "dance") is None
            assert SCREENS.form(scene, seat, "spend m99") is None
    assert {Excavation, Magic} <= stages


def test_missing_magic_source_is_refused() -> None:
    scene = moments()[0].scene()
    with pytest.raises(BadChoice, match="can't spend that magic"):
        SCREENS.tokens(scene, 0, "spend m01", {"tunnel": ["t01"]})


def test_only_well_formed_values_are_read_from_a_modal() -> None:
    data = {
        "components": [
            {"type": 10, "content": "text"},
            {"type": 18, "component": {"type": 3, "custom_id": "tunnel", "values": ["t01", 5]}},
            {"type": 18, "component": {"type": 3, "custom_id": "magic", "values": None}},
            {"type": 18, "component": {"type": 3, "values": ["t02"]}},
            {"type": 18},
            {"type": 18, "component": {"type": 21, "custom_id": "die", "value": "d1"}},
            {"type": 18, "component": {"type": 21, "custom_id": "friend", "value": None}},
            {"type": 18, "component": {"type": 22, "custom_id": "chest", "values": ["c1"]}},
            {"type": 18, "component": {"type": 4, "custom_id": "word", "value": "mine"}},
        ]
    }
    assert values(data) == {"tunnel": ["t01"], "die": ["d1"], "friend": [], "chest": ["c1"]}
    assert values({}) == {}


@pytest.mark.parametrize(
    ("least", "most", "number", "kind"),
    [(1, 1, 2, 21), (1, 1, 10, 21), (0, 1, 10, 22), (1, 2, 3, 22), (1, 1, 1, 22), (1, 1, 11, 3)],
)
def test_few_options_are_open_and_only_a_required_single_one_is_a_radio_group(
    least: int, most: int, number: int, kind: int
) -> None:
    options = tuple(Option(f"Die {n}", str(n)) for n in range(number))
    payload = modal(
        "2:form:1:2:x", Form("Dice", "Choose", (FormField("die", "Die", options, least, most),))
    )
    (_, label) = payload.to_dict()["components"]
    assert label["component"]["type"] == kind
    assert modal_problems(payload.to_dict()) == []
