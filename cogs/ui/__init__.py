"""Building blocks of messages: layouts, widgets, modals, names, emoji."""
