"""All SQL of the project: migrations, the one writer, the store."""
