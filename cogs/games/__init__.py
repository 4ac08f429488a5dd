"""The installed games on Discord, and the choice of a game for a command."""
