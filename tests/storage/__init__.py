"""The store: transactions, migrations and all ports."""
