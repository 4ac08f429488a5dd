"""The bot outside its servers: in its direct messages, in groups, and in servers without it."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path

import pytest

from bot.app import assembly as app
from bot.app.games import load_games
from bot.game_register import GameRegister
from bot.match.daily.house import House
from bot.match.values.days import end_of
from bot.match.values.places import NO_SERVER
from cogs.app.client import SaludClient
from engine.core.puzzles import Answer
from games.register import INSTALLED
from playground import Person, Playground, seed
from playground.component_checker import BUTTON
from playground.model import EPHEMERAL, LOADING
from playground.permissions import Permission
from tests.e2e.guest_places import direct, foreign, group
from tests.e2e.in_process import bot_here
from tests.e2e.players import Json, alt_texts, buttons, parts, text
from tests.games.solitaire.rules import Solitaire
from tests.games.solitaire.screens import OF_THE_DAY
from tests.match.machine import SetClock
from tests.sketches import SketchArtist
from tests.tiers import every

SOLITAIRE = GameRegister({"solitaire": {1: Solitaire()}}, {"solitaire": OF_THE_DAY})
EVERYWHERE = (
    *(
        "daily",
        "puzzle",
        "practice",
        "tutorial",
        "rules",
        "help",
        "me",
        "away",
        "profile",
        "history",
    ),
    *("mydata show", "mydata export", "mydata forget"),
)
Begin = Callable[..., AbstractAsyncContextManager[SaludClient]]


@pytest.fixture
def begin(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: SetClock
) -> Begin:
    monkeypatch.setattr(app, "ThreadArtist", SketchArtist)
    return partial(bot_here, playground, tmp_path, monkeypatch, clock)


def shown(person: Person, channel: int, *, private: bool = True) -> list[Json]:
    """Return the person's private or public messages in a channel that show an answer."""
    return [
        message
        for message in person.messages(channel)
        if bool(message["flags"] & EPHEMERAL) is private and not message["flags"] & LOADING
    ]


def links(message: Json) -> list[str]:
    return [part["url"] for part in parts(message) if part["type"] == BUTTON and "url" in part]


def moves(message: Json) -> list[str]:
    return [custom_id for custom_id in buttons(message, "2:session:") if ":move:" in custom_id]


def of_day(message: Json, verb: str) -> str:
    return next(i for i in buttons(message, "2:day:") if f":{verb}:" in i)


async def solve(playground: Playground, person: Person, channel: int, most: int = 99) -> Json:
    """Make `most` moves in the newest private message, or all; return it."""
    for _ in range(most):
        session = shown(person, channel)[-1]
        if not moves(session):
            break
        move = moves(session)[-1]
        assert (await person.press(session, move)).ok
        await playground.wait_for(
            lambda move=move: move not in buttons(shown(person, channel)[-1])  # type: ignore[misc]
        )
    return shown(person, channel)[-1]


@pytest.mark.parametrize("kind", every(["foreign", "direct", "group"]))
async def test_some_commands_work_everywhere_and_others_are_not_offered(
    playground: Playground, begin: Begin, people: list[Person], kind: str
) -> None:
    ann, ben = people[:2]
    if kind == "foreign":
        place = foreign(playground, ann, ben).id
    else:
        place = direct(playground, ann) if kind == "direct" else group(playground, ann, ben)
    async with begin():
        assert (await ann.command("help", channel=place)).ok is (kind == "direct")
        playground.world.install(ann.id)
        for name in EVERYWHERE:
            answer = await ann.command(name, channel=place)
            assert answer.ok, (name, answer.error)
            assert answer.message is not None, name
            assert answer.message["flags"] & EPHEMERAL, name
            assert "went wrong" not in text(answer.message), name
            assert "only in servers" not in text(answer.message), name
        for name in ("open", "leaderboard", "settings", "matches", "tournament past"):
            assert not (await ann.command(name, channel=place)).ok, name
        assert shown(ben, place, private=False) == []


async def test_buttons_that_need_a_server_explain_with_a_link(
    playground: Playground, begin: Begin, people: list[Person]
) -> None:
    ann, ben = people[:2]
    places = [direct(playground, ann), foreign(playground, ann, ben).id]
    async with begin():
        playground.world.install(ann.id)
        for place in places:
            panel = (await ann.command("me", channel=place)).message
            assert panel is not None
            await ann.forge(panel, f"2:challenge:{ben.id}:dice-miner")
            await playground.settled()
            [link] = links(shown(ann, place)[-1])
            assert "only in servers" in text(shown(ann, place)[-1])
            assert f"client_id={seed.BOT_ID}" in link
            assert "integration_type=0" in link
            for name in EVERYWHERE:
                assert f"/{name}" in text(shown(ann, place)[-1])


async def test_day_is_one_match_in_all_places(
    playground: Playground, begin: Begin, people: list[Person], clock: SetClock
) -> None:
    """It begins in direct messages, goes on where only its player has the bot, and counts in a
    server once its player asks there.
    """
    ann, ben = people[:2]
    home, place = direct(playground, ann), foreign(playground, ann, ben).id
    async with begin(SOLITAIRE) as bot:
        bot.services.domain.daily.house = House()
        store, standings = bot.services.domain.daily.store, bot.services.stores.standings
        playground.world.install(ann.id)
        day = bot.services.domain.daily.today()
        await ann.command("daily", channel=home)
        await solve(playground, ann, home, most=1)
        await ann.command("daily", channel=place)
        done = await solve(playground, ann, place)
        assert "Place **1** of 1 in the world" in text(done)
        assert "this server" not in text(done)
        assert len(await store.results("solitaire", day, None, most=9)) == 1
        assert await store.results("solitaire", day, seed.GUILD_ID, most=9) == ()
        await ann.command("daily", channel=seed.TAVERN_ID)
        again = shown(ann, seed.TAVERN_ID)[-1]
        assert not moves(again)
        assert "in this server and in the world" in text(again)
        [counted] = await store.results("solitaire", day, seed.GUILD_ID, most=9)
        assert counted.user == ann.id
        assert len(await standings.played("solitaire", ann.id, None)) == 1
        [(_, _, match)] = await standings.played("solitaire", ann.id, NO_SERVER)
        record = (await bot.services.matches.load(match)).record
        assert (record.guild, record.channel) == (NO_SERVER, NO_SERVER)
        await ben.command("daily", channel=seed.TAVERN_ID)
        clock.time = end_of(day)
        await ann.command("daily", {"day": "yesterday"}, channel=home)
        results = await playground.wait_for(
            lambda: next((m for m in shown(ann, home) if "The mean of" in text(m)), None)
        )
        assert ben.mention not in text(results), "results outside servers name nobody else"
        assert "Eleni" in text(results)
        assert len(buttons(results)) > 1


async def test_card_is_a_public_answer_that_anyone_can_use(
    playground: Playground, begin: Begin, people: list[Person]
) -> None:
    ann, ben = people[:2]
    place = group(playground, ann, ben)
    async with begin(SOLITAIRE) as bot:
        bot.services.domain.daily.house = House()
        playground.world.install(ann.id)
        await ann.command("daily", channel=place)
        done = await solve(playground, ann, place)
        assert (await ann.press(done, of_day(done, "post"))).ok
        card = await playground.wait_for(lambda: shown(ben, place, private=False))
        assert "Eleni" in text(card[0])
        await playground.settled()
        assert any("Shared in this conversation" in text(m) for m in shown(ann, place))
        assert (ann.pings(), ben.pings()) == ([], [])
        assert (await ben.press(card[0], of_day(card[0], "today"))).ok
        session = await playground.wait_for(lambda: shown(ben, place))
        assert moves(session[-1]), "the reader's own puzzle, without an installation"
        assert (await ann.press(done, of_day(done, "post"))).ok
        await playground.settled()
        assert len(shown(ben, place, private=False)) == 1


async def test_nothing_is_shared_where_answers_are_hidden(
    playground: Playground, begin: Begin, people: list[Person]
) -> None:
    ann, ben = people[1:3]  # the owner of the server can do everything
    place = foreign(playground, ann, ben)
    denied = Permission.USE_EXTERNAL_APPS
    playground.world.set_permissions(place.id, place.guild_id or 0, deny=denied)
    async with begin(SOLITAIRE) as bot:
        bot.services.domain.daily.house = House()
        playground.world.install(ann.id)
        await ann.command("daily", channel=place.id)
        done = await solve(playground, ann, place.id)
        assert (await ann.press(done, of_day(done, "post"))).ok
        await playground.wait_for(
            lambda: any("nothing was shared" in text(m) for m in shown(ann, place.id))
        )
        assert shown(ben, place.id, private=False) == []


async def test_practice_follows_its_player_and_is_shared_by_an_answer(
    playground: Playground, begin: Begin, people: list[Person], clock: SetClock
) -> None:
    ann, ben = people[:2]
    home, place = direct(playground, ann), group(playground, ann, ben)
    async with begin():
        playground.world.install(ann.id)
        await ann.command("practice", {"game": "dice-miner"}, channel=home)
        board = shown(ann, home)[-1]
        match = int(moves(board)[0].split(":")[2])
        assert (await ann.press(board, moves(board)[0])).ok
        clock.time += 10
        await playground.settled(due=True)
        offer = (await ann.command("practice", {"game": "dice-miner"}, channel=place)).message
        assert offer is not None
        assert f"#{match}" in text(offer)
        go_on = next(i for i in buttons(offer) if i.startswith("2:session:"))
        assert (await ann.press(offer, go_on)).ok
        session = shown(ann, place)[-1]
        await ann.forge(session, f"2:match:{match}:resign")
        await playground.settled()
        assert (await ann.forge(session, f"2:share:{match}:end:now")).ok
        [post] = await playground.wait_for(lambda: shown(ben, place, private=False))
        replay = next(i for i in buttons(post) if i.startswith("2:replay:"))
        assert (await ben.press(post, replay)).ok
        await playground.wait_for(lambda: shown(ben, place))
        assert f"#{match}" in text(shown(ben, place)[-1])
        assert (await ben.command("help", channel=direct(playground, ben))).ok
        elsewhere = direct(playground, ben)
        strange = shown(ben, elsewhere)[-1]
        await ben.forge(strange, f"2:replay:{match}:1:open")
        await playground.wait_for(
            lambda: any("Here you can look" in text(m) for m in shown(ben, elsewhere))
        )


async def test_profile_outside_servers_is_ones_own_and_of_all_servers(
    playground: Playground, begin: Begin, people: list[Person]
) -> None:
    ann, ben = people[:2]
    place = group(playground, ann, ben)
    async with begin(SOLITAIRE) as bot:
        bot.services.domain.daily.house = House()
        playground.world.install(ann.id)
        await ann.command("daily", channel=seed.TAVERN_ID)
        await solve(playground, ann, seed.TAVERN_ID)
        own = (await ann.command("profile", channel=place)).message
        assert own is not None
        assert any("day" in alt for alt in alt_texts(own))
        assert own["flags"] & EPHEMERAL
        for name in ("profile", "history"):
            other = (await ann.command(name, {"member": str(ben.id)}, channel=place)).message
            assert other is not None
            assert "only your own matches" in text(other)


async def test_puzzle_is_answered_posted_and_compared_without_a_server(
    playground: Playground, begin: Begin, people: list[Person], clock: SetClock
) -> None:
    ann, ben = people[:2]
    home, place = direct(playground, ann), group(playground, ann, ben)
    async with begin(load_games(packages=INSTALLED[:1])) as bot:
        puzzles = bot.services.domain.puzzles
        playground.world.install(ann.id)
        question = (await ann.command("puzzle", channel=home)).message
        assert question is not None
        key = next(iter(buttons(question, "2:puzzle:"))).split(":")[2]
        _, puzzle = await puzzles.puzzle(key)
        answers = [puzzle.answer(one.token) for one in puzzle.offered()]
        right, wrong = answers.index(Answer.RIGHT), answers.index(Answer.WRONG)
        assert (await ann.press(question, f"2:puzzle:{key}:move {right}")).ok
        await playground.wait_for(lambda: "Right!" in text(shown(ann, home)[-1]))
        solution = (await ann.command("puzzle", channel=place)).message
        assert solution is not None
        assert (await ann.press(solution, f"2:puzzle:{key}:card")).ok
        [card] = await playground.wait_for(lambda: shown(ben, place, private=False))
        assert "Solved at the first try" in text(card)
        assert "Eleni" in text(card)
        assert (await ben.press(card, next(iter(buttons(card, "2:puzzle:"))))).ok
        his = (await playground.wait_for(lambda: shown(ben, place)))[-1]
        assert (await ben.press(his, f"2:puzzle:{key}:move {wrong}")).ok
        await playground.wait_for(lambda: "Not the best move" in text(shown(ben, place)[-1]))
        day = puzzles.today()
        in_server = await puzzles.store.day("dice-miner", day, seed.GUILD_ID)
        assert in_server is not None
        assert in_server.answered == 0
        clock.time = end_of(day)
        table = (await ann.command("puzzle", {"day": "yesterday"}, channel=home)).message
        assert table is not None
        assert "**1** of **2** in the world solved it" in text(table)
        assert "The most popular mistake" in text(table)
        assert "🟩 **Eleni" in text(table)
        assert "🟥" not in text(table), "results outside servers name nobody else"
        assert (ann.pings(), ben.pings()) == ([], [])


async def test_puzzle_in_a_server_without_the_bot_is_of_no_server(
    playground: Playground, begin: Begin, people: list[Person]
) -> None:
    ann, ben = people[:2]
    place = foreign(playground, ann, ben)
    async with begin(load_games(packages=INSTALLED[:1])) as bot:
        playground.world.install(ann.id)
        question = (await ann.command("puzzle", channel=place.id)).message
        assert question is not None
        key = next(iter(buttons(question, "2:puzzle:"))).split(":")[2]
        assert (await ann.press(question, f"2:puzzle:{key}:move 0")).ok
        await playground.settled()
        puzzles = bot.services.domain.puzzles
        day = await puzzles.store.day("dice-miner", puzzles.today(), place.guild_id or 0)
        assert day is not None
        assert day.answered == 0
