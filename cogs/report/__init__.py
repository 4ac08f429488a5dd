"""Reports of problems: the form, the latest presses, the file."""
