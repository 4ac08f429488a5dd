"""Private practice with the real client: nothing in the channel until its player shares it."""

import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path

import pytest

from bot.app import assembly as app
from bot.app.games import load_games
from bot.game_register import GameRegister
from bot.worker.pool import WorkerLate
from chaos.acting import choices, ticks
from chaos.messages import buttons, menus, pictures, text
from cogs.app.client import SaludClient
from cogs.interactions import context
from playground import Person, Playground
from playground.interaction import TOKEN_LIFE
from playground.model import EPHEMERAL, LOADING
from tests.e2e.in_process import bot_here
from tests.e2e.players import Json
from tests.match.machine import SetClock
from tests.patience import ANSWER_WITHIN
from tests.sketches import SketchArtist
from tests.tiers import every
from tests.toy_game import TOY
from tests.workers import answer_tasks

Begin = Callable[[GameRegister | None], AbstractAsyncContextManager[SaludClient]]
POST = "POST /channels/{channel_id}/messages"
MOST = 400
TAKE_BACK = 5
"""Seconds for which a computer waits."""


@pytest.fixture
def asked() -> Counter[str]:
    """Requests that create, edit or delete something in a channel."""
    return Counter()


@pytest.fixture
async def playground(asked: Counter[str]) -> AsyncIterator[Playground]:
    def count(method: str, route: str, *_: object) -> None:
        if method != "GET" and route.startswith("/channels/"):
            asked[f"{method} {route}"] += 1

    place = Playground(on_exchange=count)
    place.interactions.answer_within = ANSWER_WITHIN
    await place.start()
    try:
        yield place
    finally:
        await place.stop()


@pytest.fixture
def begin(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: SetClock
) -> Begin:
    monkeypatch.setattr(app, "ThreadArtist", SketchArtist)
    return partial(bot_here, playground, tmp_path, monkeypatch, clock)


@pytest.fixture
async def bot(begin: Begin) -> AsyncIterator[SaludClient]:
    async with begin(None) as client:
        yield client


def own(person: Person) -> list[Json]:
    """Return the user's private messages that show an answer, oldest first."""
    return [m for m in person.messages() if m["flags"] & EPHEMERAL and not m["flags"] & LOADING]


def public(person: Person) -> list[Json]:
    return [m for m in person.messages() if not m["flags"] & EPHEMERAL]


def moves(message: Json) -> list[str]:
    played = (":move:", ":panel:", ":menu:")
    offered = [*buttons(message, "2:session:"), *menus(message, "2:session:")]
    return [custom_id for custom_id in offered if any(kind in custom_id for kind in played)]


def labelled(message: Json, label: str) -> str:
    return next(i for i, found in buttons(message).items() if found.startswith(label))


def is_over(message: Json) -> bool:
    return any(custom_id.endswith(":rematch") for custom_id in buttons(message))


def board(person: Person) -> Json:
    """Return the newest private message that shows a match."""
    shown = [m for m in own(person) if buttons(m, "2:session:") or is_over(m)]
    return shown[-1]


def content(message: Json) -> list[str]:
    return [text(message), *buttons(message), *menus(message)]


async def begun(person: Person, **options: object) -> Json:
    answer = await person.command("practice", options)
    assert answer.ok, answer.error
    return board(person)


async def changed(person: Person, before: list[str]) -> None:
    await person.playground.wait_for(lambda: content(board(person)) != before)


async def press(person: Person, custom_id: str) -> None:
    """Press a button or use a menu of the private board, and wait until the board changes."""
    before = board(person)
    menu = menus(before, "2:session:").get(custom_id)
    if menu is None:
        answer = await person.press(before["id"], custom_id)
    else:
        answer = await person.select(before["id"], custom_id, ticks(menu))
    assert answer.ok, (custom_id, answer.error)
    if answer.modal is not None:
        answer = await person.submit(answer.modal, choices(answer.modal))
        assert answer.ok, (custom_id, answer.error)
    try:
        await changed(person, content(before))
    except TimeoutError:
        raise AssertionError(f"{custom_id!r} had no effect: {text(board(person))}") from None
    assert board(person)["id"] == before["id"], "the match stays one message"


async def turn(bot: SaludClient, clock: SetClock, person: Person, number: int) -> None:
    """Press one offered move; if a computer waits, let its time pass, and wait for its moves."""
    offered = moves(board(person))
    salt = hashlib.sha256(str(number).encode()).digest()[0]
    await press(person, offered[salt % len(offered)])
    await computers_move(bot, clock, person)


async def computers_move(bot: SaludClient, clock: SetClock, person: Person) -> None:
    while not moves(board(person)) and not is_over(board(person)):
        clock.passes(TAKE_BACK + 1)
        bot.wake()
        await changed(person, content(board(person)))


@pytest.mark.parametrize("game", every(["toy", "dice-miner", "dynamine", "dice-grid"], 1))
async def test_channel_sees_nothing_of_a_private_practice_until_its_player_shares_it(
    game: str,
    playground: Playground,
    begin: Begin,
    people: list[Person],
    clock: SetClock,
    asked: Counter[str],
) -> None:
    ann, ben = people[:2]
    before = len(public(ben))
    channels = set(playground.world.guild.channels)
    games = load_games(packages=[TOY]) if game == TOY.name else None
    async with begin(games) as bot:
        await begun(ann, **({} if games else {"game": game}))
        assert "Only you see this match" in text(board(ann))
        assert pictures(board(ann))
        first = board(ann)["id"]
        for number in range(3):
            await turn(bot, clock, ann, number)
    async with begin(games) as bot:  # a restart in the middle: the message still works
        number = 3
        while not is_over(board(ann)):
            assert number < MOST
            await turn(bot, clock, ann, number)
            number += 1
        ended = board(ann)
        assert ended["id"] == first, "the whole match is one message"
        await playground.settled()
        assert asked == {}, "no request concerned a channel"
        assert len(public(ben)) == before
        assert set(playground.world.guild.channels) == channels, "no thread"
        assert (ann.pings(), ben.pings()) == ([], [])

        for label in ("Replay", "Share"):
            assert labelled(ended, label)
        for _ in range(2):
            answer = await ann.press(ended["id"], labelled(ended, "Share"))
            assert answer.ok, answer.error
            assert answer.message is not None
            assert "Shared: " in text(answer.message)
        assert [*asked] == [POST], "a repeated post has the same nonce"
        assert len(public(ben)) == before + 1
        card = public(ben)[-1]
        assert pictures(card)
        answer = await ben.press(card["id"], labelled(card, "Replay"))
        assert answer.ok, answer.error
        assert answer.message is not None
        assert buttons(answer.message, "2:replay:1:"), "whoever sees the card can watch"
        assert (ann.pings(), ben.pings()) == ([], [])

        answer = await ann.press(ended["id"], labelled(ended, "Rematch"))
        assert answer.ok, answer.error
        await playground.settled()
        assert board(ann)["id"] != first
        assert buttons(board(ann), "2:session:2:"), "the rematch is private, too"
        assert len(public(ben)) == before + 1


async def test_computer_waits_for_second_thoughts_and_then_moves_in_the_same_message(
    playground: Playground, bot: SaludClient, people: list[Person], clock: SetClock
) -> None:
    ann = people[0]
    await begun(ann)
    while not any(":move:take" in custom_id for custom_id in moves(board(ann))):
        await turn(bot, clock, ann, 0)
    taking = next(custom_id for custom_id in moves(board(ann)) if ":move:take" in custom_id)
    offered = moves(board(ann))
    await press(ann, taking)
    assert "is thinking… Changed your mind? Take it back now." in text(board(ann))
    assert moves(board(ann)) == [], "no live buttons that would reject every press"
    await press(ann, labelled(board(ann), "Take back"))
    assert [i.split(":", 4)[4] for i in moves(board(ann))] == [i.split(":", 4)[4] for i in offered]
    await press(ann, next(i for i in moves(board(ann)) if ":move:take" in i))
    await computers_move(bot, clock, ann)
    assert "is thinking" not in text(board(ann))


async def test_message_with_an_expired_token_waits_for_its_next_press(
    playground: Playground, bot: SaludClient, people: list[Person], clock: SetClock
) -> None:
    ann = people[0]
    await begun(ann)
    while not any(":move:take" in custom_id for custom_id in moves(board(ann))):
        await turn(bot, clock, ann, 0)
    await press(ann, next(i for i in moves(board(ann)) if ":move:take" in i))
    for interaction in playground.interactions.known:
        interaction.created_at -= TOKEN_LIFE
    clock.passes(TAKE_BACK + 1)
    bot.wake()
    await playground.settled(due=True)
    assert "is thinking" in text(board(ann)), "Discord refuses the edit"
    await press(ann, next(i for i in buttons(board(ann), "2:session:") if ":undo" in i))
    assert "is thinking" not in text(board(ann))


async def test_dismissed_practice_comes_back_by_command(
    playground: Playground, bot: SaludClient, people: list[Person], clock: SetClock
) -> None:
    ann, ben = people[:2]
    await begun(ann)
    await turn(bot, clock, ann, 0)
    headline = text(board(ann))
    for message in own(ann):
        ann.dismiss(message)
    answer = await ann.command("practice")
    assert answer.message is not None
    assert "You have an unfinished practice" in text(answer.message)
    answer = await ann.press(answer.message["id"], labelled(answer.message, "Go on"))
    assert answer.ok, answer.error
    await playground.settled()
    assert moves(board(ann))
    assert buttons(board(ann), "2:session:1:"), headline

    listing = await ann.command("matches")
    assert listing.message is not None
    assert "only you see it" in text(listing.message)
    assert "Go on with #1" in buttons(listing.message).values()
    again = await ann.command("board")
    assert again.message is not None
    assert moves(again.message)
    theirs = await ben.command("matches", {"whose": "server"})
    assert theirs.message is not None
    assert "#1" not in text(theirs.message)
    refused = await ben.command("replay", {"match": 1})
    assert refused.message is not None
    assert "private practice" in text(refused.message)

    answer = await ann.command("practice")
    assert answer.message is not None
    await ann.press(answer.message["id"], labelled(answer.message, "New match"))
    await playground.settled()
    assert buttons(board(ann), "2:session:2:")


async def test_resigning_shows_the_end_in_the_private_message(
    playground: Playground, bot: SaludClient, people: list[Person], asked: Counter[str]
) -> None:
    ann = people[0]
    first = (await begun(ann))["id"]
    answer = await ann.command("resign")
    assert answer.message is not None
    await ann.press(answer.message["id"], next(iter(buttons(answer.message))))
    await playground.wait_for(lambda: is_over(board(ann)))
    assert board(ann)["id"] == first
    assert asked == {}


async def test_public_practice_is_posted_with_a_thread_as_before(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    ann, ben = people[:2]
    channels = set(playground.world.guild.channels)
    answer = await ann.command("practice", {"public": True})
    assert answer.message is not None
    assert "has started" in text(answer.message)
    assert len(set(playground.world.guild.channels) - channels) == 1
    assert any("practises" in text(message) for message in public(ben))


@pytest.mark.parametrize("fails", [True, False])
async def test_progress_of_a_slow_answer_gives_way_to_result_or_error(
    playground: Playground,
    bot: SaludClient,
    people: list[Person],
    monkeypatch: pytest.MonkeyPatch,
    fails: bool,
) -> None:
    async def answered(_: object, __: object) -> object:
        if fails:
            raise WorkerLate("the process is late")
        return ()

    answer_tasks(monkeypatch, answered)
    monkeypatch.setattr(context, "PATIENCE", 0.0)
    ann = people[0]
    shown = await begun(ann)
    before = content(board(ann))
    await ann.press(shown["id"], moves(shown)[0])
    await changed(ann, before)
    resigning = await ann.command("resign")
    assert resigning.message is not None
    await ann.press(resigning.message["id"], next(iter(buttons(resigning.message))))
    await playground.wait_for(lambda: is_over(board(ann)))

    earlier = {message["id"] for message in ann.messages()}
    await ann.command("accuracy", {"match": 1})
    await playground.settled()
    [left] = [message for message in ann.messages() if message["id"] not in earlier]
    wanted = "That took too long" if fails else "Accuracy in match #1"
    assert wanted in (left["content"] or text(left))
