"""Reports of problems: the form, what was pressed, the file."""
