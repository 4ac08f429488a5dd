"""The private list of a server's barred members."""

from bot.match.people.servers import Bar, ForgottenBar
from cogs.base import custom_id_families as families
from cogs.base.mentions import mention
from cogs.ui.layouts import MessageLayout, compose, page_buttons
from texts import Words

PAGE = 20
"""Bars per page; their lines fit into a message in any language."""
MOST = 5_000


def bar_list(
    bars: tuple[Bar, ...], forgotten: tuple[ForgottenBar, ...], page: int, words: Words
) -> MessageLayout:
    every: list[Bar | ForgottenBar] = [*bars, *forgotten]
    if not every:
        return compose(texts=[words.say("Nobody is barred here.")])
    listed = every[:MOST]
    pages = -(-len(listed) // PAGE)
    page = min(page, pages - 1)
    page_bars = listed[page * PAGE : (page + 1) * PAGE]
    below = []
    if any(isinstance(bar, ForgottenBar) for bar in page_bars):
        below.append(
            words.say("-# To lift the bar of someone forgotten, name them in `/moderate unbar`.")
        )
    if len(every) > MOST:
        below.append(words.say("-# Only the first {most} are listed.", most=MOST))
    lines = "\n".join(_line(bar, words) for bar in page_bars)
    if pages == 1:
        return compose(texts=[lines], below=below)
    below.append(words.say("-# Page {page} of {pages}", page=page + 1, pages=pages))
    row = page_buttons(lambda to, _: families.BARRED.spell(to), page, 1, pages, words)
    return compose(texts=[lines], below=below, rows=[row])


def _line(bar: Bar | ForgottenBar, words: Words) -> str:
    moderator = mention(bar.moderator, words)
    match bar:
        case Bar():
            return words.say(
                "<@{user}> · since <t:{at}:D> · by {moderator}",
                user=bar.user,
                at=bar.at,
                moderator=moderator,
            )
        case ForgottenBar():
            return words.say(
                "someone who was forgotten · since <t:{at}:D> · by {moderator}",
                at=bar.at,
                moderator=moderator,
            )
