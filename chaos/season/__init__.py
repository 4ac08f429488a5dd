"""Seasons: matches played over weeks, on a fast clock.

Storms (chaos.storm) run in real time, so they never meet the rules that need days: players become
late, others vote or claim, invitations and quiet hours expire, rounds of tournaments end. A season
plays these on a playground whose clock jumps. It alternates rounds, in which people act, with leaps
of minutes to days. Faults of seconds in a storm are faults of hours here: a machine sleeps for a
night, Discord refuses a server for three days, a clock is two hours wrong.

Two ideas make this work:

- After each step the season waits until the bot has finished (`Season._settled`) before it moves
  the clock. Otherwise hours would pass while the bot draws a picture, and slow drawing would look
  like a missed deadline.
- In half of the seasons an old backup is restored in the middle. From then on the database is in
  an earlier state than Discord's messages, and every old button must be harmless.

Hostile members play tricks (chaos.season.tricks) that Discord allows but that must not pay off:
hiding a board, pressing at the deadline, flooding others with pings.
"""
