"""The dice grid in a minute: one round, one star, by the real rules, in a private panel."""
