"""Charts that every game has: leaderboards, profiles, invitations and the like.

What they show comes as values of text and numbers; what a game adds, such as the scene behind
them, comes from its GamePictures.
"""
