"""Pig, the dice game in which a one loses the turn.

In turn from player 1 you roll a die as often as you like and add up what it shows. A one ends your
turn with nothing; hold, and the points are yours. The first with 100 wins.
"""

from cardsim.plain import PlainGame, number, option


class Pig(PlainGame):
    seats = (1, 6, 2)
    decisions = {"turn": ("roll", "hold")}
    sees = {
        "total": number("points of the turn", 0, 205),
        "own": number("points of your own", 0, 200),
        "best": number("points of the best of the others", 0, 200),
    }
    hidden = ()
    records = {"turns": number("turns that the game lasts", 0, 100000)}

    class Rules:
        goal: int = option(100, "points that win", low=10, high=200)

    def deal(self, chance):
        self.points, self.seat, self.total, self.turns = [0] * self.players, 0, 0, 0
        return "turn"

    def observe(self):
        others = self.points[: self.seat] + self.points[self.seat + 1 :]
        return {"total": self.total, "own": self.points[self.seat], "best": max(others, default=0)}

    def legal(self):
        return ["roll", "hold"]

    def apply(self, action, chance):
        pips = chance.roll() if action == "roll" else 0
        self.total = 0 if pips == 1 else self.total + pips
        done = self.points[self.seat] + self.total >= self.rules.goal
        if pips > 1 and not done:
            return "turn"
        self.points[self.seat] += self.total
        self.turns += 1
        if done:
            return None
        self.total, self.seat = 0, (self.seat + 1) % self.players
        return "turn"

    def score(self):
        return [int(p >= self.rules.goal) for p in self.points]

    def record(self):
        return {"turns": self.turns}

    def tell(self):
        return f"{self.total} this turn, points {self.points}"


GAME = Pig.game(__name__)
