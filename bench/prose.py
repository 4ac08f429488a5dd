"""Looks for translated English in the prose that maintainers read: `python -m bench.prose`.

The first years of this project were written in sentences that were translated word by word, and
every reader stumbled over them. A few telltale phrases give such sentences away. This program
counts them per 1,000 words of docs, docstrings, comments and tests. Well-loved projects have 1 to
6.

The count is a thermometer, not a rule. One telltale phrase can be good English, so only files and
changes have limits, not sentences. Rewrite the sentence instead of the word: see docs/writing.md.
"""

import argparse
import ast
import io
import re
import subprocess
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

LIMIT = 6.0
"""Telltale phrases per 1,000 words: of the whole project, and of a change."""
FILE_LIMIT = 15.0
"""The same for a single file of at least MEASURED words."""
MEASURED = 60
"""Words that a file or a change must have to be measured."""
SUBJECT = 60
"""Longest subject of a commit, in characters."""

PHRASES = {
    "a clause instead of a noun: write 'due work' for what is due": (
        r"\bwhat(?:ever)? (?!if\b|about\b|kind\b)\w+"
    ),
    "who without a noun: write 'players who'": (
        r"(?:(?:^|[.!?:;,] )|\b(?:by|for|of|on|to|with) )who(?:m|ever)? \w+"
    ),
    "an indefinite person: name the role, such as the player or the host": (
        r"\b(?:any|every|no|some)body\b"
    ),
    "passive: name the part that acts": (
        r"\b(?:are|be|been|being|is|was|were) "
        r"(?:asked|called|held|kept|known|left out|let|looked|meant|noted|said|thought|told)\b"
    ),
    "of it: use a possessive, or leave it out": (
        r"\bof (?:its own|it|ours|their own|theirs|them|yours)\b"
    ),
    "stands, lies, goes on: write is, is shown, continues": (
        r"\b(?:goes|going|go|went) on\b|\b(?:lay|lies|stands?|stood)\b"
    ),
    "is to: write must or will, or name whose turn it is": (
        r"\b(?:are|is|was|were) to (?:act|be|do|go|have|know|move|play|say|see|show|take)\b"
    ),
    "as for because": r", as (?:an?|each|it|its|no|nobody|one|that|the|there|they|this)\b",
    "where for if": (
        r"(?:^|[.;:,] )where (?:an?|each|it|no|nobody|nothing|one|possible|that|the|there|they)\b"
    ),
    "an adverb of translations: write automatically, immediately, again, also": (
        r"\b(?:anew|as well|at once|by itself|by themselves|of that)\b"
    ),
    "may for can": r"\b(?:may|might) (?!be\b|have\b)[a-z]+",
    "a sentence without a subject: write 'None if the match has no thread.'": (
        r"(?:^|[.!?] )(?:Empty|False|None|Nothing|True) (?:if|when|where|while|without)\b"
    ),
}
"""Advice by the pattern that it is for."""
_PATTERNS = {advice: re.compile(pattern, re.IGNORECASE) for advice, pattern in PHRASES.items()}


@dataclass(frozen=True, slots=True)
class Passage:
    """A docstring, a block of comments or a line of Markdown."""

    path: str
    first: int
    """Number of its first line."""
    last: int
    text: str

    @property
    def words(self) -> int:
        return len(re.findall(r"[A-Za-z']+", self.text))

    def telltales(self) -> Iterator[tuple[str, str]]:
        """Yield the telltale phrases, each with the advice that it calls for."""
        for sentence in re.split(r"(?<=[.!?:;])\s+(?=[A-Z`*\"“])", self.text):
            for advice, pattern in _PATTERNS.items():
                for match in pattern.finditer(sentence):
                    yield match.group().strip(" .,:;!?"), advice


def passages(path: str, source: str) -> Iterator[Passage]:
    """Yield the prose of a file, by its suffix: .py or .md."""
    for passage in _python(path, source) if path.endswith(".py") else _markdown(path, source):
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", passage.text)
        text = re.sub(r"``[^`]*``|`[^`]*`", "X", text)
        yield Passage(path, passage.first, passage.last, re.sub(r"\s+", " ", text).strip())


def _python(path: str, source: str) -> Iterator[Passage]:
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", None)
        # Also strings below attributes, which document them.
        for part in body if isinstance(body, list) else ():
            if isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant):
                text = part.value.value
                if isinstance(text, str):
                    yield Passage(path, part.lineno, part.end_lineno or part.lineno, text)
    block: list[tuple[int, str]] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        line, text = token.start[0], token.string.removeprefix("#").strip()
        if re.match(r"!|noqa|type:|pragma|fmt:|mypy:", text):
            continue
        if block and line != block[-1][0] + 1:
            yield _comment(path, block)
            block = []
        block.append((line, text))
    if block:
        yield _comment(path, block)


def _comment(path: str, block: list[tuple[int, str]]) -> Passage:
    return Passage(path, block[0][0], block[-1][0], " ".join(text for _, text in block))


def _markdown(path: str, source: str) -> Iterator[Passage]:
    is_code = False
    for number, line in enumerate(source.splitlines(), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif line.strip() and not is_code:
            yield Passage(path, number, number, line)


def density(texts: list[Passage]) -> float:
    """Return the telltale phrases per 1,000 words."""
    words = sum(passage.words for passage in texts)
    return 1000 * sum(1 for passage in texts for _ in passage.telltales()) / max(words, 1)


def is_measured(texts: list[Passage]) -> bool:
    """Return whether the passages are long enough for a meaningful density."""
    return sum(passage.words for passage in texts) >= MEASURED


def complaints(
    files: Mapping[str, str],
    changed: Mapping[str, set[int]] | None = None,
    subjects: tuple[str, ...] = (),
) -> Iterator[str]:
    """Yield one line for each limit that is exceeded, followed by the phrases that exceed it.

    `files` maps paths to contents. `changed` holds the new lines of each path, and `subjects` those
    of the new commits; without `changed` only files and the project are measured.
    """
    texts = {path: list(passages(path, source)) for path, source in files.items()}
    for path, part in texts.items():
        if is_measured(part) and (found := density(part)) > FILE_LIMIT:
            yield f"{path}: {found:.0f} telltale phrases per 1,000 words, at most {FILE_LIMIT:.0f}"
            yield from _phrases(part)
    everything = [passage for part in texts.values() for passage in part]
    if (found := density(everything)) > LIMIT:
        yield f"The project: {found:.1f} telltale phrases per 1,000 words, at most {LIMIT:.0f}"
    new = [
        passage
        for passage in everything
        if changed
        and not changed.get(passage.path, set()).isdisjoint(range(passage.first, passage.last + 1))
    ]
    if is_measured(new) and (found := density(new)) > LIMIT:
        yield f"This change: {found:.1f} telltale phrases per 1,000 words, at most {LIMIT:.0f}"
        yield from _phrases(new)
    for subject in subjects:
        if len(subject) > SUBJECT or not re.match(r"[\w./-]+(?:, [\w./-]+)*: (?!lets?\b)", subject):
            yield f"Commit {subject!r}: 'area: what changes', at most {SUBJECT} characters"


def _phrases(texts: list[Passage]) -> Iterator[str]:
    for passage in texts:
        for phrase, advice in passage.telltales():
            yield f"  {passage.path}:{passage.first}: “{phrase}”: {advice}"


def _git(*arguments: str) -> str:
    """Return the output of a git command, or "" if it fails."""
    try:
        done = subprocess.run(  # noqa: S603 - only the commands below
            ["git", *arguments],  # noqa: S607
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:  # git is not installed
        return ""
    return done.stdout if done.returncode == 0 else ""


def changed_lines(diff: str) -> dict[str, set[int]]:
    """Return the numbers of the new lines of each file in a diff without context."""
    lines: dict[str, set[int]] = defaultdict(set)
    path = ""
    for line in diff.splitlines():
        if line.startswith("+++ "):
            path = line.removeprefix("+++ b/")
        elif hunk := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
            first, count = int(hunk[1]), int(hunk[2] or 1)
            lines[path].update(range(first, first + count))
    return lines


def main() -> int:
    """Check the files that git tracks, and the change since `--base`; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--base", default="", help="measure the change since this revision")
    base = parser.parse_args().base or _git("merge-base", "HEAD", "origin/main").strip()
    tracked = _git("ls-files", "*.py", "*.md").split("\n")
    files = {path: Path(path).read_text() for path in tracked if path and Path(path).exists()}
    changed = changed_lines(_git("diff", "-U0", base, "--")) if base else None
    log = _git("log", "--no-merges", "--format=%s", f"{base}..HEAD") if base else ""
    rows = list(complaints(files, changed, tuple(log.splitlines())))
    for row in rows:
        print(row)  # noqa: T201 - a program that prints
    if not rows:
        texts = [passage for path, source in files.items() for passage in passages(path, source)]
        print(f"Prose: {density(texts):.1f} telltale phrases per 1,000 words")  # noqa: T201
    return bool(rows)


if __name__ == "__main__":
    sys.exit(main())
