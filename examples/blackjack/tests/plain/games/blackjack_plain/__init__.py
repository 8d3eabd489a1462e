"""Blackjack as one class in plain Python, written from RULES.md: what the kernels are held against.

It has its cards in lists and counts them anew each time.
"""

from cardsim.plain import PlainGame, number, option


class Blackjack(PlainGame):
    seats = (1, 1, 1)
    decisions = {
        "split": ("keep", "split"),
        "double": ("single", "double"),
        "stand": ("hit", "stand"),
    }
    sees = {
        "total": number("points of the hand", 2, 21),
        "soft": number("whether an ace counts 11 in it", 0, 1),
        "pair": number("what the cards of a pair are worth", 0, 10),
        "cards": number("cards in the hand", 2, 21),
        "hand": number("which hand it is", 0, 3),
        "hands": number("how many there are", 1, 4),
        "upcard": number("what the dealer's open card is worth", 2, 11),
    }
    points = (-8, 8)
    smallest, paid_in, per = 0.1, "bets", 100
    records = {"bets": number("bets that are staked", 1, 8)}
    zero_sum = False

    class Rules:
        decks: str = option("6", "packs", choices=("1", "2", "4", "6", "8", "infinite"))
        soft_17: str = option("stands", "the dealer with soft 17", choices=("stands", "hits"))
        double: str = option("any", "what is doubled", choices=("any", "9-11", "10-11"))
        split_hands: int = option(4, "hands of a pair", low=1, high=4)
        double_after_split: bool = option(True, "hands that were split may be doubled")
        resplit_aces: bool = option(False, "split aces may be split again")
        blackjack_pays: str = option("3:2", "what a blackjack pays", choices=("3:2", "6:5"))
        peek: bool = option(True, "the dealer looks for a blackjack")

    def card(self, chance):
        """Draw a card, and return its rank: A is 1, J to K are 11 to 13."""
        if self.rules.decks == "infinite":
            return chance.below(52) % 13 + 1
        place = chance.below(len(self.shoe))
        self.shoe[0], self.shoe[place] = self.shoe[place], self.shoe[0]
        return self.shoe.pop(0) % 13 + 1

    def deal(self, chance):
        self.shoe = [] if self.rules.decks == "infinite" else [*range(52)] * int(self.rules.decks)
        self.seat, self.at, self.was_split = 0, 0, False
        first, up, second = (self.card(chance) for _ in range(3))
        self.mine, self.bets, self.dealer = [[first, second]], [1], [up]
        if self.rules.peek:
            self.dealer.append(self.card(chance))
        over = total(self.mine[0]) == 21 or (self.rules.peek and total(self.dealer) == 21)
        return self.end(chance) if over else self.two_cards(chance)

    def two_cards(self, chance):
        while self.at < len(self.mine):
            hand = self.mine[self.at]
            if len(hand) == 1:
                hand.append(self.card(chance))
            aces_split = self.was_split and hand[0] == 1
            room = len(self.mine) < self.rules.split_hands
            if worth(hand[0]) == worth(hand[1]) and room:
                if not aces_split or self.rules.resplit_aces:
                    return "split"
            if not aces_split and total(hand) < 21:
                return self.double_or_stand()
            self.at += 1
        return self.end(chance)

    def double_or_stand(self):
        hand, which = self.mine[self.at], self.rules.double
        if self.was_split and not self.rules.double_after_split:
            return "stand"
        if which == "any":
            return "double"
        lowest = int(which.split("-")[0])
        return "double" if not soft(hand) and lowest <= total(hand) <= 11 else "stand"

    def apply(self, action, chance):
        hand = self.mine[self.at]
        if action == "split":
            self.mine.append([hand.pop()])
            self.bets.append(1)
            self.was_split = True
            return self.two_cards(chance)
        if action == "keep":
            return self.double_or_stand()
        if action == "single":
            return "stand"
        if action == "double":
            self.bets[self.at] = 2
        if action != "stand":
            hand.append(self.card(chance))
        if action == "hit" and total(hand) < 21:
            return "stand"
        self.at += 1
        return self.two_cards(chance)

    def end(self, chance):
        natural = not self.was_split and len(self.mine[0]) == 2 and total(self.mine[0]) == 21
        alive = [hand for hand in self.mine if total(hand) <= 21]
        could_tie = total(self.dealer[:1]) in (10, 11)
        if len(self.dealer) == 1 and alive and (could_tie or not natural):
            self.dealer.append(self.card(chance))
        beaten = len(self.dealer) == 2 and total(self.dealer) == 21
        self.net = 0
        if natural and not beaten:
            self.net = 15 if self.rules.blackjack_pays == "3:2" else 12
        elif beaten and not natural:
            self.net = -10 * sum(self.bets)
        elif not natural:
            while alive and self.dealer_goes_on():
                self.dealer.append(self.card(chance))
            for hand, bet in zip(self.mine, self.bets):
                self.net += 10 * bet * self.won(hand)
        return None

    def dealer_goes_on(self):
        has = total(self.dealer)
        return has < 17 or (has == 17 and soft(self.dealer) and self.rules.soft_17 == "hits")

    def won(self, hand):
        mine, dealers = total(hand), total(self.dealer)
        if mine > 21:
            return -1
        if dealers > 21:
            return 1
        return (mine > dealers) - (mine < dealers)

    def observe(self):
        hand = self.mine[self.at]
        paired = len(hand) == 2 and worth(hand[0]) == worth(hand[1])
        return {
            "total": total(hand),
            "soft": int(soft(hand)),
            "pair": worth(hand[0]) if paired else 0,
            "cards": len(hand),
            "hand": self.at,
            "hands": len(self.mine),
            "upcard": total(self.dealer[:1]),
        }

    def score(self):
        return [self.net / 10]

    def record(self):
        return {"bets": sum(self.bets)}


def worth(rank):
    return min(rank, 10)


def total(cards):
    most = sum(map(worth, cards))
    return most + 10 if 1 in cards and most <= 11 else most


def soft(cards):
    return total(cards) != sum(map(worth, cards))


GAME = Blackjack.game(__name__)
