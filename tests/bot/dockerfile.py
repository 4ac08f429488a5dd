"""A Dockerfile as instructions, for tests on machines without Docker."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

KNOWN = frozenset(
    (
        *("ARG", "CMD", "COPY", "ENV", "FROM", "HEALTHCHECK", "LABEL"),
        *("RUN", "STOPSIGNAL", "USER", "VOLUME", "WORKDIR"),
    )
)


@dataclass(frozen=True, slots=True)
class Instruction:
    name: str
    text: str
    options: dict[str, str]
    """Options such as --from=packages, by name without dashes."""

    @property
    def words(self) -> list[str]:
        return self.text.split()

    @property
    def command(self) -> list[str]:
        """The program and its arguments, of an instruction in JSON's form."""
        words: list[str] = json.loads(self.text)
        return words


@dataclass(slots=True)
class Stage:
    base: str
    name: str | None
    instructions: list[Instruction] = field(default_factory=list)

    def all(self, name: str) -> list[Instruction]:
        return [instruction for instruction in self.instructions if instruction.name == name]

    def only(self, name: str) -> Instruction:
        (instruction,) = self.all(name)
        return instruction


@dataclass(slots=True)
class Dockerfile:
    arguments: dict[str, str]
    """Defaults of the ARGs before the first stage."""
    stages: list[Stage]

    @property
    def image(self) -> Stage:
        return self.stages[-1]


def parse(path: Path) -> Dockerfile:
    """Read a Dockerfile. Raise ValueError for instructions that the project doesn't use."""
    lines = [line for line in path.read_text().splitlines() if not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines))
    dockerfile = Dockerfile({}, [])
    for line in filter(None, map(str.strip, joined.splitlines())):
        name, _, rest = line.partition(" ")
        if name not in KNOWN:
            raise ValueError(f"unknown instruction: {line}")
        options = dict(re.findall(r"--([\w-]+)=(\S+)", re.match(r"(--\S+\s+)*", rest)[0]))  # type: ignore[index]
        text = re.sub(r"^(--\S+\s+)*", "", rest)
        if name == "FROM":
            base, _, stage = text.partition(" AS ")
            dockerfile.stages.append(Stage(base, stage or None))
        elif not dockerfile.stages:
            argument, _, default = text.partition("=")
            dockerfile.arguments[argument] = default
        else:
            dockerfile.stages[-1].instructions.append(Instruction(name, text, options))
    return dockerfile
