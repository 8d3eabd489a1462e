"""`python -m cardsim` is `cardsim`."""

import sys

from cardsim.cli import process

sys.exit(process())
