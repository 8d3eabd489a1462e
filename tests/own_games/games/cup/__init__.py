"""Cup: each has a die under a cup, and one of you says whose is higher.

Both roll under a cup and look at their own die alone. Player 1 says `mine` or `yours`: whose die
shows more. Who is right wins; if both show as much, the win is shared.

With 1, 2 or 3 under the own cup `yours` is best, else `mine`: player 1 wins 3/4 of hands and player
2 the rest, for what is under the other's cup nobody sees.
"""

from cardsim.plain import PlainGame, number


class Cup(PlainGame):
    seats = (2, 2, 2)
    decisions = {"whose": ("mine", "yours")}
    sees = {"die": number("what your die shows", 1, 6)}
    own = ("cups",)
    hidden = ()
    usual = "own-half"

    def deal(self, chance):
        self.cups, self.seat, self.said = [chance.roll(), chance.roll()], 0, ""
        return "whose"

    def observe(self):
        return {"die": self.cups[self.seat]}

    def apply(self, action, chance):
        self.said = action
        return None

    def score(self):
        mine, yours = self.cups
        if mine == yours:
            return [0.5, 0.5]
        right = (self.said == "mine") == (mine > yours)
        return [int(right), int(not right)]

    def tell(self):
        return f"dice {self.cups}"


GAME = Cup.game(__name__)
