"""The screens of DYNAMINE, played by pressing."""
