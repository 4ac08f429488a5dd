"""What both databases share: connections, group commit, schema, locks, the columns with users."""
