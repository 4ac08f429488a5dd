"""What is kept about somebody, as a file, and forgetting it."""
