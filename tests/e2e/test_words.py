"""Players' own contributions to the dice, on Discord."""

from functools import partial
from pathlib import Path

from playground import Person, Playground
from playground.person import Modal
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import Json, alt_texts, boards, text
from tests.e2e.test_lobby import invitation
from tests.e2e.test_matches import run_bot
from tests.e2e.test_mydata import private
from tests.e2e.test_verify import attached, verified


async def offered(person: Person, message: Json, custom_id: str) -> Modal:
    answer = await person.press(str(message["id"]), custom_id)
    assert answer.ok, answer.error
    assert answer.modal is not None
    return answer.modal


async def test_contribution_is_in_the_invitation_and_in_the_match_file(
    playground: Playground, bot: BotProcess, people: list[Person], tmp_path: Path
) -> None:
    """The form outlives a restart."""
    ann, ben = people[0], people[1]
    refused = await ann.command("challenge", {"opponent": str(ben.id), "word": "a+b"})
    assert "no +, =, :" in text(refused.message or {})
    answer = await ann.command("challenge", {"opponent": str(ben.id), "word": "Pickaxe 7"})
    assert answer.ok, answer.error
    message = invitation(ann)
    assert "so far: =Pickaxe 7" in alt_texts(message)[0]
    await ben.press(str(message["id"]), "2:match:1:fair")
    fair = await playground.wait_for(partial(private, ben, "so far: `=Pickaxe 7`"))
    form = await offered(ben, fair, "2:invitation:1:word")
    await ben.submit(form, {"word": "two`"})
    await playground.wait_for(partial(private, ben, "no +, =, :"))
    assert "has been asked" in alt_texts(invitation(ann))[0]

    form = await offered(ben, fair, "2:invitation:1:word")
    await bot.kill()
    await bot.start()
    answer = await ben.submit(form, {"word": " @everyone  **Ωmega** "})
    assert answer.ok, answer.error
    await playground.wait_for(partial(private, ben, "`=@everyone **Ωmega**` goes into the dice"))
    begun = await playground.wait_for(
        lambda: invitation(ann) if "To move:" in text(invitation(ann)) else None
    )
    assert "Contribution: =Pickaxe 7+=@everyone **Ωmega**" in alt_texts(begun)[0]
    assert [person.pings() for person in people[2:4]] == [[], []]

    thread = int(message["id"])
    await playground.wait_for(lambda: boards(ann, thread))
    question = (await ann.command("resign", {"match": 1}, channel=thread)).message
    assert question is not None
    await ann.press(question, "2:match:1:resign")
    await playground.wait_for(lambda: "wins!" in text(ann.messages(thread)[-1]))
    proof = await verified(ben, thread)
    assert "as you typed it" in text(proof)
    file = await attached(proof, tmp_path)
    assert "\ncontribution: =Pickaxe 7+=@everyone **Ωmega**\n" in file.read_text(encoding="utf-8")
    assert (await run_bot("verify", str(file)))[0] == 0


async def test_joining_without_a_contribution_takes_one_press(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """An empty form does the same."""
    answer = await people[0].command("open", {"seats": 2})
    assert answer.ok, answer.error
    message = invitation(people[0])
    await people[1].press(str(message["id"]), "2:match:1:fair")
    fair = await playground.wait_for(partial(private, people[1], "so far: `"))
    form = await offered(people[1], fair, "2:invitation:1:word")
    await people[1].submit(form, {"word": ""})
    begun = await playground.wait_for(
        lambda: invitation(people[0]) if "To move:" in text(invitation(people[0])) else None
    )
    contribution = alt_texts(begun)[0].split("Contribution: ")[1]
    assert all(word.isdigit() for word in contribution.split("+"))
    assert contribution.count("+") == 1
