"""Texts that Discord accepts but users should never read: broken markup, unwanted pings, reversed
or cut text.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

from cogs.base.text_limits import ROOMY
from playground.component_checker import walk
from tests.bounds.hostile import STRANGER

Json = dict[str, Any]

_BLOCK = re.compile(r"^```\n[^`]*\n```$", re.MULTILINE)
_CODE = re.compile(r"`[^`\n]*`")
_TOKENS = re.compile(
    r"<(?:@&?\d+|#\d+|t:-?\d+(?::[tTdDfFR])?|a?:\w{2,32}:\d+|/[a-z -]{1,65}:\d{19})>"
)
_ADDRESS = re.compile(r"https://(?:discord\.com|example\.com)/[\w/.-]+")
_ESCAPED = re.compile(r"\\[^a-zA-Z0-9\s]")
_LINK = re.compile(r"\[([^\[\]]*)\]\(\)")
_UNSEEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""The categories Cc and Cs, except line ends."""
_TURNING = re.compile("[\u202a-\u202e\u2066\u2067]")
"""The bidirectional classes LRE, RLE, PDF, LRO, RLO, LRI and RLI, which reverse all later text.
Isolates end with the name.
"""


def markup_faults(text: str) -> list[str]:
    problems = plain_faults(text)
    if f"{STRANGER}" in re.sub(r"@\u200b[!&]?\d+", "", text) or re.search("@(everyone|here)", text):
        problems.append("it can ping a user or role that only a player's name mentions")
    # Replace an escape by a space, because its neighbours are not adjacent.
    bare = _ESCAPED.sub(" ", _BLOCK.sub("", text))
    bare = _ADDRESS.sub("", _TOKENS.sub("", _CODE.sub("", bare)))
    bare = _LINK.sub(r"\1", bare)
    for line in bare.splitlines():
        if line.count("**") % 2 or "*" in line.replace("**", ""):
            problems.append(f"bold that does not end: {line!r}")
        if signs := re.findall(r"[`~|\[\]_\\]|</?[@#:t\w]|://", line):
            problems.append(f"a name that is markup by {signs}: {line!r}")
    if text.endswith("\\") and not text.endswith("\\\\"):
        problems.append("it ends within an escape")
    return problems


def plain_faults(text: str) -> list[str]:
    problems = []
    if _UNSEEN.search(text):
        problems.append("unseen characters")
    if _TURNING.search(text):
        problems.append("the direction of later text is reversed")
    problems += [
        f"a name that is not isolated: {line!r}"
        for line in text.splitlines()
        if line.count("\u2068") != line.count("\u2069")
    ]
    if text and (unicodedata.combining(text[0]) or text[-1] == "\u200d"):
        problems.append(f"a character cut in two: {text[:3]!r}…{text[-3:]!r}")
    return problems


def every(node: Any) -> Iterator[Json]:
    if isinstance(node, dict):
        yield node
        for inside in node.values():
            yield from every(inside)
    elif isinstance(node, list):
        for inside in node:
            yield from every(inside)


def faults(body: Any) -> list[str]:
    return [*_faults(body)]


def crowded(body: Json) -> list[str]:
    """Return the fault of a message with too many components to leave headroom."""
    parts = (body.get("data") or body).get("components") or []
    count = len(walk(parts))
    return [f"{count} components, more than {ROOMY}: {parts}"] if count > ROOMY else []


def in_the_way(body: Any) -> list[str]:
    """Return dice proofs in public texts. They belong behind a button."""
    texts = [str(part["content"]) for part in every(body) if part.get("content")]
    return [f"a proof in the way: {text!r}" for text in texts if re.search("[0-9a-f]{32}", text)]


def _faults(body: Any) -> Iterable[str]:
    for part in every(body):
        content = part.get("content")
        if isinstance(content, str):
            yield from (f"{fault} in {content!r}" for fault in markup_faults(content))
        for name in ("label", "description", "placeholder", "title", "name"):
            text = part.get(name)
            if isinstance(text, str):
                yield from (f"{fault} in {name} {text!r}" for fault in plain_faults(text))
