"""The store: transactions, migrations, every port."""
