"""The games that can be played, a package each. `register` lists them; nothing else names one."""
