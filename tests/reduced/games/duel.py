"""Shared by the small games for two: a hand, what a seat wins in it, and how it is told."""

from cardsim.game import Column, CountTable, Unit, numbered
from cardsim.usual_units import mean, your_seat


def net_unit(most):
    """Return the unit of a hand in which a seat wins or loses so much at most, `your_net`."""

    def hand_unit(rules, players):
        net = mean(
            "net",
            Column("your_net", -most, most, "what you win"),
            lower_is_better=False,
            you=("you win {} a hand", "you lose {} a hand"),
            cost="{} a hand",
        )
        you = CountTable("you", (your_seat(numbered(players)),))
        return Unit(
            "hand",
            "hands",
            tables=(you, net.table),
            measures=(net.measure,),
            objective="net",
            shares=((net.table.name, "your_net"),),
            by_seat=(),
            facts="You win {net} a hand.".format_map,
        )

    return hand_unit


def events(step, rules):
    return []


def tell(steps, rules, who):
    return [f"{who[s.seat]}: {s.decision.actions[s.action]}" for s in steps if s.decision]
