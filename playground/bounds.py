"""Discord's limits without a server: finds problems in requests before a bot sends them.

Each function returns one line per problem, starting with its path; [] if Discord would accept the
request. The checks are the playground's own, so both always agree.
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
    """Check a message: a body, and the names of its files."""
    world = World()
    world.emojis = _AnyEmoji()
    names = list(files)
    uploads = {number: Upload(name, b"x") for number, name in enumerate(names)}
    problems = [f"files/{name}: is not kept as it is" for name in names if clean_name(name) != name]
    try:
        Composer(world).new(world.guild.channels[TAVERN_ID], Body(body, uploads))
    except ApiError as error:
        problems += _lines(error)
    return problems


def modal_problems(body: Json) -> list[str]:
    fields = Fields(body, (), Problems())
    read_modal(Checker(fields.problems, lambda _: True), fields)
    return _noted(fields.problems)


def choices_problems(choices: list[Json]) -> list[str]:
    fields = Fields({"choices": choices}, (), Problems())
    read_choices(fields)
    return _noted(fields.problems)


def commands_problems(commands: list[Any]) -> list[str]:
    try:
        read_commands(World(), None, commands, old=())
    except ApiError as error:
        return _lines(error)
    return []


def thread_problems(body: Json) -> list[str]:
    fields = Fields(body, (), Problems())
    read_name(fields)
    return _noted(fields.problems)


def _noted(problems: Problems) -> list[str]:
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
