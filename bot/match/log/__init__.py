"""One match as its log and its history tell it."""
