"""Pages that ask several questions, and the tools that experiments write them with."""

from __future__ import annotations

from cardsim.ask.comparisons import CompareResult, Difference
from cardsim.ask.swept import Group, Point, SweepResult
from cardsim.runs.company import Company, three_of
from cardsim.runs.words import counted
from cardsim.statistics.paired import Shortfall
from cardsim.statistics.stats import Estimate, rounded, wilson, z_value
from cardsim.story import Chart, Number, Section, Series, Table
from cardsim.studies.advice import FewLines, Rule, advise
from cardsim.studies.companies import (
    CompanyResult,
    Tried,
    in_three,
    sweep_in_three,
    tried,
    tried_ways,
)
from cardsim.studies.experiments import (
    Lab,
    amount,
    best_and_ties,
    by_players,
    in_few,
    joined,
    or_ties,
    per_cent,
    spoken,
    with_ties,
)
from cardsim.studies.level import Gap, as_good, is_level, level, priced
from cardsim.studies.luck import tell_all_luck, tell_luck
from cardsim.studies.prices import tell_prices
from cardsim.studies.rankings import rank
from cardsim.studies.situations import (
    Gain,
    gains_by_text,
    gains_chart,
    gains_in_three,
    gains_of_many,
    gains_table,
    gains_told,
    mixed_first,
)
from cardsim.studies.trust import tell_trust
from cardsim.tournaments.standings import Entrant, TournamentResult

__all__ = [
    "Chart",
    "Company",
    "CompanyResult",
    "CompareResult",
    "Difference",
    "Entrant",
    "Estimate",
    "FewLines",
    "Gain",
    "Gap",
    "Group",
    "Lab",
    "Number",
    "Point",
    "Rule",
    "Section",
    "Series",
    "Shortfall",
    "SweepResult",
    "Table",
    "TournamentResult",
    "Tried",
    "advise",
    "amount",
    "as_good",
    "best_and_ties",
    "by_players",
    "counted",
    "gains_by_text",
    "gains_chart",
    "gains_in_three",
    "gains_of_many",
    "gains_table",
    "gains_told",
    "in_few",
    "in_three",
    "is_level",
    "joined",
    "level",
    "mixed_first",
    "or_ties",
    "per_cent",
    "priced",
    "rank",
    "rounded",
    "spoken",
    "sweep_in_three",
    "tell_all_luck",
    "tell_luck",
    "tell_prices",
    "tell_trust",
    "three_of",
    "tried",
    "tried_ways",
    "wilson",
    "with_ties",
    "z_value",
]
