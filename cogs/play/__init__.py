"""Playing on Discord: press formats, persistent buttons, forms, the board message."""
