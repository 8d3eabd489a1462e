"""Exponentials, logarithms and powers for strategies, the same in every bit on all machines.

Use them in place of `np.exp`, `np.log` and `**` with a power that is no whole number: those differ
in the last digit from machine to machine, so that no page can play a strategy that calls them.
"""

from __future__ import annotations

from cardsim.kernels.powers import exp, log, power, whole_power

__all__ = ["exp", "log", "power", "whole_power"]
