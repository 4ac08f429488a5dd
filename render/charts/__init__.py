"""Charts that every game has, such as leaderboards, profiles and invitations.

Callers give them finished texts and numbers. What a game adds, such as the scene behind them,
comes from its GamePictures.
"""
