"""Keep in mind how often each player was found out, in all games of a match.

By Bayes' rule a claim is false in the odds of its claimant's lies, times the chance that he cannot
hold what he claims over the chance that he can, where all cards that are not seen are as likely.
The odds of lies begin at `suspicion`. Each claim of his that was found to be false raises them, and
each that was challenged and true lowers them; `belief` of both are had already. It challenges
where the odds are above `bar`, and whoever would win. It claims as `planner`.

Result: against three of `planner` it wins 16 % of games where these win 28 %, and the lower its bar
the less: a wrong challenge costs the whole pile, and a right one helps all others as much (`cardsim
run cheat --vs usual --strategy profiler -n 10000 --seed 7`).

Source: a strategy with memory, beside the baselines of the rules file.
"""

from typing import Annotated

from cardsim import Strategy, between
from cardsim.games.cheat import chance_true


def challenge(
    view,
    memory,
    suspicion: Annotated[float, between(0, 10, "odds at which claims are held to be false")] = 0.2,
    belief: Annotated[float, between(0.1, 100, "challenges of each kind had already")] = 3.0,
    bar: Annotated[float, between(0, 1000, "odds from which on it challenges")] = 20.0,
):
    if memory.game != view.deals:
        memory.game = view.deals
        for seat in range(10):
            memory.earlier_lies[seat] += memory.lies[seat]
            memory.earlier_truths[seat] += memory.truths[seat]
    for seat in range(10):
        # In a place told in words either may be unknown, -1.
        memory.lies[seat] = max(view.caught[seat], 0)
        memory.truths[seat] = max(view.challenged[seat] - memory.lies[seat], 0)
    claimant = view.claim_seat
    lies = belief + memory.earlier_lies[claimant] + memory.lies[claimant]
    truths = belief + memory.earlier_truths[claimant] + memory.truths[claimant]
    if view.mode == 4:
        return view.signal == 1 and suspicion * lies > bar * truths * 0.2
    true = chance_true(view)
    would_win = view.hand_sizes[claimant] == 0
    return would_win or suspicion * lies * (1 - true) > bar * truths * true


STRATEGY = Strategy(
    game="cheat",
    plays="remember~ who was caught lying",
    challenge=challenge,
    memory=[
        ("game", "u4"),
        ("earlier_lies", "i4", 10),
        ("earlier_truths", "i4", 10),
        ("lies", "i4", 10),
        ("truths", "i4", 10),
    ],
    forgets="match",
)
