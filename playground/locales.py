"""Languages that users can choose in Discord."""

from typing import Final

LOCALES: Final = (
    "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "hi", "hr", "hu",
    "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk",
    "vi", "zh-CN", "zh-TW",
)  # fmt: skip
