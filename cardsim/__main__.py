"""`python -m cardsim` is `cardsim`."""

import sys

from cardsim.cli import main

sys.exit(main())
