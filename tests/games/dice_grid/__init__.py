"""The dice grid on Discord."""
