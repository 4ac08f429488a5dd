"""Tools for translators: updating the catalogues in `data/locale`, and printing proofs."""
