"""Rules, card mixes and parameters of the games, as plain text files."""
