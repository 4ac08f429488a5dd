"""Reading the settings, which loads pydantic only when it happens."""

from dataclasses import replace

from bot.settings import Settings


def read_settings(otherwise: Settings = Settings()) -> Settings:  # noqa: B008 - it is frozen
    """Read and check all settings; `otherwise` has those that are not set. Raise BadSettings for
    the first unusable one.
    """
    from bot.settings_reader import given

    return replace(otherwise, **given())
