"""The dice grid's texts, buttons, menus and pictures on Discord."""
