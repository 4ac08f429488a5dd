"""What everything on Discord stands on: markup, limits, errors, custom_ids."""
