"""Text in any script: its fonts, its direction, and drawing it."""
