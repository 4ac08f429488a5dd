"""Agreement of files around the code: version, licence, hooks and hosted checks."""

import re
import tomllib

from bench.coverage import reached, table
from bot.version import VERSION
from tests.source import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]


def read(path: str) -> str:
    """Return the text of a file, given its path from the root."""
    return (ROOT / path).read_text(encoding="utf-8")


def test_newest_release_in_the_changelog_is_the_version() -> None:
    released = re.findall(r"^## \[(\d+\.\d+\.\d+)\]", read("CHANGELOG.md"), re.MULTILINE)
    assert released[0] == VERSION


def test_each_version_has_upgrade_notes() -> None:
    versions = re.findall(r"^## \[(.+)\]", read("CHANGELOG.md"), re.MULTILINE)
    assert re.findall(r"^## (.+)$", read("docs/upgrading.md"), re.MULTILINE) == versions


def test_links_between_documents_lead_to_headings() -> None:
    documents = {path: path.read_text(encoding="utf-8") for path in DOCUMENTS}
    for path, text in documents.items():
        for target, anchor in re.findall(r"\]\(([^()\s#:]*\.md)?(?:#([^()\s]+))?\)", text):
            to = (path.parent / target).resolve() if target else path
            assert to in documents, f"{path.name} links to {target}"
            if anchor:
                assert anchor in anchors(documents[to]), f"{path.name} links to {target}#{anchor}"


def anchors(text: str) -> set[str]:
    """Return the anchors that GitHub gives to the headings of a document."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {heading.replace(" ", "-") for heading in plain}


def test_package_takes_its_version_from_the_code() -> None:
    assert "version" in PROJECT["project"]["dynamic"]
    assert PROJECT["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "bot.version.VERSION"}


def test_package_has_every_folder_of_the_docker_image() -> None:
    folders = set(re.findall(r"^COPY (\w+)/ \1/$", read("Dockerfile"), re.MULTILINE))
    packages = {
        name.rstrip("*") for name in PROJECT["tool"]["setuptools"]["packages"]["find"]["include"]
    }
    assert packages == folders


def test_hosted_checks_cover_every_supported_python() -> None:
    (tested,) = re.findall(r"python: \[(.*)\]", read(".github/workflows/ci.yml"))
    supported = {
        classifier.rpartition(" ")[2]
        for classifier in PROJECT["project"]["classifiers"]
        if re.search(r":: 3\.\d+$", classifier)
    }
    assert supported <= set(re.findall(r"3\.\d+", tested))
    assert "run: .ci/run" in read(".github/workflows/ci.yml")


def test_hooks_run_all_tools_of_make_check() -> None:
    hooks = set(re.findall(r"entry: \.venv/bin/(\S+)", read(".pre-commit-config.yaml")))
    (check,) = re.findall(r"^check:.*\n((?:\t.*\n)+)", read("Makefile"), re.MULTILINE)
    assert hooks >= set(re.findall(r"\$\(BIN\)/([\w-]+)", check)) - {"python"}


def test_issue_form_asks_for_the_match_file() -> None:
    assert re.search(
        r"id: match-file.*?required: true", read(".github/ISSUE_TEMPLATE/bug.yml"), re.DOTALL
    )


def test_coverage_is_summed_by_package_with_the_lowest_share_first() -> None:
    def file(covered: int, statements: int) -> dict[str, dict[str, int]]:
        counts = {"covered_lines": covered, "num_statements": statements}
        return {"summary": {**counts, "covered_branches": 0, "num_branches": 0}}

    files = {
        "bot/app/assembly.py": file(9, 10),
        "bot/storage/sqlite/database.py": file(1, 4),
        "bot/storage/postgresql/writer.py": file(2, 4),
        "bot/storage/__init__.py": file(0, 0),
    }
    assert reached(files) == {"bot/app": (9, 10), "bot/storage": (3, 8)}
    assert table(reached(files)) == [
        "bot/storage   37.5%  of 8",
        "bot/app       90.0%  of 10",
    ]
