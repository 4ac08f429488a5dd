"""How the king under the mountain thinks: docs/computers.md tells what each idea brought."""
