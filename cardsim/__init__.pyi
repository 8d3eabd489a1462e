from cardsim.ask.comparisons import CompareResult as CompareResult
from cardsim.ask.comparisons import compare as compare
from cardsim.ask.designed import DesignResult as DesignResult
from cardsim.ask.designing import design as design
from cardsim.ask.fields import Field as Field
from cardsim.ask.fields import field as field
from cardsim.ask.frames import (
    decisions as decisions,
)
from cardsim.ask.frames import (
    decisions_in_batches as decisions_in_batches,
)
from cardsim.ask.frames import (
    flat as flat,
)
from cardsim.ask.frames import (
    hands as hands,
)
from cardsim.ask.frames import (
    hands_in_batches as hands_in_batches,
)
from cardsim.ask.in_companies import InCompanies as InCompanies
from cardsim.ask.in_companies import in_companies as in_companies
from cardsim.ask.plans import Plan as Plan
from cardsim.ask.plans import plan as plan
from cardsim.ask.reviewed import Review as Review
from cardsim.ask.reviews import review as review
from cardsim.ask.runs import run as run
from cardsim.ask.solved import Exact as Exact
from cardsim.ask.solved import exact as exact
from cardsim.ask.sweeps import sweep as sweep
from cardsim.ask.swept import SweepResult as SweepResult
from cardsim.ask.tuned import TuneResult as TuneResult
from cardsim.ask.tuning import tune as tune
from cardsim.errors import StrategyError as StrategyError
from cardsim.errors import UserError as UserError
from cardsim.files.kept_runs import (
    list_runs as list_runs,
)
from cardsim.files.kept_runs import (
    load_run as load_run,
)
from cardsim.files.kept_runs import (
    watch_runs as watch_runs,
)
from cardsim.files.saved import load as load
from cardsim.game import Feature as Feature
from cardsim.lists.explored import explore as explore
from cardsim.lists.listing import (
    list_experiments as list_experiments,
)
from cardsim.lists.listing import (
    list_games as list_games,
)
from cardsim.lists.listing import (
    list_strategies as list_strategies,
)
from cardsim.lists.listing import (
    rules as rules,
)
from cardsim.lists.listing import (
    strategies as strategies,
)
from cardsim.lists.playable import get_game as get_game
from cardsim.runs.answer import Answer as Answer
from cardsim.runs.company import mix as mix
from cardsim.runs.request import Request as Request
from cardsim.runs.result import Result as Result
from cardsim.runs.workers import Workers as Workers
from cardsim.search.learned import Learned as Learned
from cardsim.search.learning import find_safest as find_safest
from cardsim.search.learning import learn as learn
from cardsim.search.learning import self_play as self_play
from cardsim.search.safest import Safest as Safest
from cardsim.statistics.clustered import Interval as Interval
from cardsim.statistics.clustered import interval as interval
from cardsim.story import Chart as Chart
from cardsim.story import Number as Number
from cardsim.story import Series as Series
from cardsim.strategy import Strategy as Strategy
from cardsim.strategy import between as between
from cardsim.strategy import one_of as one_of
from cardsim.studies.experiments import (
    Experiment as Experiment,
)
from cardsim.studies.experiments import (
    Findings as Findings,
)
from cardsim.studies.experiments import (
    experiment as experiment,
)
from cardsim.table.advised import Advised as Advised
from cardsim.table.advising import advise as advise
from cardsim.table.calibrated import Calibration as Calibration
from cardsim.table.calibrating import calibrate as calibrate
from cardsim.table.fitted import Fit as Fit
from cardsim.table.fitting import fit as fit
from cardsim.table.looked_back import LookBack as LookBack
from cardsim.table.my_play import my_play as my_play
from cardsim.table.replayed import Replay as Replay
from cardsim.table.replayed import replay as replay
from cardsim.tournaments.playing import tournament as tournament
from cardsim.tournaments.standings import TournamentResult as TournamentResult
from cardsim.workspace import borrowed as borrowed
from cardsim.workspace import get_strategy as get_strategy

__version__: str
