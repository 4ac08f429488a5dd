"""Discord's limits without a server: problems of a request, found before a bot sends it.

Each function returns one line per problem, beginning with the path of the wrong field, or [] if
Discord would accept the request. The playground uses the same checks.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from playground.commands import read_commands
from playground.component_checker import Checker
from playground.errors import ApiError, Json, Problems
from playground.fields import Fields
from playground.messages import Composer
from playground.modals import read_modal
from playground.model import Emoji
from playground.rest.callbacks import read_choices
from playground.rest.new_threads import read_name
from playground.seed import TAVERN_ID
from playground.uploads import Body, Upload, clean_name
from playground.world import World


class _AnyEmoji(dict[int, Emoji]):
    """A dict that claims to contain every emoji."""

    def __contains__(self, key: object) -> bool:
        return isinstance(key, int)


def message_problems(body: Json, files: Iterable[str] = ()) -> list[str]:
    """Return the problems of a message with this body and files with these names."""
    world = World()
    world.emojis = _AnyEmoji()
    names = list(files)
    uploads = {number: Upload(name, b"x") for number, name in enumerate(names)}
    problems = [
        f"files/{name}: Discord would change this name"
        for name in names
        if clean_name(name) != name
    ]
    try:
        Composer(world).new(world.guild.channels[TAVERN_ID], Body(body, uploads))
    except ApiError as error:
        problems += _lines(error)
    return problems


def modal_problems(body: Json) -> list[str]:
    fields = Fields(body, (), Problems())
    read_modal(Checker(fields.problems, lambda _: True), fields)
    return _problems(fields.problems)


def choices_problems(choices: list[Json]) -> list[str]:
    fields = Fields({"choices": choices}, (), Problems())
    read_choices(fields)
    return _problems(fields.problems)


def commands_problems(commands: list[Any]) -> list[str]:
    try:
        read_commands(World(), None, commands, old=())
    except ApiError as error:
        return _lines(error)
    return []


def thread_problems(body: Json) -> list[str]:
    fields = Fields(body, (), Problems())
    read_name(fields)
    return _problems(fields.problems)


def _problems(problems: Problems) -> list[str]:
    try:
        problems.raise_if_any()
    except ApiError as error:
        return _lines(error)
    return []


def _lines(error: ApiError) -> list[str]:
    return [*_problem_lines(error.errors, ())] if error.errors else [error.message]


def _problem_lines(node: Json, path: tuple[str, ...]) -> Iterator[str]:
    for step, inside in node.items():
        if step == "_errors":
            yield from (f"{'/'.join(path)}: {error['message']}" for error in inside)
        else:
            yield from _problem_lines(inside, (*path, step))
