"""The basis of everything on Discord: markup, limits, errors, custom_ids."""
