"""`python -m bot hand-over`: the database goes to the bot of another application."""

from bot.settings import Settings
from bot.storage.owner import release

WARNING = (
    "The bot that starts on it next owns it. Servers that this bot is not in count as left: what"
    " is kept of them is deleted 30 days later."
)


def hand_over(settings: Settings) -> str:
    """Let the next bot own the database; gives a sentence. Raises StoreTrouble."""
    owner = release(settings.salud_database)
    if owner is None:
        return f"{settings.salud_database} belongs to nobody. {WARNING}"
    return (
        f"{settings.salud_database} does not belong to the application {owner} any more. {WARNING}"
    )
