"""“Why not?”: it offers only impossible moves, and each answer names the rule and the dice."""

from dataclasses import replace

from cogs.screens.base import PICK_AT_MOST, Scene
from engine.core.types import Seat
from engine.games.dice_miner.observation import Phase, Reach
from engine.games.dice_miner.why import Because
from games.dice_miner.screens import why
from games.dice_miner.screens.content import content_of
from games.dice_miner.screens.reasons import SENTENCES
from render.games.dice_miner.words import die_words
from render.picture import Picture
from render.players import Player
from tests.cogs.moments import WORDS, match, moments

ANN, BEN = Player("Ann"), Player("Ben")


def excavations() -> list[Scene]:
    """Return moments in which dice are taken, with short names."""
    scenes = [replace(moment.scene(), players=(ANN, BEN)) for moment in match(2, "a", "salud")]
    return [scene for scene in scenes if scene.view.phase is Phase.EXCAVATION]


def answered(scene: Scene, seat: Seat | None, question: str) -> tuple[str, Picture | None]:
    answer = why.answer(scene, seat, question)
    assert answer is not None
    return answer


def test_questions_fit_and_are_answered() -> None:
    """One in thirty moments also draws its answer."""
    verbs = set()
    for number, moment in enumerate(moments()[::3]):
        scene = moment.scene()
        for seat in (None, *range(len(scene.players))):
            options = why.questions(scene, seat)
            assert len(options) <= PICK_AT_MOST
            assert len({option.value for option in options}) == len(options)
            legal = () if seat is None else scene.tokens(seat)
            for option in options:
                assert len(option.label) <= 100
                assert option.value not in legal
                verbs.add(option.value.split()[0])
            for option in options[-1:] if number % 30 == 0 else ():
                text, _ = answered(scene, seat, option.value)
                assert "You can do that now" not in text
                assert seat is None or text
    assert verbs == {"take", "salud", "spend", "reroll", "keep"}


def test_every_die_of_the_mountain_is_explained_in_text_and_picture() -> None:
    scene = excavations()[0]
    (seat,) = scene.to_act
    takeable = [lying.die.name for lying in scene.view.mountain if lying.takeable]
    mine = [o.value[5:] for o in why.questions(scene, seat) if o.value.startswith("take ")]
    assert sorted([*mine, *takeable]) == sorted(lying.die.name for lying in scene.view.mountain)
    for lying in scene.view.mountain:
        text, picture = answered(scene, seat, f"take {lying.die.name}")
        if lying.takeable:
            assert text.startswith("You can do that now")
            assert picture is None
            continue
        assert die_words(WORDS, lying.die) in text
        assert ("buried" if lying.reach is Reach.BURIED else "at the side") in text
        assert picture is not None
        assert picture.alt.startswith(f"Marked with “?”: {die_words(WORDS, lying.die)}.")
        assert "Marked with “!”" in picture.alt
        assert picture.width != picture.height


def test_waiting_players_and_spectators_get_an_answer_too() -> None:
    scene = excavations()[0]
    (seat,) = scene.to_act
    top = next(lying for lying in scene.view.mountain if lying.reach is Reach.TOP)
    waiting, _ = answered(scene, 1 - seat, f"take {top.die.name}")
    watching, _ = answered(scene, None, f"take {top.die.name}")
    assert f"It's **{(ANN, BEN)[seat].name}**'s turn" in waiting
    assert "is at the top" in waiting
    assert watching.startswith("You're not playing in this match.")
    assert "is at the top" in watching


def test_beer_is_explained_when_there_is_none_or_it_was_shared() -> None:
    scenes = excavations()
    dry = next(s for s in scenes if not s.view.beers and not s.view.salud)
    wet = next(s for s in scenes if s.view.salud and s.view.taken)
    text, _ = answered(dry, dry.to_act[0], "salud")
    assert "None of your dice shows beer" in text
    text, _ = answered(wet, wet.to_act[0], "salud")
    assert "once per turn" in text
    sides = [lying for lying in wet.view.mountain if lying.reach is Reach.SIDE]
    offered = [option.value for option in why.questions(wet, wet.to_act[0])]
    assert not {f"take {lying.die.name}" for lying in sides} & set(offered)


def test_hazard_is_never_rerolled_and_marked() -> None:
    for moment in match(2, "c", "spend"):
        scene = moment.scene()
        if scene.view.phase is not Phase.MAGIC:
            continue
        (seat,) = scene.to_act
        hazards = [o.value for o in why.questions(scene, seat) if o.value.startswith("reroll h")]
        if hazards:
            text, picture = answered(scene, seat, hazards[0])
            assert "magic never rerolls" in text
            assert picture is not None
            assert "Marked: " in picture.alt
            return
    raise AssertionError("no moment with a hazard in a hoard")


def test_garbled_questions_have_no_answer() -> None:
    scene = excavations()[0]
    for question in ("", "take", "take x99", "dance t01", "take t01 t02", "salud t01 1"):
        assert why.answer(scene, scene.to_act[0], question) is None
    assert why.answer(scene, None, "salud") is None
    assert content_of(scene).die("t01") is not None


def test_every_reason_has_its_sentence() -> None:
    """NOT_YOUR_TURN has several."""
    assert set(Because) == {*SENTENCES, Because.NOT_YOUR_TURN}
