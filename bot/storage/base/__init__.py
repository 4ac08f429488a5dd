"""The parts of storage that both databases share."""
