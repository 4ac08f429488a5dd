"""Databases of released versions, which today's code must open, serve and play on.

`build` makes one from a release's commit, with the release's own code. `tell`, `teller`, `story`
and the modules that they import also run in the release's tree, so they use only what the bot had
in 0.2.0; `teller` bridges differences.
"""
