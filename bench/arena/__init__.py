"""What computers make of a game when they play it again and again: is it balanced?"""
