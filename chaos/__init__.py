"""Whole matches played while everything fails, to prove that no move is lost or counts twice.

Unit tests try the faults that their authors thought of. `python -m chaos` looks for the others.
Scripted people play whole matches against the real bot process by pressing the buttons that its
messages offer. Meanwhile processes are killed in the middle of requests, the gateway drops, Discord
refuses or repeats requests, moderators delete boards and threads, and databases are restored from
backups. A seed decides which fault happens when.

A run goes through three steps:

1. A storm (`chaos.storm`: seconds of real time), a season (`chaos.season`: weeks on a fast clock)
   or a fleet (`chaos.fleet`: many processes and servers) plays, and a Transcript records
   everything that people could see.
2. `chaos.evidence` adds what the database and the log contain at the end.
3. `chaos.checks` looks for contradictions: invariants that must hold in every run, whatever failed.

`chaos.mutants` breaks the bot on purpose to show that the checks would notice.
"""
