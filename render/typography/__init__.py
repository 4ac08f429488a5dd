"""Text in any script: which font has a letter, in which direction it runs, how it is drawn."""
