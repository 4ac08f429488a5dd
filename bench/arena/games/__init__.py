"""What single games are asked beside what all are; a module is called like the game's folder."""
