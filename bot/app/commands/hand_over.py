"""`python -m bot hand-over`: handing the database over to the bot of another application."""

from bot.app.settings import Settings
from bot.database_address import is_server
from bot.storage.sqlite.copies import release

WARNING = (
    "The bot that starts on it next owns it. Servers that this bot is not in count as left:"
    " their data is deleted after 30 days."
)


def hand_over(settings: Settings) -> str:
    name = settings.salud_database
    if is_server(name):
        from bot.storage.postgresql.upkeep import release as release_on_server

        owner, name = release_on_server(name), "The database"
    else:
        owner = release(name)
    if owner is None:
        return f"{name} has no owner. {WARNING}"
    return f"{name} does not belong to the application {owner} any more. {WARNING}"
