"""Hints for moves of Dice Miner: the engine's facts as sentences."""

from typing import assert_never

from cogs.screens.base import Scene
from cogs.screens.hint_words import mean_points, more_points, signed_decimal
from engine.core.driver import action_of
from engine.core.types import Seat
from engine.games.dice_miner import actions
from engine.games.dice_miner.actions import Action
from engine.games.dice_miner.merit import ActionFact, Merit
from engine.games.dice_miner.merits import facts
from engine.games.dice_miner.state import Rolled, State
from games.dice_miner.screens.content import content_of, icon
from render.games.dice_miner.last_turn import seen_die
from render.games.dice_miner.words import die_words, hero_gives, hero_name, letters
from render.words import gain, points, signed
from texts import Phrase

REASONS = 3
"""Maximum number of reasons; a longer list is less convincing."""


def hint_move(scene: Scene, seat: Seat, token: str) -> str:
    words = scene.words
    action: Action = action_of(scene.game, scene.state, seat, token)
    match action:
        case actions.Take(die):
            lettered = letters(scene.view)
            name = content_of(scene).name(die)
            return words.say(
                # Translators: A hint: which die to take, with its letter in the picture.
                "Take **{letter}** · {die}",
                letter=lettered.get(name, "?"),
                die=_die(scene, _rolled_die(scene, die)),
            )
        case actions.Salud(die, friend):
            return words.say(
                "Share a beer with {player}: {die}",
                player=scene.name(friend),
                die=_die(scene, _rolled_die(scene, die)),
            )
        case actions.SimpleAction.STOP:
            return words.say("Skip the second die")
        case actions.Spend(die):
            return words.say("Spend {die}", die=_die(scene, _rolled_die(scene, die)))
        case actions.SpendHero():
            return words.say("Spend your hero's diamonds")
        case actions.Reroll(die):
            return words.say("Reroll {die}", die=_die(scene, _rolled_die(scene, die)))
        case actions.SimpleAction.PASS:
            return words.say("Use no more magic")
        case actions.Keep(die):
            return words.say("Keep {die}", die=_die(scene, _rolled_die(scene, die)))
        case actions.SimpleAction.DONE:
            if scene.state.stage.kept[seat]:
                return words.say("Keep no more dice")
            return words.say("Keep no dice")
        case actions.ChooseHero(hero):
            return words.say("Choose the {hero}", hero=hero_name(words, hero))
        case _:
            assert_never(action)


def hint_reasons(scene: Scene, seat: Seat, token: str) -> tuple[str, ...]:
    action: Action = action_of(scene.game, scene.state, seat, token)
    reasons = facts(content_of(scene), scene.state, seat, action)
    return tuple(sentence(scene, fact) for fact in reasons[:REASONS])


def sentence(scene: Scene, fact: ActionFact) -> str:
    words = scene.words
    more, mean = more_points(words, fact.points), mean_points(words, fact.average)
    hazards = signed(fact.count)
    other = "" if fact.seat is None else scene.name(fact.seat)
    die = "" if fact.die is None else _die(scene, fact.die)
    match fact.merit:
        case Merit.GEM_LEAD:
            return words.count(
                "It takes the lead with {count} gem, which then counts double: {more} now.",
                "It takes the lead with {count} gems, and then all of them count double: "
                "{more} now.",
                fact.count,
                more=more,
            )
        case Merit.LEAD_BROKEN:
            return words.say(
                "{player} no longer has most gems: {less} for them now.",
                player=other,
                less=more_points(words, -fact.points),
            )
        case Merit.TUNNELS if fact.count == 1:
            return words.say("It starts your tunnels: {more} now.", more=more)
        case Merit.TUNNELS:
            return words.say(
                "Your tunnels 1 to {number} are complete with it: {more} now.",
                number=fact.count,
                more=more,
            )
        case Merit.TURNED:
            return words.say(
                "It turns your hazards, which then score {points}: {more} now.",
                points=hazards,
                more=more,
            )
        case Merit.POINTS:
            return words.say("{more} if it were scored now.", more=more)
        case Merit.GAP:
            return words.say(
                "It waits for a tunnel {number}: with one it would be {more}.",
                number=fact.count,
                more=more,
            )
        case Merit.BEER:
            return words.say("A beer to share later: it lets you take up to two dice in one turn.")
        case Merit.DIAMONDS:
            return words.count(
                "In the magic phase it can reroll {count} die.",
                "In the magic phase it can reroll up to {count} dice.",
                fact.count,
            )
        case Merit.CHESTS:
            return words.count(
                "If it stays as it is, it keeps {count} die for the next round.",
                "If it stays as it is, it keeps {count} dice for the next round.",
                fact.count,
            )
        case _:
            return _more(scene, fact, more, mean, other, die)


def _more(scene: Scene, fact: ActionFact, more: str, mean: str, other: str, die: str) -> str:
    words = scene.words
    match fact.merit:
        case Merit.DENIED:
            return words.say(
                "{player} could take it next, and would have {more} with it now.",
                player=other,
                more=more,
            )
        case Merit.CERTAIN:
            return words.say(
                "Whatever the beer rolls, the best two dice bring you {more} now.", more=more
            )
        case Merit.REACH:
            return words.count(
                "After ¡Salud! {count} die is in reach; without it: {before}.",
                "After ¡Salud! {count} dice are in reach; without it: {before}.",
                fact.count,
                before=fact.before,
            )
        case Merit.GIFT:
            return words.say(
                "The beer die brings {player} {mean} now, on average over its faces.",
                player=other,
                mean=mean,
            )
        case Merit.NOTHING_BETTER if fact.points == 0:
            return words.say("No die in reach would bring you points now.")
        case Merit.NOTHING_BETTER:
            return words.say(
                "Every die in reach would cost you points: the best of them {more} now.", more=more
            )
        case Merit.UNUSED:
            return words.count(
                "Diamonds score nothing themselves, and these reroll {count} die.",
                "Diamonds score nothing themselves, and these reroll {count} dice.",
                fact.count,
            )
        case Merit.BEST_REROLL:
            return words.say("Rerolling {die} alone brings {mean} on average.", die=die, mean=mean)
        case Merit.LOSES_NOTHING if fact.points == 0:
            return words.say("As it lies, it scores nothing.")
        case Merit.LOSES_NOTHING:
            return words.say(
                "As it lies, it costs you {points}.", points=points(words, -fact.points)
            )
        case Merit.REROLL:
            return words.say(
                "A new throw of it alone brings {mean} on average (faces better than now: "
                "{better} of 6, worse: {worse}).",
                mean=mean,
                better=fact.count,
                worse=fact.worse,
            )
        case Merit.NO_REROLL:
            return words.say(
                "No single die gains by a reroll: the best, {die}, would bring {mean} on average.",
                die=die,
                mean=mean,
            )
        case Merit.KEPT:
            return words.say(
                "Beside your hero and what you keep, it adds {points}; thrown again it adds "
                "{mean} on average. (The gem bonus isn't counted.)",
                points=gain(fact.points),
                mean=signed_decimal(words, fact.average),
            )
        case Merit.NO_KEEP:
            return words.say(
                "No die you could keep adds more as it lies than a new throw does on average."
            )
        case Merit.HERO:
            assert fact.hero is not None, "a fact about a hero names the hero"
            gives = hero_gives(words, content_of(scene).hero(fact.hero).faces)
            return words.count(
                "{faces}: that counts in the {count} round to come.",
                "{faces}: that counts in each of the {count} rounds to come.",
                fact.count,
                faces=gives,
            )
        case _:
            raise AssertionError("all other kinds are handled above")


def _rolled_die(scene: Scene, die: int) -> Rolled:
    state: State = scene.state
    lying = [rolled for rolled in state.mountain if rolled is not None]
    held = [rolled for hoard in state.hoards for rolled in hoard]
    return next(rolled for rolled in (*lying, *held) if rolled.die == die)


def _die(scene: Scene, rolled: Rolled) -> Phrase:
    shown = seen_die(rolled, content_of(scene))
    return die_words(scene.words, shown).after(icon(scene, shown))
