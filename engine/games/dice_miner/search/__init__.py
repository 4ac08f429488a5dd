"""The search of the king under the mountain; docs/computers.md says how much each idea gains.

A match is far too long to search to its end: dozens of decisions with dice in between. But a round
has a natural horizon, the empty mountain. So the king searches the excavation and estimates the
rest.

- `tree` grows a tree of decisions in the excavation, most promising first.
- `dig` plays a round to its end from a leaf, with a fast policy based on `gains`.
- `worth` estimates the points that follow an empty mountain, with weights fitted to finished
  matches (`learned`).
- `deals` handles choices before a round (heroes, dice to keep): it tries them all on the same
  random mountains.
- `assess` picks the method for the State and converts results for the class Game.

All luck is sampled from the caller's random numbers, never from the match's own stream. With that
stream the king would know every roll in advance. The spread of the samples gives the standard error
that hints and accuracy rely on.
"""
