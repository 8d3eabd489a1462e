"""The oracles and the kernels play the worked examples of RULES.md."""

from __future__ import annotations

import pytest

from worked_examples import PLAYERS, Block, blocks


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("block", blocks(), ids=str)
@pytest.mark.kept(2, by=lambda block, player: (block.game, player))
def test_examples_come_out_as_the_rules_say(block: Block, player: str) -> None:
    assert block.found(player) == [expected for _, expected in block.rows]
