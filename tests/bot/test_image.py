"""Installation: the image contains all that the bot needs, and its files are valid."""

import importlib.metadata
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import _parser
from bot.app.doctor.machine_checks import FONTS
from bot.app.settings import NAMES
from bot.health import OLDEST
from bot.version import VERSION
from tests.bot.dockerfile import parse
from tests.bot.shell import ROOT
from tests.tiers import exhaustive

DOCKERFILE, PARSED = (ROOT / "Dockerfile").read_text(), parse(ROOT / "Dockerfile")
OPERATING = (ROOT / "docs/operating.md").read_text()
COPIED = re.findall(r"^COPY (\w+)/ \1/$", DOCKERFILE, re.MULTILINE)
"""The folders that are copied into the image."""
UNIT = ROOT / "systemd/salud.service"
NEWER = ("RestartSteps", "RestartMaxDelaySec")
"""Directives that systemd ignores with a warning before version 254."""


def test_image_contains_all_imported_packages_games_and_languages(tmp_path: Path) -> None:
    ours = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    statement = re.compile(r"^\s*(?:from|import) (\w+)", re.MULTILINE)
    for folder in COPIED:
        (tmp_path / folder).symlink_to(ROOT / folder)
        for path in (ROOT / folder).rglob("*.py"):
            missing = ours.intersection(statement.findall(path.read_text())) - {*COPIED}
            assert not missing, f"{path} imports {missing}, which are not in the image"
    load = "from bot.app.games import load_games; from texts import Catalogue; load_games()"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    subprocess.run(
        [sys.executable, "-c", f"{load}; Catalogue.load()"],
        cwd=tmp_path,
        env=environment,
        check=True,
    )


def test_build_context_has_only_the_copied_files() -> None:
    """In particular, .env and var/ stay out."""
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert ignored[1] == "*"
    included = {line.strip("!/") for line in ignored if line.startswith("!")}
    assert included == {*COPIED, "requirements.lock"}


def test_image_label_has_the_version() -> None:
    assert f'org.opencontainers.image.version="{VERSION}"' in DOCKERFILE


def test_bases_are_pinned_to_a_supported_python() -> None:
    bases = {stage.base for stage in PARSED.stages}
    assert bases == {"${BASE}"}
    python = re.fullmatch(r"python:(3\.\d+)-slim-bookworm", PARSED.arguments["BASE"])
    assert python is not None
    supported = (ROOT / "pyproject.toml").read_text()
    assert f'"Programming Language :: Python :: {python[1]}"' in supported
    assert f"The image has Python {python[1]}" in OPERATING


def test_copies_between_stages_name_earlier_stages_and_existing_paths() -> None:
    earlier: set[str | None] = set()
    for stage in PARSED.stages:
        for instruction in stage.all("COPY"):
            source = instruction.words[0]
            if "from" in instruction.options:
                assert instruction.options["from"] in earlier
            else:
                assert (ROOT / source).exists(), f"COPY {source}"
        earlier.add(stage.name)
    (packages,) = (stage for stage in PARSED.stages if stage.name == "packages")
    assert "python -m venv --without-pip /venv" in packages.only("RUN").text
    assert "--require-hashes -r requirements.lock" in packages.only("RUN").text
    assert "PATH=/venv/bin:$PATH" in PARSED.image.only("ENV").text


def test_fonts_of_the_image_are_those_of_docs_and_doctor() -> None:
    runs = " && ".join(run.text for stage in PARSED.stages for run in stage.all("RUN"))
    installed = re.findall(r"--no-install-recommends ([\w -]+\w)(?= &&|$)", runs)
    packages = {package for words in installed for package in words.split()}
    assert packages == {*FONTS.split(), "libfribidi0"}
    assert f"sudo apt install {FONTS} libfribidi0" in OPERATING


def test_image_runs_as_the_documented_user_who_owns_only_var() -> None:
    image = PARSED.image
    names = [instruction.name for instruction in image.instructions]
    assert names.index("USER") < names.index("CMD"), "the last user runs the command"
    assert not {"RUN", "COPY"} & {*names[names.index("USER") :]}
    (uid,) = re.findall(r"useradd --uid (\d+)", DOCKERFILE)
    assert f"a user of its own with the id {uid}" in OPERATING
    user = image.only("USER").text
    assert f"useradd --uid {uid} --no-create-home --shell /usr/sbin/nologin {user}" in DOCKERFILE
    assert f"install --directory --owner={user} --group={user} --mode=700 var" in DOCKERFILE
    assert image.only("VOLUME").text == f"{image.only('WORKDIR').text}/var"


def test_commands_of_the_image_exist() -> None:
    program, *arguments = PARSED.image.only("CMD").command
    assert (program, arguments[:2]) == ("python", ["-m", "bot"])
    assert _parser().parse_args(arguments[2:]).command == "run"
    health = PARSED.image.only("HEALTHCHECK")
    command = json.loads(health.text.removeprefix("CMD "))
    assert command[:2] == ["python", "-m"]
    assert importlib.util.find_spec(command[2]) is not None
    seconds = {name: int(value.rstrip("s")) for name, value in health.options.items()}
    assert seconds["timeout"] < seconds["interval"] < OLDEST
    assert PARSED.image.only("STOPSIGNAL").text == "SIGTERM"


def test_lock_of_the_image_pins_each_package_with_hashes() -> None:
    """pip refuses any other with --require-hashes; the build would fail."""
    packages = re.split(r"\n(?=\S)", (ROOT / "requirements.lock").read_text().strip())
    assert len(packages) > 20
    for package in packages:
        assert re.match(r"[\w.-]+==\S+( ; .+)? \\\n    --hash=sha256:[0-9a-f]{64}", package), (
            package
        )


@exhaustive
def test_compiled_copy_runs_with_only_the_packages_of_the_lock(tmp_path: Path) -> None:
    """The steps of the Dockerfile after pip, in a folder: a venv without pip, the files that COPY
    names, the compilation, the imports, and commands in a folder where nothing can be written.
    """
    venv, app = tmp_path / "venv", tmp_path / "app"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    (site,) = venv.glob("lib/python*/site-packages")
    for package in locked_packages():
        for entry in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
            (site / entry).symlink_to(Path(str(package.locate_file(entry))))
    for folder in COPIED:
        shutil.copytree(ROOT / folder, app / folder, ignore=shutil.ignore_patterns("__pycache__"))
    python = str(venv / "bin/python")
    (step,) = (run.text for run in PARSED.image.all("RUN") if "compileall" in run.text)
    compiling, importing = step.replace("/app /venv/lib", str(app)).split(" && ")
    environment = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}

    def run(*command: str) -> str:
        return subprocess.run(
            [python, *command], cwd=app, env=environment, capture_output=True, text=True, check=True
        ).stdout

    for part in (compiling, importing):
        run(*shlex.split(part)[1:])
    assert len([*app.rglob("*.pyc")]) == len([*app.rglob("*.py")])
    for folder in (app, *app.rglob("*/")):
        folder.chmod(0o555)
    try:
        assert "serve Discord" in run("-m", "bot", "--help")
        assert "pip" not in run("-c", "import sys, bot.app.assembly; print(*sys.modules)").split()
    finally:
        for folder in (app, *app.rglob("*/")):
            folder.chmod(0o755)


def locked_packages() -> list[importlib.metadata.Distribution]:
    """Return the packages of the image that this machine's Python needs too."""
    lock = (ROOT / "requirements.lock").read_text()
    names = {plain(name) for name in re.findall(r"^([\w.-]+)==", lock, re.MULTILINE)}
    packages = [*importlib.metadata.distributions()]
    return [package for package in packages if plain(package.metadata["Name"]) in names]


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize(
    "name", ["Dockerfile", "compose.yaml", ".env.example", "systemd/salud", "systemd/salud.service"]
)
def test_named_settings_exist(name: str) -> None:
    """A misspelt setting would be ignored silently."""
    named = set(re.findall(r"\bSALUD_\w+", (ROOT / name).read_text()))
    assert named <= {field.upper() for field in NAMES}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / UNIT.name
    # This machine has nothing in /opt.
    unit.write_text(UNIT.read_text().replace("/opt/salud/.venv/bin/python", sys.executable))
    process = subprocess.run(
        ["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False
    )
    complaints = [
        line
        for line in process.stderr.splitlines()
        if str(unit) in line and not any(f"'{name}'" in line for name in NEWER)
    ]
    assert (process.returncode, complaints) == (0, [])
