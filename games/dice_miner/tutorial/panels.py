"""What the learner sees in each step: the texts, the picture, the buttons."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import discord

from cogs.screens.base import Menu, Scene
from engine.games.dice_miner.actions import Reroll, Take
from engine.games.dice_miner.rules import DiceMiner
from engine.games.dice_miner.why import why_not
from games.dice_miner.screens.content import content_of
from games.dice_miner.screens.reasons import reason_words
from games.dice_miner.screens.story import tell
from games.dice_miner.tutorial.controls import Group, decided, labels, offers
from games.dice_miner.tutorial.course import LEARNER, BadPath, Standing, Step, choose_all, legal
from games.dice_miner.tutorial.pictures import hand_picture, marked_picture, step_picture
from games.dice_miner.tutorial.scoring_lines import hazards_said, treasure_said, tunnels_said
from render.games.dice_miner.alt import board_facts
from render.games.dice_miner.annotations import Annotations, annotation_facts
from render.games.dice_miner.hand import hand_facts
from render.games.dice_miner.score_sheet import draw_sheet, sheet_facts
from render.picture import Picture
from texts import mark

ASKS = {
    Step.BEER: mark(
        "You and Rosa are digging for treasure. A die with **nothing on it is at the top**: it "
        "has a thick gold frame and a blue button, and on a plain turn you take one of those. It "
        "goes into your hoard with the face it shows.\n"
        "**Take the die that shows beer.** Or try another one: nothing can go wrong here."
    ),
    Step.SALUD: mark(
        "It's your turn again, and you have a beer. At the start of a turn you can **share it**: "
        "the die rolls, and your friend must keep it with its new face, whatever that is. Then "
        "you take two dice instead of one.\n"
        "**Shout ¡Salud!**"
    ),
    Step.SIDE: mark(
        "Poor Rosa! Now you take two dice, one after the other, and not only from the top: a die "
        "at the **side** has exactly one die on it, which slides into the hole.\n"
        "**Take a die from the side**: a green button, and a turquoise frame in the picture."
    ),
    Step.SECOND: mark(
        "The die above yours has slid down, as the arrows show.\n"
        "**Take your second die**, from the top or the side. You can also skip it."
    ),
    Step.SPEND: mark(
        "On it goes, turn by turn, until the mountain is empty. A few turns later this is your "
        "hoard, and the **magic** begins: each diamond rerolls one of your dice. Your hero, the "
        "Surveyor, has a diamond too. Beer scores nothing, and a high tunnel is worth nothing "
        "while a lower number is missing.\n"
        "**Open the menu of the die with 2 diamonds, tick 2 dice, and close it.**"
    ),
    Step.CHOOSE: mark(
        "Choose both dice, and they roll together. Beer scores nothing, and a high tunnel is "
        "worth nothing while a lower number is missing.\n"
        "**Open the menu, tick 2 dice, and close it.**"
    ),
    Step.ANOTHER: mark("**Choose the second die.**"),
    Step.POINTS: mark(
        "Magic is over, and the round is **scored**. Tunnels score in sequences that start with "
        "1, such as 1-2-3: each sequence scores the sum of its numbers, and each die belongs to "
        "one sequence. Your hero's tunnel counts too.\n"
        "**What are your tunnels worth?**"
    ),
}
"""What is asked in each step but the last."""
HINTS = {
    Step.BEER: mark(
        "That one is at the top too, so in a match you could take it. Here you need the beer: "
        "take that one."
    ),
    Step.SALUD: mark(
        "That would be a plain turn, and you can always take one. But you have a beer: shout "
        "¡Salud! and take two."
    ),
    Step.SIDE: mark(
        "You could take one from the top now, too. But try the side first: that's what ¡Salud! "
        "is good for."
    ),
    Step.SPEND: mark(
        "That's allowed, and often wise. In this lesson, spend the die with 2 diamonds: unspent "
        "magic scores nothing."
    ),
}
"""What is said of a legal choice that the step is not about."""


_SHOWN = (Step.BEER, Step.SALUD, Step.SIDE, Step.SECOND, Step.SPEND, Step.POINTS)
"""The steps as learners count them."""
_PART_OF = {Step.CHOOSE: Step.SPEND, Step.ANOTHER: Step.SPEND}


@dataclass(frozen=True, slots=True)
class Panel:
    """What the learner sees now."""

    standing: Standing
    texts: tuple[str, ...]
    draw: Callable[[], Picture]
    """Draws the picture, as LessonPanel wants it."""
    offers: tuple[Group, ...]
    """The buttons and menus, in groups that begin a new row each."""
    read: str
    """The picture as text."""


def panel(game: DiceMiner, scene: Scene, standing: Standing) -> Panel:
    """The panel of a step that is reached."""
    words = scene.words
    if standing.step is Step.END:
        facts = sheet_facts(scene.view, scene.spoken.players, words)
        draw = partial(draw_sheet, scene.view, scene.players, words, scene.theme)
        return Panel(standing, _end(scene), draw, (), _read(facts))
    lines = tell(scene, standing.fresh)
    title = words.say(
        "## Your first match · {number} of {steps}",
        number=_SHOWN.index(_PART_OF.get(standing.step, standing.step)) + 1,
        steps=len(_SHOWN),
    )
    texts = (title, "\n".join(lines), words.say(ASKS[standing.step]))
    return Panel(
        standing,
        texts,
        partial(step_picture, scene, standing),
        tuple(offers(game, scene, standing)),
        _read(_facts(scene.spoken, standing)),
    )


def try_out(
    game: DiceMiner,
    scene_of: Callable[[Standing], Scene],
    standing: Standing,
    what: str,
    ticked: tuple[str, ...] = (),
) -> Panel:
    """The next step's panel where the choice is right; else this one's, with the rule.

    `what` is the token of a button, or the panel of a menu in which dice are `ticked`.
    Raises BadPath for what this step never offers.
    """
    tokens = decided(what, ticked)
    after = choose_all(game, standing, tokens)
    if after is not None:
        return panel(game, scene_of(after), after)
    scene = scene_of(standing)
    token = tokens[0]
    offered = _is_offered(offers(game, scene, standing), what, ticked)
    if not offered and not _was_offered(scene, standing, what):
        raise BadPath
    words = scene.words
    now = panel(game, scene, standing)
    if standing.step is Step.POINTS:
        said = words.say(
            "### Not quite\n"
            "A sequence starts with 1 and goes up one by one; where a number is missing, it "
            "ends. The line below the dice shows how far your sequences can go."
        )
        return _again(now, said, partial(hand_picture, scene, rails=True))
    if token in legal(game, standing):
        hint = words.say("### Allowed, but wait\n{hint}", hint=words.say(HINTS[standing.step]))
        return _again(now, hint, now.draw)
    action = _action(scene, token)
    reason = why_not(content_of(scene), scene.state, LEARNER, action)
    assert reason is not None, "what is not legal has a reason"
    said = words.say(
        "### Why not?\n{answer}", answer=reason_words(scene, LEARNER, reason, action.die)
    )
    return _again(now, said, partial(marked_picture, scene, reason, action.die))


def _is_offered(groups: Sequence[Group], what: str, ticked: tuple[str, ...]) -> bool:
    """Whether this button, or these ticks in this menu, can be chosen here."""
    for offer in (offer for group in groups for offer in group):
        if isinstance(offer, Menu):
            values = {option.value for option in offer.options}
            right = not ticked or offer.at_least <= len(set(ticked)) <= offer.at_most
            if offer.panel == what and right and values.issuperset(ticked):
                return True
        elif not ticked and offer.tokens == (what,):
            return True
    return False


def _was_offered(scene: Scene, standing: Standing, what: str) -> bool:
    """Whether older versions had this button here: one for each die to reroll, right or wrong."""
    mine = {f"reroll {held.die.name}" for held in scene.view.seats[LEARNER].hoard}
    return what in mine and standing.step in (Step.SPEND, Step.CHOOSE, Step.ANOTHER)


def _again(now: Panel, said: str, draw: Callable[[], Picture]) -> Panel:
    """The step once more, beginning with what was wrong."""
    title, *_, ask = now.texts
    return Panel(now.standing, (title, said, ask), draw, now.offers, now.read)


def _action(scene: Scene, token: str) -> Take | Reroll:
    """What a button that can't be pressed with success is about: a die."""
    verb, _, name = token.partition(" ")
    die = content_of(scene).die(name)
    if die is None or verb not in ("take", "reroll"):
        raise BadPath
    return Take(die) if verb == "take" else Reroll(die)


def _facts(scene: Scene, standing: Standing) -> tuple[str, ...]:
    """The picture as sentences; what is asked is not among them."""
    words, view = scene.words, scene.view
    if standing.step is Step.POINTS:
        return hand_facts(view.seats[LEARNER], words.say("Your hoard and your hero"), words)
    marks = annotation_facts(view, words, Annotations(labels=labels(view)))
    return (*marks, *board_facts(view, scene.players, words, None, content_of(scene).heroes))


def _read(facts: Sequence[str]) -> str:
    """Facts as a text; what is drawn leaves out the unseen signs that keep a name from being a
    mention."""
    return discord.utils.escape_mentions("\n".join(facts))


def _end(scene: Scene) -> tuple[str, ...]:
    words = scene.words
    return (
        words.say("## Right! You know how to dig"),
        "\n".join([tunnels_said(words, scene.view), treasure_said(scene), hazards_said(scene)]),
        words.say(
            "A match has three rounds like this. Between them, chests keep some of your dice, "
            "you roll all the others again, and the player with the fewest points starts. "
            "`/rules` tells you everything. On every board, “Why not?” explains what you can't "
            "do.\n"
            "**Now practise against a computer, or invite a friend with `/challenge`.**"
        ),
    )
