"""Shares of a mixture from which people come, each one member in all that he does.

Sources: J. Diebolt and C. Robert, "Estimation of finite mixture distributions through Bayesian
sampling", Journal of the Royal Statistical Society B 56 (1994): the sampler, whose steps are those
of EM with draws in place of means; A. Dempster, N. Laird and D. Rubin, ibid. 39 (1977), for EM.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, Any]
DRAWS, BURN = 2000, 200
"""Draws of who is who that are kept, and those before them."""
SMALLEST = 1e-300
"""Stand-in for a probability of 0, by which can be divided."""


class Sampled(NamedTuple):
    """Members that people may be, given what they did.

    Attributes:
        shares: share of the people who are each member, shape (draws, members).
        belongs: probability that each person is each member, shape (people, members).
    """

    shares: Array
    belongs: Array


def sampled(logs: Array, prior: Array, *, draws: int = DRAWS, seed: int = 1) -> Sampled:
    """Draw who is who, by Gibbs sampling.

    The shares have a Dirichlet distribution before anything is seen.

    Args:
        logs: log likelihood of all that each person did under each member, shape (people, members).
        prior: number of people of each member that is known before, shape (members,); all above 0.
        draws: number of draws that are kept.
        seed: their seed.
    """
    chance = np.random.default_rng(seed)
    people, members = logs.shape
    likely = np.exp(logs - logs.max(axis=1, keepdims=True))
    weights = prior / prior.sum()
    shares = np.zeros((draws, members))
    belongs = np.zeros((people, members))
    for draw in range(-BURN, draws):
        each = np.maximum(likely * weights, SMALLEST)
        each /= each.sum(axis=1, keepdims=True)
        upto = np.cumsum(each, axis=1)
        who = (chance.random(people)[:, None] * upto[:, -1:] > upto).sum(axis=1)
        counts = np.bincount(who, minlength=members)
        weights = chance.dirichlet(prior + counts)
        if draw >= 0:
            shares[draw] = counts / people
            belongs += each / draws
    return Sampled(shares, belongs)
