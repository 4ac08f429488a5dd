"""Content at the limits: names, servers and languages as long and as odd as possible."""

import gettext
import re

from hypothesis import strategies as st

from texts import Catalogue, Words

LONGEST = 32
"""Characters of a name on Discord."""
STRANGER = 111_111_111_111_111_111
"""The id of a user who is mentioned only by hostile names."""

NAMES = (
    "*" * LONGEST,
    f"<@{STRANGER}><t:1:R>",
    "@everyone @here </board:1111111>",
    "[x](https://evil.example)",
    "```a`b``c __d__ ~~e~~ ||f||",
    "1. https://evil.example/**x**_y_",
    "# heading\n> quote\n- list\\",
    "\u202eevil\u2066 שלום عربي 12 : 3",
    "👩\u200d👩\u200d👧\u200d👦" * 4 + "👍🏽🇬🇷!!",
    "Z" + "\u0335\u0310" * 15 + "y",
    "\N{ARABIC LIGATURE BISMILLAH AR-RAHMAN AR-RAHEEM}" * LONGEST,
    "三座山下的石头矿工们每天晚上都要在酒馆里举杯高歌直到天亮才回家吧呀",
    "<:a:111111111111111><#11111111>_",
    "\u3164",
)
"""Each tries another trick: to be long, to ping, to be markup, or to turn or hide text."""

names = st.one_of(
    st.sampled_from(NAMES),
    st.text(max_size=LONGEST),
    st.text(alphabet="*_~`|\\@<>[]() h:/#-1.t&!", max_size=LONGEST),
    st.text(alphabet="ae\u0301\u0335\u200d\ufe0f👩👧🏽🇬🇷שע\u202e", max_size=LONGEST),
)
"""Names as Discord allows them, and worse."""


def longest(text: str) -> int:
    """Return the maximum length of a translation of an English text: half as long again, plus
    12."""
    return len(text) * 3 // 2 + 12


class LongWords(Words):
    """A language whose texts are all as long as `longest` allows."""

    def __init__(self, locale: str) -> None:
        super().__init__(locale, gettext.NullTranslations())
        self.said: set[str] = set()
        """The requested texts."""

    def text(self, message: str, context: str | None = None) -> str:
        del context
        self.said.add(message)
        return stretched(message)

    def plural(self, one: str, many: str, count: int, context: str | None = None) -> str:
        del count, context
        self.said.add(one)
        return stretched(max(one, many, key=len))


def stretched(message: str) -> str:
    """Return a text lengthened by filler words, after leading markup if possible, else at its
    end."""
    more = longest(message) - len(message)
    filler = ("ñandú " * more)[: more - 1].rstrip()
    filler += "ñ" * (more - 1 - len(filler))
    begins = re.match(r"(?:#+ |-# |- )?(?:\W+ )?(?:\*\*)?(?=\w)", message)
    at = begins.end() if begins and begins.end() < len(message) else len(message)
    if at == len(message) or message[at:].startswith("{"):
        return f"{message} {filler}"
    return f"{message[:at]}{filler} {message[at:]}"


LONG = "de"
"""The locale of the long language in a long catalogue."""


def long_catalogue() -> Catalogue:
    real = Catalogue.load()
    words = {name: real.words(name) for name in real.languages}
    return Catalogue({**words, LONG: LongWords(LONG)})
