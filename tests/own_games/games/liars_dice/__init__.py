"""Liar's Dice: say how many dice of a number lie under all cups, or doubt who spoke before.

Each rolls some dice under a cup and looks at these alone. In turn you say that so many dice of a
number lie under all cups together, more than was said before or as many of a higher number; or you
doubt what was said. Then all cups are lifted: if there are as many or more, who doubted loses, else
who said it. With three players and more the loser's win is shared by the others.
"""

from cardsim.plain import PlainGame, number, numbers, option

MOST = 2


class LiarsDice(PlainGame):
    seats = (2, 3, 2)
    decisions = {
        "say": ("doubt", *(f"{n}x{pips}" for n in range(1, 3 * MOST + 1) for pips in range(1, 7)))
    }
    sees = {
        "dice": numbers("what your dice show", 1, 6, MOST),
        "said": number("what was said last, by its number; 0 for nothing", 0, 18 * MOST),
        "all_dice": number("dice under all cups", 2, 3 * MOST),
    }
    own = ("cups",)
    hidden = ()
    usual = "random-legal"

    class Rules:
        dice: int = option(1, "dice of each player", low=1, high=MOST)

    def deal(self, chance):
        many = self.rules.dice
        self.cups = [sorted(chance.roll() for _ in range(many)) for _ in range(self.players)]
        self.seat, self.said, self.loser = 0, 0, -1
        return "say"

    def observe(self):
        every = self.players * self.rules.dice
        return {"dice": self.cups[self.seat], "said": self.said, "all_dice": every}

    def legal(self):
        words = self.decisions["say"]
        most = 6 * self.players * self.rules.dice
        return [*words[: int(self.said > 0)], *words[self.said + 1 : most + 1]]

    def apply(self, action, chance):
        if action != "doubt":
            self.said = self.decisions["say"].index(action)
            self.seat = (self.seat + 1) % self.players
            return "say"
        many, pips = (self.said - 1) // 6 + 1, (self.said - 1) % 6 + 1
        true = sum(cup.count(pips) for cup in self.cups) >= many
        self.loser = self.seat if true else (self.seat - 1) % self.players
        return None

    def score(self):
        return self.shared([seat != self.loser for seat in range(self.players)])

    def tell(self):
        return f"dice {self.cups}"


GAME = LiarsDice.game(__name__)
