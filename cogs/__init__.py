"""Discord: slash commands, buttons and boards, mapped onto the match service."""
