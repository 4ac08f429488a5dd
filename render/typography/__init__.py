"""Text in any script: which font has a letter, which way a line runs, how it is drawn."""
