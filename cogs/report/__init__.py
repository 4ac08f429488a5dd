"""Reports of problems by users: the form, the latest presses, the file."""
