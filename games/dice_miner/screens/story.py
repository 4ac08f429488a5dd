"""The events of a match as lines of text."""

from collections.abc import Iterable

from cogs.screens.base import Advances, Scene
from engine.core.driver import without_undone
from engine.core.types import Event, Seat
from engine.games.dice_miner import events
from engine.games.dice_miner.observation import SeenDie
from engine.games.dice_miner.state import Rolled, Score
from games.dice_miner.screens.content import content_of, icon
from render.games.dice_miner.last_turn import rerolled, seen_die
from render.games.dice_miner.words import die_words, face_words, hero_name
from render.words import points
from texts import Phrase


def tell(scene: Scene, advances: Advances) -> list[str]:
    lines = (line(scene, event) for event in worth_telling(advances))
    return [text for text in lines if text]


def worth_telling(advances: Advances) -> list[Event]:
    """Return all events but the end of a seat's magic in two cases: if the seat used none in these
    entries, and if the match ends.
    """
    every = [event for advance in advances for event in advance.events]
    over = any(isinstance(event, events.MatchEnded) for event in every)
    told: list[Event] = []
    using: Seat | None = None
    for event in every:
        if isinstance(event, events.DiceRerolled):
            using = event.seat
        if isinstance(event, events.MagicEnded):
            used, using = event.seat == using, None
            if over or not used:
                continue
        told.append(event)
    return told


def high_points(scene: Scene, advances: Advances) -> list[tuple[int, str]]:
    """Return the entry number and a sentence for each ¡Salud! that was not taken back."""
    shouts: list[tuple[int, str]] = []
    number = 1
    for advance in without_undone(advances):
        for event in advance.events:
            if isinstance(event, events.RoundScored):
                number = event.number + 2
            elif isinstance(event, events.BeerShared):
                label = scene.words.say(
                    "🍺 Round {number}: ¡Salud! {player} → {friend}",
                    number=number,
                    player=scene.players[event.seat].name,
                    friend=scene.players[event.friend].name,
                )
                shouts.append((advance.entry.seq, label))
    return shouts


def line(scene: Scene, event: Event) -> str:
    """Return one event as a sentence; "" if the picture shows it better."""
    words, name = scene.words, scene.name
    match event:
        case events.FirstRolled():
            return _first(scene, event)
        case events.HeroChosen(seat, hero):
            return words.say(
                "{player} is the {hero}.", player=name(seat), hero=hero_name(words, hero)
            )
        case events.MountainFilled(0, start):
            return words.say(
                "⛰️ Round 1: the mountain is full. {player} starts.", player=name(start)
            )
        case events.MountainFilled(number, start):
            return words.say(
                "⛰️ Round {number}: the mountain is full again. {player} starts.",
                number=number + 1,
                player=name(start),
            )
        case events.DieTaken(seat, rolled):
            return words.say("{player} took {die}.", player=name(seat), die=_die(scene, rolled))
        case events.BeerShared(seat, friend, rolled):
            return words.say(
                "### 🍺 {player} shouts ¡Salud!\n{friend} gets the beer, and it rolls {die}.",
                player=name(seat),
                friend=name(friend),
                die=_die(scene, rolled),
            )
        case events.SecondLeft(seat):
            return words.say("{player} skipped the second die.", player=name(seat))
        case events.MagicSpent():
            return ""
        case events.DiceRerolled(seat, before, after):
            changes = [change(scene, old, new) for old, new in zip(before, after, strict=True)]
            return words.say(
                "✨ {player} rerolled: {changes}.", player=name(seat), changes=words.listed(changes)
            )
        case events.MagicEnded(seat):
            return words.say("{player} puts the wand away.", player=name(seat))
        case events.RoundScored(number, played):
            return words.say(
                "🏆 Round {number} is scored. {points}.",
                number=number + 1,
                points=_scores(scene, enumerate(played.scores)),
            )
        case events.DiceKept(seat, kept):
            return _kept(scene, seat, kept)
        case events.HoardsRolled():
            return words.say("🎲 All other dice were rolled again.")
        case events.StartDrawn(_, seat):
            return words.say("The start was drawn by lot: {player}.", player=name(seat))
        case events.TiebreakBegan(_, seats):
            return words.say(
                "⚖️ A tie between {players}! They roll their hoards again and play one more "
                "magic phase.",
                players=words.listed(name(seat) for seat in seats),
            )
        case events.TiebreakScored(_, tiebreak):
            return words.say(
                "⚖️ The tie-break is scored. {points}.",
                points=_scores(scene, zip(tiebreak.seats, tiebreak.scores, strict=True)),
            )
        case events.MatchEnded():
            return ""
        case _:
            raise AssertionError(f"an event of another game: {event}")


def _first(scene: Scene, event: events.FirstRolled) -> str:
    words = scene.words
    rolls = [
        words.say("{player}: {face}", player=scene.name(seat), face="🍺" if face == 6 else face)
        for seat, face in event.rolls
    ]
    if event.start is None:
        return words.say("🎲 Who starts? {rolls}. A tie: once more!", rolls=words.listed(rolls))
    return words.say(
        "🎲 Who starts? {rolls}. {player} begins round 1.",
        rolls=words.listed(rolls),
        player=scene.name(event.start),
    )


def _kept(scene: Scene, seat: Seat, kept: tuple[Rolled, ...]) -> str:
    words = scene.words
    if not kept:
        return words.say("{player} keeps nothing.", player=scene.name(seat))
    return words.say(
        "🧰 {player} keeps {dice}.",
        player=scene.name(seat),
        dice=words.listed(_die(scene, rolled) for rolled in kept),
    )


def change(scene: Scene, old: Rolled, new: Rolled) -> str:
    before, after = _seen(scene, old), _seen(scene, new)
    return rerolled(
        scene.words,
        _die(scene, old),
        face_words(scene.words, after),
        same=before.face == after.face,
    )


def _scores(scene: Scene, scores: Iterable[tuple[Seat, Score]]) -> str:
    words = scene.words
    return words.listed(
        words.say("{player}: {points}", player=scene.name(seat), points=points(words, score.total))
        for seat, score in scores
    )


def _seen(scene: Scene, rolled: Rolled) -> SeenDie:
    return seen_die(rolled, content_of(scene))


def _die(scene: Scene, rolled: Rolled) -> Phrase:
    die = _seen(scene, rolled)
    return die_words(scene.words, die).after(icon(scene, die))
