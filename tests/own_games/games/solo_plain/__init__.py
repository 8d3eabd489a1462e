"""Solo, a die that one may press alone, as one class: the game of `tests/toys/solo`.

A one ends the hand with nothing. What you have when you stop, the bank pays.
"""

from cardsim.plain import PlainGame, number, option


class Solo(PlainGame):
    seats = (1, 3, 1)
    decisions = {"press": ("throw", "stop")}
    sees = {"total": number("points of the turn so far", 0, 71)}
    points = (-60, 71)
    zero_sum = False
    hidden = ()
    usual = "hold"

    class Rules:
        sides: int = option(6, "sides of the die", low=2, high=12)
        limit: int = option(40, "points at which one has to stop", low=1, high=60)
        stake: int = option(8, "points that a hand costs", low=0, high=60)

    def deal(self, chance):
        self.had, self.seat, self.total = [], 0, 0
        return "press"

    def observe(self):
        return {"total": self.total}

    def legal(self):
        return ["throw", "stop"]

    def apply(self, action, chance):
        if action == "throw":
            pips = chance.roll(self.rules.sides)
            self.total = 0 if pips == 1 else self.total + pips
            if 0 < self.total < self.rules.limit:
                return "press"
        self.had.append(self.total)
        self.seat, self.total = self.seat + 1, 0
        return "press" if self.seat < self.players else None

    def score(self):
        return [had - self.rules.stake for had in self.had]


GAME = Solo.game(__name__)
