"""DYNAMINE's texts, buttons, menus and pictures on Discord."""
