"""What messages are made of: layouts, widgets, modals, names, emoji, Discord's limits."""
