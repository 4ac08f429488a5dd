"""The rules of the dice grid, ruling by ruling."""
