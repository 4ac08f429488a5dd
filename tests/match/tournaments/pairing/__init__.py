"""Who meets whom, and who is ahead."""
